//! Search for a ring by forced links: every link is free, in, or out. A node with two links in gives up the others, a node with two
//! left takes both, and a link that would close too short a ring is removed. If nothing is forced, both options of one link are tried.
//!
//! Without a budget it decides; with one it may give up. Eppstein, The traveling salesman problem for cubic graphs (2007), uses the
//! same rules.
//!
//! Some nodes may be omitted, up to the slack: then a node is omitted where a link is missing, and only when the slack is used
//! up must all others be visited. A ring stays inside one block of the remaining links, and has equally many nodes from either side.

use super::block;
use super::graph::SortedGraph;
use crate::hamilton::obstruction;
use crossedge_core::rng::Dice;

/// The outcome of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SearchOutcome {
    /// A ring, from its smallest number.
    Ring(Vec<u32>),
    /// There is none.
    None,
    /// The budget is used up.
    Unknown,
}

const FREE_LINK: u8 = 0;
const LINK_IN: u8 = 1;
const LINK_OUT: u8 = 2;

/// The undo log.
enum Undo {
    Link(u32, u8),
    Other(u32, u32),
    Gone(u32),
}

/// The state of a search.
pub struct ForcedSearch<'a> {
    graph: &'a SortedGraph,
    /// The link at each place of a row, and the ends of each link.
    link_at: Vec<u32>,
    links: Vec<(u32, u32)>,
    state: Vec<u8>,
    free: Vec<u32>,
    taken: Vec<u32>,
    /// For an end of a stretch: the other end.
    other: Vec<u32>,
    count: usize,
    trail: Vec<Undo>,
    check: Vec<u32>,
    /// The end of the stretch that was changed last; the search continues there.
    at: u32,
    /// Number of nodes that may be left out, which are, and how many of either side; without sides all count as one.
    slack: u32,
    gone: Vec<bool>,
    left_out: [u32; 2],
    sides: Option<Vec<bool>>,
    /// Number of nodes that are ends of stretches, and whether the ring is closed.
    ends: u32,
    closed: bool,
}

impl<'a> ForcedSearch<'a> {
    /// A search over a graph of at least three nodes for a ring through all of them.
    pub fn new(graph: &'a SortedGraph) -> Self {
        Self::omitting(graph, 0)
    }

    /// A search for a ring that leaves out at most this many nodes.
    pub fn omitting(graph: &'a SortedGraph, slack: u32) -> Self {
        let n = graph.len();
        let mut link_at = vec![0; graph.ends()];
        let mut links = Vec::new();
        for v in 0..n as u32 {
            for place in graph.places(v) {
                let w = graph.row(v)[place - graph.places(v).start];
                if v < w {
                    link_at[place] = links.len() as u32;
                    if let Some(back) = graph.link_index(w, v) {
                        link_at[back] = links.len() as u32;
                    }
                    links.push((v, w));
                }
            }
        }
        ForcedSearch {
            graph,
            state: vec![FREE_LINK; links.len()],
            free: (0..n as u32).map(|v| graph.row(v).len() as u32).collect(),
            taken: vec![0; n],
            other: (0..n as u32).collect(),
            count: 0,
            trail: Vec::new(),
            check: (0..n as u32).collect(),
            at: 0,
            slack,
            gone: vec![false; n],
            left_out: [0; 2],
            sides: if slack > 0 { obstruction::colours(graph) } else { None },
            ends: 0,
            closed: false,
            link_at,
            links,
        }
    }

    fn set_link(&mut self, link: u32, value: u8) -> bool {
        match self.state[link as usize] {
            FREE_LINK => {}
            same => return same == value,
        }
        let (a, b) = self.links[link as usize];
        self.state[link as usize] = value;
        self.trail.push(Undo::Link(link, value));
        self.free[a as usize] -= 1;
        self.free[b as usize] -= 1;
        self.check.extend([a, b]);
        if value == LINK_OUT {
            return true;
        }
        self.count_link_in(a);
        self.count_link_in(b);
        self.count += 1;
        let (far_a, far_b) = (self.other[a as usize], self.other[b as usize]);
        let least = self.graph.len() - self.slack as usize;
        if self.taken[a as usize] > 2 || self.taken[b as usize] > 2 {
            return false;
        }
        if far_a == b {
            // One stretch that is long enough, and no other.
            self.closed = self.ends == 0 && self.count >= least;
            return self.closed;
        }
        self.join_stretches(far_a, far_b);
        self.at = far_a;
        if (self.count + 1 < least || self.ends > 2)
            && let Some(place) = self.graph.link_index(far_a, far_b)
        {
            // Both ends of one stretch: their own link would close it too early.
            let link = self.link_at[place];
            if self.state[link as usize] == FREE_LINK {
                return self.set_link(link, LINK_OUT);
            }
        }
        true
    }

