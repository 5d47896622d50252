//! One level of dual construction in flat form: a route below in the cluster of the source, a crossing, a route below, a crossing.
//!
//! With (t, c, v) class, cluster and node of the source and (t', c', v') those of the target: when the classes are the same the node
//! goes to v' and the cluster to c', otherwise the node to c' and the cluster to v' (identity I1). The first crossing is left out when
//! both are in one cluster, the second unless they are in different clusters of one class.

use super::{Flat, Out};
use crossedge::net::address::{Pair, Quick};
use std::fmt::Debug;

/// How an id is split into cluster and node.
pub(super) trait Split: Debug + Send + Sync {
    /// Cluster and node.
    fn split(&self, v: u64) -> (u64, u64);
}

/// Ids below 2^32.
#[derive(Debug)]
pub(super) struct Narrow(Quick);

/// Any ids.
#[derive(Debug)]
pub(super) struct Wide(Pair);

impl Split for Narrow {
    #[inline(always)]
    fn split(&self, v: u64) -> (u64, u64) {
        self.0.split(v)
    }
}

impl Split for Wide {
    #[inline(always)]
    fn split(&self, v: u64) -> (u64, u64) {
        self.0.split(v)
    }
}

/// A level over a network in flat form.
#[derive(Debug)]
pub(super) struct Dual<F, S> {
    below: F,
    n: u64,
    /// The nodes of one class.
    half: u64,
    split: S,
}

impl<F: Flat> Dual<F, Narrow> {
    /// Over a network of at least two nodes, whose dual has at most 2^32.
    pub fn narrow(below: F) -> Option<Self> {
        let n = below.nodes();
        Some(Dual { n, half: n * n, split: Narrow(Quick::new(n)?), below })
    }
}

impl<F: Flat> Dual<F, Wide> {
    /// Over any network.
    pub fn wide(below: F) -> Self {
        let n = below.nodes();
        Dual { n, half: n * n, split: Wide(Pair::new(n)), below }
    }
}

impl<F: Flat, S: Split> Dual<F, S> {
    /// Whether the class is 1, cluster, and node.
    #[inline(always)]
    fn place(&self, v: u64) -> (bool, u64, u64) {
        let class = v >= self.half;
        let (cluster, node) = self.split.split(v - self.first(class));
        (class, cluster, node)
    }

    /// The first node of a class.
    #[inline(always)]
    fn first(&self, class: bool) -> u64 {
        if class { self.half } else { 0 }
    }
}

/// Where node and cluster of the source must come to.
#[inline(always)]
fn targets(same: bool, (cluster, node): (u64, u64)) -> (u64, u64) {
    if same { (node, cluster) } else { (cluster, node) }
}

impl<F: Flat, S: Split> Flat for Dual<F, S> {
    fn nodes(&self) -> u64 {
        2 * self.half
    }

    fn longest(&self) -> Option<u64> {
        self.below.longest()?.checked_mul(2)?.checked_add(2)
    }

    #[inline(always)]
    fn distance(&self, a: u64, b: u64) -> u64 {
        let ((t, c, v), (t2, c2, v2)) = (self.place(a), self.place(b));
        let same = t == t2;
        let (node, cluster) = targets(same, (c2, v2));
        let crossings = if same { u64::from(c != c2) * 2 } else { 1 };
        self.below.distance(v, node) + self.below.distance(c, cluster) + crossings
    }

    #[inline(always)]
    fn next(&self, a: u64, b: u64) -> u64 {
        let ((t, c, v), (t2, c2, v2)) = (self.place(a), self.place(b));
        let (node, _) = targets(t == t2, (c2, v2));
        if v != node {
            self.first(t) + c * self.n + self.below.next(v, node)
        } else if a != b {
            self.first(!t) + v * self.n + c
        } else {
            a
        }
    }

    #[inline(always)]
    fn path(&self, base: u64, a: u64, b: u64, out: &mut Out<'_>) {
        let ((t, c, v), (t2, c2, v2)) = (self.place(a), self.place(b));
        let same = t == t2;
        let (node, cluster) = targets(same, (c2, v2));
        let other = c != c2;
        let (here, there) = (base + self.first(t), base + self.first(!t));
        self.below.path(here + c * self.n, v, node, out);
        let across = there + node * self.n;
        out.push_if(across + c, !same | other);
        self.below.path(across, c, cluster, out);
        out.push_if(here + cluster * self.n + node, same & other);
    }
}
