//! A machine as a topology of the engine, and its routing: what is a router and what a server is in a [`Wiring`].
//!
//! A packet of a host begins at its switch, where the engine does not give its host: the first channel is that of another host
//! on the switch, and it is checked beforehand that these are equivalent ([`hosts_route_alike`]).

use super::{Plug, packet};
use crate::routed::Routed;
use crate::wiring::{Leads, Wiring};
use caminos_lib::error::Error;
use caminos_lib::quantify::Quantifiable;
use caminos_lib::routing::{CandidateEgress, Routing, RoutingInfo, RoutingNextCandidates};
use caminos_lib::topology::cartesian::CartesianData;
use caminos_lib::topology::{Location, Topology};
use crossedge::net::Node;
use crossedge::route::channels::{Channel, VirtualChannel};
use rand::rngs::StdRng;
use std::cell::RefCell;
use std::sync::Arc;

/// A machine of ours.
#[derive(Debug)]
pub(super) struct EngineMachine {
    routed: Arc<Routed>,
    wiring: Arc<Wiring>,
}

impl EngineMachine {
    pub(super) fn new(routed: Arc<Routed>, wiring: Arc<Wiring>) -> Self {
        EngineMachine { routed, wiring }
    }
}

impl Topology for EngineMachine {
    fn num_routers(&self) -> usize {
        self.wiring.routers()
    }

    fn num_servers(&self) -> usize {
        self.wiring.servers()
    }

    fn neighbour(&self, router: usize, port: usize) -> (Location, usize) {
        let plug = &self.wiring.plugs(router)[port];
        let location = match plug.leads {
            Leads::Server(server) => Location::ServerPort(server as usize),
            Leads::Router(to, by) => {
                Location::RouterPort { router_index: to as usize, router_port: by as usize }
            }
        };
        (location, plug.class as usize)
    }

    fn server_neighbour(&self, server: usize) -> (Location, usize) {
        let (router, port) = self.wiring.server(server);
        let location = Location::RouterPort { router_index: router as usize, router_port: port as usize };
        (location, self.wiring.plugs(router as usize)[port as usize].class as usize)
    }

    // The parts of the engine that are used here need no distances; these are returned where they are known.
    fn diameter(&self) -> usize {
        self.wiring.routers()
    }

    fn distance(&self, origin: usize, destination: usize) -> usize {
        let distance = self.routed.net.distance(self.wiring.node(origin), self.wiring.node(destination));
        distance.map_or(self.wiring.routers(), |d| d as usize)
    }

    fn amount_shortest_paths(&self, _origin: usize, _destination: usize) -> usize {
        1
    }

    fn average_amount_shortest_paths(&self) -> f32 {
        1.0
    }

    fn maximum_degree(&self) -> usize {
        (0..self.wiring.routers()).map(|router| self.wiring.degree(router)).max().unwrap_or(0)
    }

    fn minimum_degree(&self) -> usize {
        (0..self.wiring.routers()).map(|router| self.wiring.degree(router)).min().unwrap_or(0)
    }

    fn degree(&self, router: usize) -> usize {
        self.wiring.degree(router)
    }

    fn ports(&self, router: usize) -> usize {
        self.wiring.plugs(router).len()
    }

    fn cartesian_data(&self) -> Option<&CartesianData> {
        None
    }

    fn up_down_distance(&self, _origin: usize, _destination: usize) -> Option<(usize, usize)> {
        None
    }
}

impl Quantifiable for EngineMachine {
    fn total_memory(&self) -> usize {
        size_of::<Self>()
    }

    fn print_memory_breakdown(&self) {}

    fn forecast_total_memory(&self) -> usize {
        size_of::<Self>()
    }
}

/// A routing of ours on a machine, as in [`super::routing`].
#[derive(Debug)]
pub(super) struct OverSwitches {
    plug: Plug,
    wiring: Arc<Wiring>,
}

impl OverSwitches {
    pub(super) fn new(plug: Plug, wiring: Arc<Wiring>) -> Self {
        OverSwitches { plug, wiring }
    }
}

/// The switch that a host is on, and the channel by which its packets come there; none of a packet to itself.
fn uplink(routed: &Routed, host: Node, to: Node) -> Option<(Node, Channel)> {
    let first = routed.routing.step(None, host, None, to)?;
    Some((routed.net.link(host, first.port).0, Channel::new(host, first)))
}

