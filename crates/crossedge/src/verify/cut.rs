//! The judge of a cut: it asks every node for its side, and every link whether its ends differ. It asserts
//!
//! - the two sides differ by at most one node;
//! - the links between them are as many as claimed.

use super::Verdict;
use crate::net::{Network, Node, neighbors};
use crate::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::fmt;

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

/// A cut that is not what it is claimed to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadCut {
    /// The sides are not halves.
    Uneven(CutCount),
    /// Another number of links is claimed.
    Links {
        /// The claim.
        claimed: u64,
        /// The count.
        counted: CutCount,
    },
}

impl BadCut {
    /// What was counted.
    pub fn counted(&self) -> &CutCount {
        match self {
            BadCut::Uneven(counted) | BadCut::Links { counted, .. } => counted,
        }
    }
}

impl fmt::Display for BadCut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadCut::Uneven(CutCount { first, second, .. }) => {
                write!(f, "the sides have {first} and {second} nodes, which are no halves")
            }
            BadCut::Links { claimed, counted } => {
                write!(f, "{claimed} links between the halves are claimed, and {} are counted", counted.links)
            }
        }
    }
}

/// Judges a cut into halves that is claimed to have so many links.
pub fn cut(
    net: &dyn Network,
    side: &(dyn Fn(Node) -> bool + Sync),
    claimed: u64,
    watch: &dyn Progress,
) -> Result<Verdict<CutCount, BadCut>, Stopped> {
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
    if watch.stopped() {
        return Err(Stopped);
    }
    let counted = CutCount { first, second: nodes - first, links };
    Ok(if counted.first.abs_diff(counted.second) > 1 {
        Verdict::Refuted(BadCut::Uneven(counted))
    } else if counted.links != claimed {
        Verdict::Refuted(BadCut::Links { claimed, counted })
    } else {
        Verdict::Holds(counted)
    })
}
