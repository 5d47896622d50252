//! Search for a Hamiltonian ring by extension and rotation: a path grows at its end; if it cannot, a link from the end back into the path
//! reverses the rest of the path and gives another end. Pósa, Hamiltonian circuits in random graphs (1976).
//!
//! The search finds rings, but never proves that there is none.

use super::graph::SortedGraph;
use crossedge_core::rng::Dice;

/// A path that grows.
struct GrowingPath<'a> {
    graph: &'a SortedGraph,
    order: Vec<u32>,
    /// The place of every node in `order`, or `OUTSIDE`.
    place: Vec<u32>,
    /// Links of this node stay in the path.
    locked: Option<u32>,
}

const NOT_ON_PATH: u32 = u32::MAX;

impl GrowingPath<'_> {
    fn push(&mut self, v: u32) {
        self.place[v as usize] = self.order.len() as u32;
        self.order.push(v);
    }

    /// Turns round everything from place `from` on.
    fn reverse_from(&mut self, from: usize) {
        self.order[from..].reverse();
        for (i, &v) in (from as u32..).zip(&self.order[from..]) {
            self.place[v as usize] = i;
        }
    }

    /// The neighbour outside the path with the fewest neighbours outside.
    fn outside_neighbour(&self, end: u32, dice: &mut Dice) -> Option<u32> {
        let out = |&w: &u32| self.place[w as usize] == NOT_ON_PATH;
        let open = |w: u32| self.graph.row(w).iter().filter(|x| out(x)).count();
        let all = self.graph.row(end).iter().copied().filter(|w| out(w));
        all.min_by_key(|&w| (open(w), dice.number_below(1 << 16)))
    }

    /// Returns `true` if the link after place `i` may be cut.
    fn may_cut(&self, i: usize) -> bool {
        self.locked.is_none_or(|z| self.order[i] != z && self.order[i + 1] != z)
    }
}

/// Searches for a ring through all nodes until the budget of steps is used up. Node `locked` has two links, and keeps them.
pub fn search(
    graph: &SortedGraph,
    locked: Option<u32>,
    dice: &mut Dice,
    steps: &mut u64,
    budget: u64,
    stopped: &dyn Fn() -> bool,
) -> Option<Vec<u32>> {
    let n = graph.len();
    while *steps < budget && !stopped() {
        let mut path =
            GrowingPath { graph, order: Vec::with_capacity(n), place: vec![NOT_ON_PATH; n], locked };
        match locked {
            Some(z) => {
                path.push(graph.row(z)[0]);
                path.push(z);
                path.push(graph.row(z)[1]);
            }
            None => path.push(dice.index(n) as u32),
        }
        let patience = *steps + (n as u64) * 64 + 4096;
        let (mut idle, mut asked) = (0u32, *steps);
        while *steps < budget.min(patience + (path.order.len() as u64) * 64) {
            *steps += 1;
            if *steps - asked > 1 << 12 {
                asked = *steps;
                if stopped() {
                    return None;
                }
            }
            let Some(&end) = path.order.last() else { break };
            if let Some(w) = path.outside_neighbour(end, dice) {
                path.push(w);
                idle = 0;
                continue;
            }
            let length = path.order.len();
            if length == n && length > 2 && graph.are_linked(end, path.order[0]) {
                return Some(path.order);
            }
            idle += 1;
            // The other end may be able to grow, or to turn, where this one cannot.
            if idle & 7 == 7 {
                path.reverse_from(0);
                continue;
            }
            let row = graph.row(end);
            let w = row[dice.index(row.len())];
            let i = path.place[w as usize] as usize;
            if i + 2 < length && path.may_cut(i) {
                path.reverse_from(i + 1);
                // Turning costs what it moves: a step stands for about 256 nodes.
                *steps += (length - i) as u64 >> 8;
            } else if i + 2 == length || length < n {
                continue;
            }
        }
    }
    None
}
