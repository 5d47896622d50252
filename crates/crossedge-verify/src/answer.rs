//! Rings and paths as answers: verified before anybody sees them, in full where that takes a second or two, else at a sample of positions.
//!
//! A construction may be proved and its implementation wrong; so the verifier checks every answer. The sample asserts at each position
//! the same as the ring verifier, except that no node appears twice and none is omitted: that then follows from counts,
//! and from `position_of` and `node_at` being inverse at the sampled nodes.

use super::Verdict;
use super::ring::{Broken, Claim, Shared, ring};
use crossedge_core::evidence::Evidence;
use crossedge_core::model::{Around, FoundRing, NodeOrder};
use crossedge_core::net::{Faults, Network, Node, Port};
use crossedge_core::progress::{Progress, Stopped};
use std::sync::Arc;

/// Orders of this many positions are verified in full: two or three seconds on two slow cores, and one bit a node.
pub const JUDGED_WHOLE: u64 = 1 << 24;

/// Sample size for longer orders.
pub const SAMPLE: u64 = 1 << 14;

/// The seed of the draw.
pub const SAMPLE_SEED: u64 = 1;

/// The extent of the verification of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerifiedExtent {
    /// Every position.
    All(u64),
    /// A sample.
    Sample {
        /// Number of positions.
        positions: u64,
        /// The seed of the draw.
        seed: u64,
    },
}

impl std::fmt::Display for VerifiedExtent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            VerifiedExtent::All(positions) => write!(f, "all {positions} positions verified [replay]"),
            VerifiedExtent::Sample { positions, seed } => {
                write!(f, "sampled: {positions} positions verified [replay], seed {seed}")
            }
        }
    }
}

/// A verified ring or path.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The order.
    pub ring: Arc<dyn NodeOrder>,
    /// The extent of the verification.
    pub judged: VerifiedExtent,
    /// The evidence: the rule or the search, whether a longer one is ruled out, and what was verified.
    pub evidence: Evidence,
}

/// Verifies a ring around faults, or a path between two nodes, and returns the evidence.
pub fn answer(
    net: &dyn Network,
    around: &Around,
    ends: Option<(Node, Node)>,
    faults: &Faults,
    watch: &dyn Progress,
) -> Result<Verdict<Answer, Broken>, Stopped> {
    let Around { found_ring, left_out, at_most, bound } = around;
    let claim = Claim { closed: ends.is_none(), ends, faults, left_out: *left_out };
    let judged = match judge(net, found_ring, &claim, watch)? {
        Verdict::Holds(judged) => judged,
        Verdict::Refuted(broken) => return Ok(Verdict::Refuted(broken)),
        Verdict::Undecided(limit) => return Ok(Verdict::Undecided(limit)),
    };
    let by = found_ring.by();
    let evidence = match (*at_most > found_ring.ring.positions(), found_ring.searched) {
        (true, _) => {
            Evidence::bounded(format!("{by}; no ring has more than {at_most} nodes: {bound}; {judged}"))
        }
        (false, true) if *left_out > 0 => Evidence::computed(format!("{by}: {bound}; {judged}")),
        (false, true) => Evidence::computed(format!("{by}; {judged}")),
        (false, false) => Evidence::proved(format!("{by}; {judged}")),
    };
    Ok(Verdict::Holds(Answer { ring: found_ring.ring.clone(), judged, evidence }))
}

fn judge(
    net: &dyn Network,
    found_ring: &FoundRing,
    claim: &Claim<'_>,
    watch: &dyn Progress,
) -> Result<Verdict<VerifiedExtent, Broken>, Stopped> {
    let positions = found_ring.ring.positions();
    if net.nodes() <= JUDGED_WHOLE {
        return Ok(ring(net, found_ring.ring.clone(), claim, watch)?.map(|_| VerifiedExtent::All(positions)));
    }
    Ok(sample(net, found_ring.ring.as_ref(), claim).into())
}

/// Positions sampled from an order: the first, the last, and `count` others.
fn drawn(positions: u64) -> impl Iterator<Item = u64> {
    let ends = (0..64.min(positions)).flat_map(move |i| [i, positions - 1 - i]);
    let mut state = SAMPLE_SEED;
    let others = (0..SAMPLE).map(move |_| {
        // SplitMix64; the product takes a number of 64 bits into the range.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = state;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(x ^ (x >> 31)) * u128::from(positions)) >> 64) as u64
    });
    ends.chain(others)
}

