//! The verifier of a route: it walks it. It asserts
//!
//! - the route begins and ends where it was asked to;
//! - every node on it is a node of the network, and every port a port of the node that it leaves;
//! - the link at that port leads to the next node;
//! - it has as many hops as are claimed.

use super::fingerprint::{BRIEF, Fingerprint};
use super::{Asserted, Checked};
use crossedge_core::model::Route;
use crossedge_core::net::{Network, Node};
use std::fmt;

/// An error in a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadRoute {
    /// It begins or ends elsewhere.
    Ends {
        /// The request.
        asked: (Node, Node),
        /// The ends it has.
        actual: (Node, Node),
    },
    /// A hop that is not a link.
    Hop {
        /// Which hop, from 1.
        hop: usize,
        /// The node that it leaves.
        from: Node,
        /// The port.
        port: u32,
        /// The claimed next node.
        claimed: Node,
        /// The other end of the link; `None` if there is no such port.
        leads: Option<Node>,
    },
    /// It has another length than is claimed.
    Length {
        /// The claim.
        claimed: u64,
        /// The count.
        counted: u64,
    },
}

impl fmt::Display for BadRoute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRoute::Ends { asked, actual } => write!(
                f,
                "a route from {} to {} was requested, and this one leads from {} to {}",
                asked.0.0, asked.1.0, actual.0.0, actual.1.0
            ),
            BadRoute::Hop { hop, from, port, claimed, leads: Some(leads) } => write!(
                f,
                "hop {hop}: port {port} of node {} leads to node {}, not to node {}",
                from.0, leads.0, claimed.0
            ),
            BadRoute::Hop { hop, from, port, .. } => {
                write!(f, "hop {hop}: node {} has no port {port}", from.0)
            }
            BadRoute::Length { claimed, counted } => {
                write!(f, "{claimed} hops are claimed, and {counted} are counted")
            }
        }
    }
}

impl std::error::Error for BadRoute {}

/// Walks a route from `from` to `to` of a claimed length.
pub fn route(
    net: &dyn Network,
    ends: (Node, Node),
    claimed: u64,
    route: Route,
) -> Result<Checked<Route>, BadRoute> {
    let actual = (route.from, route.hops.last().map_or(route.from, |hop| hop.node));
    if actual != ends || ends.0.0 >= net.nodes() {
        return Err(BadRoute::Ends { asked: ends, actual });
    }
    let mut at = route.from;
    for (i, hop) in route.hops.iter().enumerate() {
        let leads = (hop.port.0 < net.degree(at)).then(|| net.link(at, hop.port).0);
        if leads != Some(hop.node) {
            let (from, port) = (at, hop.port.0);
            return Err(BadRoute::Hop { hop: i + 1, from, port, claimed: hop.node, leads });
        }
        at = hop.node;
    }
    match route.hops.len() as u64 {
        hops if hops == claimed => {
            Ok(Checked::new(route, Fingerprint::of(net, BRIEF), Asserted::Route { ends, hops }))
        }
        counted => Err(BadRoute::Length { claimed, counted }),
    }
}
