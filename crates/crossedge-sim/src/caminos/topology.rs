//! A network as a topology of the engine: node v is router v, with server v behind its last port. No state per node.

use crate::physical::LinkDelays;
use crate::routed::Routed;
use caminos_lib::quantify::Quantifiable;
use caminos_lib::topology::cartesian::CartesianData;
use caminos_lib::topology::{Location, Topology};
use crossedge::net::{Node, Port, Structure};
use std::sync::Arc;

/// A network of ours.
#[derive(Debug)]
pub(super) struct Wired {
    routed: Arc<Routed>,
    nodes: usize,
    /// The least and the most ports that lead to other nodes.
    degrees: (u32, u32),
    /// The class of the links to servers, the last one.
    server_class: usize,
}

impl Wired {
    pub(super) fn new(routed: Arc<Routed>) -> Self {
        let net = routed.net.as_ref();
        let nodes = net.nodes();
        let degrees = (0..nodes).map(|v| net.degree(Node(v)));
        let degrees = degrees.fold((u32::MAX, 0), |(least, most), d| (least.min(d), most.max(d)));
        let server_class = LinkDelays::server_class(net.link_classes().len());
        Wired { nodes: nodes as usize, degrees, server_class, routed }
    }

    #[inline]
    fn net(&self) -> &dyn Structure {
        self.routed.net.as_ref()
    }

    #[inline]
    fn server_port(&self, router: usize) -> usize {
        if self.degrees.0 == self.degrees.1 {
            return self.degrees.1 as usize;
        }
        self.net().degree(Node(router as u64)) as usize
    }
}

impl Topology for Wired {
    fn num_routers(&self) -> usize {
        self.nodes
    }

    fn num_servers(&self) -> usize {
        self.nodes
    }

    fn neighbour(&self, router: usize, port: usize) -> (Location, usize) {
        if port == self.server_port(router) {
            return (Location::ServerPort(router), self.server_class);
        }
        let (v, port) = (Node(router as u64), Port(port as u32));
        let (to, by) = self.net().link(v, port);
        let class = if self.server_class <= 2 { 0 } else { self.net().link_class(v, port) };
        (Location::RouterPort { router_index: to.0 as usize, router_port: by.0 as usize }, class)
    }

    fn server_neighbour(&self, server: usize) -> (Location, usize) {
        let port = self.server_port(server);
        (Location::RouterPort { router_index: server, router_port: port }, self.server_class)
    }

    // The parts of the engine that are used here need no distances; these are returned where they are known.
    fn diameter(&self) -> usize {
        self.nodes
    }

    fn distance(&self, origin: usize, destination: usize) -> usize {
        let distance = self.net().distance(Node(origin as u64), Node(destination as u64));
        distance.map_or(self.nodes, |d| d as usize)
    }

    fn amount_shortest_paths(&self, _origin: usize, _destination: usize) -> usize {
        1
    }

    fn average_amount_shortest_paths(&self) -> f32 {
        1.0
    }

    fn maximum_degree(&self) -> usize {
        self.degrees.1 as usize
    }

    fn minimum_degree(&self) -> usize {
        self.degrees.0 as usize
    }

    fn degree(&self, router: usize) -> usize {
        self.server_port(router)
    }

    fn ports(&self, router: usize) -> usize {
        self.server_port(router) + 1
    }

    fn cartesian_data(&self) -> Option<&CartesianData> {
        None
    }

    fn up_down_distance(&self, _origin: usize, _destination: usize) -> Option<(usize, usize)> {
        None
    }
}

impl Quantifiable for Wired {
    fn total_memory(&self) -> usize {
        size_of::<Self>()
    }

    fn print_memory_breakdown(&self) {}

    fn forecast_total_memory(&self) -> usize {
        size_of::<Self>()
    }
}
