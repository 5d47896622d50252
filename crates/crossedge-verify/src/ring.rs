//! The verifier of a ring or path. It checks every position, without sampling, and asserts
//!
//! - every position has a live node of the network;
//! - the node at a position is the same in a single query and in a range query, in either direction;
//! - no node is at two positions, and a query for the position of a node returns the one where it is;
//! - each node has a live link to the next, and the last one to the first if the order is claimed to be closed
//!   or reports itself as closed; a ring claimed to be closed reports itself as closed;
//! - the ends are those that were requested;
//! - no live node is omitted, unless the claim allows a number of them.
//!
//! Memory is one bit per node. Links are found by following every port of a node.

use super::fingerprint::{Fingerprint, THOROUGH};
use super::{Asserted, Checked, Limit, Unfit, Verdict};
use crossedge_core::model::{Direction, NodeOrder, fill};
use crossedge_core::net::{Faults, Network, Node, Port};
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The claims about a ring.
#[derive(Debug, Clone, Copy)]
pub struct Claim<'a> {
    /// The last node is linked to the first.
    pub closed: bool,
    /// The first and the last node, when they were requested.
    pub ends: Option<(Node, Node)>,
    /// The faults.
    pub faults: &'a Faults,
    /// Number of living nodes it leaves out.
    pub left_out: u64,
}

/// A claim that does not hold, with the place where it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Broken {
    /// A ring of fewer than three nodes.
    Short(u64),
    /// No node of the network.
    Outside {
        /// The position.
        position: u64,
        /// The number found.
        node: u64,
    },
    /// A node that is dead.
    Dead {
        /// The position.
        position: u64,
        /// The node.
        node: u64,
    },
    /// A node that is at another position too.
    Twice {
        /// One of the positions.
        position: u64,
        /// The node.
        node: u64,
    },
    /// A node whose position is reported wrong.
    Position {
        /// Its position.
        position: u64,
        /// The node.
        node: u64,
        /// The report.
        reported: Option<u64>,
    },
    /// A position that holds one node when it is requested alone, and another in a run.
    Run {
        /// The position.
        position: u64,
        /// The node in a run.
        run: u64,
        /// The node when it is requested alone.
        reported: u64,
    },
    /// It is claimed to be closed but reports itself as open; or it reports itself as closed and has fewer than three nodes, or no
    /// live link from its last node to its first.
    Closed {
        /// Its own report.
        reported: bool,
    },
    /// Two consecutive nodes without a living link.
    Unlinked {
        /// The position of the first.
        position: u64,
        /// The first.
        from: u64,
        /// The second.
        to: u64,
    },
    /// An end that was not requested.
    End {
        /// The position.
        position: u64,
        /// The node that was requested.
        asked: u64,
        /// The node at this position.
        actual: u64,
    },
    /// Living nodes that are left out.
    LeftOut {
        /// Number that the claim allows.
        claimed: u64,
        /// Actual number.
        counted: u64,
    },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Short(n) => write!(f, "a ring has at least 3 nodes, and this one has {n}"),
            Broken::Outside { position, node } => {
                write!(f, "position {position} holds {node}, which is not a node of the network")
            }
            Broken::Dead { position, node } => {
                write!(f, "position {position} holds node {node}, which is dead")
            }
            Broken::Twice { position, node } => {
                write!(f, "node {node} is at position {position} and at another one")
            }
            Broken::Position { position, node, reported } => match reported {
                Some(reported) => {
                    write!(f, "node {node} is at position {position}, but reported at {reported}")
                }
                None => write!(f, "node {node} is at position {position}, but reported at none"),
            },
            Broken::Run { position, run, reported } => {
                write!(
                    f,
                    "position {position} holds node {run} in a range query, and node {reported} in a single query"
                )
            }
            Broken::Closed { reported: true } => {
                write!(f, "it is reported as closed, but no live link joins its last node to its first")
            }
            Broken::Closed { reported: false } => {
                write!(f, "it is claimed to be closed, but reported as open")
            }
            Broken::Unlinked { position, from, to } => {
                write!(f, "position {position}: no living link leads from node {from} to node {to}")
            }
            Broken::End { position, asked, actual } => {
                write!(f, "position {position} holds node {actual}, and node {asked} was requested")
            }
            Broken::LeftOut { claimed, counted } => {
                write!(f, "{counted} living nodes are left out, and the claim was {claimed}")
            }
        }
    }
}

