//! The trees of products and duals from those of their parts.
//!
//! **Lemma.** From k trees at r come k + 1 branchings that are arc-disjoint, each spanning, whose roots part all nodes: F_0 = T_k with root r; F_i,
//! 0 < i < k, which is T_i with the arc r → w_i turned round, root w_i; and F_k = {w_k → r, and r → w_i for 0 < i < k}, roots: all others. For no
//! arc of a tree enters r, so the arcs w_i → r are free, and each turned arc frees r → w_i once. The *role* of a node is the F of which it is a
//! root.
//!
//! **Duals** over A and B, k + 1 trees for k the smaller number of theirs. A node is (t, x, y): class 0 moves x in cluster y, class 1 moves y in cluster x. Root (0, x0, y0), c the role of x at x0.
//! Parent of (t, x, y) in tree i = 0 … k:
//!
//! - t = 0, y = y0: over the cross-edge for i = 0, else by T_i;
//! - t = 0, y ≠ y0: over the cross-edge for i = c, else by F_i;
//! - t = 1: with f = c for i = 0, 0 for i = c, else i: over the cross-edge when y has role f at y0, else by F_f.
//!
//! Arcs inside clusters are distinguished by the lemma (colours 0 and c change roles in cluster x of class 1); a cross-edge is gone down by c, or
//! by 0 in the cluster of the root, and up by the colour whose role y has. Tree 0 goes up at the root, spreads by F_0, down into every (0, x0, y),
//! spreads by F_0, up into the other clusters of class 1 where the role is c, spreads by F_c, and down at y0 into the cluster of the root. Tree i spreads by
//! T_i in the cluster of the root, up where the role is i, over those clusters from y0, down into every other cluster, spreads by F_i, and up where y has
//! role i into the rest. A root of class 1 sees the classes exchanged.
//!
//! **Products**, a + b trees for a ≥ b. Root (x0, y0), w the first children in the factor with a trees, w' those in the other. Parent of (x, y):
//!
//! - tree B_j, j < b: x = x0: by T'_j in y; else y ≠ y0: by T_j in x; else (x, w'_j);
//! - tree A_j: y = y0: by T_j in x. Otherwise for j < b: x = x0: (w_j, y); j = 0 and x = w_i with i ≥ b: (x0, y); else by T'_j in y. For j ≥ b: x = x0:
//!   (w_j, y); x = w_j: by T'_0 in y; else by T_j in x.

use super::edmonds::StoredTrees;
use super::none::NoTrees;
use crossedge_core::progress::Progress;
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::decomposition::{IdTranslation, Part, across_cross_edge};
use crossedge_lang::net::{Leaf, Numbering, Place, Structure, TwoNumberings};

/// A system of trees.
#[derive(Debug)]
pub(super) enum TreeSystem {
    /// A line: each node is linked to the next.
    Line(u64),
    /// And the last to the first.
    Ring(u64),
    /// Every two.
    Complete(u64),
    /// A network without closed form.
    Stored(StoredTrees),
    /// A product.
    Product(Box<ProductTrees>),
    /// A dual.
    Dual(Box<DualTrees>),
    /// The same under other ids.
    Named(Box<(TreeSystem, IdTranslation)>),
}

/// A product of two systems.
#[derive(Debug)]
pub(super) struct ProductTrees {
    /// The one with more trees, and the other.
    many: TreeSystem,
    few: TreeSystem,
    counts: (u32, u32),
    split: Pair,
    /// `true` if the one with more trees is the factor whose coordinate changes fastest.
    turned: bool,
}

/// A dual of a system.
#[derive(Debug)]
pub(super) struct DualTrees {
    /// Of class 0, and of class 1 where it has another one.
    base: TreeSystem,
    other: Option<TreeSystem>,
    /// The smaller number of their trees.
    count: u32,
    numbering: Classes,
}

