//! A network together with a routing on it, and with what the engine makes of its switches.

use crate::wiring::Wiring;
use crossedge::net::{Node, Port, Structure};
use crossedge::route::channels::Routing;
use std::sync::Arc;

/// A network with a routing.
#[derive(Debug, Clone)]
pub(crate) struct Routed {
    pub net: Arc<dyn Structure>,
    pub routing: Arc<dyn Routing>,
    /// Which nodes are routers of the engine, where not all are; none of a direct network of width 1.
    pub wiring: Option<Arc<Wiring>>,
}

impl Routed {
    /// Number of links of the network end at a router of the engine; cables in parallel count each for itself.
    pub(crate) fn degree(&self, router: usize) -> usize {
        match &self.wiring {
            None => self.net.degree(Node(router as u64)) as usize,
            Some(wiring) => wiring.degree(router),
        }
    }

    /// The node and port at which a link of the network ends, by router and port of the engine.
    pub(crate) fn link_end(&self, router: usize, port: usize) -> (Node, Port) {
        match &self.wiring {
            None => (Node(router as u64), Port(port as u32)),
            Some(wiring) => wiring.link_end(router, port),
        }
    }

    /// Links of the network that an endpoint hangs on as a server of the engine: one, or `None` if it is a router.
    pub(crate) fn host_links(&self, endpoint: usize) -> u64 {
        self.wiring.as_ref().map_or(0, |wiring| u64::from(wiring.is_server(endpoint)))
    }
}
