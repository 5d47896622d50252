//! One level of dual construction, with or without super-nodes, as the routings see it.
//!
//! A node is (class, cluster, node of the level below); the cross-edge is its last port. In coordinate form it is (t, a, b): class 0
//! moves b and class 1 moves a, so that the cluster is a in class 0 and b in class 1, and the super-node rank of the node is the
//! other one.

use crate::net::address::Pair;
use crate::net::{Form, Node, Structure, SuperNodes};

/// A node of the level: its class, its cluster, and the node of the level below.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub class: u64,
    pub cluster: u64,
    pub node: u64,
}

/// A level over the network below.
#[derive(Debug)]
pub(super) struct Level<'a> {
    /// The level below; none for the cubes of a dual-cube, which have arithmetic of their own.
    pub lower: Option<&'a dyn Structure>,
    kind: Kind<'a>,
    size: Pair,
    clusters: Pair,
    /// The degree of the level below, when all its nodes have the same.
    regular: Option<u32>,
    plain: bool,
    many: bool,
}

#[derive(Debug)]
enum Kind<'a> {
    Dual,
    Super(&'a SuperNodes),
    /// Bits of a part.
    Bits(u32),
}

impl<'a> Level<'a> {
    /// The outermost level of a network, if it has one.
    pub fn of(net: &'a dyn Structure) -> Option<Level<'a>> {
        let (kind, lower, size, clusters) = match net.form() {
            Form::Dual(base) => (Kind::Dual, Some(base.as_ref()), base.nodes(), base.nodes()),
            Form::Super(level) => {
                let lower = level.lower().as_ref();
                (Kind::Super(level.super_nodes()), Some(lower), lower.nodes(), level.quotient())
            }
            Form::DualCube(part) => (Kind::Bits(part), None, 1 << part, 1 << part),
            _ => return None,
        };
        let regular = match lower {
            None => Some(net.degree(Node(0)) - 1),
            Some(lower) => regular(lower),
        };
        let (pair, plain, many) = (Pair::new, size == clusters, clusters > 1);
        Some(Level { lower, kind, size: pair(size), clusters: pair(clusters), regular, plain, many })
    }

    /// The place of a node.
    #[inline]
    pub fn place(&self, v: Node) -> Place {
        let (high, low) = self.size.split(v.0);
        let (class, cluster) = self.clusters.split(high);
        match self.kind {
            // Part II, part I: in class 1 part II is the node.
            Kind::Bits(_) if class == 1 => Place { class, cluster: low, node: cluster },
            _ => Place { class, cluster, node: low },
        }
    }

    /// The number of the cross-edge at a node of the level below.
    #[inline]
    pub fn cross(&self, node: u64) -> u32 {
        match (self.regular, self.lower) {
            (Some(degree), _) => degree,
            (None, Some(lower)) => lower.degree(Node(node)),
            (None, None) => 0,
        }
    }

    /// Super-node rank and position of a node of the level below.
    pub fn split(&self, node: u64) -> (u64, u64) {
        match self.kind {
            Kind::Super(split) => split.split(node),
            _ => (node, 0),
        }
    }

    /// The node of the level below with this rank and position.
    pub fn join(&self, rank: u64, position: u64) -> u64 {
        match self.kind {
            Kind::Super(split) => split.join(rank, position),
            _ => rank,
        }
    }

    /// Whether every node is a super-node of its own.
    pub fn plain(&self) -> bool {
        self.plain
    }

    /// Whether a class has more than one cluster.
    pub fn many(&self) -> bool {
        self.many
    }

    /// Bits of a part, for dual-cubes.
    pub fn bits(&self) -> Option<u32> {
        match self.kind {
            Kind::Bits(part) => Some(part),
            _ => None,
        }
    }
}

/// The degree of all nodes, when it is the same: known without a look at every node for networks that are built by rule.
pub(super) fn regular(net: &dyn Structure) -> Option<u32> {
    match net.form() {
        Form::Dual(base) => Some(regular(base.as_ref())? + 1),
        Form::Super(level) => Some(regular(level.lower().as_ref())? + 1),
        Form::Product(parts) => parts.iter().map(|p| regular(p.as_ref())).sum(),
        Form::Cube(d) => Some(d),
        Form::DualCube(part) => Some(part + 1),
        // A leaf in a level is small, or it could not be described; a few thousand looks are cheap.
        _ if net.nodes() <= 1 << 16 => {
            let degree = net.degree(Node(0));
            (1..net.nodes()).all(|v| net.degree(Node(v)) == degree).then_some(degree)
        }
        _ => None,
    }
}
