//! Networks with a path through all nodes between any two (Hamiltonian-connected), or between any two of opposite sides (laceable).
//!
//! Complete graphs are the first, cubes the second, in closed form. Other small networks are tried for all pairs. The dual construction inherits
//! both: Li, Peng, Chu, Hamiltonian connectedness of recursive dual-net (HAM), Theorem 3, with erratum E11: the base needs three
//! nodes, or six when it is bipartite.

use super::between::{Across, Lace};
use super::dual_path::theorem;
use super::find::{RingOptions, Sought, cycle};
use super::obstruction;
use super::orders::{Turned, listed_order};
use super::search::budget;
use super::search::forced::SearchOutcome;
use super::search::graph::SortedGraph;
use crossedge_core::model::{Direction, NodeOrder};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Faults, Leaf, Level, Node, Numbering, Parts, Structure};
use std::collections::HashMap;
use std::sync::Arc;

/// Networks of more nodes are not tried for all pairs.
const MAX_TRIED_NODES: u64 = 128;

/// A network in which any two nodes, or any two of opposite sides, are joined by a path through all nodes.
#[derive(Debug)]
pub struct Joint {
    /// A Hamiltonian cycle.
    pub ring: Arc<dyn NodeOrder>,
    /// Only nodes of opposite sides are joined. Sides are the parities of the positions on the ring.
    pub laceable: bool,
    /// The rules, from the innermost out.
    pub rules: Vec<&'static str>,
    /// `true` if some part was found by search.
    pub searched: bool,
    kind: ConnectedKind,
}

#[derive(Debug)]
enum ConnectedKind {
    Complete,
    Cube(u32),
    Dual(Arc<Joint>, Numbering),
    /// The path from the smaller id to the larger one.
    Listed(HashMap<(u64, u64), Arc<dyn NodeOrder>>),
}

impl Joint {
    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        self.ring.positions()
    }

    /// The side of a node.
    pub fn side(&self, v: Node) -> u64 {
        self.ring.position_of(v).map_or(0, |p| p & 1)
    }

    /// Returns `true` if two different nodes are joined.
    pub fn joins(&self, from: Node, to: Node) -> bool {
        from != to && (!self.laceable || self.side(from) != self.side(to))
    }

    /// The path between two nodes that are joined.
    pub fn join(&self, from: Node, to: Node) -> Arc<dyn NodeOrder> {
        match &self.kind {
            ConnectedKind::Complete => Arc::new(Across::new(self.nodes(), from, to)),
            ConnectedKind::Cube(bits) => Arc::new(Lace::new(*bits, from, to)),
            ConnectedKind::Dual(base, numbering) => Arc::new(theorem::path(base, *numbering, from, to)),
            ConnectedKind::Listed(paths) => {
                let path = paths.get(&(from.0.min(to.0), from.0.max(to.0))).cloned();
                let ring = path.unwrap_or_else(|| unreachable!("every pair that is joined was tried"));
                let up = from < to;
                let start = if up { 0 } else { ring.positions() - 1 };
                Arc::new(Turned { ring, start, direction: if up { Direction::Up } else { Direction::Down } })
            }
        }
    }

    /// The status of a network; `None` if it is neither, or unknown.
    pub fn of(
        net: &dyn Structure,
        options: &RingOptions,
        watch: &dyn Progress,
    ) -> Result<Option<Joint>, Stopped> {
        let Sought::Found(cycle) = cycle(net, options, watch)? else { return Ok(None) };
        let (n, rules) = (net.nodes(), cycle.rules);
        let joint = |laceable, rules, searched, kind| Joint {
            ring: cycle.ring.clone(),
            laceable,
            rules,
            searched,
            kind,
        };
        if Joint::is_known_connected(net) {
            return Ok(Some(match net.parts().leaf() {
                Leaf::Cube(bits) => {
                    joint(true, vec!["halves of a cube"], false, ConnectedKind::Cube(bits as u32))
                }
                _ => joint(false, vec!["complete graph"], false, ConnectedKind::Complete),
            }));
        }
        let base = match plain_dual_level(net) {
            Some(level) => {
                Joint::of(level.base().as_ref(), options, watch)?.map(|base| (base, *level.numbering()))
            }
            None => None,
        };
        if let Some((base, numbering)) = base
            && base.hands_down()
        {
            let (laceable, searched) = (base.laceable, base.searched);
            let mut rules = base.rules.clone();
            if !rules.contains(&DUAL_RULE) {
                rules.push(DUAL_RULE);
            }
            return Ok(Some(joint(
                laceable,
                rules,
                searched,
                ConnectedKind::Dual(Arc::new(base), numbering),
            )));
        }
        if n > MAX_TRIED_NODES {
            return Ok(None);
        }
        let graph = SortedGraph::live_part(net, &Faults::none());
        let laceable = obstruction::colours(&graph).is_some();
        let mut paths = HashMap::new();
        let all = Joint { ring: cycle.ring, laceable, rules, searched: true, kind: ConnectedKind::Complete };
        for u in 0..n {
            for v in (u + 1..n).filter(|&v| all.joins(Node(u), Node(v))) {
                match budget::path(&graph, u as u32, v as u32, &options.budget, watch)? {
                    SearchOutcome::Ring(order) => {
                        let order: Vec<u64> = order.iter().map(|&v| v.into()).collect();
                        paths.insert((u, v), listed_order(&order, n, false));
                    }
                    _ => return Ok(None),
                }
            }
        }
        Ok(Some(Joint {
            rules: vec!["search between all pairs of a part"],
            kind: ConnectedKind::Listed(paths),
            ..all
        }))
    }

    /// Returns `true` if a network without parts is Hamiltonian-connected in closed form.
    pub fn is_known_connected(net: &dyn Structure) -> bool {
        match net.parts().leaf() {
            Leaf::Cube(_) | Leaf::Complete => true,
            Leaf::Ring => net.nodes() == 3,
            _ => false,
        }
    }

    /// Returns `true` if the dual construction over this base is of the same kind, by Theorem 3.
    pub fn hands_down(&self) -> bool {
        self.nodes() >= if self.laceable { 6 } else { 3 }
    }
}

/// The rule of the dual construction.
pub const DUAL_RULE: &str = "dual construction, Theorem 3 of HAM [dual-hamiltonian-connected]";

/// The level of a dual construction without super-nodes: Theorem 3 and the rings of identity I5 are for those.
pub fn plain_dual_level(net: &dyn Structure) -> Option<&Level> {
    match net.parts() {
        Parts::Level(level) if level.super_nodes().is_none() => Some(level),
        _ => None,
    }
}
