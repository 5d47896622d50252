//! The choice of a packet among its candidates: by the queues of its own router and, at its source, by what waits for the gates of its group.
//!
//! At the source every plan weighs q · hops: hops of the entire path, and q the larger of the queue before the first link, on all its
//! channels, and the backlog of the gate. A detour weighs a bias more. The lightest is requested when there is room, and the choice is
//! made again in every cycle in which the packet is first in its queue (Singh 2005; Jiang, Kim, Dally 2009). Where a packet weighs its plans again on
//! its way, plans without room are left out. Elsewhere en route, the free channel
//! with the shortest queue is requested; the escape when there is none and the packet has waited for some cycles.

use super::backlog::Backlog;
use super::packet::{self, path_by_number};
use crate::settings::Choice;
use caminos_lib::policies::{RequestInfo, VirtualChannelPolicy};
use caminos_lib::router::Router;
use caminos_lib::routing::CandidateEgress;
use caminos_lib::topology::Topology;
use rand::Rng;
use rand::rngs::StdRng;
use std::rc::Rc;

/// A policy of ours.
#[derive(Debug)]
pub(super) struct ByQueues {
    pub choice: Choice,
    pub backlog: Rc<Backlog>,
    /// Number of escape channels, the lowest; 0 without an escape.
    pub reserved: usize,
}

impl ByQueues {
    /// The lightest plan, when there is room for it.
    fn at_source(
        &self,
        candidates: Vec<CandidateEgress>,
        router: &dyn Router,
        info: &RequestInfo<'_>,
        rng: &mut StdRng,
    ) -> Vec<CandidateEgress> {
        let plans = info.phit.packet.routing_info.borrow();
        let weight = |candidate: &CandidateEgress| {
            let Some(path) = path_by_number(&plans, candidate.label) else { return 0 };
            let queue = queued_flits(router, info, candidate.port, None);
            let waits = queue.max(self.backlog.flits(path.gate, info.current_cycle));
            let bias = if path.via.is_some() { u64::from(self.choice.bias) } else { 0 };
            waits * path.hops as u64 + bias
        };
        let allowed = |candidate: &&CandidateEgress| candidate.router_allows == Some(true);
        // On its way a packet takes the lightest plan that has room, rather than wait where others wait behind it.
        if info.performed_hops > 0 {
            return only_candidate(least_weight(candidates.iter().filter(allowed), weight, rng));
        }
        only_candidate(least_weight(candidates.iter(), weight, rng).filter(allowed))
    }

    fn on_the_way(
        &self,
        candidates: Vec<CandidateEgress>,
        router: &dyn Router,
        info: &RequestInfo<'_>,
        rng: &mut StdRng,
    ) -> Vec<CandidateEgress> {
        let escapes = |candidate: &CandidateEgress| {
            candidate.virtual_channel < self.reserved && candidate.label != packet::DELIVERY_PATH
        };
        let allowed = |candidate: &&CandidateEgress| candidate.router_allows == Some(true);
        let weight = |candidate: &CandidateEgress| {
            queued_flits(router, info, candidate.port, Some(candidate.virtual_channel))
        };
        let free = candidates.iter().filter(allowed).filter(|&candidate| !escapes(candidate));
        let best = least_weight(free, weight, rng).or_else(|| {
            let waited = info.time_at_front.unwrap_or(usize::MAX) >= self.choice.escape_wait as usize;
            let turns = waited || candidates.iter().all(escapes);
            candidates.iter().find(|candidate| turns && escapes(candidate) && allowed(candidate))
        });
        only_candidate(best)
    }
}

/// Returns `true` if the candidates are plans to weigh: at the source, and where a packet chooses again.
fn weighed(candidates: &[CandidateEgress], info: &RequestInfo<'_>) -> bool {
    let plans = info.phit.packet.routing_info.borrow();
    let first = candidates.first().and_then(|first| path_by_number(&plans, first.label));
    first.is_some_and(|path| path.hops > 0)
}

/// The one that is requested.
fn only_candidate(best: Option<&CandidateEgress>) -> Vec<CandidateEgress> {
    best.cloned().into_iter().collect()
}

/// The flits before a link, on one of its channels or on all: in the output buffers here, and in the input buffers at its other end.
fn queued_flits(router: &dyn Router, info: &RequestInfo<'_>, port: usize, vc: Option<usize>) -> u64 {
    let here = match vc {
        None => info.port_occupied_output_space.map(|all| all[port]),
        Some(vc) => info.virtual_channel_occupied_output_space.map(|all| all[port][vc]),
    };
    let status = router.get_status_at_emisor(port);
    let there = |vc: usize| {
        let room = status.and_then(|status| status.known_available_space_for_virtual_channel(vc));
        let most = router.get_maximum_credits_towards(port, vc);
        most.zip(room).map_or(0, |(most, room)| most.saturating_sub(room))
    };
    let there: usize = match vc {
        Some(vc) => there(vc),
        None => (0..router.num_virtual_channels()).map(there).sum(),
    };
    (here.unwrap_or(0) + there) as u64
}

/// The candidate with the least weight; one of several at random.
fn least_weight<'a>(
    candidates: impl Iterator<Item = &'a CandidateEgress>,
    weight: impl Fn(&CandidateEgress) -> u64,
    rng: &mut StdRng,
) -> Option<&'a CandidateEgress> {
    let mut best: Option<(u64, &CandidateEgress)> = None;
    let mut equal = 0;
    for candidate in candidates {
        let weight = weight(candidate);
        match best {
            Some((least_weight, _)) if weight > least_weight => {}
            Some((least_weight, _)) if weight == least_weight => {
                equal += 1;
                if rng.gen_range(0..=equal) == 0 {
                    best = Some((weight, candidate));
                }
            }
            _ => (equal, best) = (0, Some((weight, candidate))),
        }
    }
    best.map(|(_, candidate)| candidate)
}

impl VirtualChannelPolicy for ByQueues {
    fn filter(
        &self,
        candidates: Vec<CandidateEgress>,
        router: &dyn Router,
        info: &RequestInfo<'_>,
        _topology: &dyn Topology,
        rng: &mut StdRng,
    ) -> Vec<CandidateEgress> {
        if let [candidate] = &candidates[..] {
            // Most have no choice on their way.
            return if candidate.router_allows == Some(true) { candidates } else { Vec::new() };
        }
        if self.reserved == 0 && weighed(&candidates, info) {
            return self.at_source(candidates, router, info, rng);
        }
        self.on_the_way(candidates, router, info, rng)
    }

    fn need_server_ports(&self) -> bool {
        false
    }

    fn need_port_average_queue_length(&self) -> bool {
        false
    }

    fn need_port_last_transmission(&self) -> bool {
        false
    }
}
