//! The method by which the cost of an algorithm is computed, depending on the number of nodes; no algorithm is omitted silently.

use super::catalog::{Algorithm, Beyond};
use super::volume::MAX_VOLUME;
use super::{Kind, MAX_PLANNED};

/// How an algorithm comes to a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// Every message is listed, verified and priced.
    List,
    /// The broadcast tree is verified node by node, and the price follows from its steps.
    Tree,
    /// The ring is verified position by position, and the price follows from its length.
    Ring,
    /// Trees that are arc-disjoint, or a ring, are verified, and the price follows from their depth and number.
    Pipes,
    /// By the recursion of the construction; nothing is verified.
    Formula,
    /// Not at all: it works up to this many nodes.
    Beyond(u64),
}

/// Rings are searched and verified up to this many nodes.
const MAX_RING: u64 = 1 << 22;

/// Broadcasts of more nodes are verified without a list: it is the same verdict, sooner.
pub const MAX_LISTED: u64 = 4096;

/// By which means an algorithm is priced.
pub fn means(algorithm: &Algorithm, kind: Kind, nodes: u64) -> Means {
    let within = |means, most| if nodes <= most { means } else { Means::Beyond(most) };
    let most = (algorithm.most_nodes)(kind);
    let sooner = kind == Kind::Broadcast && algorithm.tree().is_some() && nodes > MAX_LISTED;
    if nodes <= most && !sooner {
        return Means::List;
    }
    match algorithm.beyond {
        Beyond::Tree(_)
            if matches!(kind, Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier) =>
        {
            within(Means::Tree, MAX_VOLUME)
        }
        Beyond::Trees if !matches!(kind, Kind::Scatter | Kind::Gather) => within(Means::Pipes, MAX_VOLUME),
        Beyond::Chain => within(Means::Pipes, MAX_RING.min(MAX_PLANNED)),
        Beyond::Formula(_) | Beyond::Rounds(_) => within(Means::Formula, MAX_VOLUME),
        Beyond::Ring => within(Means::Ring, MAX_RING.min(MAX_PLANNED)),
        Beyond::Tree(_) | Beyond::Trees | Beyond::Nothing => Means::Beyond(most),
    }
}
