//! `star(n)`: n nodes, node 0 linked to each other one.

use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, Shape, TooLarge};
use crate::net::{Entry, Leaf, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "star",
    signature: "star(n)",
    summary: "n nodes, node 0 linked to the n - 1 others",
    paper: "folklore",
    examples: &["star(4)", "star(2)", "star(1)"],
    build: |args| Ok(Arc::new(Star { n: args.int("n", 1)? })),
};

/// The star, as shape and as network.
#[derive(Debug, Clone, Copy)]
pub struct Star {
    n: u64,
}

impl Shape for Star {
    fn nodes(&self) -> BigUint {
        self.n.into()
    }

    fn degrees(&self) -> DegreeCounts {
        let mut counts = DegreeCounts::new();
        *counts.entry(self.n - 1).or_default() += 1u32;
        if self.n > 1 {
            *counts.entry(1).or_default() += self.n - 1;
        }
        counts
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Star)
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let n = BigUint::from(self.n);
        let leaves = &n - 1u32;
        let around = match self.n {
            1 => BigUint::from(0u32),
            _ => &leaves * (&n - 2u32),
        };
        let counts = vec![n.clone(), leaves << 1u32, around];
        Some(Known::new(Distances::new(n, counts), Evidence::proved("distances in a star [star-distance]")))
    }

    fn node_symmetric(&self) -> Option<String> {
        (self.n <= 2).then(|| "at most one link [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        Some("permutations of the leaves [elementary-symmetry]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        u32::try_from(self.n - 1).map_err(|_| TooLarge::Ports)?;
        Ok(Arc::new(*self))
    }
}

impl Network for Star {
    fn nodes(&self) -> u64 {
        self.n
    }

    fn degree(&self, v: Node) -> u32 {
        match v.0 {
            0 => (self.n - 1) as u32,
            _ => 1,
        }
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        match v.0 {
            0 => (Node(u64::from(port.0) + 1), Port(0)),
            leaf => (Node(0), Port((leaf - 1) as u32)),
        }
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        match (at.0, to.0) {
            (a, b) if a == b => None,
            (0, leaf) => Some(Port((leaf - 1) as u32)),
            _ => Some(Port(0)),
        }
    }
}

impl Structure for Star {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(match (a.0, b.0) {
            (a, b) if a == b => 0,
            (0, _) | (_, 0) => 1,
            _ => 2,
        })
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("distances in a star [star-distance]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Star)
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["star".to_owned()]
    }
}