    /// One more link in at `v`.
    fn count_link_in(&mut self, v: u32) {
        let taken = &mut self.taken[v as usize];
        *taken += 1;
        match *taken {
            1 => self.ends += 1,
            2 => self.ends -= 1,
            _ => {}
        }
    }

    /// Leaves a node out; false when too many are.
    fn omit_node(&mut self, v: u32) -> bool {
        if std::mem::replace(&mut self.gone[v as usize], true) {
            return true;
        }
        self.trail.push(Undo::Gone(v));
        let side = self.sides.as_ref().is_some_and(|sides| sides[v as usize]);
        self.left_out[usize::from(side)] += 1;
        let left_out = self.left_out[0] + self.left_out[1];
        if left_out == self.slack {
            // From now on nodes with two links left take both.
            self.check.extend(0..self.graph.len() as u32);
        }
        left_out <= self.slack && self.sides_balance()
    }

    /// Returns `true` if the slack allows what the larger side has too many.
    fn sides_balance(&self) -> bool {
        let Some(sides) = &self.sides else { return true };
        let odd = sides.iter().filter(|&&side| side).count() as u32;
        let even = sides.len() as u32 - odd;
        let (even, odd) = (even - self.left_out[0], odd - self.left_out[1]);
        self.left_out[0] + self.left_out[1] + even.abs_diff(odd) <= self.slack
    }

    /// Leaves out what is outside the block in which the ring must lie; false when too little is left.
    fn confine_to_block(&mut self, steps: &mut u64) -> bool {
        if self.slack == 0 || self.closed {
            return true;
        }
        *steps += self.graph.len() as u64;
        let living = |place: usize| self.state[self.link_at[place] as usize] != LINK_OUT;
        let fixed = (0..self.graph.len() as u32).find(|&v| self.taken[v as usize] > 0);
        let mut blocks = block::blocks(self.graph, &living);
        let least = self.graph.len() - self.slack as usize;
        match fixed {
            None => blocks.iter().any(|block| block.len() >= least),
            Some(v) => {
                // All links in are in one block: that of any of them.
                let on = self.graph.places(v).zip(self.graph.row(v));
                let mut on = on.filter(|(place, _)| self.state[self.link_at[*place] as usize] == LINK_IN);
                let Some(w) = on.next().map(|(_, &w)| w) else { return true };
                let holds = |block: &Vec<u32>| block.contains(&v) && block.contains(&w);
                let Some(at) = blocks.iter().position(holds) else { return false };
                let block = blocks.swap_remove(at);
                let mut inside = vec![false; self.graph.len()];
                block.iter().for_each(|&x| inside[x as usize] = true);
                let outside = (0..self.graph.len() as u32).filter(|&x| !inside[x as usize]);
                for x in outside.collect::<Vec<_>>() {
                    if self.taken[x as usize] > 0 || !self.omit_node(x) {
                        return self.abandon_queue();
                    }
                    self.check.push(x);
                }
                block.len() >= least && self.propagate(steps)
            }
        }
    }

    fn join_stretches(&mut self, a: u32, b: u32) {
        for (end, other_end) in [(a, b), (b, a)] {
            self.trail.push(Undo::Other(end, self.other[end as usize]));
            self.other[end as usize] = other_end;
        }
    }

    /// Draws every forced conclusion; false on a contradiction.
    fn propagate(&mut self, steps: &mut u64) -> bool {
        while let Some(v) = self.check.pop() {
            *steps += 1;
            let (taken, free) = (self.taken[v as usize], self.free[v as usize]);
            let needed = self.left_out[0] + self.left_out[1] == self.slack;
            let value = match (taken, free) {
                _ if self.gone[v as usize] && taken > 0 => return self.abandon_queue(),
                (2, 0) => continue,
                (2, _) => LINK_OUT,
                (0, _) if self.gone[v as usize] => LINK_OUT,
                (0, 0 | 1) if self.omit_node(v) => LINK_OUT,
                _ if taken + free < 2 => return self.abandon_queue(),
                (0, 2) if !needed => continue,
                _ if taken + free == 2 => LINK_IN,
                _ => continue,
            };
            for place in self.graph.places(v) {
                let link = self.link_at[place];
                if self.state[link as usize] == FREE_LINK && !self.set_link(link, value) {
                    return self.abandon_queue();
                }
            }
        }
        true
    }

