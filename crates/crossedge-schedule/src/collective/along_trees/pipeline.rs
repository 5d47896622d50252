//! Broadcast, reduction and all-reduce in pieces: piece p of tree i is sent on by a node of depth d in step p + d, so that it comes to every node without
//! a stop, and an arc, which belongs to one tree, carries one piece at a time. P pieces of each tree take P + depth - 1 steps.

use super::forest::Forest;
use crate::collective::{Action, Collective, Kind, Message, Schedule};
use crossedge_lang::net::Node;

/// The schedule in closed form, from tables of the trees.
#[derive(Debug)]
pub(crate) struct Pipeline {
    of: Collective,
    forest: Forest,
    /// Of each tree.
    pieces: u64,
    /// One direction.
    steps: u32,
}

impl Pipeline {
    /// With `pieces` segments of each tree; `None` if twice the steps do not fit 32 bits.
    pub(crate) fn new(of: Collective, forest: Forest, pieces: u64) -> Option<Pipeline> {
        let (pieces, lines) = (pieces.max(1), forest.trees().len() as u64);
        let steps = pieces.checked_add(forest.depth().into())?.checked_sub(1)?;
        let steps = u32::try_from(steps).ok().filter(|&steps| steps <= u32::MAX >> 1)?;
        let of = of.cut(pieces.checked_mul(lines)?);
        Some(Pipeline { of, forest, pieces, steps })
    }

    /// Down the trees.
    fn send_down(&self, step: u32, v: u64, out: &mut Vec<Message>) {
        for (tree, i) in self.forest.trees().iter().zip(0..) {
            if let Some(chunk) = self.chunk_sent(i, step, tree.depth(v)) {
                let hop = |&w: &u32| Message::hop(&self.of, v, w.into(), vec![chunk], Action::Copy);
                out.extend(tree.children(v).iter().map(hop));
            }
        }
    }

    /// Up the trees, the reverse of a step down.
    fn send_up(&self, step: u32, v: u64, out: &mut Vec<Message>) {
        if v == self.forest.root() {
            return;
        }
        for (tree, i) in self.forest.trees().iter().zip(0..) {
            if let Some(chunk) = self.chunk_sent(i, step, tree.depth(v) - 1) {
                out.push(Message::hop(&self.of, v, tree.parent(v), vec![chunk], Action::Add));
            }
        }
    }

    /// The segment that a node of some depth sends down a tree in a step.
    fn chunk_sent(&self, tree: u64, step: u32, depth: u32) -> Option<u64> {
        let piece = u64::from(step.checked_sub(depth)?);
        (piece < self.pieces).then(|| tree * self.pieces + piece)
    }
}

impl Schedule for Pipeline {
    fn collective(&self) -> Collective {
        self.of
    }

    fn steps(&self) -> u32 {
        if matches!(self.of.kind, Kind::Broadcast | Kind::Reduce) { self.steps } else { 2 * self.steps }
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        match (self.of.kind, step < self.steps) {
            (Kind::Broadcast, true) => self.send_down(step, v.0, out),
            (Kind::Broadcast | Kind::Reduce, false) => {}
            (_, true) => self.send_up(self.steps - 1 - step, v.0, out),
            (_, false) if step < self.steps() => self.send_down(step - self.steps, v.0, out),
            _ => {}
        }
    }
}
