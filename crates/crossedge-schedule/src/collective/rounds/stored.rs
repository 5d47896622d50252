//! The all-to-all of a network without closed form, along its own routes: each arc serves the message with most hops left.

use super::hop::RoundHop;
use crossedge_lang::net::{Node, Structure};
use std::collections::{BinaryHeap, HashMap};

/// More nodes are not listed.
pub(super) const MAX_NODES: u64 = 512;

/// The hops of every pair.
#[derive(Debug)]
pub(super) struct StoredRounds {
    pub(super) nodes: u64,
    /// The first hop of the pair x · nodes + y, and their number.
    first: Vec<u32>,
    hops: Vec<(u32, u32)>,
    steps: u64,
}

impl StoredRounds {
    /// `None` if some node is unreachable.
    pub(super) fn new(net: &dyn Structure) -> Option<StoredRounds> {
        let n = net.nodes();
        let (mut first, mut hops) = (vec![0u32], Vec::new());
        for (x, y) in (0..n).flat_map(|x| (0..n).map(move |y| (x, y))) {
            let mut at = Node(x);
            while at.0 != y {
                at = net.link(at, net.next_port(at, Node(y))?).0;
                hops.push((0, at.0 as u32));
                // A route that goes in a circle leads nowhere.
                if hops.len() - first[first.len() - 1] as usize > n as usize {
                    return None;
                }
            }
            first.push(hops.len() as u32);
        }
        let mut stored = StoredRounds { nodes: n, first, hops, steps: 0 };
        stored.assign_steps();
        Some(stored)
    }

    /// Gives every hop its step.
    fn assign_steps(&mut self) {
        let n = self.nodes;
        let mut waiting: HashMap<(u32, u32), BinaryHeap<(u32, u32)>> = HashMap::new();
        // The hop that a message is to do next, and where it is.
        let pairs = || (0..n * n).map(|pair| pair as usize);
        let mut come: Vec<(usize, u32, u32)> = pairs()
            .filter(|&pair| self.first[pair] < self.first[pair + 1])
            .map(|pair| (pair, self.first[pair], pair as u32 / n as u32))
            .collect();
        let mut left = self.hops.len();
        while left > 0 {
            for (pair, hop, at) in come.drain(..) {
                let ahead = self.first[pair + 1] - hop;
                let to = self.hops[hop as usize].1;
                waiting.entry((at, to)).or_default().push((ahead, u32::MAX - pair as u32));
            }
            let step = self.steps as u32;
            for (&(_, to), queue) in &mut waiting {
                let Some((ahead, other)) = queue.pop() else { continue };
                let pair = (u32::MAX - other) as usize;
                let hop = self.first[pair + 1] - ahead;
                self.hops[hop as usize].0 = step;
                left -= 1;
                if ahead > 1 {
                    come.push((pair, hop + 1, to));
                }
            }
            self.steps += 1;
        }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    pub(super) fn count(&self) -> u128 {
        self.hops.len() as u128
    }

    pub(super) fn word(&self, copy: u64, (x, y): (u64, u64), out: &mut Vec<RoundHop>) {
        let pair = (x * self.nodes + y) as usize;
        let range = self.first[pair] as usize..self.first[pair + 1] as usize;
        out.extend(
            self.hops[range].iter().map(|&(step, to)| (copy * self.steps + u64::from(step), u64::from(to))),
        );
    }
}
