//! Scatter and gather: every tree takes an equal part of each block. The root sends those for the deepest nodes first, one a step down each tree, and
//! they go on without a stop. Pieces that left the root in different steps are never in one place, and only the deepest arrive later than they left.

use super::forest::Forest;
use crate::collective::{Action, Collective, Kind, Message, Schedule};
use crossedge_lang::net::Node;

/// The schedule in closed form, from tables of the trees.
#[derive(Debug)]
pub(crate) struct Parcels {
    of: Collective,
    forest: Forest,
    /// For each tree, for whom the root sends in each step.
    orders: Vec<Vec<u32>>,
    /// For each tree, what hangs on each node.
    spans: Vec<Vec<(u32, u32)>>,
    steps: u32,
}

impl Parcels {
    pub(crate) fn new(of: Collective, forest: Forest) -> Parcels {
        let root = forest.root();
        let orders: Vec<Vec<u32>> = forest.trees().iter().map(|tree| tree.deepest_first()).collect();
        let spans = forest.trees().iter().map(|tree| tree.preorder_spans(root)).collect();
        let last = |(tree, order): (&super::forest::TreeTable, &Vec<u32>)| {
            order.iter().zip(0..).map(|(&v, sent)| sent + tree.depth(v.into())).max()
        };
        let steps = forest.trees().iter().zip(&orders).filter_map(last).max().unwrap_or(0);
        let of = of.cut(forest.trees().len() as u64);
        Parcels { of, forest, orders, spans, steps }
    }

    /// For whom a node of this depth sends something down a tree in a step.
    fn receiver(&self, tree: usize, step: u32, depth: u32) -> Option<u32> {
        self.orders[tree].get(step.checked_sub(depth)? as usize).copied()
    }

    /// Returns `true` if `goal` hangs on `v` or is it.
    fn is_descendant(&self, tree: usize, v: u64, goal: u32) -> bool {
        let ((first, count), (at, _)) = (self.spans[tree][v as usize], self.spans[tree][goal as usize]);
        at >= first && at - first < count
    }

    fn message(&self, tree: usize, from: u64, to: u64, goal: u32) -> Message {
        let chunk = u64::from(goal) * self.of.pieces + tree as u64;
        Message::hop(&self.of, from, to, vec![chunk], Action::Move)
    }
}

impl Schedule for Parcels {
    fn collective(&self) -> Collective {
        self.of
    }

    fn steps(&self) -> u32 {
        self.steps
    }

    fn sends(&self, step: u32, v: Node, out: &mut Vec<Message>) {
        let v = v.0;
        for (i, tree) in self.forest.trees().iter().enumerate() {
            if self.of.kind == Kind::Gather {
                let Some(down) = (self.steps - 1).checked_sub(step) else { return };
                if v == self.forest.root() {
                    return;
                }
                let goal = self.receiver(i, down, tree.depth(v) - 1);
                if let Some(goal) = goal.filter(|&goal| self.is_descendant(i, v, goal)) {
                    out.push(self.message(i, v, tree.parent(v), goal));
                }
            } else if let Some(goal) = self.receiver(i, step, tree.depth(v)) {
                let child = tree.children(v).iter().find(|&&w| self.is_descendant(i, w.into(), goal));
                out.extend(child.map(|&w| self.message(i, v, w.into(), goal)));
            }
        }
    }
}
