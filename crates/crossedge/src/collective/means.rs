//! By which means an algorithm is priced on a network of so many nodes: none is dropped in silence.

use super::catalog::most_nodes;
use super::volume::MAX_VOLUME;
use super::{Kind, MAX_PLANNED};

/// How an algorithm comes to a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Means {
    /// Every message is listed, judged and priced.
    List,
    /// The broadcast tree is judged node by node, and the price follows from its steps.
    Tree,
    /// The ring is judged position by position, and the price follows from its length.
    Ring,
    /// By the recursion of the construction; nothing is judged.
    Formula,
    /// Not at all: it works up to so many nodes.
    Beyond(u64),
}

/// Rings are searched and judged up to so many nodes.
const MAX_RING: u64 = 1 << 22;

/// Broadcasts of more nodes are judged without a list: it is the same verdict, sooner.
pub const MAX_LISTED: u64 = 4096;

/// By which means an algorithm of the catalog is priced.
pub fn means(name: &str, kind: Kind, nodes: u64) -> Means {
    let within = |means, most| if nodes <= most { means } else { Means::Beyond(most) };
    let tree = matches!(name, "stages" | "eager");
    match kind {
        Kind::Broadcast if tree && nodes > MAX_LISTED => return within(Means::Tree, MAX_VOLUME),
        _ if nodes <= most_nodes(name, kind) => return Means::List,
        _ => {}
    }
    match (name, kind) {
        (_, Kind::Broadcast | Kind::Reduce | Kind::AllReduce | Kind::Barrier) if tree => {
            within(Means::Tree, MAX_VOLUME)
        }
        ("levels" | "halving", _) => within(Means::Formula, MAX_VOLUME),
        ("ring", _) => within(Means::Ring, MAX_RING.min(MAX_PLANNED)),
        _ => Means::Beyond(most_nodes(name, kind)),
    }
}
