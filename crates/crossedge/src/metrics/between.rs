//! Distances between endpoints, in networks that have switches: searches from every endpoint, or from a sample of them.

use super::bfs::{self, Error};
use crate::net::{Faults, Node, Structure};
use crate::progress::{CancelOnly, Progress};
use rayon::prelude::*;

/// What the searches from some endpoints found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Between {
    /// At place d: the ordered pairs (source, endpoint) at distance d.
    pub counts: Vec<u64>,
    /// The pairs without a way.
    pub apart: u64,
}

/// Searches from these endpoints.
pub fn between(net: &dyn Structure, sources: &[Node], watch: &dyn Progress) -> Result<Between, Error> {
    watch.stage("searching from every endpoint", sources.len() as u64);
    let (dead, ends) = (Faults::none(), net.endpoints() as usize);
    let quiet = CancelOnly(watch);
    let found = sources.par_iter().map(|&source| {
        let distances = bfs::distances(net, source, &dead, &quiet)?;
        let mut found = Between { counts: Vec::new(), apart: 0 };
        for distance in distances.iter().take(ends) {
            match distance {
                None => found.apart += 1,
                Some(distance) => {
                    let place = distance as usize;
                    found.counts.resize(found.counts.len().max(place + 1), 0);
                    found.counts[place] += 1;
                }
            }
        }
        watch.advance(1);
        Ok(found)
    });
    found.try_reduce(
        || Between { counts: Vec::new(), apart: 0 },
        |mut a, b| {
            a.counts.resize(a.counts.len().max(b.counts.len()), 0);
            a.counts.iter_mut().zip(b.counts).for_each(|(sum, count)| *sum += count);
            a.apart += b.apart;
            Ok(a)
        },
    )
}
