//! The verifier of spanning trees that are arc-disjoint. It asserts for one root
//!
//! - every parent is a neighbour of its node;
//! - no two trees use the same arc: the parents of a node differ from tree to tree;
//! - the parents of every node lead to the root.
//!
//! So each tree spans the network, directed away from the root. Only the methods of the network and the parents are used; memory is four bytes for
//! each node, one tree after the other.

use super::fingerprint::{Fingerprint, THOROUGH};
use super::{Asserted, Checked, Limit, Verdict};
use crossedge_core::model::Rooted;
use crossedge_core::net::{Network, Node, neighbors};
use crossedge_core::progress::{Progress, Stopped};
use rayon::prelude::*;
use std::fmt;

/// Trees that are not what they should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadTrees {
    /// The root is not a node of the network.
    Root(u64),
    /// A parent that is not a neighbour.
    Unlinked {
        /// The tree, from 0.
        tree: u32,
        /// The node.
        node: u64,
        /// Its parent.
        parent: u64,
    },
    /// Two trees go over the same arc.
    Shared {
        /// The trees, from 0.
        trees: (u32, u32),
        /// From here.
        parent: u64,
        /// To there.
        node: u64,
    },
    /// Parents that do not lead to the root.
    Astray {
        /// The tree, from 0.
        tree: u32,
        /// From this node on.
        node: u64,
    },
}

impl fmt::Display for BadTrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTrees::Root(root) => write!(f, "the root, node {root}, is not a node of the network"),
            BadTrees::Unlinked { tree, node, parent } => {
                write!(
                    f,
                    "tree {}: the parent of node {node} is node {parent}, and no link joins them",
                    tree + 1
                )
            }
            BadTrees::Shared { trees: (a, b), parent, node } => {
                write!(f, "trees {} and {} both go from node {parent} to node {node}", a + 1, b + 1)
            }
            BadTrees::Astray { tree, node } => {
                write!(f, "tree {}: the parents of node {node} do not lead to the root", tree + 1)
            }
        }
    }
}

impl std::error::Error for BadTrees {}

/// Networks of more nodes are not verified: four bytes for each would take more than 2 GiB.
const MOST_NODES: u64 = 1 << 29;

/// Nodes are taken in runs of this many.
const RUN: u64 = 1 << 12;

/// Verifies the trees of one root; the depth of each is found on the way.
pub fn arborescences<T: Rooted>(
    net: &dyn Network,
    trees: T,
    watch: &dyn Progress,
) -> Result<Verdict<Checked<T>, BadTrees>, Stopped> {
    let (nodes, root, count) = (net.nodes(), trees.root(), trees.count());
    if nodes > MOST_NODES {
        return Ok(Verdict::Undecided(Limit {
            what: "nodes",
            asked: Some(nodes.into()),
            most: MOST_NODES.into(),
            works: format!("a network of at most {MOST_NODES} nodes"),
        }));
    }
    if root.0 >= nodes {
        return Ok(Verdict::Refuted(BadTrees::Root(root.0)));
    }
    watch.stage("arcs of the trees", nodes);
    let judged = (0..nodes.div_ceil(RUN)).into_par_iter().try_for_each(|run| {
        let to = nodes.min((run + 1) * RUN);
        let bad = (run * RUN..to).filter(|&v| v != root.0).find_map(|v| arcs(net, &trees, Node(v)));
        watch.advance(to - run * RUN);
        match bad {
            Some(bad) => Err(Some(bad)),
            None if watch.stopped() => Err(None),
            None => Ok(()),
        }
    });
    match judged {
        Err(None) => return Err(Stopped),
        Err(Some(bad)) => return Ok(Verdict::Refuted(bad)),
        Ok(()) => {}
    }
    watch.stage("depths of the trees", count.into());
    let mut depths = Vec::new();
    for tree in 0..count {
        match depth(nodes, &trees, tree, watch)? {
            Ok(depth) => depths.push(depth),
            Err(bad) => return Ok(Verdict::Refuted(bad)),
        }
        watch.advance(1);
    }
    let asserted = Asserted::Trees { root, depths };
    Ok(Verdict::Holds(Checked::new(trees, Fingerprint::of(net, THOROUGH), asserted)))
}

/// The arcs into one node.
fn arcs(net: &dyn Network, trees: &dyn Rooted, v: Node) -> Option<BadTrees> {
    let mut seen: Vec<Node> = Vec::new();
    for tree in 0..trees.count() {
        let parent = trees.parent(tree, v);
        if !neighbors(net, v).any(|w| w == parent) {
            return Some(BadTrees::Unlinked { tree, node: v.0, parent: parent.0 });
        }
        if let Some(before) = seen.iter().position(|&p| p == parent) {
            return Some(BadTrees::Shared { trees: (before as u32, tree), parent: parent.0, node: v.0 });
        }
        seen.push(parent);
    }
    None
}

/// How deep a tree is, when every node hangs on the root.
fn depth(
    nodes: u64,
    trees: &dyn Rooted,
    tree: u32,
    watch: &dyn Progress,
) -> Result<Result<u32, BadTrees>, Stopped> {
    const UNKNOWN: u32 = u32::MAX;
    let root = trees.root();
    let mut depths = vec![UNKNOWN; nodes as usize];
    depths[root.0 as usize] = 0;
    let (mut deepest, mut trail) = (0, Vec::new());
    for v in 0..nodes {
        if v % RUN == 0 && watch.stopped() {
            return Err(Stopped);
        }
        let mut at = Node(v);
        while depths[at.0 as usize] == UNKNOWN {
            // A path without a repetition is shorter than this.
            if trail.len() as u64 >= nodes {
                return Ok(Err(BadTrees::Astray { tree, node: v }));
            }
            trail.push(at);
            at = trees.parent(tree, at);
        }
        let mut depth = depths[at.0 as usize];
        while let Some(under) = trail.pop() {
            depth += 1;
            depths[under.0 as usize] = depth;
        }
        deepest = deepest.max(depth);
    }
    Ok(Ok(deepest))
}
