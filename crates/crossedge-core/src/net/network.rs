//! The central trait: four required methods, and optional ones for properties that a construction knows.

use super::address::Address;
use super::level::TwoNumberings;
use super::node::{Node, Port};
use super::parts::{Leaf, NetworkParts, Parts};
use crate::evidence::Evidence;
use std::fmt::Debug;
use std::sync::Arc;

/// A network as four questions. Everything else is a function over them.
///
/// Law 1: `link` is an involution: `link(v, p) == (w, q)` exactly when `link(w, q) == (v, p)`, and `w != v`.
///
/// Law 2: following `next_port` arrives: from any node, finitely many hops lead to the target, where the answer is `None`.
///
/// Law 3: ids below [`Roles::endpoints`] are endpoints, and the others are switches.
///
/// Arguments are in range (`v < nodes()`, `port < degree(v)`); an answer to others has no meaning, and may be a panic.
pub trait Network: NodeLinks + Debug + Send + Sync {
    /// Number of nodes.
    fn nodes(&self) -> u64;
    /// Number of ports `v` has, each with one link.
    fn degree(&self, v: Node) -> u32;
    /// The node and port at the other end.
    fn link(&self, v: Node, port: Port) -> (Node, Port);
    /// The port of the next hop from `at` towards `to`; `None` when there.
    fn next_port(&self, at: Node, to: Node) -> Option<Port>;
}

/// All links of a node at once, by [`Network::degree`] and [`Network::link`]. Every network has it, and none can have its own: it saves the call for
/// each port, which costs more than most links.
pub trait NodeLinks {
    /// Replaces `out` with the other ends of the links of `v`, in the order of its ports.
    fn links_of(&self, v: Node, out: &mut Vec<(Node, Port)>);
}

impl<T: Network> NodeLinks for T {
    fn links_of(&self, v: Node, out: &mut Vec<(Node, Port)>) {
        out.clear();
        out.extend((0..self.degree(v)).map(|port| self.link(v, Port(port))));
    }
}

/// Optional knowledge of a construction beyond the four methods. Every method has a default, "not known".
pub trait Structure: Network {
    /// The exact distance, where the construction has a closed form for it.
    fn distance(&self, _a: Node, _b: Node) -> Option<u64> {
        None
    }

    /// The evidence of [`Structure::distance`]: proved only if the closed form and all of its parts are. A stored
    /// graph searches, and so does everything that rests on one.
    fn distance_known(&self) -> Evidence {
        Evidence::computed("the distance function of the construction [distance-function]")
    }

    /// Returns `true` if following `next_port` from an endpoint to an endpoint takes a shortest path, always.
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

    /// The composition of the network, for algorithms that recur over the construction. The default is a leaf.
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

/// Names of the nodes.
pub trait Naming {
    /// The address of a node, in the notation of the paper.
    fn address(&self, v: Node) -> Address;

    /// The same in the memory of another address, for callers that need those of many nodes.
    fn address_into(&self, v: Node, into: &mut Address) {
        *into = self.address(v);
    }

    /// The node at an address; an id is also an address. The error names the expectation.
    fn node_at(&self, address: &Address) -> Result<Node, String>;

    /// The form of an address, for display: `id`, `(class, cluster, node)`.
    fn notation(&self) -> String;
}

/// Which nodes are endpoints, and how wide links are.
pub trait Roles: Network {
    /// Number of endpoints: ids below are endpoints, ids from there on are switches.
    fn endpoints(&self) -> u64 {
        self.nodes()
    }

    /// Number of flits a link of this class carries in a cycle and direction, an index into [`Structure::link_classes`].
    fn width(&self, _class: usize) -> u64 {
        1
    }

    /// Number of cables per link of this class, each with its own port: the width, unless cables have different rates.
    fn cables(&self, class: usize) -> u64 {
        self.width(class)
    }

    /// The widths of the cables of a link of this class, each once with its number of cables, narrowest first.
    fn cable_widths(&self, class: usize) -> Vec<(u64, u64)> {
        let cables = self.cables(class).max(1);
        vec![(self.width(class) / cables, cables)]
    }

    /// The width of an endpoint port. It is 1 unless cables have different rates; then widths are counted in parts of that port's rate.
    fn unit(&self) -> u64 {
        1
    }

    /// The arrangement of endpoints and switches, for algorithms between endpoints. Unknown by default.
    fn layout(&self) -> Layout<'_> {
        Layout::Other
    }
}

