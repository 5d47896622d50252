//! Search for rings without common links in a stored graph.
//!
//! First one ring after the other, each among the links that are left. When the rest has no ring, it is still given two links at every
//! node where possible: a few rings instead of one. Then links are exchanged: a closed walk whose links belong by turns to two sets
//! changes hands, which keeps two links of each set at every node, and the exchange stays when the rings do not become more.

use super::budget::{self, Budget};
use super::forced::SearchOutcome;
use super::graph::SortedGraph;
use crate::hamilton::obstruction;
use crossedge_core::progress::{Progress, Stopped};
use crossedge_core::rng::Dice;
use crossedge_lang::net::address::modulo;

/// A link belongs to the ring of this number, or to none.
type Owner = u8;
const NO_OWNER: Owner = Owner::MAX;

/// A maximal set of edge-disjoint rings, at most `most`; `known` are edge-disjoint rings to start from.
pub fn rings(
    graph: &SortedGraph,
    most: usize,
    known: &[Vec<u32>],
    budget: &Budget,
    watch: &dyn Progress,
) -> Result<Vec<Vec<u32>>, Stopped> {
    let mut dice = Dice::new(budget.seed);
    let mut best: Vec<Vec<u32>> = known.to_vec();
    for round in 0..MAX_RESTARTS {
        // By turns from the known rings and from none: known rings are regular, and sometimes leave too little.
        let start: &[Vec<u32>] = if round & 1 == 0 { known } else { &[] };
        let mut work = CycleSearch::new(graph, start);
        let few = Budget { steps: budget.steps.div_ceil(MAX_RESTARTS), seed: budget.seed + round, ..*budget };
        while work.count < most {
            let rest = work.unowned_links();
            let verdict = match obstruction::no_ring(&rest) {
                None => budget::ring(&rest, &few, watch)?,
                Some(_) => SearchOutcome::None,
            };
            match verdict {
                SearchOutcome::Ring(order) => work.add_ring(&order),
                _ => {
                    // Two links per node form a set of rings; with more links left the choice is open.
                    if !work.take_rest() {
                        break;
                    }
                }
            }
        }
        work.exchange_links(&mut dice, few.steps, watch)?;
        let whole = work.complete_rings();
        if whole.len() > best.len() {
            best = whole;
        }
        if best.len() >= most {
            break;
        }
    }
    Ok(best)
}

/// Number of restarts of the search.
const MAX_RESTARTS: u64 = 12;

/// The longest closed walk that changes hands.
const MAX_CLOSED_WALK: usize = 12;

struct CycleSearch<'a> {
    graph: &'a SortedGraph,
    /// The owner at each place of a row, and the place of the same link in the other row.
    owner: Vec<Owner>,
    back: Vec<u32>,
    count: usize,
    /// Walks of the search, kept to save their memory.
    trail: Vec<u32>,
}

impl<'a> CycleSearch<'a> {
    fn new(graph: &'a SortedGraph, known: &[Vec<u32>]) -> Self {
        let mut back = vec![0; graph.ends()];
        for v in 0..graph.len() as u32 {
            for (place, &w) in graph.places(v).zip(graph.row(v)) {
                back[place] = graph.link_index(w, v).unwrap_or(place) as u32;
            }
        }
        let mut work =
            CycleSearch { graph, owner: vec![NO_OWNER; graph.ends()], back, count: 0, trail: Vec::new() };
        known.iter().for_each(|order| work.add_ring(order));
        work
    }

    fn set_owner(&mut self, place: usize, owner: Owner) {
        self.owner[place] = owner;
        self.owner[self.back[place] as usize] = owner;
    }

    /// One more ring.
    fn add_ring(&mut self, order: &[u32]) {
        for (i, &v) in order.iter().enumerate() {
            let w = order[if i + 1 == order.len() { 0 } else { i + 1 }];
            if let Some(place) = self.graph.link_index(v, w) {
                self.set_owner(place, self.count as Owner);
            }
        }
        self.count += 1;
    }

    /// Links without an owner.
    fn unowned_links(&self) -> SortedGraph {
        self.graph.with_links(|place| self.owner[place] == NO_OWNER)
    }

    /// If every node has exactly two links without an owner, assigns these to a new owner.
    fn take_rest(&mut self) -> bool {
        let free = |v: u32| self.graph.places(v).filter(|&place| self.owner[place] == NO_OWNER).count();
        if (0..self.graph.len() as u32).any(|v| free(v) != 2) {
            return false;
        }
        for place in 0..self.owner.len() {
            if self.owner[place] == NO_OWNER {
                self.owner[place] = self.count as Owner;
            }
        }
        self.count += 1;
        true
    }

