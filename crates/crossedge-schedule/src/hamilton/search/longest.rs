//! A long ring of a stored graph: the longest if the search completes, else the best found, and a bound.
//!
//! A ring stays inside one block (biconnected component). In a bipartite block it has equally many nodes from each side. Small
//! blocks are decided: is there a ring that omits as few nodes as the sides allow, is there one that omits one more, and so
//! on. In large ones nodes are omitted at random, the larger side first; if that finds nothing, a known ring grows by detours.

use super::block::{at_most, blocks};
use super::budget::{self, Budget, MAX_DECIDED_NODES};
use super::forced::{ForcedSearch, SearchOutcome};
use super::graph::SortedGraph;
use crate::hamilton::obstruction;
use crossedge_core::progress::{Progress, Stopped};
use crossedge_core::rng::Dice;
use std::collections::VecDeque;

/// The name of the method where the longest is known.
pub const EXACT_METHOD: &str = "longest ring, by search over forced links [ring-search]";
/// The name of the method where longer ones are not ruled out.
pub const SEARCH_METHOD: &str = "longest ring found by search on the stored network [ring-search]";

/// Number of omission rounds before the search gives up.
const MAX_ROUNDS: u64 = 40;

/// A ring and a bound on the longest.
#[derive(Debug, Clone)]
pub struct Longest {
    /// The ring, as numbers of the graph.
    pub order: Vec<u32>,
    /// No ring has more nodes.
    pub at_most: usize,
    /// The evidence.
    pub by: &'static str,
}

/// A long ring of the graph; `None` if it has no ring at all. A ring at hand may be passed: the answer is no shorter.
pub fn ring(
    graph: &SortedGraph,
    known: Option<Vec<u32>>,
    budget: &Budget,
    watch: &dyn Progress,
) -> Result<Option<Longest>, Stopped> {
    let mut parts: Vec<(usize, Vec<u32>)> = blocks(graph, &|_| true)
        .into_iter()
        .filter(|block| block.len() > 2)
        .map(|block| (at_most(&graph.induced(&block)), block))
        .collect();
    // Those that may hold the longest first.
    parts.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut best = known.unwrap_or_default();
    let (mut limit, mut tried) = (0, true);
    for (most, block) in parts {
        if most <= best.len() {
            continue;
        }
        let inside = graph.induced(&block);
        let (cycle, bound) = match inside.len() <= MAX_DECIDED_NODES {
            true => longest_in_small(&inside, most, best.len(), budget, watch)?,
            false => {
                tried = false;
                (longest_in_large(&inside, best.len(), budget, watch)?, most)
            }
        };
        if let Some(order) = cycle {
            best = order.iter().map(|&v| block[v as usize]).collect();
        }
        limit = limit.max(bound);
    }
    if best.is_empty() {
        return Ok(None);
    }
    let at_most = limit.max(best.len());
    let by = match tried {
        true => "a ring stays inside a part that no single node cuts, and every longer one was tried",
        false => "a cycle stays inside a biconnected component, and has equally many nodes from each side",
    };
    Ok(Some(Longest { order: best, at_most, by }))
}

/// The longest ring of a small block that has more than `more` nodes, and how long one is at most.
fn longest_in_small(
    graph: &SortedGraph,
    most: usize,
    more: usize,
    budget: &Budget,
    watch: &dyn Progress,
) -> Result<(Option<Vec<u32>>, usize), Stopped> {
    let n = graph.len();
    // Over sides every ring is even.
    let step = if obstruction::colours(graph).is_some() { 2 } else { 1 };
    let (mut dice, mut steps) = (Dice::new(budget.seed), 0);
    let mut length = most;
    while length > more.max(2) {
        let slack = (n - length) as u32;
        let verdict =
            ForcedSearch::omitting(graph, slack)
                .search(&mut dice, &mut steps, budget.steps, &|| watch.stopped());
        if watch.stopped() {
            return Err(Stopped);
        }
        match verdict {
            SearchOutcome::Ring(order) => {
                let length = order.len();
                return Ok((Some(order), length));
            }
            SearchOutcome::None => length -= step,
            SearchOutcome::Unknown => {
                let order = grow_ring(graph);
                return Ok((Some(order).filter(|order| order.len() > more), length));
            }
        }
    }
    Ok((None, more))
}

/// A ring of a large block with more than `more` nodes, if one is found.
fn longest_in_large(
    graph: &SortedGraph,
    more: usize,
    budget: &Budget,
    watch: &dyn Progress,
) -> Result<Option<Vec<u32>>, Stopped> {
    let few = Budget { steps: budget.steps.div_ceil(MAX_ROUNDS / 4), ..*budget };
    let mut dice = Dice::new(budget.seed);
    for round in 0..MAX_ROUNDS {
        let (part, names) = with_fewer_nodes(graph, round >> 3, &mut dice);
        if part.len() < 3 || part.len() <= more || obstruction::no_ring(&part).is_some() {
            continue;
        }
        let budget = Budget { seed: budget.seed.wrapping_add(round), ..few };
        if let SearchOutcome::Ring(order) = budget::ring(&part, &budget, watch)? {
            return Ok(Some(order.iter().map(|&v| names[v as usize]).collect()));
        }
    }
    Ok(Some(grow_ring(graph)).filter(|order| order.len() > more))
}

