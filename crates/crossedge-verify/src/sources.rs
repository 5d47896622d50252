//! The state of a chunk at a node: the set of nodes whose data has gone into it, and its required value before and after a collective.

use crossedge_core::model::{Collective, Kind};
use crossedge_core::net::address::Pair;

/// The nodes whose data has gone into a chunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sources {
    /// One node.
    One(u64),
    /// Several: one bit for each node.
    Many(Box<[u64]>),
}

impl Sources {
    /// Both together; the node that is in both, if there is one.
    pub fn add(&self, other: &Sources, nodes: u64) -> Result<Sources, u64> {
        let mut sum = self.bits(nodes);
        match other {
            Sources::One(v) => {
                let (word, bit) = place(*v);
                if sum[word] & bit != 0 {
                    return Err(*v);
                }
                sum[word] |= bit;
            }
            Sources::Many(bits) => {
                for (i, (into, &more)) in (0u64..).zip(sum.iter_mut().zip(bits.iter())) {
                    let both = *into & more;
                    if both != 0 {
                        return Err(64 * i + u64::from(both.trailing_zeros()));
                    }
                    *into |= more;
                }
            }
        }
        Ok(Sources::Many(sum))
    }

    /// The first node that is not in it.
    pub fn lacks(&self, nodes: u64) -> Option<u64> {
        match self {
            Sources::One(v) => (0..nodes).find(|w| w != v),
            Sources::Many(bits) => {
                let has = |v: u64| {
                    let (word, bit) = place(v);
                    bits[word] & bit != 0
                };
                // Complete machine words first: this is called for every node at the end.
                let full = bits.iter().position(|&word| word != u64::MAX).unwrap_or(bits.len()) as u64;
                (64 * full..nodes).find(|&v| !has(v))
            }
        }
    }

    fn bits(&self, nodes: u64) -> Box<[u64]> {
        match self {
            Sources::Many(bits) => bits.clone(),
            Sources::One(v) => {
                let mut bits = vec![0; nodes.div_ceil(64) as usize].into_boxed_slice();
                let (word, bit) = place(*v);
                bits[word] = bit;
                bits
            }
        }
    }
}

fn place(v: u64) -> (usize, u64) {
    ((v >> 6) as usize, 1 << (v & 63))
}

/// The initial state: the one source of a chunk at a node, if the node has it.
pub fn before(c: &Collective, v: u64, chunk: u64) -> Option<u64> {
    let block = Pair::new(c.pieces).split(chunk).0;
    let owner = match c.kind {
        Kind::Broadcast | Kind::Scatter => c.root,
        Kind::Gather | Kind::AllGather => block,
        Kind::AllToAll => Pair::new(c.nodes).split(block).0,
        Kind::Reduce | Kind::ReduceScatter | Kind::AllReduce | Kind::Barrier => v,
    };
    (owner == v).then_some(v)
}

/// The chunks that a node must hold afterwards.
pub fn after(c: &Collective, v: u64) -> impl Iterator<Item = u64> + use<> {
    // A number of blocks from the first one on, with a stride.
    let (first, count, apart) = match c.kind {
        Kind::Broadcast | Kind::AllGather | Kind::AllReduce | Kind::Barrier => (0, c.blocks(), 1),
        Kind::Gather | Kind::Reduce if v == c.root => (0, c.blocks(), 1),
        Kind::Gather | Kind::Reduce => (0, 0, 1),
        Kind::Scatter | Kind::ReduceScatter => (v, 1, 1),
        Kind::AllToAll => (v, c.nodes, c.nodes),
    };
    let pieces = c.pieces;
    (0..count).flat_map(move |i| (first + i * apart) * pieces..(first + i * apart + 1) * pieces)
}

/// The one source that a chunk has for ever, where nothing is reduced.
pub fn origin(c: &Collective, chunk: u64) -> Option<u64> {
    let block = Pair::new(c.pieces).split(chunk).0;
    match c.kind {
        Kind::Broadcast | Kind::Scatter => Some(c.root),
        Kind::Gather | Kind::AllGather => Some(block),
        Kind::AllToAll => Some(Pair::new(c.nodes).split(block).0),
        Kind::Reduce | Kind::ReduceScatter | Kind::AllReduce | Kind::Barrier => None,
    }
}
