//! A routing with virtual channels as a routing of the engine. No table: a packet carries the channel that it takes next.
//!
//! In `selections` of a packet stand the port and the number of its next channel, as the routing names them, and the intermediate node of its detour.
//! When the machine has fewer channels than the routing asks for, the last ones are put together as a packet takes them, just as the
//! judge does. A packet without a next channel is delivered.

use crate::routed::Routed;
use caminos_lib::error::Error;
use caminos_lib::routing::{CandidateEgress, Routing, RoutingInfo, RoutingNextCandidates};
use caminos_lib::topology::Topology;
use crossedge::net::{Node, Port};
use crossedge::route::channels::{Channel, VirtualChannel};
use rand::Rng;
use rand::rngs::StdRng;
use std::cell::RefCell;
use std::sync::Arc;

/// A routing of ours.
#[derive(Debug)]
pub(super) struct WithChannels {
    routed: Arc<Routed>,
    vcs: u32,
}

/// In place of a port: the packet is at its end.
const ARRIVED: i32 = -1;

/// In place of the intermediate node: there is none.
const STRAIGHT: i32 = -1;

fn carried(out: Option<VirtualChannel>) -> (i32, i32) {
    out.map_or((ARRIVED, 0), |out| (out.port.0 as i32, out.vc as i32))
}

impl WithChannels {
    pub(super) fn new(routed: Arc<Routed>, vcs: u32) -> Self {
        WithChannels { routed, vcs }
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
        let routing = self.routed.routing.as_ref();
        let via = match routing.detours(from) {
            0 => None,
            count => Some(routing.detour(from, rng.gen_range(0..count))),
        };
        let (port, vc) = carried(routing.step(None, from, via, to));
        let via = via.map_or(STRAIGHT, |via| via.0 as i32);
        info.borrow_mut().selections = Some(vec![port, vc, via]);
    }

    fn update_routing_info(
        &self,
        info: &RefCell<RoutingInfo>,
        _topology: &dyn Topology,
        current: usize,
        entry: usize,
        target: usize,
        _server: Option<usize>,
        _rng: &mut StdRng,
    ) {
        let mut info = info.borrow_mut();
        let Some([port, vc, via]) = info.selections.as_deref_mut() else { return };
        let (at, to) = (Node(current as u64), Node(target as u64));
        // The engine tells by which port a packet came in; the other end of that link is where it was.
        let from = self.routed.net.link(at, Port(entry as u32)).0;
        let by = Channel { from, port: Port(*port as u32), vc: *vc as u32 };
        let via = (*via != STRAIGHT).then_some(Node(*via as u64));
        (*port, *vc) = carried(self.routed.routing.step(Some(by), at, via, to));
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
        let candidates = match info.selections.as_deref() {
            // A server takes what comes on any channel.
            Some([ARRIVED, ..]) => {
                let port = topology.degree(current);
                (0..channels).map(|vc| CandidateEgress::new(port, vc)).collect()
            }
            Some([port, vc, _]) => {
                let vc = (*vc as u32).min(self.vcs - 1);
                vec![CandidateEgress::new(*port as usize, vc as usize)]
            }
            // The engine says then that a packet has no choice.
            _ => Vec::new(),
        };
        Ok(RoutingNextCandidates { candidates, idempotent: true })
    }
}
