//! A network together with a routing on it.

use crossedge::net::Structure;
use crossedge::route::channels::Routing;
use std::sync::Arc;

/// A network with a routing.
#[derive(Debug, Clone)]
pub(crate) struct Routed {
    pub net: Arc<dyn Structure>,
    pub routing: Arc<dyn Routing>,
}
