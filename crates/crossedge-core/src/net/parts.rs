//! The composition of a network or shape, for algorithms that recur over the construction.
//!
//! One enum for both layers: [`NetworkParts`] has networks inside, [`ShapeParts`] has shapes. An algorithm matches on what it knows and
//! treats the rest as a leaf, so a new network is a leaf until an algorithm learns it.

use super::level::Level;
use super::{Network, Node, Shape, Structure};
use num_bigint::BigUint;
use std::convert::Infallible;
use std::sync::Arc;

/// Closed-form leaves.
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
    /// Cube of d dimensions; port i flips bit d-1-i.
    Cube(u64),
    /// Folded cube: the links of the d-cube, id for id, and one more at each node, which flips all bits. It is taken
    /// first if more than half of d + 1 bits differ.
    FoldedCube(u64),
    /// Dragonfly: ids are group and router.
    Dragonfly {
        /// Routers of a group.
        routers: u64,
        /// Global links of a router.
        globals: u64,
    },
    /// WK-recursive network: behind every prefix of digits is a smaller copy, and only the corners of copies are linked to others.
    Wk {
        /// The base of the digits.
        base: u64,
        /// Their count.
        digits: u32,
    },
    /// Composed in a way that no algorithm recurs over.
    Composed {
        /// Number of dual constructions that are nested in it, itself counted if it is one.
        levels: u32,
    },
    /// The polarity graph over the field of q elements; its self-orthogonal points are marked, for star products.
    Polarity(u64),
    /// The Paley graph of the field of q elements; its permutation is multiplication by the least non-square.
    Paley(u64),
    /// The inductive quad of degree d; its permutation swaps the two sides.
    Iq(u64),
    /// Switches over endpoints: routes between endpoints go up to switches and down again, and never up after down.
    Tree,
    /// Levels of dual construction whose super-nodes are not nested, as a shape: no closed form recurs over them.
    NotNested,
    /// Unknown.
    Other,
}

/// How something is composed.
#[derive(Debug, Clone, Copy)]
pub enum Parts<P, L, E, R, M> {
    /// A leaf.
    Leaf(Leaf),
    /// Cartesian product of at least two parts; ids are row-major, ports are those of the parts in order.
    Product(P),
    /// A level of dual construction.
    Level(L),
    /// Recursive expansion.
    Expansion(E),
    /// The same network under other ids.
    Relabelled(R),
    /// A machine, or two bases, which rules for direct networks of one width do not know.
    Made(M),
}

/// The composition of a network. Other ids are handled by its [`Level`], so nothing is relabelled.
pub type NetworkParts<'a> =
    Parts<&'a [Arc<dyn Structure>], &'a Level, &'a dyn Expanded, Infallible, Infallible>;

/// The composition of a shape.
pub type ShapeParts<'a> =
    Parts<&'a [Arc<dyn Shape>], Arc<dyn Shape>, &'a dyn ExpandedShape, &'a Arc<dyn Shape>, Made<'a>>;

/// The composition of a machine, for closed forms that know endpoints, switches and widths. Link classes are in the order of the
/// parts, and new ones come last.
#[derive(Debug, Clone, Copy)]
pub enum Made<'a> {
    /// Endpoints on one switch.
    Switch,
    /// Hosts on every endpoint of the routers.
    Hosts {
        /// The network of the routers.
        routers: &'a Arc<dyn Shape>,
        /// Hosts of a router.
        each: u64,
    },
    /// Cartesian product with a switch in one place at a time.
    Product(&'a [Arc<dyn Shape>]),
    /// Copies over common endpoints.
    Planes {
        /// One of them.
        plane: &'a Arc<dyn Shape>,
        /// Number of copies.
        count: usize,
    },
    /// Dual construction over two bases; their classes are one list when the bases are one network.
    TwoBases {
        /// The bases.
        bases: &'a [Arc<dyn Shape>; 2],
        /// `true` if they are one network.
        same: bool,
    },
    /// Generalized fat tree: children and parents of a node, from the endpoints up.
    Tree {
        /// Children of a node of level i + 1.
        children: &'a [u64],
        /// Parents of a node of level i.
        parents: &'a [u64],
    },
    /// Dragonfly+: groups of as many leaves as spines, any two groups joined by one link of spines.
    Megafly {
        /// Leaves of a group.
        leaves: u64,
    },
    /// Copies of a network around one switch.
    Hub {
        /// The network in the copies.
        inside: &'a Arc<dyn Shape>,
        /// The nodes with a link to the switch, in order.
        linked: &'a [u64],
        /// Number of copies.
        copies: u64,
    },
    /// The same with other widths, given by [`super::Machine::classes`].
    Widened(&'a Arc<dyn Shape>),
}

/// A network with ports in the order of the neighbours' ids.
pub trait Sorted: Network {
    /// The neighbours of `v`, in order.
    fn row(&self, v: usize) -> &[u32];
}

/// One phase of a recursive expansion: its frame and where the frame's links are attached.
#[derive(Debug, Clone, Copy)]
pub struct Phase<'a> {
    /// The frame.
    pub frame: &'a Arc<dyn Structure>,
    /// The frame, stored; ranks count its sorted neighbours.
    pub sorted: &'a dyn Sorted,
    /// The pivots: nodes of the unit where links of the frame are attached.
    pub pivots: &'a [usize],
    /// For each frame node, the pivot of each of its links, in the order of its sorted neighbours.
    pub ports: &'a [Vec<usize>],
}

