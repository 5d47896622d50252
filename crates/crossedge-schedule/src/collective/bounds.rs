//! Lower bound on every schedule: steps and bytes.
//!
//! ```
//! use crossedge::collective::{Collective, Kind, bounds};
//!
//! let broadcast = Collective::new(Kind::Broadcast, 16, 0, 1024);
//! // A hypercube of 16 nodes: the farthest is 4 hops away, and with one port the number of informed nodes doubles.
//! assert_eq!(bounds::steps(&broadcast, 4, 4, true), 4);
//! ```

use super::{Collective, Kind};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Node, Structure, neighbors};

/// Networks of more nodes are not searched: each takes a byte.
pub const MAX_REACH: u64 = 1 << 28;

/// Why the farthest node is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoReach {
    /// The network has more nodes than are searched.
    #[error("the farthest node is searched for among at most {most} nodes")]
    TooLarge {
        /// Number of are.
        most: u64,
    },
    /// Stopped before the end.
    #[error("stopped before the end")]
    Stopped,
}

/// Eccentricity of `from` among endpoints, by search; `None` if some endpoint is unreachable.
pub fn reach(net: &dyn Structure, from: Node, watch: &dyn Progress) -> Result<Option<u64>, NoReach> {
    let (n, ends) = (net.nodes(), net.endpoints());
    if n > MAX_REACH {
        return Err(NoReach::TooLarge { most: MAX_REACH });
    }
    let mut seen = vec![false; n as usize];
    seen[from.0 as usize] = true;
    let (mut front, mut hops, mut eccentricity, mut reached) = (vec![from], 0, 0, 1);
    watch.stage("searching for the farthest node", n);
    loop {
        let mut next = Vec::new();
        for &v in &front {
            for w in neighbors(net, v).filter(|w| !std::mem::replace(&mut seen[w.0 as usize], true)) {
                next.push(w);
            }
        }
        if watch.stopped() {
            return Err(NoReach::Stopped);
        }
        watch.advance(next.len() as u64);
        if next.is_empty() {
            return Ok((reached == ends).then_some(eccentricity));
        }
        hops += 1;
        let new = next.iter().filter(|w| w.0 < ends).count() as u64;
        if new > 0 {
            (reached, eccentricity) = (reached + new, hops);
        }
        front = next;
    }
}

/// After how many steps `nodes` nodes can have a message at the earliest, if each sends one in a step and has `degree` links: the
/// root serves all of its links, everybody else all but the one that brought the message.
pub fn growth(nodes: u64, degree: u64) -> u64 {
    if nodes <= 1 {
        return 0;
    }
    // A path or ring grows by two in each step but the first, so the loop would take as many turns as it has nodes.
    if degree <= 2 {
        return match (degree, nodes) {
            (2, _) => nodes.div_ceil(2),
            (1, 2) => 1,
            _ => u64::MAX,
        };
    }
    // New in each of the last steps; a node sends in the degree - 1 steps after it was new, the root in the first `degree`.
    let mut new: Vec<u64> = Vec::new();
    let mut all = 1u64;
    for step in 0.. {
        let window = (degree.saturating_sub(1)) as usize;
        let senders: u64 = new.iter().rev().take(window).fold(0, |sum, &x| sum.saturating_add(x));
        let fresh = senders.saturating_add(u64::from(step < degree));
        if fresh == 0 {
            return u64::MAX;
        }
        new.push(fresh);
        all = all.saturating_add(fresh);
        if all >= nodes {
            return step + 1;
        }
    }
    unreachable!("the loop only returns")
}

/// Steps that a collective takes at least: `reach` is the distance of the farthest node, `degree` the largest one, `one_port` whether
/// a node sends at most one message in a step.
///
/// Data of one node must come to all others, or of all others to one: the farthest is `reach` away, and with one message in a step
/// the number of informed nodes doubles at best.
pub fn steps(of: &Collective, reach: u64, degree: u64, one_port: bool) -> u64 {
    if of.nodes <= 1 {
        return 0;
    }
    let doubling = u64::from(64 - (of.nodes - 1).leading_zeros());
    match one_port {
        true => reach.max(doubling).max(growth(of.nodes, degree)),
        false => reach,
    }
}

/// Lower bound on the bytes that some node sends or receives, on any network. In an all-reduce every node must send its vector and receive
/// the sum, both except for one n-th: 2·(n-1)/n of the vector.
pub fn port_bytes(of: &Collective) -> u128 {
    let (n, m) = (u128::from(of.nodes), u128::from(of.bytes));
    if n <= 1 {
        return 0;
    }
    match of.kind {
        Kind::Broadcast | Kind::Reduce => m,
        Kind::Barrier => 0,
        // 2·m·(n - 1)/n, rounded up, without a product of all three.
        Kind::AllReduce => 2 * m - (2 * m).div_euclid(n),
        _ => m * (n - 1),
    }
}

/// Bytes that every node receives at least in an all-reduce: a sum in which the others have a part.
pub fn own_bytes(of: &Collective) -> u128 {
    if of.nodes > 1 { u128::from(of.bytes) } else { 0 }
}
