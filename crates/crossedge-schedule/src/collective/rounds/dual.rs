//! The all-to-all of a dual over one base G of n nodes: T = max(3n² - 2n, 4n·T(G)) steps, which is what its links must carry where G's all-to-all is.
//!
//! A message from (t, cluster, node) has a displacement u of the coordinate that its own class moves and v of the other one. *Group* g has all messages with
//! v = u + g: every node has one of them for each u and one for each v, so that they are one *round* of G in the first coordinate, in every cluster, and one
//! in the second. Messages to the other class take a round, a crossing, a round. Those to the own class, together with those that stay in their
//! cluster (v = 0), are of type α, round, crossing, round, crossing, for the first ⌊n/2⌋ groups, and of type β, crossing, round, crossing, round, for the
//! others. That makes 4n rounds and C = 3n² - 2n crossings of every node, in the order
//!
//! - rounds: α first, O first, β first, α second, O second, β second, with n/2, n, n/2, n/2, n, n/2 of them;
//! - crossings: β first, α first, O, β second, α second.
//!
//! Round k begins after step ⌊(k - 1)·T/4n⌋, crossing j is step ⌊(j - 1)·T/C⌋ + 1, and eight inequalities state that every message crosses after the round
//! before it and before the round after it, for every n (docs/COLLECTIVES.md). An all-to-all with several messages per pair may
//! take fewer steps than repeating an all-to-all with one: then k rounds at a time form one such all-to-all of G, for even n and k(3n - 2) <= 2n(n - 1).

use super::hop::{RoundHop, append_hops};
use super::plan::RoundPlan;
use crossedge_lang::net::address::sub_mod;
use crossedge_lang::net::decomposition::across_cross_edge;
use crossedge_lang::net::{Numbering, Place};

/// A dual over one plan.
#[derive(Debug)]
pub(super) struct DualRounds {
    pub(super) base: RoundPlan,
    pub(super) numbering: Numbering,
    pub(super) n: u64,
    /// Rounds that run together.
    together: u64,
    steps: u64,
}

impl DualRounds {
    pub(super) fn new(base: RoundPlan, numbering: Numbering) -> DualRounds {
        let n = base.nodes();
        let crossings = 3 * n * n - 2 * n;
        let all = |k: u64| crossings.max((4 * n / k) * base.steps(k));
        let may = |k: u64| {
            k == 1 || n.is_multiple_of(2) && (4 * n).is_multiple_of(k) && k * (3 * n - 2) <= 2 * n * (n - 1)
        };
        // If both are equally good, two at a time: an even ring is then the same at all nodes.
        let together = [2, 4, 1].into_iter().filter(|&k| may(k)).min_by_key(|&k| all(k)).unwrap_or(1);
        DualRounds { steps: all(together), base, numbering, n, together }
    }

    pub(super) fn steps(&self) -> u64 {
        self.steps
    }

    /// The step of a crossing, from 1.
    fn crossing_step(&self, j: u64) -> u64 {
        (u128::from(j - 1) * u128::from(self.steps) / u128::from(3 * self.n * self.n - 2 * self.n)) as u64
    }

    /// Inside a cluster, in a round, from 1, to another node.
    fn round(&self, number: u64, at: &mut Place, to: u64, out: &mut Vec<RoundHop>) {
        if at.node == to {
            return;
        }
        let (k, slot) = (self.together, (number - 1) / self.together);
        let start = u128::from(slot * k) * u128::from(self.steps) / u128::from(4 * self.n);
        let here = *at;
        append_hops(
            out,
            start as u64,
            |node| self.numbering.id(Place { node, ..here }),
            |out| {
                self.base.word(k, (number - 1) % k, (here.node, to), out);
            },
        );
        at.node = to;
    }

    fn cross_hop(&self, j: u64, at: &mut Place, out: &mut Vec<RoundHop>) {
        *at = across_cross_edge(*at);
        out.push((self.crossing_step(j), self.numbering.id(*at)));
    }

    pub(super) fn word(&self, copy: u64, (x, y): (u64, u64), out: &mut Vec<RoundHop>) {
        let (mut at, to) = (self.numbering.place(x), self.numbering.place(y));
        append_hops(out, copy * self.steps, |v| v, |out| self.append_hops(&mut at, to, out));
    }

    fn append_hops(&self, at: &mut Place, to: Place, out: &mut Vec<RoundHop>) {
        let n = self.n;
        let (a, rest) = (n / 2, n - n / 2);
        let same = at.class == to.class;
        let (own, other) = if same { (to.node, to.cluster) } else { (to.cluster, to.node) };
        let (u, v) = (self.base.number(at.node, own), self.base.number(at.cluster, other));
        let g = sub_mod(v, u, n);
        if !same {
            let i = g + 1;
            self.round(a + i, at, own, out);
            self.cross_hop(n * (n - 1) + (i - 1) * n + 1 + u, at, out);
            self.round(2 * n + a + i, at, other, out);
        } else if g < a {
            let i = g + 1;
            self.round(i, at, own, out);
            if v != 0 {
                self.cross_hop((rest + i - 1) * (n - 1) + v, at, out);
                self.round(2 * n + i, at, other, out);
                self.cross_hop(2 * n * n - n + (rest + i - 1) * (n - 1) + v, at, out);
            }
        } else {
            let i = g - a + 1;
            if v != 0 {
                self.cross_hop((i - 1) * (n - 1) + v, at, out);
                self.round(a + n + i, at, other, out);
                self.cross_hop(2 * n * n - n + (i - 1) * (n - 1) + v, at, out);
            }
            self.round(3 * n + a + i, at, own, out);
        }
    }
}
