//! Blocks: which rank has which nodes. Rank r of p has the ids from ⌊r·n/p⌋ on, up to where the next rank begins, so that blocks
//! differ by one node at most and are ranges of addresses.

use std::ops::Range;

/// `nodes` ids on `ranks` ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blocks {
    /// How many nodes.
    pub nodes: u64,
    /// How many ranks; at least one.
    pub ranks: u64,
}

impl Blocks {
    /// Nodes on ranks.
    pub fn new(nodes: u64, ranks: u64) -> Self {
        Blocks { nodes, ranks: ranks.max(1) }
    }

    fn first(&self, rank: u64) -> u64 {
        // The quotient is at most `nodes`.
        (u128::from(rank) * u128::from(self.nodes) / u128::from(self.ranks)) as u64
    }

    /// The nodes of a rank.
    pub fn of(&self, rank: u64) -> Range<u64> {
        self.first(rank)..self.first(rank + 1)
    }

    /// The rank that has a node.
    #[inline]
    pub fn rank(&self, v: u64) -> u64 {
        ((u128::from(v) + 1) * u128::from(self.ranks)).div_ceil(u128::from(self.nodes)) as u64 - 1
    }

    /// The most nodes that a rank has.
    pub fn largest(&self) -> u64 {
        self.nodes.div_ceil(self.ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_has_one_rank() {
        for nodes in [1, 2, 3, 17, 18, 32, 648, 1000] {
            for ranks in [1, 2, 3, 4, 5, 18, 32, 700] {
                let blocks = Blocks::new(nodes, ranks);
                let mut next = 0;
                for rank in 0..ranks {
                    let block = blocks.of(rank);
                    assert_eq!(block.start, next);
                    assert!(block.end - block.start <= blocks.largest());
                    next = block.end;
                    assert!(block.clone().all(|v| blocks.rank(v) == rank), "{nodes} on {ranks}, rank {rank}");
                }
                assert_eq!(next, nodes);
            }
        }
    }

    #[test]
    fn large_ids_do_not_overflow() {
        let blocks = Blocks::new(u64::MAX, 1000);
        assert_eq!(blocks.rank(u64::MAX - 1), 999);
        assert_eq!(blocks.rank(0), 0);
    }
}
