//! `ring(n)`: nodes 0..n, links i – (i+1) mod n. `ring(2)` is one link, `ring(1)` one node without links.

use crate::net::address::{add_mod, sub_mod};
use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS};
use crate::net::shape::{DegreeCounts, Shape, TooLarge, regular};
use crate::net::{Entry, Leaf, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "ring",
    signature: "ring(n)",
    summary: "cycle of n nodes; ring(2) is one link",
    paper: "folklore",
    examples: &["ring(5)", "ring(3)", "ring(2)", "ring(1)"],
    build: |args| Ok(Arc::new(Ring { n: args.int("n", 1)? })),
};

/// The cycle of n nodes, as shape and as network.
#[derive(Debug, Clone, Copy)]
pub struct Ring {
    n: u64,
}

impl Ring {
    /// A ring of `n >= 1` nodes.
    pub fn new(n: u64) -> Self {
        Ring { n }
    }

    fn leaf(&self) -> Leaf {
        if self.n < 3 { Leaf::Path } else { Leaf::Ring }
    }
}

impl Shape for Ring {
    fn nodes(&self) -> BigUint {
        self.n.into()
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(self.leaf())
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.n.saturating_sub(1).min(2), self.n.into())
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.n / 2 >= MAX_TERMS {
            return None;
        }
        let diameter = self.n / 2;
        let counts = (0..=diameter).map(|i| if i == 0 || 2 * i == self.n { 1 } else { 2 });
        Some(Known::new(
            Distances::around_one(counts),
            Evidence::proved("distances on a ring [ring-distance]"),
        ))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        Some(Known::new((self.n / 2).into(), Evidence::proved("distances on a ring [ring-distance]")))
    }

    fn node_symmetric(&self) -> Option<String> {
        Some("rotations of the ring [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        Some("rotations of the ring [elementary-symmetry]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(Arc::new(*self))
    }
}

/// Port 0 goes up, port 1 goes down.
const UP_PORT: Port = Port(0);
const DOWN_PORT: Port = Port(1);

impl Network for Ring {
    fn nodes(&self) -> u64 {
        self.n
    }

    fn degree(&self, _v: Node) -> u32 {
        self.n.saturating_sub(1).min(2) as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        if self.n == 2 {
            (Node(1 - v.0), UP_PORT)
        } else if port == UP_PORT {
            (Node(add_mod(v.0, 1, self.n)), DOWN_PORT)
        } else {
            (Node(sub_mod(v.0, 1, self.n)), UP_PORT)
        }
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let ahead = sub_mod(to.0, at.0, self.n);
        match ahead {
            0 => None,
            _ if ahead <= self.n - ahead => Some(UP_PORT),
            _ => Some(DOWN_PORT),
        }
    }
}

impl Structure for Ring {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let ahead = sub_mod(b.0, a.0, self.n);
        Some(ahead.min(self.n - ahead))
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("distances on a ring [ring-distance]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(self.leaf())
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["ring".to_owned()]
    }
}
