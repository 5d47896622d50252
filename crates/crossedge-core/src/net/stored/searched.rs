//! Distances of a small stored graph by search from every node, as the base of a construction.

use crate::evidence::{Evidence, Known};
use crate::net::Table;
use crate::net::algebra::distance_polynomial::Distances;
use num_bigint::BigUint;

/// Graphs of more nodes than this are not searched here: the metrics do that in parallel, and can be interrupted.
pub const MAX_SEARCHED: u64 = 2048;

/// Ordered pairs at each distance; `None` when the graph is larger than [`MAX_SEARCHED`] or not connected.
pub fn distances(graph: &Table) -> Option<Known<Distances>> {
    if graph.nodes() > MAX_SEARCHED {
        return None;
    }
    let n = graph.nodes() as usize;
    let mut pairs: Vec<u64> = Vec::new();
    for source in 0..n {
        let mut seen = vec![false; n];
        seen[source] = true;
        let mut level = vec![source];
        let (mut distance, mut reached) = (0, 0);
        while !level.is_empty() {
            reached += level.len();
            pairs.resize(pairs.len().max(distance + 1), 0);
            pairs[distance] += level.len() as u64;
            let mut next = Vec::new();
            for v in level {
                let fresh = graph.row(v).iter().map(|&w| w as usize);
                next.extend(fresh.filter(|&w| !std::mem::replace(&mut seen[w], true)));
            }
            level = next;
            distance += 1;
        }
        if reached < n {
            return None;
        }
    }
    let counts = pairs.into_iter().map(BigUint::from).collect();
    Some(Known::new(
        Distances::new(n, counts),
        Evidence::computed("search from every node of the stored graph"),
    ))
}