/// How endpoints lie among switches.
#[derive(Debug, Clone, Copy)]
pub enum Layout<'a> {
    /// No switches: a dual over two bases, in which class 0 has clusters of the first.
    TwoBases {
        /// The bases.
        bases: &'a [Arc<dyn Structure>; 2],
        /// Class, cluster and node of every id.
        numbering: TwoNumberings,
    },
    /// The endpoints of a fat tree are the tuples (x_h, …, x_1), row-major; x_i < `children[i-1]`. A node of level i has `parents[i]` parents,
    /// and routes to an endpoint rise from level i >= 1 by parent x_i mod `parents[i]`.
    Tree {
        /// Number of children a node has, from level 1 on.
        children: &'a [u64],
        /// Number of parents a node has, from level 0 on.
        parents: &'a [u64],
    },
    /// Hosts on every endpoint of another network: host i of endpoint r has id r·each + i.
    Hosts {
        /// That network.
        routers: &'a Arc<dyn Structure>,
        /// Hosts per endpoint.
        each: u64,
    },
    /// A product: the endpoints are the tuples of endpoints, row-major.
    Factors(&'a [Arc<dyn Structure>]),
    /// Several copies of a network on common endpoints; a target is always reached in the same one.
    Planes(&'a Arc<dyn Structure>),
    /// Copies of a network around one switch, which has the last id: node v of copy i has id i·n + v.
    Hub {
        /// That network.
        inside: &'a Arc<dyn Structure>,
        /// Number of copies.
        copies: u64,
    },
    /// Unknown.
    Other,
}

impl dyn Roles + '_ {
    /// The factors of a product with switches: ids of endpoints are row-major over the endpoints of these.
    pub fn factors(&self) -> Option<&[Arc<dyn Structure>]> {
        match self.layout() {
            Layout::Factors(factors) => Some(factors),
            _ => None,
        }
    }

    /// The router network, if every endpoint of it has hosts: ids of endpoints are router and host, and the nodes of
    /// the router network follow, in their order.
    pub fn hosted(&self) -> Option<(&Arc<dyn Structure>, u64)> {
        match self.layout() {
            Layout::Hosts { routers, each } => Some((routers, each)),
            _ => None,
        }
    }
}

/// The defaults of every network: ids are addresses, and a direct network has endpoints only.
impl dyn Structure + '_ {
    /// The address of a node; its id where the network has no other.
    pub fn address(&self, v: Node) -> Address {
        self.naming().map_or(Address::Int(v.0), |names| names.address(v))
    }

    /// The same in the memory of another address.
    pub fn address_into(&self, v: Node, into: &mut Address) {
        match self.naming() {
            Some(names) => names.address_into(v, into),
            None => *into = Address::Int(v.0),
        }
    }

    /// The node at an address. The error names the expectation.
    pub fn node_at(&self, address: &Address) -> Result<Node, String> {
        self.naming().map_or_else(|| address.id_below(self.nodes()), |names| names.node_at(address))
    }

    /// The form of an address, for display: `id`, `(class, cluster, node)`.
    pub fn notation(&self) -> String {
        self.naming().map_or_else(|| "id".to_owned(), |names| names.notation())
    }

    /// Number of endpoints: ids below are endpoints, ids from there on are switches.
    pub fn endpoints(&self) -> u64 {
        self.roles().map_or_else(|| self.nodes(), |roles| roles.endpoints())
    }

    /// The factors of a product, with switches or without: ids of endpoints are row-major over the endpoints of these.
    pub fn factors(&self) -> Option<&[Arc<dyn Structure>]> {
        match self.parts() {
            Parts::Product(factors) => Some(factors),
            _ => self.roles().and_then(|roles| roles.factors()),
        }
    }

    /// Number of flits a link of this class carries in a cycle and direction.
    pub fn width(&self, class: usize) -> u64 {
        self.roles().map_or(1, |roles| roles.width(class))
    }

    /// Number of cables per link of this class.
    pub fn cables(&self, class: usize) -> u64 {
        self.roles().map_or(1, |roles| roles.cables(class))
    }

    /// The widths of the cables of a link of this class, each once with its number of cables, narrowest first.
    pub fn cable_widths(&self, class: usize) -> Vec<(u64, u64)> {
        self.roles().map_or_else(|| vec![(1, 1)], |roles| roles.cable_widths(class))
    }

    /// The width of an endpoint port, in which throughput is counted.
    pub fn unit(&self) -> u64 {
        self.roles().map_or(1, |roles| roles.unit())
    }

    /// The class of the link from one node to another; `None` if they are not linked. The port is looked up first where a route would take it.
    pub fn class_between(&self, a: Node, b: Node) -> Option<usize> {
        let leads = |port: &Port| self.link(a, *port).0 == b;
        let port =
            self.next_port(a, b).filter(leads).or_else(|| (0..self.degree(a)).map(Port).find(leads))?;
        Some(self.link_class(a, port))
    }

    /// The width of the link from one node to another; `None` if they are not linked.
    pub fn width_between(&self, a: Node, b: Node) -> Option<u64> {
        self.class_between(a, b).map(|class| self.width(class))
    }
}

/// The neighbours of `v`, in the order of its ports.
pub fn neighbors<N: Network + ?Sized>(net: &N, v: Node) -> impl Iterator<Item = Node> + '_ {
    (0..net.degree(v)).map(move |p| net.link(v, Port(p)).0)
}
