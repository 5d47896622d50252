//! The verifier of a network: every node and every port. It asserts
//!
//! - every link leads to another node of the network, by a port which that node has;
//! - link is an involution;
//! - no two ports of a node lead to the same node;
//! - every address, written as text and read again, names the same node;
//! - the degrees, counted, are those that the shape claims;
//! - every node can be reached from node 0;
//! - following `next_port` arrives ([`super::walks`]): between all pairs of a small network, and between a fixed sample of pairs of
//!   a larger one, as reported in the answer.
//!
//! Memory is three bits per node, and does not depend on the degree. Time is linear in the links.

use super::walks::{Lost, Walked, walks};
use super::{Limit, Verdict};
use crossedge_core::net::{Address, DegreeCounts, Network, Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts from the verification.
#[derive(Debug, Clone, PartialEq)]
pub struct Verified {
    /// Number of nodes that were visited.
    pub nodes: u64,
    /// Number of links that were followed, each from both ends.
    pub links: u64,
    /// Number of nodes that have each degree.
    pub degrees: BTreeMap<u64, u64>,
    /// Eccentricity of node 0.
    pub eccentricity: u64,
    /// Between which pairs `next_port` was followed.
    pub walked: Walked,
}

/// A law that does not hold, with the place where it breaks.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refuted {
    /// A link leads out of the network, to its own node, or to a port that is not there.
    #[error("port {port} of node {node} leads to port {} of node {}, which is not a port of another node", .to.1, .to.0)]
    Astray {
        /// The node.
        node: u64,
        /// Its port.
        port: u32,
        /// The other end of the link.
        to: (u64, u32),
    },
    /// The link there and back does not come back.
    #[error("port {port} of node {node} leads to port {} of node {}, and that leads to port {} of node {}", .to.1, .to.0, .back.1, .back.0)]
    Involution {
        /// The node.
        node: u64,
        /// Its port.
        port: u32,
        /// The other end of the link.
        to: (u64, u32),
        /// The other end of the link back.
        back: (u64, u32),
    },
    /// Two ports of a node lead to the same node.
    #[error("two ports of node {node} lead to node {neighbor}")]
    Parallel {
        /// The node.
        node: u64,
        /// The neighbour that appears twice.
        neighbor: u64,
    },
    /// An address does not name its node.
    #[error("the address of node {node} is {address}, which is read as {read}")]
    Address {
        /// The node.
        node: u64,
        /// Its address.
        address: String,
        /// The value read.
        read: String,
    },
    /// The degrees are not those that the shape claims.
    #[error("the degrees are claimed to be {claimed}, and counted {counted}")]
    Degrees {
        /// The claim.
        claimed: String,
        /// The count.
        counted: String,
    },
    /// Following `next_port` does not reach the destination.
    #[error("{0}")]
    Lost(Lost),
    /// A node that cannot be reached from node 0.
    #[error("node {node} cannot be reached from node 0, which reaches {reached} nodes")]
    Unreached {
        /// The node with the lowest id.
        node: u64,
        /// Number of nodes that were reached.
        reached: u64,
    },
}

/// Nodes are taken in runs of this many: a run shares one look at the clock.
const RUN: u64 = 1 << 14;

/// Networks of more nodes are not verified: three bits for each would take more than 1.5 GiB.
const MAX_NODES: u64 = 1 << 32;

/// Nor are networks of more ports: looking at each takes hours already.
const MAX_PORTS: u64 = 1 << 36;

/// Nor are networks with a node of more ports: the neighbours of one node are sorted in memory.
const MAX_DEGREE: u64 = 1 << 26;

/// The limit that the nodes, or the ports that are claimed, pass.
fn too_large(nodes: u64, claimed: &DegreeCounts) -> Option<Limit> {
    let limit = |what, asked, most: u64, works| Limit { what, asked, most: most.into(), works };
    if nodes > MAX_NODES {
        let works = format!("a network of at most {MAX_NODES} nodes, such as torus(60000,60000)");
        return Some(limit("nodes", Some(nodes.into()), MAX_NODES, works));
    }
    let ports: BigUint = claimed.iter().map(|(degree, count)| count * *degree).sum();
    if ports > MAX_PORTS.into() {
        let works =
            format!("a network of at most {MAX_PORTS} ports, such as torus(60000,60000) or complete(250000)");
        return Some(limit("ports", u128::try_from(&ports).ok(), MAX_PORTS, works));
    }
    let &degree = claimed.keys().next_back().filter(|&&degree| degree > MAX_DEGREE)?;
    let works = format!("a network whose nodes have at most {MAX_DEGREE} ports, such as star({MAX_DEGREE})");
    Some(limit("ports of one node", Some(degree.into()), MAX_DEGREE, works))
}

