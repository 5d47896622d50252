//! One level of dual construction, the only place that knows how ids encode class, cluster and node.
//!
//! Two classes of clusters; every cluster is a copy of the level below, its base. A node is (class, cluster, node of the base), and its
//! last port is the cross-edge, which flips the class and swaps the cluster with the node. In coordinate form a node is (t, a, b):
//! class 0 holds a and moves b, class 1 holds b and moves a, so the cross-edge keeps both coordinates. Three numberings:
//!
//! - `dual`: class, cluster, node, the last one fastest;
//! - `dualcube`: class, a, b: the same in class 0, cluster and node change places in class 1;
//! - `hdn`: class, cluster, node, where clusters are as many as super-nodes: the cross-edge swaps the cluster with the super-node rank
//!   of the node and keeps the position inside the super-node.
//!
//! ```
//! use crossedge::net::{Numbering, Place};
//!
//! let dual = Numbering::clusters(3, 3);
//! let at = dual.place(14);
//! assert_eq!(at, Place { class: 1, cluster: 1, node: 2 });
//! assert_eq!(dual.id(at), 14);
//! assert_eq!(Numbering::coordinates(3).place(14), Place { class: 1, cluster: 2, node: 1 });
//! ```

use super::address::{Digits, Pair};
use super::{Node, Parts, Port, Structure};
use std::sync::Arc;

/// A node of a level: its class, its cluster, and the node of the base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// 0 or 1.
    pub class: u64,
    /// Which cluster of the class.
    pub cluster: u64,
    /// Which node of the base.
    pub node: u64,
}

/// Encoding of class, cluster and node in ids.
#[derive(Debug, Clone, Copy)]
pub struct Numbering {
    /// The coordinate that changes slowest, and the one that changes fastest.
    low: Pair,
    size: u64,
    clusters: u64,
    /// The nodes of one class.
    half: u64,
    /// `true` if the coordinates keep their places in class 1.
    coordinates: bool,
}

impl Numbering {
    /// Class, cluster, node, for clusters of `size` nodes and `clusters` per class: their product fits 63 bits.
    pub fn clusters(size: u64, clusters: u64) -> Self {
        Numbering { low: Pair::new(size), size, clusters, half: size * clusters, coordinates: false }
    }

    /// Class and both coordinates, for as many clusters as a cluster has nodes.
    pub fn coordinates(size: u64) -> Self {
        Numbering { coordinates: true, ..Numbering::clusters(size, size) }
    }

    /// All nodes.
    pub fn nodes(&self) -> u64 {
        2 * self.half
    }

    /// Nodes of a class.
    pub fn half(&self) -> u64 {
        self.half
    }

    /// Nodes of a cluster.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Clusters of a class.
    pub fn count(&self) -> u64 {
        self.clusters
    }

    /// Returns `true` if the coordinates keep their places in class 1, as in a dual-cube.
    pub fn keeps_coordinates(&self) -> bool {
        self.coordinates
    }

    /// The class of an id.
    #[inline]
    pub fn class(&self, id: u64) -> u64 {
        u64::from(id >= self.half)
    }

    /// The place of an id.
    #[inline]
    pub fn place(&self, id: u64) -> Place {
        let at = self.place_by_cluster(id);
        match self.coordinates && at.class == 1 {
            true => Place { class: 1, cluster: at.node, node: at.cluster },
            false => at,
        }
    }

    /// The place of an id where clusters are before nodes, without asking whether they do.
    #[inline]
    fn place_by_cluster(&self, id: u64) -> Place {
        let class = self.class(id);
        let (cluster, node) = self.low.split(id - class * self.half);
        Place { class, cluster, node }
    }

    /// The id of a place.
    #[inline]
    pub fn id(&self, at: Place) -> u64 {
        let (scale, offset) = self.line(at.class, at.cluster);
        offset + scale * at.node
    }

    /// The ids of one cluster: offset + scale · node.
    #[inline]
    pub fn line(&self, class: u64, cluster: u64) -> (u64, u64) {
        match self.coordinates && class == 1 {
            true => (self.size, self.half + cluster),
            false => (1, class * self.half + cluster * self.size),
        }
    }

    /// Every cluster of both classes, the first class first.
    pub fn cluster_labels(&self) -> impl Iterator<Item = (u64, u64)> + use<> {
        let clusters = self.clusters;
        (0..2).flat_map(move |class| (0..clusters).map(move |cluster| (class, cluster)))
    }
}

