//! The ring of a dual construction, from a ring g for the clusters of class 0 and a ring h for those of class 1, n nodes each.
//!
//! In coordinate form (t, a, b): position p = (2i + t)·n + j, 0 <= j < n. Class 0 holds a = g[i] and goes b = h[i - j]; class 1 holds
//! b = h[i + 1] and goes a = g[i - j]. Each cluster is walked along the long arc from one node to the next one on the ring, and
//! left by the cross-edge there. With g = h this is identity I5; Li, Peng, Chu, Hamiltonian connectedness of recursive dual-net
//! (HAM), Algorithm 1. Cross-edges used: (g[i], h[i + 1]) and (g[i + 1], h[i + 1]).

use crossedge_core::model::{Direction, NodeOrder, Run};
use crossedge_lang::net::address::{Pair, add_mod, sub_mod};
use crossedge_lang::net::{Node, Numbering};
use std::sync::Arc;

/// The ring of a dual construction.
#[derive(Debug)]
pub struct Twin {
    g: Arc<dyn NodeOrder>,
    h: Arc<dyn NodeOrder>,
    n: u64,
    rounds: Pair,
    numbering: Numbering,
}

impl Twin {
    /// The ring from two rings over all nodes of the base. Both are closed, or have at most two nodes.
    pub fn new(g: Arc<dyn NodeOrder>, h: Arc<dyn NodeOrder>, numbering: Numbering) -> Self {
        let n = g.positions();
        Twin { g, h, n, rounds: Pair::new(n), numbering }
    }

    /// Number of nodes the base has.
    pub fn base(&self) -> u64 {
        self.n
    }

    /// The number of a cluster on the way round.
    pub fn round_of(&self, class: u64, label: u64) -> Option<u64> {
        Some(match class {
            0 => 2 * self.g.position_of(Node(label))?,
            _ => 2 * sub_mod(self.h.position_of(Node(label))?, self.base_step(), self.n) + 1,
        })
    }

    /// The nodes inside a cluster where it is entered and left.
    pub fn ends(&self, round: u64) -> (Node, Node) {
        let (i, inside) = (round >> 1, self.ring_inside(round & 1));
        (inside.node_at(i), inside.node_at(add_mod(i, self.base_step(), self.n)))
    }

    /// Scale and offset of the ids of a cluster, by its number on the way round.
    pub fn ids(&self, round: u64) -> (u64, u64) {
        self.cluster_ids(round & 1, round >> 1)
    }

    /// The number of a node's cluster on the way round, and the node inside.
    pub fn cluster_and_node(&self, v: Node) -> Option<(u64, Node)> {
        let at = self.numbering.place(v.0);
        Some((self.round_of(at.class, at.cluster)?, Node(at.node)))
    }

    /// One step on the ring of the base: `None` if it has one node.
    #[inline]
    fn base_step(&self) -> u64 {
        u64::from(self.n > 1)
    }

    /// Scale and offset of the ids of one cluster: id = offset + scale · (the coordinate that moves).
    #[inline]
    fn cluster_ids(&self, class: u64, i: u64) -> (u64, u64) {
        let label = match class {
            0 => self.g.node_at(i).0,
            _ => self.h.node_at(add_mod(i, self.base_step(), self.n)).0,
        };
        self.numbering.line(class, label)
    }

    /// The state of a run in its current cluster: the ring inside, the run on it, and how many of `count` nodes.
    #[inline]
    fn run_in_cluster(&self, run: Run, (round, j): (u64, u64), count: u64) -> (&dyn NodeOrder, Run, u64) {
        let room = match run.direction {
            Direction::Up => self.n - j,
            Direction::Down => j + 1,
        };
        let (i, class) = (round >> 1, round & 1);
        let (scale, offset) = self.cluster_ids(class, i);
        let inner = Run {
            from: sub_mod(i, j, self.n),
            direction: run.direction.back(),
            scale: run.scale * scale,
            offset: run.offset + run.scale * offset,
        };
        (self.ring_inside(class), inner, room.min(count))
    }

    /// The ring that is walked inside a cluster of this class.
    #[inline]
    fn ring_inside(&self, class: u64) -> &dyn NodeOrder {
        if class == 0 { self.h.as_ref() } else { self.g.as_ref() }
    }
}

impl NodeOrder for Twin {
    fn positions(&self) -> u64 {
        self.numbering.nodes()
    }

    fn closed(&self) -> bool {
        self.n > 1
    }

    fn node_at(&self, position: u64) -> Node {
        let (round, j) = self.rounds.split(position);
        let (i, class) = (round >> 1, round & 1);
        let (scale, offset) = self.cluster_ids(class, i);
        Node(offset + scale * self.ring_inside(class).node_at(sub_mod(i, j, self.n)).0)
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let at = self.numbering.place(v.0);
        let round = self.round_of(at.class, at.cluster)?;
        let j = sub_mod(round >> 1, self.ring_inside(at.class).position_of(Node(at.node))?, self.n);
        Some(self.rounds.join(round, j))
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let (mut round, mut j) = self.rounds.split(run.from);
        let mut rest = out;
        while !rest.is_empty() {
            let (inside, inner, count) = self.run_in_cluster(run, (round, j), rest.len() as u64);
            let (now, later) = rest.split_at_mut(count as usize);
            inside.run(inner, now);
            let n = self.n;
            (round, j) = match run.direction {
                Direction::Up => (if round + 1 == 2 * n { 0 } else { round + 1 }, 0),
                Direction::Down => (if round == 0 { 2 * n - 1 } else { round - 1 }, n - 1),
            };
            rest = later;
        }
    }

    fn part(&self, run: Run, count: u64) -> Option<(&dyn NodeOrder, Run, u64)> {
        Some(self.run_in_cluster(run, self.rounds.split(run.from), count))
    }

    fn bytes(&self) -> usize {
        let shared = Arc::ptr_eq(&self.g, &self.h);
        size_of::<Self>() + self.g.bytes() + if shared { 0 } else { self.h.bytes() }
    }
}
