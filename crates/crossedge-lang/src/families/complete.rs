//! `complete(n)`: n nodes, all linked. Port p of v leads to p, or to p + 1 from v on.

use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, Shape, TooLarge, regular};
use crate::net::{Entry, Leaf, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "complete",
    signature: "complete(n)",
    summary: "n nodes, every two linked",
    paper: "folklore",
    examples: &["complete(4)", "complete(2)", "complete(1)"],
    build: |args| Ok(Arc::new(Complete { n: args.int("n", 1)? })),
};

/// The complete graph, as shape and as network.
#[derive(Debug, Clone, Copy)]
pub struct Complete {
    n: u64,
}

impl Complete {
    /// A complete graph of `n >= 1` nodes.
    pub fn new(n: u64) -> Self {
        Complete { n }
    }

    fn leaf(&self) -> Leaf {
        Leaf::Complete
    }
}

impl Shape for Complete {
    fn nodes(&self) -> BigUint {
        self.n.into()
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(self.leaf())
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.n - 1, self.n.into())
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let counts = if self.n == 1 { vec![1] } else { vec![1, self.n - 1] };
        Some(Known::new(
            Distances::around_one(counts),
            Evidence::proved("every two nodes are linked [complete-distance]"),
        ))
    }

    fn node_symmetric(&self) -> Option<String> {
        Some("any permutation of a complete graph [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        Some("any permutation of a complete graph [elementary-symmetry]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        u32::try_from(self.n - 1).map_err(|_| TooLarge::Ports)?;
        Ok(Arc::new(*self))
    }
}

/// The port of `v` towards `w`: the rank of `w` among the others.
fn port(v: Node, w: Node) -> Port {
    Port((w.0 - u64::from(w > v)) as u32)
}

impl Network for Complete {
    fn nodes(&self) -> u64 {
        self.n
    }

    fn degree(&self, _v: Node) -> u32 {
        (self.n - 1) as u32
    }

    fn link(&self, v: Node, Port(p): Port) -> (Node, Port) {
        let p = u64::from(p);
        let w = Node(p + u64::from(p >= v.0));
        (w, port(w, v))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        (at != to).then(|| port(at, to))
    }
}

impl Structure for Complete {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(u64::from(a != b))
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("every two nodes are linked [complete-distance]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(self.leaf())
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["complete".to_owned()]
    }
}
