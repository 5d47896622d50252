//! Arc-disjoint spanning trees, a maximum set from every root: in closed form, over the construction.
//!
//! A *system* of a network consists of arc-disjoint spanning trees T_1 … T_k for every root r, directed away from r (a link is
//! two arcs, one per direction). It returns the parent of a node in a tree, and the *first* child of the root in each tree; these are distinct. By
//! Edmonds (1973) the maximum k is the edge connectivity. Base cases:
//!
//! - a **ring** has two, one per direction; a **path** has one;
//! - a **complete graph** of n nodes has n - 1: r to w_i, and w_i to all others;
//! - a stored network has as many as its edge connectivity, by search ([`edmonds`](self)).
//!
//! **Products** of systems with a ≥ b trees have a + b, **duals** of systems with k trees have k + 1: see [`rule`](self) for the constructions and
//! their proofs. So tori, cubes, HyperX, dual-nets and nested hierarchical dual-nets have as many trees as their degree, from any root,
//! without a table. Cubes are due to Johnsson and Ho (1989), undirected trees of products to Ku, Wang and Hung (2003); arborescences of
//! biswapped networks were not found in a short search ([docs/REFERENCES.md](../../../../docs/REFERENCES.md)).
//!
//! ```
//! use crossedge::collective::Trees;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(torus(5,5), 2)".parse()?;
//! let trees = Trees::of(net.network()?.as_ref(), &Silent)?;
//! assert_eq!(trees.count(), 6, "as many as links at a node, of three million");
//! let parent = trees.parent(Node(0), 5, Node(3_000_000));
//! assert!(crossedge::net::neighbors(net.network()?.as_ref(), parent).any(|w| w == Node(3_000_000)));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod edmonds;
mod none;
mod rule;

pub use none::NoTrees;

use crossedge_core::evidence::Evidence;
use crossedge_core::model::Rooted;
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Node, Shape, Structure};
use rule::TreeSystem;

/// A system of trees of a network.
#[derive(Debug)]
pub struct Trees {
    rule: TreeSystem,
    nodes: u64,
    searched: bool,
}

impl Trees {
    /// The system of a network.
    /// Refuses a stored network whose size alone is too much for a search, before it is built.
    pub fn fits(shape: &dyn Shape) -> Result<(), NoTrees> {
        let nodes = u64::try_from(shape.nodes()).unwrap_or(u64::MAX);
        let degree = shape.degrees().keys().next_back().copied().unwrap_or(0);
        edmonds::StoredTrees::size_fits(nodes, degree.into())
    }

    /// The trees of a network.
    pub fn of(net: &dyn Structure, watch: &dyn Progress) -> Result<Trees, NoTrees> {
        let rule = TreeSystem::of(net, watch)?;
        let searched = rule.searched();
        Ok(Trees { rule, nodes: net.nodes(), searched })
    }

    /// Number of trees every root has. One node alone has none, and needs none.
    pub fn count(&self) -> u32 {
        self.rule.count()
    }

    /// Returns `true` if their number is known to be the edge connectivity, because a search found no more; in closed form it may be less.
    pub fn is_edge_connectivity(&self) -> bool {
        matches!(self.rule, TreeSystem::Stored(_))
    }

    /// Up to this many nodes the trees of all roots are computed quickly, by one search per root.
    pub fn most_roots(&self) -> u64 {
        if self.searched { 128 } else { u64::MAX }
    }

    /// The parent of a node in a tree of a root, from 0; the root itself has none, and is its own answer.
    pub fn parent(&self, root: Node, tree: u32, v: Node) -> Node {
        if root == v { root } else { Node(self.rule.parent(root.0, tree, v.0)) }
    }

    /// A child of the root in a tree. Those of different trees differ.
    pub fn root_child(&self, root: Node, tree: u32) -> Node {
        Node(self.rule.first(root.0, tree))
    }

    /// No node is deeper than this in any tree of any root.
    pub fn depth_bound(&self) -> u64 {
        self.rule.depth_bound()
    }

    /// The evidence of the trees to be spanning and to are arc-disjoint.
    pub fn evidence(&self) -> Evidence {
        match self.searched {
            true => Evidence::computed(
                "trees of the parts by search (Edmonds 1973, Lovász 1976) [edmonds-branchings], of products and duals by construction [arc-disjoint-trees]",
            ),
            false => {
                Evidence::proved("trees of leaves, products and duals by construction [arc-disjoint-trees]")
            }
        }
    }

    /// The depth of every node in a tree of a root; `None` if the parents of some node do not lead to it.
    pub fn tree_depths(&self, root: Node, tree: u32) -> Option<Vec<u32>> {
        let mut depths = vec![u32::MAX; self.nodes as usize];
        depths[root.0 as usize] = 0;
        let mut trail = Vec::new();
        for v in 0..self.nodes {
            let mut at = v;
            while depths[at as usize] == u32::MAX {
                if trail.len() as u64 > self.nodes {
                    return None;
                }
                trail.push(at);
                at = self.parent(root, tree, Node(at)).0;
            }
            let mut depth = depths[at as usize];
            while let Some(under) = trail.pop() {
                depth += 1;
                depths[under as usize] = depth;
            }
        }
        Some(depths)
    }

    /// The trees of one root, for callers that need no other.
    pub fn from_root(&self, root: Node) -> Arborescences<'_> {
        Arborescences { trees: self, root }
    }
}

/// The trees of one root.
#[derive(Debug, Clone, Copy)]
pub struct Arborescences<'a> {
    trees: &'a Trees,
    root: Node,
}

impl Rooted for Arborescences<'_> {
    fn root(&self) -> Node {
        self.root
    }

    fn count(&self) -> u32 {
        self.trees.count()
    }

    fn parent(&self, tree: u32, v: Node) -> Node {
        self.trees.parent(self.root, tree, v)
    }
}
