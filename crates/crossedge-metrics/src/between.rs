//! Distances between endpoints, in networks that have switches: searches from every endpoint, or from a sample of them.

use super::bfs::{self, Error};
use crossedge_core::progress::{CancelOnly, Progress};
use crossedge_lang::net::{BatchedSearch, Csr, Faults, Node, Structure, neighbors};
use rayon::prelude::*;

/// Searches from many nodes at a time keep 192 bytes for each of this many nodes.
const MAX_TOGETHER: u64 = 1 << 18;

/// And four for each port, of which there are at most this many.
const MAX_STORED: u64 = 1 << 27;

/// The result of searches from some endpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Between {
    /// At place d: the ordered pairs (source, endpoint) at distance d.
    pub counts: Vec<u64>,
    /// Pairs of live endpoints without a path.
    pub disconnected_pairs: u64,
}

/// Returns `true` if searches from many nodes at a time have room.
pub(super) fn storable(net: &dyn Structure) -> bool {
    let mut ports = 0;
    net.nodes() <= MAX_TOGETHER
        && (0..net.nodes()).all(|v| {
            ports += u64::from(net.degree(Node(v)));
            ports <= MAX_STORED
        })
}

/// Searches from these endpoints, which are alive, around what is dead.
pub fn endpoint_distances(
    net: &dyn Structure,
    sources: &[Node],
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<Between, Error> {
    watch.stage("searching from every endpoint", sources.len() as u64);
    let ends = net.endpoints() as usize;
    let quiet = CancelOnly(watch);
    let Some(first) = sources.first() else {
        return Ok(Between { counts: Vec::new(), disconnected_pairs: 0 });
    };
    if storable(net) {
        let layers = bfs::distances(net, *first, dead, &quiet)?.iter().flatten().max().unwrap_or(0);
        if BatchedSearch::go_together(layers) {
            return batched_distances(net, sources, dead, watch);
        }
    }
    let per_source = sources.par_iter().map(|&source| {
        let distances = bfs::distances(net, source, dead, &quiet)?;
        let mut result = Between { counts: Vec::new(), disconnected_pairs: 0 };
        for (v, distance) in (0u64..).zip(distances.iter().take(ends)) {
            match distance {
                None => result.disconnected_pairs += u64::from(!dead.node(Node(v))),
                Some(distance) => {
                    let place = distance as usize;
                    result.counts.resize(result.counts.len().max(place + 1), 0);
                    result.counts[place] += 1;
                }
            }
        }
        watch.advance(1);
        Ok(result)
    });
    per_source
        .try_reduce(|| Between { counts: Vec::new(), disconnected_pairs: 0 }, |a, b| Ok(a.merged_with(b)))
}

/// Searches from many endpoints at a time, on the live links as they are stored.
fn batched_distances(
    net: &dyn Structure,
    sources: &[Node],
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<Between, Error> {
    let gone: Vec<bool> = (0..net.nodes()).map(|v| dead.node(Node(v))).collect();
    let links = Csr::build(gone.len(), |v, row| {
        if !gone[v] {
            let v = Node(v as u64);
            row.extend(
                neighbors(net, v).filter(|&w| !gone[w.0 as usize] && !dead.link(v, w)).map(|w| w.0 as u32),
            );
        }
    });
    let search = BatchedSearch::new(links);
    let ends = net.endpoints() as usize;
    let live = gone[..ends].iter().filter(|gone| !**gone).count() as u64;
    let sources: Vec<u32> = sources.iter().map(|v| v.0 as u32).collect();
    let per_batch = sources.par_chunks(BatchedSearch::MAX_SOURCES).map(|some| {
        if watch.stopped() {
            return Err(Error::Stopped);
        }
        let counts = search.counts(some, ends);
        watch.advance(some.len() as u64);
        let disconnected_pairs = some.len() as u64 * live - counts.iter().sum::<u64>();
        Ok(Between { counts, disconnected_pairs })
    });
    per_batch
        .try_reduce(|| Between { counts: Vec::new(), disconnected_pairs: 0 }, |a, b| Ok(a.merged_with(b)))
}

impl Between {
    /// The pairs of both.
    fn merged_with(mut self, other: Between) -> Between {
        self.counts.resize(self.counts.len().max(other.counts.len()), 0);
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, count)| *sum += count);
        self.disconnected_pairs += other.disconnected_pairs;
        self
    }
}