/// Class, cluster and node of every id.
#[derive(Debug)]
enum Classes {
    One(Numbering),
    Two(TwoNumberings),
}

impl Classes {
    fn place_of(&self, v: u64) -> Place {
        match self {
            Classes::One(numbering) => numbering.place(v),
            Classes::Two(numbering) => numbering.place(v),
        }
    }

    fn id(&self, at: Place) -> u64 {
        match self {
            Classes::One(numbering) => numbering.id(at),
            Classes::Two(numbering) => numbering.id(at),
        }
    }
}

impl TreeSystem {
    pub(super) fn of(net: &dyn Structure, watch: &dyn Progress) -> Result<TreeSystem, NoTrees> {
        TreeSystem::of_part(Part::decompose(net), watch)
    }

    fn of_part(part: Part<'_>, watch: &dyn Progress) -> Result<TreeSystem, NoTrees> {
        if part.nodes() <= 2 {
            // Any two connected nodes are a line.
            return match part.nodes() == 2 && part.neighbours(0).is_empty() {
                true => Err(NoTrees::Apart),
                false => Ok(TreeSystem::Line(part.nodes())),
            };
        }
        Ok(match part {
            Part::Leaf(net) => match net.parts().leaf() {
                Leaf::Path => TreeSystem::Line(net.nodes()),
                Leaf::Ring => TreeSystem::Ring(net.nodes()),
                Leaf::Complete => TreeSystem::Complete(net.nodes()),
                _ => {
                    StoredTrees::fits(net)?;
                    TreeSystem::Stored(StoredTrees::new(net, watch)?)
                }
            },
            Part::Cube(bits) => (1..bits).fold(TreeSystem::Line(2), |cube, _| {
                TreeSystem::product(cube, TreeSystem::Line(2), Pair::new(2))
            }),
            Part::Product(parts, split) => {
                let [left, right] = *parts;
                match (left.nodes(), right.nodes()) {
                    (1, _) => TreeSystem::of_part(right, watch)?,
                    (_, 1) => TreeSystem::of_part(left, watch)?,
                    _ => TreeSystem::product(
                        TreeSystem::of_part(left, watch)?,
                        TreeSystem::of_part(right, watch)?,
                        split,
                    ),
                }
            }
            Part::Dual(dual) => {
                let base = TreeSystem::of_part(*dual.base, watch)?;
                let (count, numbering) = (base.count(), Classes::One(dual.numbering));
                TreeSystem::Dual(Box::new(DualTrees { count, base, other: None, numbering }))
            }
            // One node alone has no trees to begin with.
            Part::Two(net, two) if two.bases.iter().any(|base| base.nodes() == 1) => {
                StoredTrees::fits(net)?;
                TreeSystem::Stored(StoredTrees::new(net, watch)?)
            }
            Part::Two(_, two) => {
                let [a, b] = *two.bases;
                let (base, other) = (TreeSystem::of_part(a, watch)?, TreeSystem::of_part(b, watch)?);
                let (count, numbering) = (base.count().min(other.count()), Classes::Two(two.numbering));
                TreeSystem::Dual(Box::new(DualTrees { count, base, other: Some(other), numbering }))
            }
            Part::Named(part, names) => {
                TreeSystem::Named(Box::new((TreeSystem::of_part(*part, watch)?, names)))
            }
        })
    }

    fn product(left: TreeSystem, right: TreeSystem, split: Pair) -> TreeSystem {
        let turned = left.count() < right.count();
        let (many, few) = if turned { (right, left) } else { (left, right) };
        TreeSystem::Product(Box::new(ProductTrees {
            counts: (many.count(), few.count()),
            many,
            few,
            split,
            turned,
        }))
    }