/// The same for bases of different sizes: class 0 has as many clusters as the base of class 1 has nodes, and vice
/// versa; so a cluster of one class is a node of the other base.
#[derive(Debug, Clone, Copy)]
pub struct TwoNumberings {
    bases: [Numbering; 2],
}

impl TwoNumberings {
    /// For clusters of these sizes in class 0 and class 1: twice their product fits 64 bits.
    pub fn new([first, second]: [u64; 2]) -> Self {
        TwoNumberings { bases: [Numbering::clusters(first, second), Numbering::clusters(second, first)] }
    }

    /// All nodes.
    pub fn nodes(&self) -> u64 {
        self.bases[0].nodes()
    }

    /// The place of an id.
    #[inline]
    pub fn place(&self, id: u64) -> Place {
        self.bases[self.bases[0].class(id) as usize].place_by_cluster(id)
    }

    /// The id of a place.
    #[inline]
    pub fn id(&self, at: Place) -> u64 {
        self.bases[at.class as usize].id(at)
    }

    /// The other end of the cross-edge.
    #[inline]
    pub fn across(&self, at: Place) -> Place {
        Place { class: 1 - at.class, cluster: at.node, node: at.cluster }
    }
}

/// One level over its base.
#[derive(Debug, Clone)]
pub struct Level {
    base: Arc<dyn Structure>,
    numbering: Numbering,
    super_nodes: Option<SuperNodes>,
    /// The degree of the base, when all its nodes have the same.
    regular: Option<u32>,
    number: u32,
    depth: u32,
    nested: bool,
}

impl Level {
    /// The level of `dual(base)`, the `depth`-th dual construction from the inside; `regular` is the degree of the base, when all its
    /// nodes have the same.
    pub fn dual(base: Arc<dyn Structure>, regular: Option<u32>, depth: u32) -> Self {
        let numbering = Numbering::clusters(base.nodes(), base.nodes());
        Level { base, numbering, super_nodes: None, regular, number: 1, depth, nested: true }
    }

    /// The level of a dual-cube: coordinates keep their places.
    pub fn coordinates(base: Arc<dyn Structure>, regular: u32) -> Self {
        let numbering = Numbering::coordinates(base.nodes());
        Level {
            base,
            numbering,
            super_nodes: None,
            regular: Some(regular),
            number: 1,
            depth: 1,
            nested: true,
        }
    }

    /// A level with super-nodes; `None` when ids pass 64 bits. Its number is counted within the construction, its depth from the
    /// innermost dual construction of the base. `nested` when the super-nodes are so from here down.
    pub fn with_super_nodes(
        base: Arc<dyn Structure>,
        super_nodes: SuperNodes,
        regular: Option<u32>,
        (number, depth): (u32, u32),
        nested: bool,
    ) -> Option<Self> {
        let size = base.nodes();
        let clusters = Pair::new(super_nodes.positions()).split(size).0;
        size.checked_mul(clusters)?.checked_mul(2)?;
        let numbering = Numbering::clusters(size, clusters);
        Some(Level { base, numbering, super_nodes: Some(super_nodes), regular, number, depth, nested })
    }

    /// The network inside every cluster.
    pub fn base(&self) -> &Arc<dyn Structure> {
        &self.base
    }

    /// Encoding of class, cluster and node in ids.
    pub fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// Split of a base node into super-node rank and position, if the level has super-nodes.
    pub fn super_nodes(&self) -> Option<&SuperNodes> {
        self.super_nodes.as_ref()
    }

    /// Which dual construction this is, from 1 for the innermost of all.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The level below within the same `hdn`; none over its base, which may be a hierarchical dual-net itself.
    pub fn below(&self) -> Option<&Level> {
        match self.base.parts() {
            Parts::Level(lower) if self.number > 1 => Some(lower),
            _ => None,
        }
    }

    /// The base under all levels of the same construction.
    pub fn innermost(&self) -> &Arc<dyn Structure> {
        self.below().map_or(&self.base, Level::innermost)
    }

    /// Returns `true` if the super-nodes of all levels of the construction down from here are nested.
    pub fn nested(&self) -> bool {
        self.nested
    }

    /// Returns `true` if every node is a super-node of its own.
    pub fn plain(&self) -> bool {
        self.numbering.size == self.numbering.clusters
    }

    /// The place of a node.
    #[inline]
    pub fn place(&self, v: Node) -> Place {
        self.numbering.place(v.0)
    }

