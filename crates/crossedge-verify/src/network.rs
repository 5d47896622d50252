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
//! All of this except the walks is done in one search from node 0, which visits every node and every port once. A link is followed back from its
//! lower end only: every port that leads up is reached back from a different port that leads down, so if there are equally many of both, every port that
//! leads down is one of these. If a check fails, the properties are checked one after the other, each link from both ends, to name the first
//! violation.
//!
//! Memory is three bits per node, and does not depend on the degree. Time is linear in the links.

use super::walks::{Lost, Walked, walks};
use super::{Limit, Verdict};
use crossedge_core::net::{Address, DegreeCounts, Network, Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::cell::RefCell;
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
    if let Some((degrees, eccentricity)) = all_at_once(net, claimed, watch)? {
        let links = degrees.iter().map(|(d, c)| d * c).sum::<u64>() / 2;
        return Ok(match walks(net, watch)? {
            Ok(walked) => Verdict::Holds(Verified { nodes, links, degrees, eccentricity, walked }),
            Err(lost) => Verdict::Refuted(Refuted::Lost(lost)),
        });
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

/// Number of nodes of each degree, and the eccentricity of node 0.
type Counts = (BTreeMap<u64, u64>, u64);

/// All laws of links and addresses and the claimed degrees, in one search from node 0; `None` if one of them does not hold.
fn all_at_once(
    net: &dyn Structure,
    claimed: &DegreeCounts,
    watch: &dyn Progress,
) -> Result<Option<Counts>, Stopped> {
    let nodes = net.nodes();
    watch.stage("links and addresses", nodes);
    let degrees = degree_counts(net);
    if !degrees.iter().map(|(&d, &c)| (d, BigUint::from(c))).eq(claimed.iter().map(|(&d, c)| (d, c.clone())))
    {
        return Ok(None);
    }
    let uniform = match degrees.len() {
        1 => degrees.keys().next().and_then(|&degree| u32::try_from(degree).ok()),
        _ => None,
    };
    let (seen, mut frontier, mut next) = (Bits::new(nodes), Bits::new(nodes), Bits::new(nodes));
    seen.insert(0);
    frontier.insert(0);
    let (mut reached, mut upward, mut levels) = (1u64, 0u64, 0);
    watch.advance(1);
    loop {
        // New nodes, and links that lead up; `None` where a law does not hold.
        let level = (frontier.0.par_chunks(1 << 10).enumerate())
            .map(|(chunk, words)| {
                CHECK.with_borrow_mut(|check| {
                    let (mut fresh, mut upward) = (0, 0);
                    for (i, word) in words.iter().enumerate() {
                        let mut left = word.load(Ordering::Relaxed);
                        if left != 0 && watch.stopped() {
                            return Some((0, 0));
                        }
                        while left != 0 {
                            let v = ((((chunk << 10) + i) as u64) << 6) | u64::from(left.trailing_zeros());
                            left &= left - 1;
                            upward += check.node(net, v, uniform)?;
                            for &(w, _) in &check.links {
                                if seen.insert(w.0) {
                                    next.insert(w.0);
                                    fresh += 1;
                                }
                            }
                        }
                    }
                    watch.advance(fresh);
                    Some((fresh, upward))
                })
            })
            .try_reduce(|| (0, 0), |a: (u64, u64), b| Some((a.0 + b.0, a.1 + b.1)));
        if watch.stopped() {
            return Err(Stopped);
        }
        let Some(level) = level else { return Ok(None) };
        upward += level.1;
        if level.0 == 0 {
            break;
        }
        reached += level.0;
        levels += 1;
        std::mem::swap(&mut frontier, &mut next);
        next.0.par_iter().for_each(|word| word.store(0, Ordering::Relaxed));
    }
    let ports: u64 = degrees.iter().map(|(degree, count)| degree * count).sum();
    Ok((reached == nodes && 2 * upward == ports).then_some((degrees, levels)))
}

/// Number of nodes of each degree.
fn degree_counts(net: &dyn Structure) -> BTreeMap<u64, u64> {
    let nodes = net.nodes();
    let runs = (0..nodes.div_ceil(RUN)).into_par_iter().map(|run| {
        let (mut counts, mut same) = (BTreeMap::<u64, u64>::new(), (0, 0));
        for v in run * RUN..nodes.min((run + 1) * RUN) {
            let degree = net.degree(Node(v));
            if degree != same.0 {
                *counts.entry(same.0.into()).or_default() += std::mem::replace(&mut same, (degree, 0)).1;
            }
            same.1 += 1;
        }
        *counts.entry(same.0.into()).or_default() += same.1;
        counts.retain(|_, count| *count > 0);
        counts
    });
    runs.reduce(BTreeMap::new, |mut a, b| {
        b.into_iter().for_each(|(degree, count)| *a.entry(degree).or_default() += count);
        a
    })
}

/// Number of marks for neighbours, a power of two.
const MARKS: usize = 1 << 12;

/// The laws of one node, with memory that is kept from one node to the next.
struct NodeCheck {
    links: Vec<(Node, Port)>,
    text: String,
    address: Address,
    /// By a hash of the neighbour's id: the mark of the last node that had one there.
    marks: Vec<u32>,
    /// The mark of this node.
    mark: u32,
    sorted: Vec<u64>,
}

thread_local! {
    static CHECK: RefCell<NodeCheck> = RefCell::default();
}

impl Default for NodeCheck {
    fn default() -> Self {
        let (links, text, address, sorted) = (Vec::new(), String::new(), Address::Int(0), Vec::new());
        NodeCheck { links, text, address, marks: vec![0; MARKS], mark: 0, sorted }
    }
}

impl NodeCheck {
    /// Reads the links of a node and checks its laws, those of a link only where it leads to a higher id. Returns the number of these; `None` if a law
    /// does not hold.
    fn node(&mut self, net: &dyn Structure, v: u64, uniform: Option<u32>) -> Option<u64> {
        net.links_of(Node(v), &mut self.links);
        let nodes = net.nodes();
        let mut upward = 0;
        for (port, &(w, back)) in (0..).zip(&self.links) {
            if w.0 < v {
                continue;
            }
            let exists = w.0 < nodes && w.0 != v && back.0 < uniform.unwrap_or_else(|| net.degree(w));
            if !exists || net.link(w, back) != (Node(v), Port(port)) {
                return None;
            }
            upward += 1;
        }
        let read = {
            self.text.clear();
            net.address_into(Node(v), &mut self.address);
            self.address.write_to(&mut self.text);
            Address::parse_into(&self.text, &mut self.address)
                .ok()
                .and_then(|()| net.node_at(&self.address).ok())
        };
        (self.distinct() && read == Some(Node(v))).then_some(upward)
    }

    /// Returns `true` if no two links lead to the same node. Different marks suffice; only where two are the same, the neighbours are sorted.
    fn distinct(&mut self) -> bool {
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            self.marks.fill(0);
            self.mark = 1;
        }
        let mut twice = false;
        for &(w, _) in &self.links {
            let place = w.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - MARKS.trailing_zeros());
            let last = &mut self.marks[place as usize & (MARKS - 1)];
            twice |= *last == self.mark;
            *last = self.mark;
        }
        if !twice {
            return true;
        }
        self.sorted.clear();
        self.sorted.extend(self.links.iter().map(|(w, _)| w.0));
        self.sorted.sort_unstable();
        self.sorted.windows(2).all(|pair| pair[0] != pair[1])
    }
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