    fn abandon_queue(&mut self) -> bool {
        self.check.clear();
        false
    }

    fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length {
            match self.trail.pop() {
                Some(Undo::Link(link, value)) => {
                    let (a, b) = self.links[link as usize];
                    self.state[link as usize] = FREE_LINK;
                    self.free[a as usize] += 1;
                    self.free[b as usize] += 1;
                    if value == LINK_IN {
                        self.closed = false;
                        self.count -= 1;
                        for v in [a, b] {
                            let taken = &mut self.taken[v as usize];
                            *taken -= 1;
                            match *taken {
                                0 => self.ends -= 1,
                                1 => self.ends += 1,
                                _ => {}
                            }
                        }
                    }
                }
                Some(Undo::Gone(v)) => {
                    self.gone[v as usize] = false;
                    let side = self.sides.as_ref().is_some_and(|sides| sides[v as usize]);
                    self.left_out[usize::from(side)] -= 1;
                }
                Some(Undo::Other(end, other_end)) => self.other[end as usize] = other_end,
                None => break,
            }
        }
    }

    /// The link to try next: at the end of a stretch, towards the node with the fewest free links.
    fn choose_link(&mut self, dice: &mut Dice) -> Option<u32> {
        let open = |s: &Self, v: u32| s.taken[v as usize] < 2 && s.free[v as usize] > 0;
        let n = self.graph.len() as u32;
        if !open(self, self.at) {
            let ends = (0..n).filter(|&v| open(self, v));
            self.at = ends.min_by_key(|&v| (self.taken[v as usize] == 0, self.free[v as usize]))?;
        }
        let free = self.graph.places(self.at).zip(self.graph.row(self.at)).filter_map(|(place, &w)| {
            let link = self.link_at[place];
            (self.state[link as usize] == FREE_LINK).then_some((link, w))
        });
        free.min_by_key(|&(_, w)| {
            (self.free[w as usize] + self.taken[w as usize], dice.number_below(1 << 16))
        })
        .map(|(link, _)| link)
    }

    /// Searches until the answer is known or the budget of `steps` is used up. `stopped` is polled occasionally.
    pub fn search(
        &mut self,
        dice: &mut Dice,
        steps: &mut u64,
        budget: u64,
        stopped: &dyn Fn() -> bool,
    ) -> SearchOutcome {
        if !self.sides_balance() || !self.propagate(steps) || !self.confine_to_block(steps) {
            return SearchOutcome::None;
        }
        let mut tries: Vec<(u32, usize)> = Vec::new();
        let mut rounds = 0u64;
        loop {
            if self.closed {
                return SearchOutcome::Ring(self.closed_ring());
            }
            if *steps > budget {
                return SearchOutcome::Unknown;
            }
            // A round may look at every node, whatever it counts as steps.
            rounds += 1;
            if rounds.is_multiple_of(64) && stopped() {
                return SearchOutcome::Unknown;
            }
            let next = self.choose_link(dice);
            let good = match next {
                Some(link) => {
                    tries.push((link, self.trail.len()));
                    self.set_link(link, LINK_IN) && self.propagate(steps) && self.confine_to_block(steps)
                }
                None => false,
            };
            if good {
                continue;
            }
            self.check.clear();
            loop {
                let Some((link, length)) = tries.pop() else { return SearchOutcome::None };
                *steps += 1;
                self.undo_to(length);
                if self.set_link(link, LINK_OUT) && self.propagate(steps) && self.confine_to_block(steps) {
                    break;
                }
                self.check.clear();
            }
        }
    }

    /// The ring, when it is closed: from its smallest number.
    fn closed_ring(&self) -> Vec<u32> {
        let first = (0..).zip(&self.taken).find(|(_, taken)| **taken > 0).map_or(0, |(v, _)| v);
        let (mut before, mut at) = (u32::MAX, first);
        let mut order = Vec::with_capacity(self.count);
        for _ in 0..self.count {
            order.push(at);
            let on = self
                .graph
                .places(at)
                .zip(self.graph.row(at))
                .find(|&(place, &w)| w != before && self.state[self.link_at[place] as usize] == LINK_IN);
            (before, at) = (at, on.map_or(first, |(_, &w)| w));
        }
        order
    }
}
