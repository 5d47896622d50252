//! `path(n)`: nodes 0..n, links i – i+1.

use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS};
use crate::net::shape::{DegreeCounts, Shape, TooLarge};
use crate::net::{Entry, Leaf, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "path",
    signature: "path(n)",
    summary: "n nodes in a row",
    paper: "folklore",
    examples: &["path(5)", "path(2)", "path(1)"],
    build: |args| Ok(Arc::new(Path { n: args.int("n", 1)? })),
};

/// The path of n nodes, as shape and as network.
#[derive(Debug, Clone, Copy)]
pub struct Path {
    n: u64,
}

impl Path {
    /// A path of `n >= 1` nodes.
    pub fn new(n: u64) -> Self {
        Path { n }
    }

    fn leaf(&self) -> Leaf {
        Leaf::Path
    }
}

impl Shape for Path {
    fn nodes(&self) -> BigUint {
        self.n.into()
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(self.leaf())
    }

    fn degrees(&self) -> DegreeCounts {
        match self.n {
            1 => DegreeCounts::from([(0, 1u32.into())]),
            2 => DegreeCounts::from([(1, 2u32.into())]),
            n => DegreeCounts::from([(1, 2u32.into()), (2, (n - 2).into())]),
        }
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.n > MAX_TERMS {
            return None;
        }
        let counts = (0..self.n).map(|i| BigUint::from(self.n - i) << u32::from(i > 0)).collect();
        Some(Known::new(
            Distances::new(self.n, counts),
            Evidence::proved("distances on a path [path-distance]"),
        ))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        Some(Known::new((self.n - 1).into(), Evidence::proved("distances on a path [path-distance]")))
    }

    fn node_symmetric(&self) -> Option<String> {
        (self.n <= 2).then(|| "at most one link [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        (self.n <= 2).then(|| "at most one link [elementary-symmetry]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(Arc::new(*self))
    }
}

impl Path {
    fn is_end(&self, v: Node) -> bool {
        v.0 == 0 || v.0 == self.n - 1
    }

    /// The port of `v` towards its upper or lower neighbour: up is port 0 where it exists.
    fn port(&self, v: Node, up: bool) -> Port {
        Port(u32::from(!up && v.0 != self.n - 1))
    }
}

impl Network for Path {
    fn nodes(&self) -> u64 {
        self.n
    }

    fn degree(&self, v: Node) -> u32 {
        match self.n {
            1 => 0,
            _ if self.is_end(v) => 1,
            _ => 2,
        }
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let up = port == Port(0) && v.0 != self.n - 1;
        let w = if up { Node(v.0 + 1) } else { Node(v.0 - 1) };
        (w, self.port(w, !up))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        (at != to).then(|| self.port(at, to > at))
    }
}

impl Structure for Path {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(a.0.abs_diff(b.0))
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("distances on a path [path-distance]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(self.leaf())
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["path".to_owned()]
    }
}
