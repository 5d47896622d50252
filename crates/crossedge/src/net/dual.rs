//! `dual(G)`: nodes (class, cluster, node), class 0 or 1, cluster and node in G, n = |G|.
//!
//! Links: those of G inside every cluster, and one cross-edge (c, x, y) – (1-c, y, x). Id = class·n² + cluster·n + node.
//! `rdn(B, k)` is dual applied k times. Li, Peng, Chu, Recursive dual-net: a new universal network for supercomputers of the next
//! generation (RDN), with erratum E1.
//!
//! Distance and routing follow from identity I1: a walk projects on two walks in G, and the crossings are forced.

use super::address::{Address, Pair};
use super::distances::{Distances, MAX_TERMS};
use super::product::too_many_digits;
use super::shape::{
    Composition, DegreeCounts, MAX_BITS, Shape, TooLarge, counts_fit, follows, reasons, regular_degree,
};
use super::work::degree_limit;
use super::{Entry, Form, Network, Node, Port, Structure};
use crate::evidence::{Evidence, Figure};
use crate::expr::{Error, Span};
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The catalog entry of `dual`.
pub const DUAL: Entry = Entry {
    name: "dual",
    signature: "dual(G)",
    summary: "dual construction: two classes of |G| copies of G and a cross-edge at every node",
    paper: "Li, Peng, Chu, Recursive dual-net (RDN)",
    examples: &["dual(ring(3))", "dual(path(3))", "dual(star(4))", "dual(complete(1))"],
    build: |args| {
        let base = args.network("G")?;
        dual(base, args.span())
    },
};

/// The catalog entry of `rdn`.
pub const RDN: Entry = Entry {
    name: "rdn",
    signature: "rdn(B, k)",
    summary: "recursive dual-net: dual applied k times to B",
    paper: "Li, Peng, Chu, Recursive dual-net (RDN)",
    examples: &["rdn(ring(3), 2)", "rdn(torus(5,5), 1)", "rdn(complete(4), 1)", "rdn(ring(4), 0)"],
    build: |args| {
        let mut net = args.network("B")?;
        for _ in 0..args.int("k", 0)? {
            net = dual(net, args.span())?;
        }
        Ok(net)
    },
};

/// The dual construction on `base`; `span` is where to point when it is too large.
pub fn dual(base: Arc<dyn Shape>, span: Span) -> Result<Arc<dyn Shape>, Error> {
    if base.nodes().bits() * 2 > MAX_BITS {
        return Err(too_many_digits(span));
    }
    if base.degrees().contains_key(&u64::MAX) {
        return Err(degree_limit(span));
    }
    Ok(Arc::new(Dual { base }))
}

/// The shape of a dual construction.
#[derive(Debug)]
struct Dual {
    base: Arc<dyn Shape>,
}

impl Shape for Dual {
    fn nodes(&self) -> BigUint {
        let n = self.base.nodes();
        (&n * &n) << 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        let copies = self.base.nodes() << 1u32;
        self.base.degrees().into_iter().map(|(degree, count)| (degree + 1, count * &copies)).collect()
    }

    fn composition(&self) -> Composition {
        Composition::Dual(self.base.clone())
    }

    fn distances(&self) -> Option<Figure<Distances>> {
        let base = self.base.distances()?;
        if base.value.diameter() > MAX_TERMS / 2 {
            return None;
        }
        let evidence = follows("polynomial of the dual construction, identity I2", [base.evidence]);
        Some(Figure::new(base.value.dual(), evidence))
    }

    fn diameter(&self) -> Option<Figure<BigUint>> {
        let base = self.base.diameter()?;
        let evidence = follows("distances in the dual construction, identity I1", [base.evidence]);
        // With one node in the base the dual is one link; else both walks and two crossings are needed for the farthest pair.
        let diameter = if self.base.nodes().is_one() { BigUint::one() } else { (base.value << 1u32) + 2u32 };
        Some(Figure::new(diameter, evidence))
    }

    fn node_symmetric(&self) -> Option<String> {
        let base = self.base.node_symmetric()?;
        Some(reasons([
            "automorphisms of both coordinates and the swap of classes, identity I3".to_owned(),
            base,
        ]))
    }