    /// Number of rings an owner's links make, and the ring of every node.
    fn owned_rings(&self, owner: Owner, piece: &mut Vec<u32>) -> u32 {
        piece.clear();
        piece.resize(self.graph.len(), u32::MAX);
        let mut count = 0;
        for start in 0..self.graph.len() as u32 {
            let mut at = start;
            while piece[at as usize] == u32::MAX {
                piece[at as usize] = count;
                let row = self.graph.places(at).zip(self.graph.row(at));
                let next = row.filter(|&(place, _)| self.owner[place] == owner).map(|(_, &w)| w);
                at = next.into_iter().find(|&w| piece[w as usize] == u32::MAX).unwrap_or(start);
            }
            count += u32::from(piece[start as usize] == count);
        }
        count
    }

    /// A closed walk from `at`, links of the two owners by turns, first one of `own`. Left in `trail` as places.
    fn closed_walk(&mut self, start: u32, own: Owner, other: Owner, dice: &mut Dice) -> bool {
        self.trail.clear();
        let mut steps = 4096u32;
        self.walk_step(start, start, own, other, dice, &mut steps)
    }

    fn walk_step(
        &mut self,
        start: u32,
        at: u32,
        next: Owner,
        after: Owner,
        dice: &mut Dice,
        steps: &mut u32,
    ) -> bool {
        if self.trail.len() == MAX_CLOSED_WALK || *steps == 0 {
            return false;
        }
        *steps -= 1;
        let places = self.graph.places(at);
        let (first, degree) = (places.start, places.len());
        let turn = dice.index(degree);
        for i in 0..degree {
            let place = first + modulo((i + turn) as u64, degree as u64) as usize;
            let link = (place as u32).min(self.back[place]);
            if self.owner[place] != next || self.trail.contains(&link) {
                continue;
            }
            let w = self.graph.row(at)[place - first];
            self.trail.push(link);
            let even = self.trail.len() & 1 == 0;
            if even && w == start || self.walk_step(start, w, after, next, dice, steps) {
                return true;
            }
            self.trail.pop();
        }
        false
    }

    /// Hands the links of the trail over.
    fn exchange_trail(&mut self, own: Owner, other: Owner) {
        for i in 0..self.trail.len() {
            let place = self.trail[i] as usize;
            let now = if self.owner[place] == own { other } else { own };
            self.set_owner(place, now);
        }
    }

    /// Exchanges links until every owner has one ring, or the budget is used up.
    fn exchange_links(&mut self, dice: &mut Dice, budget: u64, watch: &dyn Progress) -> Result<(), Stopped> {
        let n = self.graph.len();
        let mut piece = Vec::new();
        let mut counts: Vec<u32> =
            (0..self.count).map(|k| self.owned_rings(k as Owner, &mut piece)).collect();
        let spare = self.owner.contains(&NO_OWNER);
        let mut steps = 0;
        while counts.iter().any(|&c| c > 1) && steps < budget {
            steps += 32 + (n as u64 >> 3);
            if watch.stopped() {
                return Err(Stopped);
            }
            let broken: Vec<usize> = (0..self.count).filter(|&k| counts[k] > 1).collect();
            let own = broken[dice.index(broken.len())];
            let mut others: Vec<Owner> = (0..self.count).filter(|&k| k != own).map(|k| k as Owner).collect();
            if spare {
                others.push(NO_OWNER);
            }
            if others.is_empty() {
                break;
            }
            let other = others[dice.index(others.len())];
            let start = dice.index(n) as u32;
            if !self.closed_walk(start, own as Owner, other, dice) {
                continue;
            }
            self.exchange_trail(own as Owner, other);
            let now = self.owned_rings(own as Owner, &mut piece);
            let there = if other == NO_OWNER { 0 } else { self.owned_rings(other, &mut piece) };
            let before = counts[own] + if other == NO_OWNER { 0 } else { counts[other as usize] };
            // Now and then a step back, or the search would stay where no single exchange helps.
            if now + there <= before || (now + there == before + 1 && dice.number_below(50) == 0) {
                counts[own] = now;
                if other != NO_OWNER {
                    counts[other as usize] = there;
                }
            } else {
                self.exchange_trail(own as Owner, other);
            }
        }
        Ok(())
    }

    /// The owners whose links make one ring.
    fn complete_rings(&self) -> Vec<Vec<u32>> {
        let mut piece = Vec::new();
        let one = (0..self.count as Owner).filter(|&k| self.owned_rings(k, &mut piece) == 1);
        let order = |k: Owner| {
            let (mut before, mut at, mut order) = (u32::MAX, 0, Vec::with_capacity(self.graph.len()));
            for _ in 0..self.graph.len() {
                order.push(at);
                let row = self.graph.places(at).zip(self.graph.row(at));
                let next = row.filter(|&(place, _)| self.owner[place] == k).map(|(_, &w)| w);
                (before, at) = (at, next.into_iter().find(|&w| w != before).unwrap_or(0));
            }
            order
        };
        one.collect::<Vec<_>>().into_iter().map(order).collect()
    }
}