    /// Number of trees.
    pub(super) fn count(&self) -> u32 {
        match self {
            TreeSystem::Line(nodes) => u32::from(*nodes > 1),
            TreeSystem::Ring(_) => 2,
            // Networks have degrees below 2^32.
            TreeSystem::Complete(nodes) => (nodes - 1) as u32,
            TreeSystem::Stored(stored) => stored.count(),
            TreeSystem::Product(product) => product.counts.0 + product.counts.1,
            TreeSystem::Dual(dual) => dual.count + 1,
            TreeSystem::Named(named) => named.0.count(),
        }
    }

    /// Returns `true` if a search found trees of a part.
    pub(super) fn searched(&self) -> bool {
        match self {
            TreeSystem::Line(_) | TreeSystem::Ring(_) | TreeSystem::Complete(_) => false,
            TreeSystem::Stored(_) => true,
            TreeSystem::Product(product) => product.many.searched() || product.few.searched(),
            TreeSystem::Dual(dual) => {
                dual.base.searched() || dual.other.as_ref().is_some_and(TreeSystem::searched)
            }
            TreeSystem::Named(named) => named.0.searched(),
        }
    }

    /// How deep a tree can be.
    pub(super) fn depth_bound(&self) -> u64 {
        match self {
            TreeSystem::Line(nodes) | TreeSystem::Ring(nodes) => nodes - 1,
            TreeSystem::Complete(_) => 2,
            TreeSystem::Stored(stored) => stored.nodes() - 1,
            TreeSystem::Product(product) => {
                product.many.depth_bound().saturating_add(product.few.depth_bound()).saturating_add(2)
            }
            // Three spreads and four crossings by T or F, of which a turned arc makes one a hop longer; a spread of F_k has two hops at most.
            TreeSystem::Dual(dual) => {
                let inside =
                    dual.base.depth_bound().max(dual.other.as_ref().map_or(0, TreeSystem::depth_bound));
                inside.saturating_mul(3).saturating_add(5).max(inside.saturating_mul(2).saturating_add(8))
            }
            TreeSystem::Named(named) => named.0.depth_bound(),
        }
    }

    /// The parent of `v`, which is not the root `r`, in tree `i`.
    pub(super) fn parent(&self, r: u64, i: u32, v: u64) -> u64 {
        match self {
            TreeSystem::Line(_) => {
                if v > r {
                    v - 1
                } else {
                    v + 1
                }
            }
            TreeSystem::Ring(nodes) => match i {
                0 => v.checked_sub(1).unwrap_or(nodes - 1),
                _ => {
                    if v + 1 == *nodes {
                        0
                    } else {
                        v + 1
                    }
                }
            },
            TreeSystem::Complete(_) => {
                let first = self.first(r, i);
                if v == first { r } else { first }
            }
            TreeSystem::Stored(stored) => stored.parent(r, i, v),
            TreeSystem::Product(product) => product.parent(r, i, v),
            TreeSystem::Dual(dual) => dual.parent(r, i, v),
            TreeSystem::Named(named) => {
                let (rule, names) = named.as_ref();
                names.to_network(rule.parent(names.to_part(r), i, names.to_part(v)))
            }
        }
    }

    /// The first child of the root in tree `i`.
    pub(super) fn first(&self, r: u64, i: u32) -> u64 {
        match self {
            TreeSystem::Line(nodes) => {
                if r + 1 < *nodes {
                    r + 1
                } else {
                    r.saturating_sub(1)
                }
            }
            // The child of the root is the node whose parent it is.
            TreeSystem::Ring(_) => self.parent(r, 1 - i.min(1), r),
            TreeSystem::Complete(_) => u64::from(i) + u64::from(u64::from(i) >= r),
            TreeSystem::Stored(stored) => stored.first(r, i),
            TreeSystem::Product(product) => product.first(r, i),
            TreeSystem::Dual(dual) => {
                let at = dual.numbering.place_of(r);
                dual.numbering.id(match i {
                    0 => across_cross_edge(at),
                    _ => Place { node: dual.class_base(at.class).first(at.node, i - 1), ..at },
                })
            }
            TreeSystem::Named(named) => {
                let (rule, names) = named.as_ref();
                names.to_network(rule.first(names.to_part(r), i))
            }
        }
    }
}