/// The graph without some nodes: those that the larger side has too many, and `more` others. Also the numbers of those left.
fn with_fewer_nodes(graph: &SortedGraph, more: u64, dice: &mut Dice) -> (SortedGraph, Vec<u32>) {
    let n = graph.len();
    let mut keep = vec![true; n];
    let sides = obstruction::colours(graph);
    let drop = |keep: &mut Vec<bool>, dice: &mut Dice, fits: &dyn Fn(usize) -> bool| {
        // A node whose neighbours can spare a link; any other after many tries.
        for attempt in 0..256 {
            let v = dice.index(n);
            let living = |w: u32| graph.row(w).iter().filter(|&&x| keep[x as usize]).count();
            let spared = graph.row(v as u32).iter().all(|&w| !keep[w as usize] || living(w) > 2);
            if keep[v] && fits(v) && (spared || attempt > 200) {
                keep[v] = false;
                return;
            }
        }
    };
    match &sides {
        None => (0..more).for_each(|_| drop(&mut keep, dice, &|_| true)),
        Some(side) => {
            let odd = side.iter().filter(|&&s| s).count();
            let larger = odd > n - odd;
            for _ in 0..odd.abs_diff(n - odd) {
                drop(&mut keep, dice, &|v| side[v] == larger);
            }
            for _ in 0..more {
                drop(&mut keep, dice, &|v| side[v]);
                drop(&mut keep, dice, &|v| !side[v]);
            }
        }
    }
    let names: Vec<u32> = (0..n as u32).filter(|&v| keep[v as usize]).collect();
    (graph.induced(&names), names)
}

/// Some ring of a block of three or more nodes: one that a walk closes, and then detours over nodes outside for as long as there are
/// some.
fn grow_ring(graph: &SortedGraph) -> Vec<u32> {
    let n = graph.len();
    // A walk that never turns back until it meets itself: every node of a block has two links.
    let (mut place, mut walk) = (vec![usize::MAX; n], vec![0u32]);
    place[0] = 0;
    let mut order = loop {
        let last = walk.len() - 1;
        let before = if last > 0 { walk[last - 1] } else { u32::MAX };
        let on = graph.row(walk[last]).iter().filter(|&&w| w != before);
        let Some(&next) = on.clone().find(|&&w| place[w as usize] == usize::MAX) else {
            // Closed where it gets longest.
            let first = on.map(|&w| place[w as usize]).min().unwrap_or(0);
            break walk.split_off(first);
        };
        place[next as usize] = walk.len();
        walk.push(next);
    };
    let mut on = vec![false; n];
    order.iter().for_each(|&v| on[v as usize] = true);
    let mut i = 0;
    // Each detour adds a node, so the loop terminates; a pass that adds none is the last.
    let mut idle = 0;
    while idle < order.len() {
        let (u, v) = (order[i], order[(i + 1) % order.len()]);
        match outside_detour(graph, &on, u, v) {
            Some(path) => {
                path.iter().for_each(|&x| on[x as usize] = true);
                order.splice(i + 1..i + 1, path);
                idle = 0;
            }
            None => {
                idle += 1;
                i = (i + 1) % order.len();
            }
        }
    }
    order
}

/// Number of nodes searched for a detour.
const MAX_DETOUR_NODES: usize = 500;

/// A shortest path from `u` to `v` over nodes that are not on the ring, one at least.
fn outside_detour(graph: &SortedGraph, on: &[bool], u: u32, v: u32) -> Option<Vec<u32>> {
    let mut from = std::collections::BTreeMap::new();
    let mut queue = VecDeque::new();
    for &w in graph.row(u).iter().filter(|&&w| !on[w as usize]) {
        from.insert(w, u);
        queue.push_back(w);
    }
    while let Some(x) = queue.pop_front()
        && from.len() <= MAX_DETOUR_NODES
    {
        if graph.are_linked(x, v) {
            let mut path = vec![x];
            while let Some(&before) = from.get(&path[path.len() - 1]).filter(|&&before| before != u) {
                path.push(before);
            }
            path.reverse();
            return Some(path);
        }
        for &w in graph.row(x).iter().filter(|&&w| !on[w as usize] && w != u) {
            if let std::collections::btree_map::Entry::Vacant(entry) = from.entry(w) {
                entry.insert(x);
                queue.push_back(w);
            }
        }
    }
    None
}
