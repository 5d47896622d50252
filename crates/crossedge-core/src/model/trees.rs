//! Spanning trees from one root.

use crate::net::Node;
use std::fmt;

/// Spanning trees from one root, as queried by verifiers and users.
pub trait Rooted: fmt::Debug + Sync {
    /// The root.
    fn root(&self) -> Node;
    /// Number of trees.
    fn count(&self) -> u32;
    /// The parent of a node that is not the root in a tree, from 0.
    fn parent(&self, tree: u32, v: Node) -> Node;
}
