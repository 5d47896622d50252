//! The assignment of nodes to ranks. Rank r of p has the ids from ⌊r·n/p⌋ to ⌊(r + 1)·n/p⌋ - 1, so blocks are contiguous and differ by at
//! most one node.

use std::ops::Range;

/// `nodes` ids on `ranks` ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocks {
    /// Number of nodes.
    pub nodes: u64,
    /// Number of ranks; at least one.
    pub ranks: u64,
}

impl Blocks {
    /// Nodes on ranks.
    pub fn new(nodes: u64, ranks: u64) -> Self {
        Blocks { nodes, ranks: ranks.max(1) }
    }

    fn first_node(&self, rank: u64) -> u64 {
        // The quotient is at most `nodes`.
        (u128::from(rank) * u128::from(self.nodes) / u128::from(self.ranks)) as u64
    }

    /// The nodes of a rank.
    pub fn nodes_of(&self, rank: u64) -> Range<u64> {
        self.first_node(rank)..self.first_node(rank + 1)
    }

    /// The rank that has a node.
    #[inline]
    pub fn rank(&self, v: u64) -> u64 {
        ((u128::from(v) + 1) * u128::from(self.ranks)).div_ceil(u128::from(self.nodes)) as u64 - 1
    }

    /// The most nodes that a rank has.
    pub fn largest_block(&self) -> u64 {
        self.nodes.div_ceil(self.ranks)
    }
}
