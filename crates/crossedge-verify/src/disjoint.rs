//! The verifier of disjoint paths between two nodes. It asserts
//!
//! - every path begins at the one node and ends at the other, and these differ;
//! - every step is a link, found by asking each port of the node;
//! - no path meets a node twice;
//! - no two paths share a node besides their ends, and the link between the ends is taken at most once.
//!
//! It does not assert that there are no more paths; that is the bound by the smaller degree, or a maximum flow.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::verify::disjoint::check;
//!
//! let net: Topology = "ring(4)".parse()?;
//! let paths = [vec![Node(0), Node(1), Node(2)], vec![Node(0), Node(3), Node(2)]];
//! assert!(check(net.network()?.as_ref(), Node(0), Node(2), &paths).is_ok());
//! # Ok::<(), crossedge::Error>(())
//! ```

use crossedge_core::net::{Network, Node, neighbors};
use std::collections::HashMap;
use std::fmt;

/// Counts from the verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// Number of paths.
    pub count: usize,
    /// Hops of the shortest path; 0 without paths.
    pub shortest: u64,
    /// Hops of the longest path.
    pub longest: u64,
    /// Hops of all paths together.
    pub total: u64,
}

/// The error, with its position. Paths count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PathError {
    /// The two ends are one node, or no node of the network.
    Ends,
    /// A path does not lead from the one end to the other.
    Astray {
        /// Which path.
        path: usize,
    },
    /// A step that is not a link.
    NoLink {
        /// Which path.
        path: usize,
        /// From this node.
        from: u64,
        /// To this one.
        to: u64,
    },
    /// A node that appears twice.
    Twice {
        /// The node.
        node: u64,
        /// The path that met it first.
        first: usize,
        /// The path that met it again; the same for a path that crosses itself.
        again: usize,
    },
    /// Two paths take the link between the ends.
    DirectTwice {
        /// The first of them.
        first: usize,
        /// The other.
        again: usize,
    },
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathError::Ends => write!(f, "the ends are not two nodes of the network"),
            PathError::Astray { path } => write!(f, "path {path} does not lead from one end to the other"),
            PathError::NoLink { path, from, to } => write!(f, "path {path}: no link from {from} to {to}"),
            PathError::Twice { node, first, again } if first == again => {
                write!(f, "path {first} meets node {node} twice")
            }
            PathError::Twice { node, first, again } => {
                write!(f, "paths {first} and {again} share node {node}")
            }
            PathError::DirectTwice { first, again } => {
                write!(f, "paths {first} and {again} both take the link between the ends")
            }
        }
    }
}

impl std::error::Error for PathError {}

/// Verifies paths that are claimed to lead from `a` to `b` and to share nothing but these.
pub fn check<N: Network + ?Sized>(
    net: &N,
    a: Node,
    b: Node,
    paths: &[Vec<Node>],
) -> Result<Facts, PathError> {
    if a == b || a.0 >= net.nodes() || b.0 >= net.nodes() {
        return Err(PathError::Ends);
    }
    let mut owner: HashMap<u64, usize> = HashMap::new();
    let mut direct = None;
    for (i, path) in paths.iter().enumerate() {
        if path.len() < 2 || path.first() != Some(&a) || path.last() != Some(&b) {
            return Err(PathError::Astray { path: i });
        }
        for step in path.windows(2) {
            // The node must be there before its links can be asked.
            if step[0].0 >= net.nodes() || !neighbors(net, step[0]).any(|w| w == step[1]) {
                return Err(PathError::NoLink { path: i, from: step[0].0, to: step[1].0 });
            }
        }
        for node in &path[1..path.len() - 1] {
            if *node == a || *node == b {
                return Err(PathError::Twice { node: node.0, first: i, again: i });
            }
            if let Some(first) = owner.insert(node.0, i) {
                return Err(PathError::Twice { node: node.0, first, again: i });
            }
        }
        if path.len() == 2
            && let Some(first) = direct.replace(i)
        {
            return Err(PathError::DirectTwice { first, again: i });
        }
    }
    let hops = || paths.iter().map(|path| path.len() as u64 - 1);
    Ok(Facts {
        count: paths.len(),
        shortest: hops().min().unwrap_or(0),
        longest: hops().max().unwrap_or(0),
        total: hops().sum(),
    })
}
