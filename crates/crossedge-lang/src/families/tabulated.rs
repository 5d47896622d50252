//! The base of a level with its links in a table: every node of the level asks for them, and a lookup is cheaper than the recursion.

use crate::net::{Naming, Network, NetworkParts, Node, Parts, Port, Roles, Structure};
use crossedge_core::evidence::Evidence;
use std::sync::{Arc, OnceLock};

/// Larger bases keep no table.
const MAX_LINKS: u64 = 1 << 16;

/// A regular network with its links in a table, filled at the first question.
#[derive(Debug)]
struct Tabulated {
    inner: Arc<dyn Structure>,
    degree: u32,
    links: OnceLock<Vec<(u32, u32)>>,
}

/// The same network, with a table of links if it is composed, regular and small.
pub fn with_link_table(net: Arc<dyn Structure>, regular: Option<u32>) -> Arc<dyn Structure> {
    let small = |degree: &u32| net.nodes().saturating_mul(u64::from(*degree)) <= MAX_LINKS;
    match (regular.filter(small), net.parts()) {
        (None, _) | (_, Parts::Leaf(_)) => net,
        (Some(degree), _) => Arc::new(Tabulated { inner: net, degree, links: OnceLock::new() }),
    }
}

impl Tabulated {
    #[cold]
    fn compute_table(&self) -> Vec<(u32, u32)> {
        let ends = |v: u64| (0..self.degree).map(move |port| self.inner.link(Node(v), Port(port)));
        (0..self.inner.nodes()).flat_map(ends).map(|(w, back)| (w.0 as u32, back.0)).collect()
    }
}

impl Network for Tabulated {
    fn nodes(&self) -> u64 {
        self.inner.nodes()
    }

    fn degree(&self, _v: Node) -> u32 {
        self.degree
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let links = self.links.get_or_init(|| self.compute_table());
        let (w, back) = links[v.0 as usize * self.degree as usize + port.0 as usize];
        (Node(w.into()), Port(back))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.inner.next_port(at, to)
    }
}

impl Structure for Tabulated {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        self.inner.distance(a, b)
    }

    fn distance_known(&self) -> Evidence {
        self.inner.distance_known()
    }

    fn minimal(&self) -> bool {
        self.inner.minimal()
    }

    fn naming(&self) -> Option<&dyn Naming> {
        self.inner.naming()
    }

    fn roles(&self) -> Option<&dyn Roles> {
        self.inner.roles()
    }

    fn parts(&self) -> NetworkParts<'_> {
        self.inner.parts()
    }

    fn link_classes(&self) -> Vec<String> {
        self.inner.link_classes()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        self.inner.link_class(v, port)
    }
}
