//! All-gather, reduce-scatter and all-reduce along rings through all nodes: every node sends to the next one in every step, and every
//! link carries the same. With several rings that share no link every block is cut, and each ring takes its part.

use super::{Action, Collective, Kind, Listed, Message};

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