/// The candidates of a packet from a host at the host's switch.
fn at_switch(routed: &Routed, host: Node, to: Node) -> Vec<VirtualChannel> {
    let mut out = Vec::new();
    if let Some((switch, by)) = uplink(routed, host, to) {
        routed.routing.candidates(Some(by), switch, None, to, &mut out);
    }
    out
}

/// Returns `true` if packets from the hosts of a switch take the same channel there, whichever host they are from: to every target of a small machine,
/// to some of a large one.
pub(crate) fn hosts_route_alike(routed: &Routed, wiring: &Wiring) -> bool {
    let ends = wiring.servers();
    let stride = ends.div_ceil((1usize << 20).div_ceil(ends.max(1)).max(16)).max(1);
    (0..ends).filter(|&host| wiring.is_server(host)).all(|host| {
        let router = wiring.server(host).0 as usize;
        (host % stride..ends).step_by(stride).filter(|&to| to != host).all(|to| {
            let other = wiring.another_host(router, to).unwrap_or(Node(host as u64));
            let to = Node(to as u64);
            other == to || at_switch(routed, Node(host as u64), to) == at_switch(routed, other, to)
        })
    })
}

impl Routing for OverSwitches {
    fn initialize_routing_info(
        &self,
        info: &RefCell<RoutingInfo>,
        _topology: &dyn Topology,
        current: usize,
        _target: usize,
        server: Option<usize>,
        rng: &mut StdRng,
    ) {
        let Plug { routed, choice, backlog, .. } = &self.plug;
        let at = self.wiring.node(current);
        let to = Node(server.unwrap_or_default() as u64);
        // A router that is an endpoint has one server, its own.
        if at.0 < self.wiring.servers() as u64 {
            let plans = packet::intermediate_nodes(routed.routing.as_ref(), at, *choice, rng);
            return packet::write_paths(info, routed, backlog, None, at, &plans, to);
        }
        let host = self.wiring.another_host(current, to.0 as usize);
        match host.and_then(|host| uplink(routed, host, to)) {
            Some((switch, by)) => {
                let plans = packet::intermediate_nodes(routed.routing.as_ref(), by.from, *choice, rng);
                packet::write_paths(info, routed, backlog, Some(by), switch, &plans, to);
            }
            None => packet::mark_arrived(info),
        }
    }

    fn update_routing_info(
        &self,
        info: &RefCell<RoutingInfo>,
        _topology: &dyn Topology,
        current: usize,
        entry: usize,
        _target: usize,
        server: Option<usize>,
        rng: &mut StdRng,
    ) {
        let Some((out, via)) = packet::channel_taken(info) else { return };
        let (at, back) = self.wiring.link_end(current, entry);
        let by = Channel::new(self.plug.routed.net.link(at, back).0, out);
        let to = Node(server.unwrap_or_default() as u64);
        self.plug.arrive(info, by, at, via, to, rng);
    }

    fn performed_request(
        &self,
        requested: &CandidateEgress,
        info: &RefCell<RoutingInfo>,
        _topology: &dyn Topology,
        _current: usize,
        _target: usize,
        _server: Option<usize>,
        _channels: usize,
        _rng: &mut StdRng,
    ) {
        packet::record_request(info, requested.label);
    }

    fn next(
        &self,
        info: &RoutingInfo,
        topology: &dyn Topology,
        current: usize,
        _target: usize,
        server: Option<usize>,
        channels: usize,
        _rng: &mut StdRng,
    ) -> Result<RoutingNextCandidates, Error> {
        let mut candidates = Vec::new();
        for (label, packet::PacketPath { out, .. }) in packet::paths(info) {
            let (first, count) = self.wiring.cables(current, out.port);
            match (first as usize) < topology.degree(current) {
                // Of cables in parallel the engine takes one that has room.
                true => {
                    let vc = out.vc.min(self.plug.vcs - 1) as usize;
                    let cable = |cable| CandidateEgress { label, ..CandidateEgress::new(cable as usize, vc) };
                    candidates.extend((first..first + count).map(cable));
                }
                // A server accepts packets on any channel.
                false => candidates.extend(packet::delivery_requests(first as usize, channels)),
            }
        }
        if candidates.is_empty() {
            // At its destination.
            let port = self.wiring.server(server.unwrap_or_default()).1 as usize;
            candidates.extend(packet::delivery_requests(port, channels));
        }
        Ok(RoutingNextCandidates { candidates, idempotent: true })
    }
}
