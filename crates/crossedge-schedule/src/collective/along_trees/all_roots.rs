//! All-gather and reduce-scatter over the trees of all roots: every block is cut into as many pieces as there are trees, and piece i of the block of s
//! goes down tree i of root s.
//!
//! The trees of one root use every arc once, except for those into the root. So if there are as many trees as links at a node, every arc carries N - 1
//! pieces over all roots. This is optimal, because every node must receive this number over each of its links. Pieces waiting for an arc are sent by
//! their remaining path, the longest first; arcs are only idle for a few steps at the end.

use super::lines::{LineTable, NumberedArcs};
use crate::collective::{Action, Collective, Trees};
use crossedge_lang::net::{Node, Structure};
use std::collections::BinaryHeap;

/// The tables of all roots.
struct Roots {
    nodes: usize,
    trees: usize,
    /// Of piece s · trees + i and node v at (s · trees + i) · nodes + v.
    parents: Vec<u32>,
    /// Number of hops the longest path below has.
    heights: Vec<u16>,
}

impl Roots {
    fn from_trees(trees: &Trees, nodes: u64) -> Option<Roots> {
        let (count, n) = (trees.count() as usize, nodes as usize);
        let mut all = Roots { nodes: n, trees: count, parents: Vec::new(), heights: Vec::new() };
        all.parents.reserve(n * n * count);
        for (s, i) in (0..nodes).flat_map(|s| (0..trees.count()).map(move |i| (s, i))) {
            all.parents.extend((0..nodes).map(|v| trees.parent(Node(s), i, Node(v)).0 as u32));
        }
        all.heights = vec![0; n * n * count];
        for piece in 0..n * count {
            let parents = &all.parents[piece * n..(piece + 1) * n];
            let heights = &mut all.heights[piece * n..(piece + 1) * n];
            for v in 0..n {
                // Up, while this path is longer than the known maximum; a cycle would be longer than all nodes.
                let (mut at, mut height) = (parents[v] as usize, 1u16);
                let mut child = v;
                while child != at && heights[at] < height {
                    heights[at] = height;
                    child = at;
                    at = parents[at] as usize;
                    height = height.checked_add(1)?;
                }
            }
        }
        Some(all)
    }

    fn parent(&self, piece: usize, v: usize) -> usize {
        self.parents[piece * self.nodes + v] as usize
    }

    /// The origin of a piece.
    fn piece_origin(&self, piece: usize) -> usize {
        piece / self.trees
    }

    fn height(&self, piece: usize, v: usize) -> u16 {
        self.heights[piece * self.nodes + v]
    }
}

/// The all-gather; `None` if the trees are no trees.
pub(crate) fn all_gather_table(net: &dyn Structure, trees: &Trees, of: Collective) -> Option<LineTable> {
    let all = Roots::from_trees(trees, of.nodes)?;
    let mut lines = LineTable::new(of.cut(all.trees as u64), NumberedArcs::from_network(net), Action::Copy);
    let mut waiting: Vec<BinaryHeap<(u16, u32)>> = vec![BinaryHeap::new(); lines.arcs().count()];
    // The position of a piece after the step before.
    let mut come: Vec<(u32, u32)> =
        (0..all.nodes * all.trees).map(|piece| (piece as u32, all.piece_origin(piece) as u32)).collect();
    let mut left = all.nodes * all.trees * all.nodes.saturating_sub(1);
    for step in 0..u32::MAX {
        for (piece, v) in come.drain(..) {
            let (at, v) = (piece as usize, v as usize);
            for (arc, w) in lines.arcs().outgoing(v as u64) {
                let w = w as usize;
                if all.parent(at, w) == v && w != all.piece_origin(at) {
                    waiting[arc].push((all.height(at, w), u32::MAX - piece));
                }
            }
        }
        if left == 0 {
            return Some(lines);
        }
        for (arc, queue) in waiting.iter_mut().enumerate() {
            if let Some((_, other)) = queue.pop() {
                let piece = u32::MAX - other;
                lines.put_chunk(arc, step, piece.into());
                come.push((piece, lines.arcs().arc_head(arc) as u32));
            }
        }
        left = left.checked_sub(come.len()).filter(|_| !come.is_empty())?;
    }
    None
}
