//! A route as data: nodes, ports, and the reasons.

use crate::net::{Address, Node, Port};
use crate::words::words;
use std::fmt;

/// The algorithm of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// A shortest path.
    Minimal,
    /// The algorithm as the paper of the construction prints it, with the errata.
    Paper,
    /// The next port that the network gives, hop by hop.
    Address,
}

words!(Algorithm, "algorithm":
    Minimal = "minimal": "A shortest path",
    Paper = "paper": "As the paper of the construction prints it",
    Address = "address": "The next port that each address gives",
);

/// A path from one node to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// The source.
    pub from: Node,
    /// One hop after the other; `None` if it ends where it begins.
    pub hops: Vec<Hop>,
}

/// One hop of a route.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hop {
    /// The port by which the last node is left.
    pub port: Port,
    /// The node that is reached.
    pub node: Node,
    /// The case taken at each level, from the outermost in. Empty if a search found the path.
    pub cases: Vec<Case>,
}

/// The case of a routing algorithm at one level of the construction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// The part of the construction: `level 2`, `dimension 1`, `phase 3`, `unit`.
    pub part: String,
    /// The case, by the name in the paper or a short name.
    pub rule: String,
    /// The action.
    pub goal: Goal,
}

/// The next position, inside its part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// Over the cross-edge of the level.
    Cross,
    /// Towards this node of the part.
    To(Address),
}

impl Route {
    /// The destination.
    pub fn to(&self) -> Node {
        self.hops.last().map_or(self.from, |hop| hop.node)
    }

    /// Number of hops.
    pub fn length(&self) -> u64 {
        self.hops.len() as u64
    }

    /// The nodes, both ends included.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        std::iter::once(self.from).chain(self.hops.iter().map(|hop| hop.node))
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Cross => write!(f, "cross"),
            Goal::To(address) => write!(f, "to {address}"),
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rule.as_str() {
            "" => write!(f, "{}", self.goal),
            rule => write!(f, "{rule}, {}", self.goal),
        }
    }
}

/// Why there is no route to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoRoute {
    /// The two nodes are not connected.
    #[error("there is no way from node {} to node {}", .from.0, .to.0)]
    Apart {
        /// From here.
        from: Node,
        /// To there.
        to: Node,
    },
    /// The route has more hops than are listed.
    #[error("the route has more than {limit} hops, the most that are listed")]
    TooLong {
        /// The limit.
        limit: u64,
    },
    /// The search would see more nodes than the limit.
    #[error("no shortest path found within {limit} nodes, the search limit")]
    TooMany {
        /// The limit.
        limit: usize,
    },
    /// Stopped before the end.
    #[error("stopped")]
    Stopped,
}
