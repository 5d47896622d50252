//! The part of a network that has failed: some nodes, and some links between nodes that may live.
//!
//! A dead node takes all its links with it. Both sets are checked against a network when they are made.

use super::Error;
use crate::net::{Network, Node, neighbors};
use std::collections::BTreeSet;

/// Dead nodes and dead links of a network.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dead {
    nodes: BTreeSet<u64>,
    /// The smaller end first.
    links: BTreeSet<(u64, u64)>,
}

impl Dead {
    /// Nothing has failed.
    pub fn none() -> Self {
        Dead::default()
    }

    /// These nodes and links of `net` have failed; one that is named twice counts once.
    ///
    /// ```
    /// use crossedge::metrics::bfs::Dead;
    /// use crossedge::net::{Node, Table};
    /// let path = Table::from_edges(3, [(0, 1), (1, 2)]).expect("a simple graph");
    /// assert!(Dead::new(&path, [Node(2)], [(Node(1), Node(0))]).is_ok());
    /// let error = Dead::new(&path, [], [(Node(0), Node(2))]).unwrap_err();
    /// assert_eq!(error.to_string(), "there is no link between 0 and 2; node 0 is linked to 1");
    /// ```
    pub fn new(
        net: &dyn Network,
        nodes: impl IntoIterator<Item = Node>,
        links: impl IntoIterator<Item = (Node, Node)>,
    ) -> Result<Self, Error> {
        let mut dead = Dead::none();
        for v in nodes {
            dead.nodes.insert(known(net, v)?.0);
        }
        for (a, b) in links {
            let (a, b) = (known(net, a)?, known(net, b)?);
            if !neighbors(net, a).any(|w| w == b) {
                let around: Vec<_> = neighbors(net, a).take(8).map(|w| w.0.to_string()).collect();
                let help = match around.is_empty() {
                    true => format!("node {} has no links", a.0),
                    false => format!("node {} is linked to {}", a.0, around.join(", ")),
                };
                let message = format!("there is no link between {} and {}", a.0, b.0);
                return Err(Error::Usage { message, help });
            }
            dead.links.insert((a.0.min(b.0), a.0.max(b.0)));
        }
        Ok(dead)
    }

    /// Whether nothing has failed.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty() && self.links.is_empty()
    }

    /// Whether this node has failed.
    pub fn node(&self, v: Node) -> bool {
        self.nodes.contains(&v.0)
    }

    /// Whether nothing passes between these linked nodes: the link or one of its ends has failed.
    pub fn link(&self, a: Node, b: Node) -> bool {
        self.links.contains(&(a.0.min(b.0), a.0.max(b.0))) || self.node(a) || self.node(b)
    }

    /// The dead nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        self.nodes.iter().map(|&v| Node(v))
    }

    /// The dead links, the smaller end first, in order. Links of dead nodes are not among them unless they were named.
    pub fn links(&self) -> impl Iterator<Item = (Node, Node)> + '_ {
        self.links.iter().map(|&(a, b)| (Node(a), Node(b)))
    }

    /// How many nodes have failed.
    pub fn node_count(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// How many links were named.
    pub fn link_count(&self) -> u64 {
        self.links.len() as u64
    }
}

/// The node itself, when the network has it.
pub(super) fn known(net: &dyn Network, v: Node) -> Result<Node, Error> {
    match v.0 < net.nodes() {
        true => Ok(v),
        false => Err(Error::Usage {
            message: format!("there is no node {}", v.0),
            help: format!("ids run from 0 to {}", net.nodes() - 1),
        }),
    }
}
