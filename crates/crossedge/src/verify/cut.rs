//! The judge of a cut: it asks every node for its side, and every link whether its ends differ. It asserts
//!
//! - the two sides differ by at most one node;
//! - the links between them are as many as claimed.

use crate::net::{Network, Node, neighbors};
use crate::watch::{Stopped, Watch};
use rayon::prelude::*;

/// What was counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutCount {
    /// Nodes on the first side.
    pub first: u64,
    /// Nodes on the second side.
    pub second: u64,
    /// Links between the sides.
    pub links: u64,
}

impl CutCount {
    /// Whether the sides are halves.
    pub fn even(&self) -> bool {
        self.first.abs_diff(self.second) <= 1
    }
}

/// Counts the sides and the links between them.
pub fn cut(
    net: &dyn Network,
    side: &(dyn Fn(Node) -> bool + Sync),
    watch: &dyn Watch,
) -> Result<CutCount, Stopped> {
    const RUN: u64 = 1 << 14;
    let nodes = net.nodes();
    watch.stage("recounting the cut", nodes);
    let runs = (0..nodes.div_ceil(RUN)).into_par_iter();
    let counted = runs.map(|run| {
        if watch.stopped() {
            return (0, 0);
        }
        let (from, to) = (run * RUN, nodes.min((run + 1) * RUN));
        let (mut first, mut links) = (0, 0);
        for v in (from..to).map(Node).filter(|&v| side(v)) {
            first += 1;
            links += neighbors(net, v).filter(|&w| !side(w)).count() as u64;
        }
        watch.advance(to - from);
        (first, links)
    });
    let (first, links) = counted.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    if watch.stopped() { Err(Stopped) } else { Ok(CutCount { first, second: nodes - first, links }) }
}
