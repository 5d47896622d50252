//! A path through a dual construction, as a list of pieces: a path of the base inside one cluster, or a chain of entire clusters.
//!
//! A chain alternates between clusters of both classes. Each is entered at the node given by the label of the previous cluster, left at the
//! node given by the label of the next one, and traversed along a path of the base between the two.

use super::labels::Sequence;
use crate::hamilton::connected::Joint;
use crossedge_core::model::{Direction, NodeOrder, Run};
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Node, Numbering};
use std::sync::Arc;

/// A cluster: its class, and its label among those of the class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cluster {
    /// 0 or 1.
    pub class: u64,
    /// A node of the base.
    pub label: u64,
}

/// A stretch of the path.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a path has a handful of pieces, most of them chains")]
pub enum Piece {
    /// Some of a path of the base, inside one cluster.
    Part {
        /// The cluster.
        cluster: Cluster,
        /// The path of the base.
        along: Arc<dyn NodeOrder>,
        /// Its first position here.
        from: u64,
        /// Number of nodes.
        count: u64,
        /// The direction.
        direction: Direction,
    },
    /// Complete clusters by turns.
    Chain {
        /// The class of the first cluster.
        class: u64,
        /// The labels of the first, third, … cluster.
        own: Sequence,
        /// The labels of the second, fourth, … cluster.
        other: Sequence,
        /// The node at which the first cluster is entered.
        entry: u64,
        /// The node at which the last cluster is left.
        exit: u64,
    },
}

/// A path through all nodes of a dual construction.
#[derive(Debug)]
pub struct Thread {
    base: Arc<Joint>,
    n: u64,
    cluster: Pair,
    numbering: Numbering,
    pieces: Vec<Piece>,
    /// Offset of each piece, and the end.
    starts: Vec<u64>,
}

impl Thread {
    /// The path of these pieces over a base.
    pub fn new(base: &Arc<Joint>, numbering: Numbering, pieces: Vec<Piece>) -> Self {
        let n = base.nodes();
        let mut starts = vec![0];
        for piece in &pieces {
            let count = match piece {
                Piece::Part { count, .. } => *count,
                Piece::Chain { own, other, .. } => (own.len() + other.len()) * n,
            };
            starts.push(starts[starts.len() - 1] + count);
        }
        Thread { base: base.clone(), n, cluster: Pair::new(n), numbering, pieces, starts }
    }

    /// Scale and offset of the ids of a cluster: id = offset + scale · (the node inside).
    fn cluster_ids(&self, at: Cluster) -> (u64, u64) {
        self.numbering.line(at.class, at.label)
    }

    /// The cluster of a node, and the node inside.
    fn cluster_and_node(&self, v: Node) -> (Cluster, u64) {
        let at = self.numbering.place(v.0);
        (Cluster { class: at.class, label: at.cluster }, at.node)
    }

    /// Cluster number `k` of a chain, and the path inside.
    fn link(&self, chain: &Piece, k: u64) -> (Cluster, Arc<dyn NodeOrder>) {
        let Piece::Chain { class, own, other, entry, exit } = chain else {
            unreachable!("only chains have clusters by number")
        };
        let label = |k: u64| if k & 1 == 0 { own.label_at(k >> 1) } else { other.label_at(k >> 1) };
        let enter = if k == 0 { *entry } else { label(k - 1) };
        let leave = if k + 1 == own.len() + other.len() { *exit } else { label(k + 1) };
        let cluster = Cluster { class: class ^ (k & 1), label: label(k) };
        (cluster, self.base.join(Node(enter), Node(leave)))
    }

    /// The piece of a position, and how far into it.
    fn find(&self, position: u64) -> (&Piece, u64) {
        let i = self.starts.partition_point(|&start| start <= position) - 1;
        (&self.pieces[i], position - self.starts[i])
    }
}

impl NodeOrder for Thread {
    fn positions(&self) -> u64 {
        self.starts[self.starts.len() - 1]
    }

    fn closed(&self) -> bool {
        false
    }

    fn node_at(&self, position: u64) -> Node {
        let (piece, at) = self.find(position);
        let (cluster, inside) = match piece {
            Piece::Part { cluster, along, from, direction, .. } => {
                (*cluster, along.node_at(if *direction == Direction::Up { from + at } else { from - at }))
            }
            chain => {
                let (k, j) = self.cluster.split(at);
                let (cluster, along) = self.link(chain, k);
                (cluster, along.node_at(j))
            }
        };
        let (scale, offset) = self.cluster_ids(cluster);
        Node(offset + scale * inside.0)
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let (at, inside) = self.cluster_and_node(v);
        self.pieces.iter().zip(&self.starts).find_map(|(piece, start)| match piece {
            Piece::Part { cluster, along, from, count, direction } => {
                if *cluster != at {
                    return None;
                }
                let p = along.position_of(Node(inside))?;
                let i =
                    if *direction == Direction::Up { p.checked_sub(*from)? } else { from.checked_sub(p)? };
                (i < *count).then_some(start + i)
            }
            Piece::Chain { class, own, other, .. } => {
                let k = match *class == at.class {
                    true => 2 * own.index_of(at.label)?,
                    false => 2 * other.index_of(at.label)? + 1,
                };
                let (_, along) = self.link(piece, k);
                Some(start + k * self.n + along.position_of(Node(inside))?)
            }
        })
    }

    fn run(&self, run: Run, out: &mut [u64]) {
        let (mut position, mut rest) = (run.from, out);
        while !rest.is_empty() {
            let (piece, at) = self.find(position);
            // A path inside one cluster, how far into it, how long it is here, and its direction upwards.
            let (cluster, along, first, done, length, ahead) = match piece {
                Piece::Part { cluster, along, from, count, direction } => {
                    (*cluster, along.clone(), *from, at, *count, *direction)
                }
                chain => {
                    let (k, j) = self.cluster.split(at);
                    let (cluster, along) = self.link(chain, k);
                    (cluster, along, 0, j, self.n, Direction::Up)
                }
            };
            let from = if ahead == Direction::Up { first + done } else { first - done };
            let (room, direction) = match run.direction {
                Direction::Up => (length - done, ahead),
                Direction::Down => (done + 1, ahead.back()),
            };
            let count = room.min(rest.len() as u64);
            let (now, later) = rest.split_at_mut(count as usize);
            let (scale, offset) = self.cluster_ids(cluster);
            let (scale, offset) = (run.scale * scale, run.offset + run.scale * offset);
            along.run(Run { from, direction, scale, offset }, now);
            rest = later;
            if !rest.is_empty() {
                position = if run.direction == Direction::Up { position + count } else { position - count };
            }
        }
    }

    fn bytes(&self) -> usize {
        let piece = |piece: &Piece| match piece {
            Piece::Part { along, .. } => size_of::<Piece>() + along.bytes(),
            Piece::Chain { .. } => size_of::<Piece>() + 256,
        };
        size_of::<Self>() + self.pieces.iter().map(piece).sum::<usize>() + self.starts.len() * 8
    }
}