/// Verifies a sample of positions and of nodes, and all faults.
fn sample(net: &dyn Network, ring: &dyn NodeOrder, claim: &Claim<'_>) -> Result<VerifiedExtent, Broken> {
    let (nodes, length) = (net.nodes(), ring.positions());
    if claim.closed && length < 3 {
        return Err(Broken::Short(length));
    }
    let dead = claim.faults.nodes().filter(|v| v.0 < nodes).count() as u64;
    let counted = (nodes - dead).saturating_sub(length);
    if counted != claim.left_out || length > nodes - dead {
        return Err(Broken::LeftOut { claimed: claim.left_out, counted });
    }
    let mut count = 0;
    for position in drawn(length) {
        holds_at(net, ring, claim, position)?;
        count += 1;
    }
    // From nodes to positions and back, at nodes next to what is dead too.
    let beside = claim.faults.links().flat_map(|(v, w)| [v.0, w.0]).filter(|&v| v < nodes);
    for node in drawn(nodes).take(SAMPLE as usize).chain(beside) {
        if let Some(position) = ring.position_of(Node(node)) {
            if position >= length {
                return Err(Broken::Position { position, node, reported: Some(position) });
            }
            holds_at(net, ring, claim, position)?;
            let there = ring.node_at(position).0;
            if there != node {
                return Err(Broken::Position { position, node: there, reported: Some(position) });
            }
        } else if claim.left_out == 0 && !claim.faults.node(Node(node)) {
            return Err(Broken::LeftOut { claimed: 0, counted: 1 });
        }
    }
    if let Some((first, last)) = claim.ends {
        for (position, asked) in [(0, first), (length - 1, last)] {
            let actual = ring.node_at(position);
            if actual != asked {
                return Err(Broken::End { position, asked: asked.0, actual: actual.0 });
            }
        }
    }
    Ok(VerifiedExtent::Sample { positions: count, seed: SAMPLE_SEED })
}

/// The conditions at one position, and on the link to the next.
fn holds_at(net: &dyn Network, ring: &dyn NodeOrder, claim: &Claim<'_>, position: u64) -> Result<(), Broken> {
    let node = ring.node_at(position).0;
    if node >= net.nodes() {
        return Err(Broken::Outside { position, node });
    }
    if claim.faults.node(Node(node)) {
        return Err(Broken::Dead { position, node });
    }
    let reported = ring.position_of(Node(node));
    if reported != Some(position) {
        return Err(Broken::Position { position, node, reported });
    }
    let next = match position + 1 < ring.positions() {
        true => position + 1,
        false if claim.closed => 0,
        false => return Ok(()),
    };
    let to = ring.node_at(next).0;
    let linked = (0..net.degree(Node(node))).any(|p| net.link(Node(node), Port(p)).0.0 == to);
    match linked && !claim.faults.cut(Node(node), Node(to)) {
        true => Ok(()),
        false => Err(Broken::Unlinked { position, from: node, to }),
    }
}

/// Verifies closed rings that are claimed to be edge-disjoint, individually and together. Every link is looked up on every other ring, at all
/// positions or at a sample of them.
pub fn rings_apart(
    net: &dyn Network,
    rings: &[FoundRing],
    watch: &dyn Progress,
) -> Result<Verdict<Vec<Answer>, NotApart>, Stopped> {
    let mut answers: Vec<Answer> = Vec::new();
    for found_ring in rings {
        match answer(net, &Around::whole(found_ring.clone()), None, &Faults::none(), watch)? {
            Verdict::Holds(answer) => answers.push(answer),
            Verdict::Refuted(broken) => return Ok(Verdict::Refuted(NotApart::Ring(broken))),
            Verdict::Undecided(limit) => return Ok(Verdict::Undecided(limit)),
        }
    }
    for (i, one) in answers.iter().enumerate() {
        let n = one.ring.positions();
        let all = matches!(one.judged, VerifiedExtent::All(_));
        let positions: Box<dyn Iterator<Item = u64>> = if all { Box::new(0..n) } else { Box::new(drawn(n)) };
        for p in positions {
            let (v, w) = (one.ring.node_at(p), one.ring.node_at(if p + 1 == n { 0 } else { p + 1 }));
            let shared = answers[i + 1..].iter().position(|other| {
                let (a, b) = (other.ring.position_of(v), other.ring.position_of(w));
                a.zip(b).is_some_and(|(a, b)| a.abs_diff(b) == 1 || a.abs_diff(b) == n - 1)
            });
            if let Some(j) = shared {
                let shared = Shared { rings: (i + 1, i + j + 2), link: (v.0.min(w.0), v.0.max(w.0)) };
                return Ok(Verdict::Refuted(NotApart::Shared(shared)));
            }
            if p & 0xfff == 0 && watch.stopped() {
                return Err(Stopped);
            }
        }
    }
    Ok(Verdict::Holds(answers))
}

/// Why rings are not edge-disjoint Hamiltonian cycles.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotApart {
    /// One of them is not a Hamiltonian cycle.
    #[error("{0}")]
    Ring(Broken),
    /// Two of them share a link.
    #[error("{0}")]
    Shared(Shared),
}