impl std::error::Error for Broken {}

/// Positions are taken in runs of this many.
const RUN: u64 = 1 << 13;

/// Networks of more nodes are not verified: the bitmap would take more than 2 GiB.
pub const MAX_JUDGED: u64 = 1 << 34;

/// Verifies a ring or path against a claim.
pub fn ring(
    net: &dyn Network,
    ring: Arc<dyn NodeOrder>,
    claim: &Claim<'_>,
    watch: &dyn Progress,
) -> Result<Verdict<Checked<Arc<dyn NodeOrder>>, Broken>, Stopped> {
    if net.nodes() > MAX_JUDGED {
        return Ok(Verdict::Undecided(Limit {
            what: "nodes",
            asked: Some(net.nodes().into()),
            most: MAX_JUDGED.into(),
            works: format!("a network of at most {MAX_JUDGED} nodes"),
        }));
    }
    Ok(positions(net, ring.as_ref(), claim, watch)?
        .map(|()| {
            let Claim { closed, ends, faults, left_out } = *claim;
            let asserted = Asserted::Ring { closed, ends, faults: faults.clone(), left_out };
            Checked::new(ring, Fingerprint::of(net, THOROUGH), asserted)
        })
        .into())
}

/// Every position.
fn positions(
    net: &dyn Network,
    ring: &dyn NodeOrder,
    claim: &Claim<'_>,
    watch: &dyn Progress,
) -> Result<Result<(), Broken>, Stopped> {
    let (nodes, length) = (net.nodes(), ring.positions());
    if claim.closed && length < 3 {
        return Ok(Err(Broken::Short(length)));
    }
    if claim.closed && !ring.closed() {
        return Ok(Err(Broken::Closed { reported: false }));
    }
    let dead = claim.faults.nodes().filter(|v| v.0 < nodes).count() as u64;
    let living = nodes - dead;
    // More positions than nodes are found out by a node that appears twice.
    if length < living && living - length != claim.left_out {
        return Ok(Err(Broken::LeftOut { claimed: claim.left_out, counted: living - length }));
    }
    watch.stage("verifying every position", length);
    let seen: Vec<AtomicU64> = (0..nodes.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
    let judged = (0..length.div_ceil(RUN)).into_par_iter().try_for_each(|run| {
        if watch.stopped() {
            return Err(None);
        }
        let (from, to) = (run * RUN, length.min((run + 1) * RUN));
        // One node more, so that the link into the next run is verified here.
        let more = u64::from(to < length || claim.closed);
        let mut order = vec![0; (to - from + more) as usize];
        let (now, after) = order.split_at_mut((to - from) as usize);
        fill(ring, from, Direction::Up, now);
        if let [next] = after {
            *next = ring.node_at(if to < length { to } else { 0 }).0;
        }
        stretch(net, ring, claim, &seen, from, &order).map_err(Some)?;
        watch.advance(to - from);
        Ok(())
    });
    match judged {
        Err(None) => return Err(Stopped),
        Err(Some(broken)) => return Ok(Err(broken)),
        Ok(()) => {}
    }
    if length < living && claim.left_out == 0 || living.saturating_sub(length) != claim.left_out {
        let counted = living.saturating_sub(length);
        return Ok(Err(Broken::LeftOut { claimed: claim.left_out, counted }));
    }
    if ring.closed() && !claim.closed {
        let round = |from: Node, to: Node| joined(net, claim.faults, from.0, to.0);
        if length < 3 || !round(ring.node_at(length - 1), ring.node_at(0)) {
            return Ok(Err(Broken::Closed { reported: true }));
        }
    }
    if let Some((first, last)) = claim.ends {
        for (position, asked) in [(0, first), (length - 1, last)] {
            let actual = ring.node_at(position);
            if actual != asked {
                return Ok(Err(Broken::End { position, asked: asked.0, actual: actual.0 }));
            }
        }
    }
    Ok(Ok(()))
}

/// A link that two rings use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("rings {} and {} both use the link between nodes {} and {}", .rings.0, .rings.1, .link.0, .link.1)]
pub struct Shared {
    /// The numbers of the rings, from 1.
    pub rings: (usize, usize),
    /// The ends of the link.
    pub link: (u64, u64),
}

/// Verifies that no two closed rings of a network use the same link. Memory is a few bytes per used link.
pub fn link_disjoint(
    net: &dyn Network,
    rings: &[Checked<Arc<dyn NodeOrder>>],
) -> Result<Verdict<(), Shared>, Unfit> {
    let mut owner: HashMap<(u64, u64), usize> = HashMap::new();
    for (number, ring) in (1..).zip(rings) {
        let ring = ring.when(net, "a closed ring", |a| matches!(a, Asserted::Ring { closed: true, .. }))?;
        let n = ring.positions();
        for p in 0..n {
            let (v, w) = (ring.node_at(p).0, ring.node_at(if p + 1 == n { 0 } else { p + 1 }).0);
            let link = (v.min(w), v.max(w));
            if let Some(&first) = owner.get(&link) {
                return Ok(Verdict::Refuted(Shared { rings: (first, number), link }));
            }
            owner.insert(link, number);
        }
    }
    Ok(Verdict::Holds(()))
}

/// Returns `true` if a living link leads from one node to another.
fn joined(net: &dyn Network, faults: &Faults, v: u64, w: u64) -> bool {
    let leads = |port: Port| net.link(Node(v), port).0.0 == w;
    // The port that a route takes is most often the link itself; where it is not, every port is looked at. Only `link` is believed.
    let taken = || net.next_port(Node(v), Node(w)).filter(|port| port.0 < net.degree(Node(v)));
    let linked = w < net.nodes()
        && v != w
        && (taken().is_some_and(leads) || (0..net.degree(Node(v))).any(|port| leads(Port(port))));
    linked && !faults.cut(Node(v), Node(w))
}

/// Verifies the nodes of one run; the last of `order` may be the first of the next run.
fn stretch(
    net: &dyn Network,
    ring: &dyn NodeOrder,
    claim: &Claim<'_>,
    seen: &[AtomicU64],
    from: u64,
    order: &[u64],
) -> Result<(), Broken> {
    let length = ring.positions();
    let here = (length.min(from + RUN) - from) as usize;
    let mut back = vec![0; here];
    fill(ring, from + here as u64 - 1, Direction::Down, &mut back);
    for ((position, &node), &down) in (from..).zip(&order[..here]).zip(back.iter().rev()) {
        let alone = ring.node_at(position).0;
        if let Some(&reported) = [alone, down].iter().find(|&&reported| reported != node) {
            return Err(Broken::Run { position, run: node, reported });
        }
        if node >= net.nodes() {
            return Err(Broken::Outside { position, node });
        }
        if claim.faults.node(Node(node)) {
            return Err(Broken::Dead { position, node });
        }
        let bit = 1 << (node & 63);
        if seen[(node >> 6) as usize].fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            return Err(Broken::Twice { position, node });
        }
        let reported = ring.position_of(Node(node));
        if reported != Some(position) {
            return Err(Broken::Position { position, node, reported });
        }
    }
    for (position, pair) in (from..).zip(order.windows(2)) {
        let (v, w) = (pair[0], pair[1]);
        if !joined(net, claim.faults, v, w) {
            return Err(Broken::Unlinked { position, from: v, to: w });
        }
    }
    Ok(())
}