    fn no_four_all_linked(&self) -> bool {
        // A cross-edge lies in no triangle.
        self.base.no_four_all_linked()
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        let nodes = self.check()?;
        let base = self.base.network()?;
        Ok(Arc::new(DualNet {
            split: Pair::new(base.nodes()),
            half: nodes / 2,
            regular: regular_degree(&self.base.degrees()),
            level: self.levels(),
            base_classes: base.link_classes().len(),
            base,
        }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.base.check()?;
        counts_fit(&self.nodes(), &self.degrees())
    }

    fn levels(&self) -> u32 {
        self.base.levels() + 1
    }
}

/// The network of a dual construction. The last port of a node is its cross-edge.
#[derive(Debug)]
struct DualNet {
    base: Arc<dyn Structure>,
    /// Cluster and node.
    split: Pair,
    /// The nodes of one class.
    half: u64,
    /// The degree of the base, when all its nodes have the same.
    regular: Option<u32>,
    level: u32,
    base_classes: usize,
}

/// A node as class, cluster, and node inside the cluster.
#[derive(Debug, Clone, Copy)]
struct Place {
    class: u64,
    cluster: u64,
    node: u64,
}

impl DualNet {
    fn place(&self, v: Node) -> Place {
        let class = u64::from(v.0 >= self.half);
        let (cluster, node) = self.split.split(v.0 - class * self.half);
        Place { class, cluster, node }
    }

    fn id(&self, at: Place) -> Node {
        Node(at.class * self.half + self.split.join(at.cluster, at.node))
    }

    fn base_degree(&self, x: u64) -> u32 {
        self.regular.unwrap_or_else(|| self.base.degree(Node(x)))
    }

    /// Where node and cluster of `at` must come to, read in the class of `at`: the classes swap their roles.
    fn targets(at: Place, to: Place) -> (u64, u64) {
        if at.class == to.class { (to.node, to.cluster) } else { (to.cluster, to.node) }
    }
}

impl Network for DualNet {
    fn nodes(&self) -> u64 {
        2 * self.half
    }

    fn degree(&self, v: Node) -> u32 {
        self.regular.unwrap_or_else(|| self.base_degree(self.place(v).node)) + 1
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.place(v);
        if port.0 == self.base_degree(at.node) {
            let there = Place { class: 1 - at.class, cluster: at.node, node: at.cluster };
            (self.id(there), Port(self.base_degree(at.cluster)))
        } else {
            let (node, back) = self.base.link(Node(at.node), port);
            (self.id(Place { node: node.0, ..at }), back)
        }
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (here, there) = (self.place(at), self.place(to));
        let (node, _) = Self::targets(here, there);
        if here.node != node {
            self.base.next_port(Node(here.node), Node(node))
        } else if at != to {
            Some(Port(self.base_degree(here.node)))
        } else {
            None
        }
    }
}

impl Structure for DualNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let (here, there) = (self.place(a), self.place(b));
        let (node, cluster) = Self::targets(here, there);
        let crossings = match here.class == there.class {
            false => 1,
            true if here.cluster == cluster => 0,
            true => 2,
        };
        let inside = self.base.distance(Node(here.node), Node(node))?;
        let outside = self.base.distance(Node(here.cluster), Node(cluster))?;
        Some(inside + outside + crossings)
    }

    fn distance_known(&self) -> Evidence {
        let theorem = "I1: a walk projects on two walks in the base, and the crossings are forced";
        follows(theorem, [self.base.distance_known()])
    }

    fn minimal(&self) -> bool {
        self.base.minimal()
    }

    fn address(&self, v: Node) -> Address {
        let at = self.place(v);
        let inner = |id| self.base.address(Node(id));
        Address::Tuple(vec![Address::Int(at.class), inner(at.cluster), inner(at.node)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(3, || self.notation())?;
        let class = parts[0].coordinate(2, "class")?;
        let cluster = self.base.node_at(&parts[1])?.0;
        let node = self.base.node_at(&parts[2])?.0;
        Ok(self.id(Place { class, cluster, node }))
    }

    fn notation(&self) -> String {
        "(class, cluster, node)".to_owned()
    }

    fn form(&self) -> Form<'_> {
        Form::Dual(&self.base)
    }

    fn link_classes(&self) -> Vec<String> {
        let mut classes = self.base.link_classes();
        classes.push(format!("cross level {}", self.level));
        classes
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let inner = Node(self.place(v).node);
        if port.0 == self.base_degree(inner.0) {
            self.base_classes
        } else {
            self.base.link_class(inner, port)
        }
    }
}