/// Verifies a network against its laws and against the degrees that its shape claims.
pub fn network(
    net: &dyn Structure,
    claimed: &DegreeCounts,
    watch: &dyn Progress,
) -> Result<Verdict<Verified, Refuted>, Stopped> {
    let nodes = net.nodes();
    if let Some(limit) = too_large(nodes, claimed) {
        return Ok(Verdict::Undecided(limit));
    }
    watch.stage("links and addresses", nodes);
    let runs = nodes.div_ceil(RUN);
    let counted = (0..runs)
        .into_par_iter()
        .map(|run| {
            if watch.stopped() {
                return Err(None);
            }
            let (from, to) = (run * RUN, nodes.min((run + 1) * RUN));
            let mut degrees = BTreeMap::new();
            let (mut around, mut text) = (Vec::new(), String::new());
            for v in from..to {
                node(net, v, &mut around, &mut text).map_err(Some)?;
                *degrees.entry(around.len() as u64).or_default() += 1;
            }
            watch.advance(to - from);
            Ok(degrees)
        })
        .try_reduce(BTreeMap::new, |mut a: BTreeMap<u64, u64>, b| {
            for (degree, count) in b {
                *a.entry(degree).or_default() += count;
            }
            Ok(a)
        });
    let degrees = match counted {
        Ok(degrees) => degrees,
        Err(None) => return Err(Stopped),
        Err(Some(refuted)) => return Ok(Verdict::Refuted(refuted)),
    };
    let big: DegreeCounts = degrees.iter().map(|(&d, &c)| (d, BigUint::from(c))).collect();
    if big != *claimed {
        let text = |counts: &DegreeCounts| {
            counts.iter().map(|(d, c)| format!("{d}: {c}")).collect::<Vec<_>>().join(", ")
        };
        return Ok(Verdict::Refuted(Refuted::Degrees { claimed: text(claimed), counted: text(&big) }));
    }
    let links = degrees.iter().map(|(d, c)| d * c).sum::<u64>() / 2;
    let eccentricity = match reach(net, watch)? {
        Ok(eccentricity) => eccentricity,
        Err(refuted) => return Ok(Verdict::Refuted(refuted)),
    };
    Ok(match walks(net, watch)? {
        Ok(walked) => Verdict::Holds(Verified { nodes, links, degrees, eccentricity, walked }),
        Err(lost) => Verdict::Refuted(Refuted::Lost(lost)),
    })
}

/// One node: its links, and its address as text. Leaves the neighbours in `around`.
fn node(net: &dyn Structure, v: u64, around: &mut Vec<u64>, text: &mut String) -> Result<(), Refuted> {
    around.clear();
    around.reserve_exact(net.degree(Node(v)) as usize);
    for port in 0..net.degree(Node(v)) {
        let (w, back) = net.link(Node(v), Port(port));
        let to = (w.0, back.0);
        if w.0 >= net.nodes() || w.0 == v || back.0 >= net.degree(w) {
            return Err(Refuted::Astray { node: v, port, to });
        }
        let (again, out) = net.link(w, back);
        if (again.0, out.0) != (v, port) {
            return Err(Refuted::Involution { node: v, port, to, back: (again.0, out.0) });
        }
        around.push(w.0);
    }
    around.sort_unstable();
    if let Some(pair) = around.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(Refuted::Parallel { node: v, neighbor: pair[0] });
    }
    text.clear();
    net.address(Node(v)).write_to(text);
    let read = match Address::parse(text) {
        Ok(address) => net.node_at(&address),
        Err((_, why)) => Err(why),
    };
    match read {
        Ok(w) if w.0 == v => Ok(()),
        Ok(w) => Err(Refuted::Address { node: v, address: text.clone(), read: format!("node {}", w.0) }),
        Err(why) => Err(Refuted::Address { node: v, address: text.clone(), read: why }),
    }
}

/// A set of nodes, one bit each, that several threads may fill.
struct Bits(Vec<AtomicU64>);

impl Bits {
    fn new(nodes: u64) -> Self {
        Bits((0..nodes.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    /// Puts `v` in; whether it was not there before.
    fn insert(&self, v: u64) -> bool {
        let (word, bit) = (&self.0[(v >> 6) as usize], 1 << (v & 63));
        // A plain look first: most neighbours are known already, and a locked write costs far more.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    }
}

/// Breadth first from node 0 over three bitmaps; the eccentricity of node 0, or a node that is not reached.
fn reach(net: &dyn Network, watch: &dyn Progress) -> Result<Result<u64, Refuted>, Stopped> {
    let nodes = net.nodes();
    watch.stage("reaching every node", nodes);
    let seen = Bits::new(nodes);
    let mut frontier = Bits::new(nodes);
    let mut next = Bits::new(nodes);
    seen.insert(0);
    frontier.insert(0);
    let (mut reached, mut levels) = (1u64, 0);
    watch.advance(1);
    loop {
        let fresh: u64 = (frontier.0.par_chunks(1 << 10).enumerate())
            .map(|(chunk, words)| {
                if watch.stopped() {
                    return 0;
                }
                let mut fresh = 0;
                for (i, word) in words.iter().enumerate() {
                    let mut left = word.load(Ordering::Relaxed);
                    while left != 0 {
                        let v = Node((((chunk << 10) + i) as u64) << 6 | u64::from(left.trailing_zeros()));
                        left &= left - 1;
                        for port in 0..net.degree(v) {
                            let w = net.link(v, Port(port)).0.0;
                            if seen.insert(w) {
                                next.insert(w);
                                fresh += 1;
                            }
                        }
                    }
                }
                watch.advance(fresh);
                fresh
            })
            .sum();
        if watch.stopped() {
            return Err(Stopped);
        }
        if fresh == 0 {
            break;
        }
        reached += fresh;
        levels += 1;
        std::mem::swap(&mut frontier, &mut next);
        next.0.par_iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
    if reached == nodes {
        return Ok(Ok(levels));
    }
    let missing = (0..nodes).find(|&v| seen.insert(v));
    Ok(Err(Refuted::Unreached { node: missing.unwrap_or(0), reached }))
}
