//! The network of one level of dual construction: `dual`, and each level of `hdn`, whose clusters are swapped with super-nodes.
//!
//! Distance and routing of the plain construction follow from identity I1: a walk projects on two walks in the base, and the crossings
//! are forced. With nested super-nodes the level is a product (I4): the two walks over the quotient and the walk over the positions add
//! up, and the position is fixed in either of the two clusters.

use crate::net::address::Address;
use crate::net::level::{Level, Place};
use crate::net::shape::follows;
use crate::net::{Naming, Network, NetworkParts, Node, Parts, Port, Structure};
use crossedge_core::evidence::Evidence;

/// A level as a network, with or without super-nodes. The last port of a node is its cross-edge.
///
/// `true` if there are super-nodes is known to the compiler: routing asks for it at every hop of every level.
#[derive(Debug)]
pub struct Leveled<const SUPER_NODES: bool> {
    level: Level,
    base_classes: usize,
}

impl<const SUPER_NODES: bool> Leveled<SUPER_NODES> {
    /// The network of a level.
    pub fn new(level: Level) -> Self {
        Leveled { base_classes: level.base().link_classes().len(), level }
    }

    fn base(&self) -> &dyn Structure {
        self.level.base().as_ref()
    }

    /// The next port on a level with super-nodes. A separate function, so that the common case stays short.
    #[inline(never)]
    fn over_super_nodes(&self, at: Node, to: Node) -> Option<Port> {
        let (here, there) = (self.level.straight(at), self.level.straight(to));
        let target = self.level.target(here, there);
        let inside = here.class == there.class && here.cluster == there.cluster;
        if !inside && self.level.split(here.node).0 == self.level.split(target).0 {
            return Some(self.level.cross_port(here.node));
        }
        self.base().next_port(Node(here.node), Node(target))
    }
}

impl<const SUPER_NODES: bool> Network for Leveled<SUPER_NODES> {
    fn nodes(&self) -> u64 {
        self.level.numbering().nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        match self.level.regular() {
            Some(degree) => degree + 1,
            None => self.level.cross_port(self.level.straight(v).node).0 + 1,
        }
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.level.straight(v);
        if port == self.level.cross_port(at.node) {
            let there = self.level.across(at);
            (self.level.id(there), self.level.cross_port(there.node))
        } else {
            let (node, back) = self.base().link(Node(at.node), port);
            (self.level.id(Place { node: node.0, ..at }), back)
        }
    }

    /// To the right super-node, across, again if the class asks for it, then inside the cluster; without super-nodes every node is
    /// one. The position is fixed on the way. Minimal when the super-nodes are nested.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if SUPER_NODES {
            return self.over_super_nodes(at, to);
        }
        // The same with fewer calls: this runs for every hop.
        let (here, there) = (self.level.straight(at), self.level.straight(to));
        let node = if here.class == there.class { there.node } else { there.cluster };
        if here.node != node {
            self.base().next_port(Node(here.node), Node(node))
        } else if at != to {
            Some(self.level.cross_port(node))
        } else {
            None
        }
    }
}

impl<const SUPER_NODES: bool> Structure for Leveled<SUPER_NODES> {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let (here, there) = (self.level.straight(a), self.level.straight(b));
        if !SUPER_NODES {
            let (node, cluster, crossings) = match here.class == there.class {
                false => (there.cluster, there.node, 1),
                true if here.cluster == there.cluster => (there.node, there.cluster, 0),
                true => (there.node, there.cluster, 2),
            };
            let inside = self.base().distance(Node(here.node), Node(node))?;
            return Some(inside + self.base().distance(Node(here.cluster), Node(cluster))? + crossings);
        }
        if !self.level.nested() {
            return None;
        }
        let node = self.level.target(here, there);
        let (rank, position) = self.level.split(there.node);
        let (cluster, crossings) = match here.class == there.class {
            false => (rank, 1),
            true if here.cluster == there.cluster => (there.cluster, 0),
            true => (there.cluster, 2),
        };
        let inside = self.base().distance(Node(here.node), Node(node))?;
        let (from, to) = (self.level.join(here.cluster, position), self.level.join(cluster, position));
        Some(inside + self.base().distance(Node(from), Node(to))? + crossings)
    }

    fn distance_known(&self) -> Evidence {
        let theorem = match self.level.super_nodes() {
            None => {
                "I1: a walk projects on two walks in the base, and the crossings are forced [dual-distance]"
            }
            Some(_) => "I4: nested super-nodes make a product, so distances add [nested-super-nodes]",
        };
        follows(theorem, [self.base().distance_known()])
    }

    fn minimal(&self) -> bool {
        self.level.nested() && self.base().minimal()
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Level(&self.level)
    }

    fn link_classes(&self) -> Vec<String> {
        let mut classes = self.base().link_classes();
        classes.push(format!("cross level {}", self.level.depth()));
        classes
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let inner = self.level.straight(v).node;
        if port == self.level.cross_port(inner) {
            self.base_classes
        } else {
            self.base().link_class(Node(inner), port)
        }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl<const SUPER_NODES: bool> Naming for Leveled<SUPER_NODES> {
    /// (class, cluster, node) in the notation of the base; with super-nodes (C, U, SN, N) as HDN prints it.
    fn address(&self, v: Node) -> Address {
        let mut address = Address::Int(0);
        self.address_into(v, &mut address);
        address
    }

    fn address_into(&self, v: Node, into: &mut Address) {
        let at = self.level.straight(v);
        match self.level.super_nodes() {
            None => {
                if let [class, cluster, node] = into.make_tuple(3) {
                    *class = Address::Int(at.class);
                    self.base().address_into(Node(at.cluster), cluster);
                    self.base().address_into(Node(at.node), node);
                }
            }
            Some(split) => {
                let (rank, position) = split.split(at.node);
                *into = Address::Tuple([at.class, at.cluster, rank, position].map(Address::Int).to_vec());
            }
        }
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let Some(split) = self.level.super_nodes() else {
            let parts = address.parts(3, || self.notation())?;
            let class = parts[0].coordinate(2, "class")?;
            let cluster = self.base().node_at(&parts[1])?.0;
            let node = self.base().node_at(&parts[2])?.0;
            return Ok(self.level.id(Place { class, cluster, node }));
        };
        let parts = address.parts(4, || self.notation())?;
        let clusters = self.level.numbering().count();
        let class = parts[0].coordinate(2, "class C")?;
        let cluster = parts[1].coordinate(clusters, "cluster U")?;
        let rank = parts[2].coordinate(clusters, "super-node SN")?;
        let position = parts[3].coordinate(split.positions(), "position N")?;
        Ok(self.level.id(Place { class, cluster, node: split.join(rank, position) }))
    }

    fn notation(&self) -> String {
        match self.level.super_nodes() {
            None => "(class, cluster, node)".to_owned(),
            Some(_) => "(C, U, SN, N)".to_owned(),
        }
    }
}