/// The evidence of the shortest walks on the unit of a recursive expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnitWalks {
    /// Not at all: routes go phase by phase, and need not be shortest.
    Unknown,
    /// By the arithmetic of the unit.
    ByRule,
    /// From a table that a search made.
    Searched,
}

/// A recursive expansion as algorithms see it: a unit, and the frames of the phases, the first one innermost.
pub trait Expanded: Structure {
    /// The unit.
    fn unit(&self) -> &Arc<dyn Structure>;

    /// The unit, stored.
    fn sorted_unit(&self) -> &dyn Sorted;

    /// Number of phases.
    fn phase_count(&self) -> usize;

    /// One of them.
    fn phase(&self, i: usize) -> Phase<'_>;

    /// How walks on the unit are known.
    fn unit_walks(&self) -> UnitWalks;

    /// Unit node and frame nodes of `v`.
    fn coordinates(&self, v: Node) -> (usize, Vec<usize>);

    /// The node with these coordinates.
    fn at(&self, unit: usize, frames: &[usize]) -> Node;
}

impl dyn Expanded + '_ {
    /// The phases, the first one innermost.
    pub fn phases(&self) -> impl Iterator<Item = Phase<'_>> {
        (0..self.phase_count()).map(|i| self.phase(i))
    }
}

/// The same of its shape, at any size.
pub trait ExpandedShape: Shape {
    /// The unit.
    fn unit(&self) -> &Arc<dyn Shape>;

    /// The frame of every phase.
    fn frames(&self) -> Vec<&Arc<dyn Shape>>;

    /// Number of links that lead from the ids below ⌊nodes / 2⌋ to the others, where a rule gives it.
    fn first_half_cut(&self) -> Option<BigUint>;

    /// Notes for the user on this choice of pivots, one line each.
    fn notes(&self) -> Vec<String>;
}

impl<P, L, E, R, M> Parts<P, L, E, R, M> {
    /// The leaf; [`Leaf::Other`] for every composition.
    pub fn leaf(&self) -> Leaf {
        match self {
            Parts::Leaf(leaf) => *leaf,
            _ => Leaf::Other,
        }
    }
}

impl Leaf {
    /// Returns `true` if consecutive ids are linked: a path, a ring or a complete graph.
    pub fn in_line(self) -> bool {
        matches!(self, Leaf::Path | Leaf::Ring | Leaf::Complete)
    }
}

/// The common degree of all nodes, if it is the same: known without visiting every node for closed-form networks.
pub fn uniform_degree(net: &dyn Structure) -> Option<u32> {
    match net.parts() {
        Parts::Level(level) => Some(level.regular()? + 1),
        Parts::Product(parts) => parts.iter().map(|p| uniform_degree(p.as_ref())).sum(),
        Parts::Leaf(Leaf::Cube(_) | Leaf::FoldedCube(_) | Leaf::Ring | Leaf::Complete) => {
            Some(net.degree(Node(0)))
        }
        // Anything else is small, or it could not be described; a few thousand lookups are cheap.
        _ if net.nodes() <= 1 << 16 => {
            let degree = net.degree(Node(0));
            (1..net.nodes()).all(|v| net.degree(Node(v)) == degree).then_some(degree)
        }
        _ => None,
    }
}

/// Number of dual constructions that are nested in a network, for the names of its levels.
pub fn levels(net: &dyn Structure) -> u32 {
    match net.parts() {
        Parts::Level(level) => levels(level.base().as_ref()) + 1,
        Parts::Product(parts) => parts.iter().map(|p| levels(p.as_ref())).max().unwrap_or(0),
        Parts::Leaf(Leaf::Composed { levels }) => levels,
        _ => 0,
    }
}

/// Notes for the user on a choice of arguments, one line each.
pub fn notes(shape: &dyn Shape) -> Vec<String> {
    match shape.parts() {
        Parts::Expansion(expansion) => expansion.notes(),
        Parts::Leaf(Leaf::NotNested) => {
            vec!["super-nodes are not nested: distances have no closed form here".to_owned()]
        }
        _ => shape.machine().map_or_else(Vec::new, |machine| machine.notes()),
    }
}
