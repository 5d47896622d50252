//! How a network or a shape is composed of others, for algorithms that recur over the construction.
//!
//! One enum for both layers: [`NetworkParts`] has networks inside, [`ShapeParts`] has shapes. An algorithm matches on what it knows and
//! takes the rest as a leaf, so a new network is a leaf until somebody teaches it more.

use super::families::complete::Complete;
use super::families::re::{Expansion, ReNet};
use super::level::Level;
use super::{Node, Shape, Structure};
use std::sync::Arc;

/// What is known of a network with nothing inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaf {
    /// Each node is linked to the one with the next id, by port 0; the other port leads back.
    Path,
    /// The same, and the last of at least three to the first. Of two ways that are as short, the one upwards is taken.
    Ring,
    /// Every two nodes are linked; port p leads to node p, or to p + 1 from the node itself on.
    Complete,
    /// Node 0 is linked to every other one, to node i + 1 by port i.
    Star,
    /// Cube of so many dimensions; port i flips bit d-1-i.
    Cube(u64),
    /// Folded cube: the links of the cube of so many dimensions, id for id, and one more at each node, which flips all bits. It comes
    /// first on a way, when more than half of d + 1 bits differ.
    FoldedCube(u64),
    /// Dragonfly: ids are group and router.
    Dragonfly {
        /// Routers of a group.
        routers: u64,
        /// Global links of a router.
        globals: u64,
    },
    /// WK-recursive network: behind every prefix of digits stands a smaller copy, and only the corners of copies are linked to others.
    Wk {
        /// The base of the digits.
        base: u64,
        /// Their count.
        digits: u32,
    },
    /// Levels of dual construction whose super-nodes are not nested, as a shape: no rule recurs over them.
    NotNested,
    /// Nothing is known.
    Other,
}

/// How something is composed.
#[derive(Debug, Clone, Copy)]
pub enum Parts<P, L, E, R> {
    /// Nothing inside.
    Leaf(Leaf),
    /// Cartesian product of at least two parts; ids are row-major, ports are those of the parts in order.
    Product(P),
    /// A level of dual construction.
    Level(L),
    /// Recursive expansion.
    Expansion(E),
    /// The same network under other ids.
    Relabelled(R),
}

/// How a network is composed of networks. Other ids are told by its [`Level`], so nothing is relabelled.
pub type NetworkParts<'a> = Parts<&'a [Arc<dyn Structure>], &'a Level, &'a ReNet, std::convert::Infallible>;

/// How a shape is composed of shapes.
pub type ShapeParts<'a> = Parts<&'a [Arc<dyn Shape>], Arc<dyn Shape>, &'a Expansion, &'a Arc<dyn Shape>>;

impl<P, L, E, R> Parts<P, L, E, R> {
    /// What is known of a leaf; [`Leaf::Other`] of everything composed.
    pub fn leaf(&self) -> Leaf {
        match self {
            Parts::Leaf(leaf) => *leaf,
            _ => Leaf::Other,
        }
    }
}

impl Leaf {
    /// Whether consecutive ids are linked: a path, a ring or a complete graph.
    pub fn in_line(self) -> bool {
        matches!(self, Leaf::Path | Leaf::Ring | Leaf::Complete)
    }
}

/// The degree of all nodes, when it is the same: known without a look at every node for networks that are built by rule.
pub fn uniform_degree(net: &dyn Structure) -> Option<u32> {
    match net.parts() {
        Parts::Level(level) => Some(level.regular()? + 1),
        Parts::Product(parts) => parts.iter().map(|p| uniform_degree(p.as_ref())).sum(),
        Parts::Leaf(Leaf::Cube(_) | Leaf::FoldedCube(_) | Leaf::Ring | Leaf::Complete) => {
            Some(net.degree(Node(0)))
        }
        // What is no level and no product is small, or it could not be described; a few thousand looks are cheap.
        _ if net.nodes() <= 1 << 16 => {
            let degree = net.degree(Node(0));
            (1..net.nodes()).all(|v| net.degree(Node(v)) == degree).then_some(degree)
        }
        _ => None,
    }
}

/// How many dual constructions are nested in a network, for the names of its levels.
pub fn levels(net: &dyn Structure) -> u32 {
    match net.parts() {
        Parts::Level(level) => levels(level.base().as_ref()) + 1,
        Parts::Product(parts) => parts.iter().map(|p| levels(p.as_ref())).max().unwrap_or(0),
        _ => 0,
    }
}

/// The factors of a Cartesian product in order, down to those that are no product; the shape itself where it is none.
pub fn factors(shape: &Arc<dyn Shape>) -> Vec<Arc<dyn Shape>> {
    match shape.parts() {
        Parts::Product(parts) => parts.iter().flat_map(factors).collect(),
        Parts::Leaf(Leaf::Cube(d)) => (0..d).map(|_| Arc::new(Complete::new(2)) as Arc<dyn Shape>).collect(),
        _ => vec![shape.clone()],
    }
}

/// What a user should know of a choice of arguments, one line each.
pub fn notes(shape: &dyn Shape) -> Vec<String> {
    match shape.parts() {
        Parts::Expansion(expansion) => expansion.notes(),
        Parts::Leaf(Leaf::NotNested) => {
            vec!["super-nodes are not nested: distances have no closed form here".to_owned()]
        }
        _ => Vec::new(),
    }
}