    /// The place of a node of a level that does not keep coordinates: `dual` and `hdn`.
    #[inline]
    pub fn straight(&self, v: Node) -> Place {
        self.numbering.place_by_cluster(v.0)
    }

    /// The node at a place.
    #[inline]
    pub fn id(&self, at: Place) -> Node {
        Node(self.numbering.id(at))
    }

    /// The degree of the base, when all its nodes have the same.
    #[inline]
    pub fn regular(&self) -> Option<u32> {
        self.regular
    }

    /// The port of the cross-edge at a node of the base: the one after those of the base.
    #[inline]
    pub fn cross_port(&self, node: u64) -> Port {
        Port(self.regular.unwrap_or_else(|| self.base.degree(Node(node))))
    }

    /// The other end of the cross-edge.
    #[inline]
    pub fn across(&self, at: Place) -> Place {
        let (rank, position) = self.split(at.node);
        Place { class: 1 - at.class, cluster: rank, node: self.join(at.cluster, position) }
    }

    /// Super-node rank of a node of the base, and its position inside; without super-nodes every node is one.
    #[inline]
    pub fn split(&self, node: u64) -> (u64, u64) {
        self.super_nodes.as_ref().map_or((node, 0), |split| split.split(node))
    }

    /// The node of the base with this rank and position.
    #[inline]
    pub fn join(&self, rank: u64, position: u64) -> u64 {
        self.super_nodes.as_ref().map_or(rank, |split| split.join(rank, position))
    }

    /// The node that a route at `at` must reach before it can cross or arrive: the classes swap the roles of the coordinates. The node
    /// has the required super-node and the position of `to`.
    #[inline]
    pub fn target(&self, at: Place, to: Place) -> u64 {
        match (at.class == to.class, &self.super_nodes) {
            (true, _) => to.node,
            (false, None) => to.cluster,
            (false, Some(split)) => split.join(to.cluster, split.split(to.node).1),
        }
    }
}

/// Splits a node of the base into super-node rank and position, and joins them again.
///
/// The super-node of a node is given by all its coordinates but the factors inside the super-node; its position is these.
#[derive(Debug, Clone)]
pub struct SuperNodes {
    base: Digits,
    member: Vec<bool>,
    inside: Digits,
    kept: Digits,
    /// Everything above the base coordinates, and the base id.
    low: Pair,
    /// The same in a rank: everything above, and the rank of the kept base coordinates.
    kept_low: Pair,
}

impl SuperNodes {
    /// The split of factors with these sizes, of which some are inside the super-node; `None` when ids pass 64 bits.
    pub fn new(sizes: &[u64], member: &[bool]) -> Option<SuperNodes> {
        let some = |inside: bool| {
            let chosen = sizes.iter().zip(member).filter(|(_, member)| **member == inside);
            Digits::new(chosen.map(|(&size, _)| size).collect())
        };
        let (base, inside, kept) = (Digits::new(sizes.to_vec())?, some(true)?, some(false)?);
        let (low, kept_low) = (Pair::new(base.size()), Pair::new(kept.size()));
        Some(SuperNodes { base, member: member.to_vec(), inside, kept, low, kept_low })
    }

    /// The base coordinates, one digit per factor.
    pub fn base(&self) -> &Digits {
        &self.base
    }

    /// Which factors are inside the super-node, in order.
    pub fn members(&self) -> &[bool] {
        &self.member
    }

    /// Number of positions a super-node has.
    pub fn positions(&self) -> u64 {
        self.inside.size()
    }

    /// The super-node rank of `x` and its position inside.
    pub fn split(&self, x: u64) -> (u64, u64) {
        let (high, base) = self.low.split(x);
        let (mut kept, mut inside) = (Vec::new(), Vec::new());
        for (i, &member) in self.member.iter().enumerate() {
            let digit = self.base.digit(base, i);
            if member { inside.push(digit) } else { kept.push(digit) }
        }
        (self.kept_low.join(high, self.kept.join(&kept)), self.inside.join(&inside))
    }

    /// The node with this super-node rank and position.
    pub fn join(&self, rank: u64, position: u64) -> u64 {
        let (high, kept) = self.kept_low.split(rank);
        let (kept, inside) = (self.kept.split(kept), self.inside.split(position));
        let (mut kept, mut inside) = (kept.into_iter(), inside.into_iter());
        let digits: Vec<u64> = (self.member.iter())
            .map(|&member| if member { inside.next() } else { kept.next() })
            .map(|digit| digit.expect("as many digits as factors"))
            .collect();
        self.low.join(high, self.base.join(&digits))
    }
}
