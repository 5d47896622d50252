//! All-gather, reduce-scatter and all-reduce along rings through all nodes: every node sends to the next one in every step, and every
//! link carries the same. With several rings that are edge-disjoint every block is cut, and each ring takes its part.
//!
//! ```
//! use crossedge::collective::{Schedule, ring};
//!
//! let round = ring::allgather(&[vec![0, 1, 2, 3]], 64);
//! assert_eq!(round.steps(), 3, "every block goes once round");
//! ```

use super::catalog::{Algorithm, Beyond, Rings, ScheduleRequest, Unmade, not_printed};
use super::{Action, Collective, Kind, Listed, Message};

/// Round one ring.
pub static RING: Algorithm = Algorithm {
    name: "ring",
    summary: "round a ring through all nodes",
    paper: "Patarasuk, Yuan, Bandwidth optimal all-reduce algorithms for clusters of workstations (2009)",
    kinds: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce],
    usual: &[],
    printed: not_printed,
    most_nodes: |_| MAX_ROUND,
    beyond: Beyond::Ring,
    rings: Rings::One,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |_, order| match order.rings {
        [first, ..] => Ok(Box::new(round(order, std::slice::from_ref(first)))),
        [] => Err(NO_RING),
    },
};

/// Round several rings, both ways.
pub static RINGS: Algorithm = Algorithm {
    name: "rings",
    summary: "along several edge-disjoint rings in both directions; for all ports",
    paper: "Sack, Gropp, Collective algorithms for multiported torus networks (2015)",
    kinds: &[Kind::AllGather, Kind::ReduceScatter, Kind::AllReduce],
    usual: &[],
    printed: not_printed,
    most_nodes: |_| MAX_ROUND,
    beyond: Beyond::Nothing,
    rings: Rings::Several,
    in_pieces: false,
    multi_hop: false,
    by_rule: false,
    make: |_, order| match order.rings {
        [] => Err(NO_RING),
        some => {
            let back = some.iter().map(|ring| ring.iter().rev().copied().collect());
            Ok(Box::new(round(order, &some.iter().cloned().chain(back).collect::<Vec<_>>())))
        }
    },
};

/// Rings of more nodes are not listed step by step.
pub const MAX_ROUND: u64 = 512;

pub(super) const NO_RING: Unmade = Unmade::NotHere("no ring through all nodes is known");

fn round(order: &ScheduleRequest<'_>, rings: &[Vec<u64>]) -> Listed {
    match order.kind {
        Kind::AllGather => allgather(rings, order.bytes),
        Kind::ReduceScatter => reduce_scatter(rings, order.bytes),
        kind => allreduce(kind, rings, order.bytes),
    }
}

/// Every node's block to all, round the rings: block `order[p]` moves on by one in each of n - 1 steps. Rings are lists of all nodes.
pub fn allgather(rings: &[Vec<u64>], bytes: u64) -> Listed {
    let n = rings.first().map_or(0, Vec::len);
    let of = Collective::new(Kind::AllGather, n as u64, 0, bytes).cut(rings.len() as u64);
    let mut steps = vec![Vec::new(); n.saturating_sub(1)];
    for (piece, ring) in (0u64..).zip(rings) {
        for (s, messages) in steps.iter_mut().enumerate() {
            for p in 0..n {
                let (from, to) = (ring[p], ring[if p + 1 == n { 0 } else { p + 1 }]);
                let block = ring[if p >= s { p - s } else { p + n - s }];
                messages.push(Message::hop(&of, from, to, vec![block * of.pieces + piece], Action::Copy));
            }
        }
    }
    Listed::new(of, steps)
}

/// The all-gather backwards.
pub fn reduce_scatter(rings: &[Vec<u64>], bytes: u64) -> Listed {
    let gathered = allgather(rings, bytes);
    let n = rings.first().map_or(0, Vec::len) as u64;
    let of = Collective::new(Kind::ReduceScatter, n, 0, bytes).cut(rings.len() as u64);
    gathered.reversed(of, Action::Add)
}

/// Reduce-scatter and all-gather, the vector cut into as many pieces as there are blocks.
pub fn allreduce(kind: Kind, rings: &[Vec<u64>], bytes: u64) -> Listed {
    let n = rings.first().map_or(0, Vec::len) as u64;
    let of = Collective::new(kind, n, 0, bytes).cut(n * rings.len() as u64);
    reduce_scatter(rings, 0).then(allgather(rings, 0), of)
}
