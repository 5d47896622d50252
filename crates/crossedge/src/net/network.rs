//! The central trait, four methods, and what a construction may know beyond them.

use super::address::Address;
use super::node::{Node, Port};
use super::parts::{Leaf, NetworkParts, Parts};
use crate::evidence::Evidence;
use std::fmt::Debug;

/// A network as four questions. Everything else is a function over them.
///
/// Law 1: `link` is an involution: `link(v, p) == (w, q)` exactly when `link(w, q) == (v, p)`, and `w != v`.
///
/// Law 2: following `next_port` arrives: from any node, finitely many hops lead to the target, where the answer is `None`.
///
/// Law 3: ids below [`Structure::endpoints`] are endpoints, and the others are switches.
///
/// Arguments are in range (`v < nodes()`, `port < degree(v)`); an answer to others has no meaning, and may be a panic.
pub trait Network: Debug + Send + Sync {
    /// How many nodes.
    fn nodes(&self) -> u64;
    /// How many ports `v` has, each with one link.
    fn degree(&self, v: Node) -> u32;
    /// The node and port at the other end.
    fn link(&self, v: Node, port: Port) -> (Node, Port);
    /// The port of the next hop from `at` towards `to`; `None` when there.
    fn next_port(&self, at: Node, to: Node) -> Option<Port>;
}

/// What a construction may know of its addresses beyond the four methods. Every answer has a default, "not known".
pub trait Structure: Network {
    /// The exact distance, where the construction has a closed form for it.
    fn distance(&self, _a: Node, _b: Node) -> Option<u64> {
        None
    }

    /// How the answers of [`Structure::distance`] are known: proved only when the rule and everything it asks of its parts is. A stored
    /// graph searches, and so does whatever rests on one.
    fn distance_known(&self) -> Evidence {
        Evidence::computed("the distance function of the construction")
    }

    /// Whether following `next_port` from an endpoint to an endpoint takes a shortest way, always.
    fn minimal(&self) -> bool {
        false
    }

    /// The addresses of the paper that defined the network, where they are more than ids.
    fn naming(&self) -> Option<&dyn Naming> {
        None
    }

    /// Switches and wide links, where there are some. The default is a direct network with links of width 1.
    fn roles(&self) -> Option<&dyn Roles> {
        None
    }

    /// How the network is composed, for algorithms that recur over the construction. The default is a leaf.
    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Other)
    }

    /// The names of the kinds of link, from the innermost out. Never empty.
    fn link_classes(&self) -> Vec<String> {
        vec!["link".to_owned()]
    }

    /// Which kind of link a port is, an index into [`Structure::link_classes`].
    fn link_class(&self, _v: Node, _port: Port) -> usize {
        0
    }
}

/// What nodes are called.
pub trait Naming {
    /// The address of a node, in the notation of the paper.
    fn address(&self, v: Node) -> Address;

    /// The node at an address; an id is an address too. The text of the error says what was expected.
    fn node_at(&self, address: &Address) -> Result<Node, String>;

    /// The form of an address, as a word for people: `id`, `(class, cluster, node)`.
    fn notation(&self) -> String;
}

/// Which nodes are endpoints, and how wide links are.
pub trait Roles: Network {
    /// How many endpoints: ids below are endpoints, ids from there on are switches.
    fn endpoints(&self) -> u64 {
        self.nodes()
    }

    /// How many flits a link of this class carries in a cycle and direction, an index into [`Structure::link_classes`].
    fn width(&self, _class: usize) -> u64 {
        1
    }
}

/// What holds of every network: ids are addresses, and a direct network has endpoints only.
impl dyn Structure + '_ {
    /// The address of a node; its id where the network has no other.
    pub fn address(&self, v: Node) -> Address {
        self.naming().map_or(Address::Int(v.0), |names| names.address(v))
    }

    /// The node at an address. The text of the error says what was expected.
    pub fn node_at(&self, address: &Address) -> Result<Node, String> {
        self.naming().map_or_else(|| address.id_below(self.nodes()), |names| names.node_at(address))
    }

    /// The form of an address, as a word for people: `id`, `(class, cluster, node)`.
    pub fn notation(&self) -> String {
        self.naming().map_or_else(|| "id".to_owned(), |names| names.notation())
    }

    /// How many endpoints: ids below are endpoints, ids from there on are switches.
    pub fn endpoints(&self) -> u64 {
        self.roles().map_or_else(|| self.nodes(), |roles| roles.endpoints())
    }

    /// How many flits a link of this class carries in a cycle and direction.
    pub fn width(&self, class: usize) -> u64 {
        self.roles().map_or(1, |roles| roles.width(class))
    }
}

/// The neighbours of `v`, in the order of its ports.
pub fn neighbors<N: Network + ?Sized>(net: &N, v: Node) -> impl Iterator<Item = Node> + '_ {
    (0..net.degree(v)).map(move |p| net.link(v, Port(p)).0)
}
