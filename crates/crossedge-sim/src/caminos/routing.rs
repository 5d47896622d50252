//! A routing with virtual channels as a routing of the engine. No table: a packet carries the channels that it may take next.
//!
//! When the machine has fewer channels than the routing asks for, the last ones are put together as a packet takes them, just as the
//! verifier does. A packet without a next channel is delivered.

use super::{Plug, packet};
use caminos_lib::error::Error;
use caminos_lib::routing::{CandidateEgress, Routing, RoutingInfo, RoutingNextCandidates};
use caminos_lib::topology::Topology;
use crossedge::net::{Node, Port};
use crossedge::route::channels::Channel;
use rand::rngs::StdRng;
use std::cell::RefCell;

/// A routing of ours.
#[derive(Debug)]
pub(super) struct WithChannels {
    plug: Plug,
}

impl WithChannels {
    pub(super) fn new(plug: Plug) -> Self {
        WithChannels { plug }
    }
}

impl Routing for WithChannels {
    fn initialize_routing_info(
        &self,
        info: &RefCell<RoutingInfo>,
        _topology: &dyn Topology,
        current: usize,
        target: usize,
        _server: Option<usize>,
        rng: &mut StdRng,
    ) {
        let (from, to) = (Node(current as u64), Node(target as u64));
        let Plug { routed, choice, backlog, .. } = &self.plug;
        let plans = packet::intermediate_nodes(routed.routing.as_ref(), from, *choice, rng);
        packet::write_paths(info, routed, backlog, None, from, &plans, to);
    }

    fn update_routing_info(
        &self,
        info: &RefCell<RoutingInfo>,
        _topology: &dyn Topology,
        current: usize,
        entry: usize,
        target: usize,
        _server: Option<usize>,
        rng: &mut StdRng,
    ) {
        let Some((out, via)) = packet::channel_taken(info) else { return };
        let (at, to) = (Node(current as u64), Node(target as u64));
        // The engine gives the input port of a packet; the other end of that link is its previous node.
        let by = Channel::new(self.plug.routed.net.link(at, Port(entry as u32)).0, out);
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
        _server: Option<usize>,
        channels: usize,
        _rng: &mut StdRng,
    ) -> Result<RoutingNextCandidates, Error> {
        let egress = |(label, path): (i32, packet::PacketPath)| {
            let vc = path.out.vc.min(self.plug.vcs - 1) as usize;
            CandidateEgress { label, ..CandidateEgress::new(path.out.port.0 as usize, vc) }
        };
        let mut candidates: Vec<_> = packet::paths(info).map(egress).collect();
        if candidates.is_empty() {
            // At the destination: a server accepts packets on any channel.
            let port = topology.degree(current);
            candidates.extend(packet::delivery_requests(port, channels));
        }
        Ok(RoutingNextCandidates { candidates, idempotent: true })
    }
}
