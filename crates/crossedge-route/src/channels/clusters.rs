//! Two classes of clusters with a cross-edge at every node: what a dual construction over one base and one over two bases have in common.

use crossedge_lang::net::{Layout, Level, Node, Parts, Place, Port, Structure, TwoNumberings};
use std::sync::Arc;

/// The clusters of a dual construction.
#[derive(Debug, Clone)]
pub(super) enum Clusters {
    /// Over one base; also a dual-cube, and a level with super-nodes.
    One(Box<Level>),
    /// Over two bases, the first inside the clusters of class 0.
    Two([Arc<dyn Structure>; 2], TwoNumberings),
}

impl Clusters {
    /// The clusters of a network; `None` if it is no dual construction itself.
    pub fn from_network(net: &dyn Structure) -> Option<Clusters> {
        if let Some(Layout::TwoBases { bases, numbering }) = net.roles().map(|roles| roles.layout()) {
            return Some(Clusters::Two(bases.clone(), numbering));
        }
        match net.parts() {
            Parts::Level(level) => Some(Clusters::One(Box::new(level.clone()))),
            _ => None,
        }
    }

    /// The network inside the clusters of a class.
    pub fn base(&self, class: u64) -> &Arc<dyn Structure> {
        match self {
            Clusters::One(level) => level.base(),
            Clusters::Two(bases, _) => &bases[class as usize],
        }
    }

    #[inline]
    pub fn place(&self, v: Node) -> Place {
        match self {
            Clusters::One(level) => level.place(v),
            Clusters::Two(_, numbering) => numbering.place(v.0),
        }
    }

    #[inline]
    pub fn id(&self, at: Place) -> Node {
        match self {
            Clusters::One(level) => level.id(at),
            Clusters::Two(_, numbering) => Node(numbering.id(at)),
        }
    }

    /// The other end of the cross-edge.
    #[inline]
    pub fn across(&self, at: Place) -> Place {
        match self {
            Clusters::One(level) => level.across(at),
            Clusters::Two(_, numbering) => numbering.across(at),
        }
    }

    /// The port of the cross-edge at a node of the base.
    #[inline]
    pub fn cross_port(&self, at: Place) -> Port {
        match self {
            Clusters::One(level) => level.cross_port(at.node),
            Clusters::Two(bases, _) => Port(bases[at.class as usize].degree(Node(at.node))),
        }
    }

    /// Super-node rank of a node of the base, and its position inside; without super-nodes every node is one.
    #[inline]
    pub fn split(&self, node: u64) -> (u64, u64) {
        match self {
            Clusters::One(level) => level.split(node),
            Clusters::Two(..) => (node, 0),
        }
    }

    /// The node of the base with this rank and position.
    #[inline]
    pub fn join(&self, rank: u64, position: u64) -> u64 {
        match self {
            Clusters::One(level) => level.join(rank, position),
            Clusters::Two(..) => rank,
        }
    }
}
