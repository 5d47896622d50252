//! Paths through a network that is decomposed along its construction.

use super::leaf;
use super::path::{IdPath, MAX_HOPS, Trouble};
use crossedge_lang::net::decomposition::{Dual, IdTranslation, Part, across_cross_edge};
use crossedge_lang::net::{Node, Place};
use std::collections::{HashSet, VecDeque};

/// Paths along a construction.
pub(super) trait ConstructionPaths {
    /// A path from `a` to `b`: no node twice, only its second node is a neighbour of `a`, only its last but one of `b`. A shortest
    /// one where the leaves route so.
    fn path_between(&self, a: u64, b: u64) -> Result<IdPath, Trouble>;

    /// The hops of [`Paths::path_between`].
    fn length(&self, a: u64, b: u64) -> Result<u64, Trouble>;
}

impl ConstructionPaths for Part<'_> {
    fn path_between(&self, a: u64, b: u64) -> Result<IdPath, Trouble> {
        match self {
            Part::Leaf(net) | Part::Two(net, _) => leaf::path_between(*net, a, b),
            Part::Cube(_) => {
                let (mut path, mut at) = (vec![a], a);
                while at != b {
                    at ^= 1 << (at ^ b).ilog2();
                    path.push(at);
                }
                Ok(path)
            }
            Part::Product(parts, split) => {
                let ((g, h), (g2, h2)) = (split.split(a), split.split(b));
                let mut path: IdPath =
                    parts[0].path_between(g, g2)?.into_iter().map(|g| split.join(g, h)).collect();
                path.extend(parts[1].path_between(h, h2)?.into_iter().skip(1).map(|h| split.join(g2, h)));
                check_length(path)
            }
            Part::Dual(dual) => dual.path_between(a, b),
            Part::Named(part, names) => {
                let path = part.path_between(names.to_part(a), names.to_part(b))?;
                Ok(path.into_iter().map(|v| names.to_network(v)).collect())
            }
        }
    }

    fn length(&self, a: u64, b: u64) -> Result<u64, Trouble> {
        match self {
            Part::Leaf(net) | Part::Two(net, _) if net.minimal() => {
                net.distance(Node(a), Node(b)).ok_or(Trouble::NoWay)
            }
            Part::Leaf(net) | Part::Two(net, _) => Ok(leaf::path_between(*net, a, b)?.len() as u64 - 1),
            Part::Cube(_) => Ok(u64::from((a ^ b).count_ones())),
            Part::Product(parts, split) => {
                let ((g, h), (g2, h2)) = (split.split(a), split.split(b));
                Ok(parts[0].length(g, g2)? + parts[1].length(h, h2)?)
            }
            Part::Dual(dual) => dual.length(a, b),
            Part::Named(part, names) => part.length(names.to_part(a), names.to_part(b)),
        }
    }
}

/// Up to `count` nodes nearest to `v`, itself not among them, with their distances.
pub(super) fn nearest_nodes(part: &Part<'_>, v: u64, count: usize) -> Vec<(u64, u64)> {
    let mut met = HashSet::from([v]);
    let mut queue = VecDeque::from([(v, 0)]);
    let mut ball = Vec::new();
    while let Some((u, distance)) = queue.pop_front() {
        // Of more neighbours than are met and wanted together, some are new.
        for w in part.some_around(u, count.saturating_add(met.len())) {
            if ball.len() == count {
                return ball;
            }
            if met.insert(w) {
                ball.push((w, distance + 1));
                queue.push_back((w, distance + 1));
            }
        }
    }
    ball
}

/// Paths under the ids of a named part.
pub(super) fn renamed_paths(names: &IdTranslation, paths: Vec<IdPath>) -> Vec<IdPath> {
    paths.into_iter().map(|path| path.into_iter().map(|v| names.to_network(v)).collect()).collect()
}

/// A pair of ids inside a named part.
pub(super) fn inner_pair(names: &IdTranslation, a: u64, b: u64) -> (u64, u64) {
    (names.to_part(a), names.to_part(b))
}

impl ConstructionPaths for Dual<'_> {
    /// Inside the cluster, across, and where the class asks for it along the other coordinate and back (I1).
    fn path_between(&self, a: u64, b: u64) -> Result<IdPath, Trouble> {
        let (here, there) = (self.place(a), self.place(b));
        let mut trail = Trail::new(self, here);
        if here.class != there.class {
            trail.walk(&self.base.path_between(here.node, there.cluster)?);
            trail.cross();
            trail.walk(&self.base.path_between(here.cluster, there.node)?);
        } else {
            trail.walk(&self.base.path_between(here.node, there.node)?);
            if here.cluster != there.cluster {
                trail.cross();
                trail.walk(&self.base.path_between(here.cluster, there.cluster)?);
                trail.cross();
            }
        }
        check_length(trail.path)
    }

    fn length(&self, a: u64, b: u64) -> Result<u64, Trouble> {
        let (here, there) = (self.place(a), self.place(b));
        let (node, cluster, crossings) = match here.class == there.class {
            false => (there.cluster, there.node, 1),
            true if here.cluster == there.cluster => (there.node, there.cluster, 0),
            true => (there.node, there.cluster, 2),
        };
        Ok(self.base.length(here.node, node)? + self.base.length(here.cluster, cluster)? + crossings)
    }
}

/// A path through a dual while it is laid.
pub(super) struct Trail<'d, 'a> {
    dual: &'d Dual<'a>,
    at: Place,
    pub(super) path: IdPath,
}

impl<'d, 'a> Trail<'d, 'a> {
    pub(super) fn new(dual: &'d Dual<'a>, at: Place) -> Self {
        Trail { dual, at, path: vec![dual.id(at)] }
    }

    /// One hop inside the cluster.
    pub(super) fn step(&mut self, node: u64) {
        self.at.node = node;
        self.path.push(self.dual.id(self.at));
    }

    /// Inside the cluster along a path of the base that begins here.
    pub(super) fn walk(&mut self, path: &[u64]) {
        debug_assert_eq!(path.first(), Some(&self.at.node));
        for &node in &path[1..] {
            self.step(node);
        }
    }

    /// Over the cross-edge.
    pub(super) fn cross(&mut self) {
        self.at = across_cross_edge(self.at);
        self.path.push(self.dual.id(self.at));
    }
}

/// The path, unless it is too long.
fn check_length(path: IdPath) -> Result<IdPath, Trouble> {
    match path.len() as u64 > MAX_HOPS + 1 {
        true => Err(Trouble::TooLong { limit: MAX_HOPS }),
        false => Ok(path),
    }
}
