//! Links that are equivalent to the traffic, by refinement of colours.
//!
//! A node has a colour for each source: what it is to it, and what its neighbours are. An arc has a class: how often its two ends have which
//! colours, over all sources. Both are refined until nothing changes. Then the partition is equitable for the linear program, so lengths that
//! are equal within classes are as good as any (Grohe, Kersting, Mladenov, Selman, Dimension reduction via colour refinement, ESA 2014);
//! and a flow that is spread evenly over shortest paths by such lengths is equal within classes, for both follow from colours. Symmetric
//! links are always in one class, so no group of symmetries is looked for.
//!
//! Colours are hashes. Two that meet by chance could only make classes too large, and no verifier would accept what follows.

use super::graph::ArcGraph;
use crossedge_core::model::certificate::Demands;
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;

/// A partition of arcs and sources.
#[derive(Debug, Clone)]
pub struct Classes {
    /// The class of each arc.
    pub of_arc: Vec<u32>,
    /// Number of arcs each class has.
    pub sizes: Vec<u64>,
    /// For each class of sources, its members; the first stands for it.
    pub sources: Vec<Vec<usize>>,
}

impl Classes {
    /// Every arc and every source for itself.
    pub fn plain(graph: &ArcGraph, demands: &Demands) -> Self {
        Classes {
            of_arc: (0..graph.arcs() as u32).collect(),
            sizes: vec![1; graph.arcs()],
            sources: demands.sources().into_iter().map(|s| vec![s]).collect(),
        }
    }

    /// Number of classes of arcs.
    pub fn count(&self) -> usize {
        self.sizes.len()
    }
}

/// Mixes 64 bits well: the finisher of SplitMix64.
fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

fn pair(a: u64, b: u64) -> u64 {
    mix(a.wrapping_mul(3).wrapping_add(mix(b)))
}

fn different(values: &[u64]) -> usize {
    let mut sorted = values.to_vec();
    sorted.par_sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// The coarsest classes that refinement finds.
pub fn refine(graph: &ArcGraph, demands: &Demands, watch: &dyn Progress) -> Result<Classes, Stopped> {
    let (n, sources) = (graph.nodes(), demands.sources());
    let mut colours: Vec<u64> = vec![0; sources.len() * n];
    colours.par_chunks_mut(n.max(1)).zip(&sources).for_each(|(row, &s)| {
        for (v, colour) in row.iter_mut().enumerate() {
            *colour = 1 + u64::from(v < graph.ends());
        }
        row[s] = 3;
        for (t, amount) in demands.row(s) {
            row[t] = pair(row[t], amount);
        }
    });
    let mut arcs: Vec<u64> = (0..graph.arcs()).map(|a| mix(graph.width(a))).collect();
    let mut known = (different(&arcs), different(&colours));
    loop {
        let seen: Vec<u64> = (0..graph.arcs())
            .into_par_iter()
            .map(|a| {
                if watch.stopped() {
                    return 0;
                }
                let (tail, head) = (graph.tail(a), graph.head(a));
                let all = colours.chunks(n).map(|row| pair(row[tail], row[head]));
                pair(arcs[a], all.fold(0, u64::wrapping_add))
            })
            .collect();
        arcs = seen;
        colours.par_chunks_mut(n.max(1)).for_each(|row| {
            if watch.stopped() {
                return;
            }
            let next: Vec<u64> = (0..n)
                .map(|v| {
                    let around =
                        graph.out(v).map(|a| pair(pair(arcs[a], arcs[graph.back(a)]), row[graph.head(a)]));
                    pair(row[v], around.fold(0, u64::wrapping_add))
                })
                .collect();
            row.copy_from_slice(&next);
        });
        if watch.stopped() {
            return Err(Stopped);
        }
        let now = (different(&arcs), different(&colours));
        if now == known || now.0 == graph.arcs() {
            return Ok(classes(&arcs, colours.chunks(n.max(1)), sources));
        }
        known = now;
    }
}

/// Classes in the order in which they are met.
fn classes<'a>(arcs: &[u64], rows: impl Iterator<Item = &'a [u64]>, sources: Vec<usize>) -> Classes {
    use std::collections::HashMap;
    let mut numbers: HashMap<u64, u32> = HashMap::new();
    let mut sizes = Vec::new();
    let of_arc = arcs
        .iter()
        .map(|colour| {
            let next = numbers.len() as u32;
            let class = *numbers.entry(*colour).or_insert(next);
            if class as usize == sizes.len() {
                sizes.push(0);
            }
            sizes[class as usize] += 1;
            class
        })
        .collect();
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (row, s) in rows.zip(sources) {
        let next = groups.len();
        let place = *places.entry(row[s]).or_insert(next);
        if place == next {
            groups.push(Vec::new());
        }
        groups[place].push(s);
    }
    Classes { of_arc, sizes, sources: groups }
}
