//! The verifier of a cut. It queries the side of every node, counts the links that cross, and asserts
//!
//! - the two sides differ by at most one node, or by at most one endpoint in a switched network;
//! - the total width of the links between them is as claimed.

use super::Verdict;
use crossedge_core::net::{Network, Node, Port, Structure, neighbors};
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::cell::RefCell;
use std::fmt;

/// Counts from the verification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutCount {
    /// Nodes on the first side; endpoints where there are switches.
    pub first: u64,
    /// Nodes on the second side.
    pub second: u64,
    /// Links between the sides, each as often as it is wide.
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
    /// Counts from the verification.
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
                write!(f, "the sides have {first} and {second} nodes, which are not halves")
            }
            BadCut::Links { claimed, counted } => {
                write!(f, "{claimed} links between the halves are claimed, and {} are counted", counted.links)
            }
        }
    }
}

impl std::error::Error for BadCut {}

/// The sides of at most this many nodes are listed, one bit each.
const MAX_LISTED: u64 = 1 << 32;

thread_local! {
    /// The links of a node, kept from one node to the next.
    static LINKS: RefCell<Vec<(Node, Port)>> = const { RefCell::new(Vec::new()) };
}

/// Verifies a bisection that is claimed to have `claimed` links.
pub fn cut(
    net: &dyn Network,
    side: &(dyn Fn(Node) -> bool + Sync),
    claimed: u64,
    watch: &dyn Progress,
) -> Result<Verdict<CutCount, BadCut>, Stopped> {
    let nodes = net.nodes();
    if nodes > MAX_LISTED {
        let across = |v: Node| neighbors(net, v).filter(|&w| !side(w)).count() as u64;
        return judged(nodes, nodes, side, &across, claimed, watch);
    }
    // Each node is asked for its side once; a neighbour outside the network would be on neither.
    let word = |i: u64| {
        (64 * i..nodes.min(64 * i + 64)).fold(0u64, |word, v| word | u64::from(side(Node(v))) << (v & 63))
    };
    let words = nodes.div_ceil(64) as usize;
    let listed: Vec<u64> = (0..words).into_par_iter().with_min_len(1 << 8).map(|i| word(i as u64)).collect();
    let holds = |v: Node| listed.get((v.0 >> 6) as usize).is_some_and(|word| word >> (v.0 & 63) & 1 == 1);
    let across = |v: Node| {
        LINKS.with_borrow_mut(|links| {
            net.links_of(v, links);
            links.iter().filter(|&&(w, _)| !holds(w)).count() as u64
        })
    };
    judged(nodes, nodes, &holds, &across, claimed, watch)
}

/// Verifies a cut into halves of the endpoints whose links are claimed to be so wide together.
pub fn halves(
    net: &dyn Structure,
    side: &(dyn Fn(Node) -> bool + Sync),
    claimed: u64,
    watch: &dyn Progress,
) -> Result<Verdict<CutCount, BadCut>, Stopped> {
    let across = |v: Node| {
        let ports = (0..net.degree(v)).map(Port).filter(|&port| !side(net.link(v, port).0));
        ports.fold(0, |all: u64, port| all.saturating_add(net.width(net.link_class(v, port))))
    };
    judged(net.nodes(), net.endpoints(), side, &across, claimed, watch)
}

/// Counts the links across at every node of the first side, and the nodes below `ends` on it.
fn judged(
    nodes: u64,
    ends: u64,
    side: &(dyn Fn(Node) -> bool + Sync),
    across: &(dyn Fn(Node) -> u64 + Sync),
    claimed: u64,
    watch: &dyn Progress,
) -> Result<Verdict<CutCount, BadCut>, Stopped> {
    const RUN: u64 = 1 << 14;
    watch.stage("recounting the cut", nodes);
    let runs = (0..nodes.div_ceil(RUN)).into_par_iter();
    let counted = runs.map(|run| {
        if watch.stopped() {
            return (0, 0);
        }
        let (from, to) = (run * RUN, nodes.min((run + 1) * RUN));
        let (mut first, mut links) = (0, 0u64);
        for v in (from..to).map(Node).filter(|&v| side(v)) {
            first += u64::from(v.0 < ends);
            links = links.saturating_add(across(v));
        }
        watch.advance(to - from);
        (first, links)
    });
    let (first, links) = counted.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1.saturating_add(b.1)));
    if watch.stopped() {
        return Err(Stopped);
    }
    let counted = CutCount { first, second: ends - first, links };
    Ok(if counted.first.abs_diff(counted.second) > 1 {
        Verdict::Refuted(BadCut::Uneven(counted))
    } else if counted.links != claimed {
        Verdict::Refuted(BadCut::Links { claimed, counted })
    } else {
        Verdict::Holds(counted)
    })
}