impl ProductTrees {
    /// The coordinates in the factor with many trees and in the other.
    fn split_id(&self, v: u64) -> (u64, u64) {
        let (left, right) = self.split.split(v);
        if self.turned { (right, left) } else { (left, right) }
    }

    fn join_id(&self, (x, y): (u64, u64)) -> u64 {
        if self.turned { self.split.join(y, x) } else { self.split.join(x, y) }
    }

    fn first(&self, r: u64, i: u32) -> u64 {
        let (x, y) = self.split_id(r);
        self.join_id(match i.checked_sub(self.counts.1) {
            None => (x, self.few.first(y, i)),
            Some(j) => (self.many.first(x, j), y),
        })
    }

    fn parent(&self, r: u64, i: u32, v: u64) -> u64 {
        let ((x0, y0), (x, y)) = (self.split_id(r), self.split_id(v));
        let (ProductTrees { many, few, .. }, (all, b)) = (self, self.counts);
        self.join_id(match i.checked_sub(b) {
            None if x == x0 => (x, few.parent(y0, i, y)),
            None if y != y0 => (many.parent(x0, i, x), y),
            None => (x, few.first(y0, i)),
            Some(j) if y == y0 => (many.parent(x0, j, x), y),
            Some(j) if x == x0 => (many.first(x0, j), y),
            Some(0) if (b..all).any(|i| many.first(x0, i) == x) => (x0, y),
            Some(j) if j < b => (x, few.parent(y0, j, y)),
            Some(j) if x == many.first(x0, j) => (x, few.parent(y0, 0, y)),
            Some(j) => (many.parent(x0, j, x), y),
        })
    }
}

impl DualTrees {
    /// The base of a class.
    fn class_base(&self, class: u64) -> &TreeSystem {
        match &self.other {
            Some(other) if class == 1 => other,
            _ => &self.base,
        }
    }

    fn parent(&self, r: u64, i: u32, v: u64) -> u64 {
        let (root, at) = (self.numbering.place_of(r), self.numbering.place_of(v));
        let (x0, y0) = (root.node, root.cluster);
        let (own, other) = (self.class_base(root.class), self.class_base(1 - root.class));
        let stay = |node: u64| self.numbering.id(Place { node, ..at });
        let cross = || self.numbering.id(across_cross_edge(at));
        match at.class == root.class {
            true if at.cluster == y0 => match i {
                0 => cross(),
                _ => stay(own.parent(x0, i - 1, at.node)),
            },
            true => match self.branching_of(own, x0, at.node) == i {
                true => cross(),
                false => stay(self.parent_in_branching(own, x0, i, at.node)),
            },
            false => {
                let c = self.branching_of(own, x0, at.cluster);
                let f = if i == 0 {
                    c
                } else if i == c {
                    0
                } else {
                    i
                };
                match self.branching_of(other, y0, at.node) == f {
                    true => cross(),
                    false => stay(self.parent_in_branching(other, y0, f, at.node)),
                }
            }
        }
    }

    /// The branching of which a node of the base is a root.
    fn branching_of(&self, base: &TreeSystem, r: u64, v: u64) -> u32 {
        if v == r {
            return 0;
        }
        (1..self.count).find(|&i| base.first(r, i - 1) == v).unwrap_or(self.count)
    }

    /// The parent in branching `f` of a node that is none of its roots.
    fn parent_in_branching(&self, base: &TreeSystem, r: u64, f: u32, v: u64) -> u64 {
        let last = self.count - 1;
        match f {
            0 => base.parent(r, last, v),
            _ if v == r => base.first(r, f - 1),
            _ if f == self.count => r,
            _ => base.parent(r, f - 1, v),
        }
    }
}
