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
    // Of graphs with short distances 64 sources are searched at a time, a bit for each.
    let pairs = match levels_from(graph, 0)? {
        levels if levels <= MAX_LEVELS => pairs_of_all_sources(graph)?,
        _ => {
            let mut pairs = vec![0; n];
            for source in 0..n {
                let counts = counts_from(graph, source)?;
                pairs.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            }
            while pairs.last() == Some(&0) {
                pairs.pop();
            }
            pairs
        }
    };
    let counts = pairs.into_iter().map(BigUint::from).collect();
    Some(Known::new(
        Distances::new(n, counts),
        Evidence::computed("search from every node of the stored graph [bfs]"),
    ))
}

/// Up to this many distances 64 searches at once are less work than one after the other.
const MAX_LEVELS: usize = 32;

/// Number of distances from a node; `None` if some node is not reached.
fn levels_from(graph: &Table, source: usize) -> Option<usize> {
    counts_from(graph, source).map(|counts| counts.len())
}

/// Number of nodes at each distance from a node; `None` if some node is not reached.
fn counts_from(graph: &Table, source: usize) -> Option<Vec<u64>> {
    let n = graph.nodes() as usize;
    let mut seen = vec![false; n];
    seen[source] = true;
    let mut level = vec![source];
    let (mut counts, mut reached) = (Vec::new(), 0);
    while !level.is_empty() {
        reached += level.len();
        counts.push(level.len() as u64);
        let mut next = Vec::new();
        for v in level {
            let fresh = graph.row(v).iter().map(|&w| w as usize);
            next.extend(fresh.filter(|&w| !std::mem::replace(&mut seen[w], true)));
        }
        level = next;
    }
    (reached == n).then_some(counts)
}

/// Ordered pairs at each distance; `None` if some node is not reached.
fn pairs_of_all_sources(graph: &Table) -> Option<Vec<u64>> {
    let n = graph.nodes() as usize;
    let mut pairs: Vec<u64> = Vec::new();
    for first in (0..n).step_by(64) {
        let sources = (n - first).min(64);
        let mut reached = vec![0u64; n];
        (0..sources).for_each(|i| reached[first + i] |= 1 << i);
        let (mut front, mut next) = (reached.clone(), vec![0u64; n]);
        let mut found = sources as u64;
        let mut distance = 0;
        while found > 0 {
            pairs.resize(pairs.len().max(distance + 1), 0);
            pairs[distance] += found;
            found = 0;
            for (v, fresh) in next.iter_mut().enumerate() {
                let around = graph.row(v).iter().fold(0, |all, &w| all | front[w as usize]);
                *fresh = around & !reached[v];
                found += u64::from(fresh.count_ones());
            }
            reached.iter_mut().zip(&next).for_each(|(all, fresh)| *all |= fresh);
            std::mem::swap(&mut front, &mut next);
            distance += 1;
        }
        let all = if sources == 64 { u64::MAX } else { (1 << sources) - 1 };
        if reached.iter().any(|bits| *bits != all) {
            return None;
        }
    }
    Some(pairs)
}
