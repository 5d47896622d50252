//! The networks and nodes that a case names.

use crossedge::Topology;
use crossedge::net::{Node, Structure, parse_address};
use std::sync::Arc;

/// The network of an expression, at any size.
pub fn topology(text: &str) -> Result<Topology, String> {
    text.parse().map_err(|error: crossedge::Error| error.to_string())
}

/// The network itself, whose ids must fit.
pub fn network(text: &str) -> Result<Arc<dyn Structure>, String> {
    topology(text)?.network().map(Arc::clone).map_err(|error| error.to_string())
}

/// The node at an address.
pub fn node(net: &dyn Structure, text: &str) -> Result<Node, String> {
    parse_address(net, text).map_err(|error| error.to_string())
}
