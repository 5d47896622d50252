//! Search for rings and paths in a stored graph, with a budget: forced links first, which decide small graphs, then rotations.

use super::forced::{ForcedSearch, SearchOutcome};
use super::graph::SortedGraph;
use super::rotation;
use crossedge_core::progress::{Progress, Stopped};
use crossedge_core::rng::Dice;

/// The budget of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Graphs of more nodes are not searched.
    pub nodes: u64,
    /// Maximum number of search steps. A million steps take about a tenth of a second.
    pub steps: u64,
    /// The seed of its random choices.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { nodes: 20_000, steps: 30_000_000, seed: 1 }
    }
}

/// Graphs of at most this many nodes are decided by forced links alone, with all of the budget.
pub const MAX_DECIDED_NODES: usize = 40;

/// A ring through all nodes of a graph without an obvious reason against one.
pub fn ring(graph: &SortedGraph, budget: &Budget, watch: &dyn Progress) -> Result<SearchOutcome, Stopped> {
    search_within(graph, None, budget, watch)
}

/// A path through all nodes from `u` to `v`, as numbers in order.
pub fn path(
    graph: &SortedGraph,
    u: u32,
    v: u32,
    budget: &Budget,
    watch: &dyn Progress,
) -> Result<SearchOutcome, Stopped> {
    let z = graph.len() as u32;
    let verdict = search_within(&graph.with_bridge_node(u, v), Some(z), budget, watch)?;
    let SearchOutcome::Ring(mut order) = verdict else { return Ok(verdict) };
    let at = order.iter().position(|&x| x == z).unwrap_or(0);
    order.rotate_left(at);
    order.remove(0);
    if order.first() != Some(&u) {
        order.reverse();
    }
    Ok(SearchOutcome::Ring(order))
}

/// A path through all nodes, regardless of its ends.
pub fn any_path(
    graph: &SortedGraph,
    budget: &Budget,
    watch: &dyn Progress,
) -> Result<SearchOutcome, Stopped> {
    // A path is a ring of the graph with one more node, linked to every other.
    let z = graph.len() as u32;
    let verdict = search_within(&graph.with_hub_node(), None, budget, watch)?;
    let SearchOutcome::Ring(mut order) = verdict else { return Ok(verdict) };
    let at = order.iter().position(|&x| x == z).unwrap_or(0);
    order.rotate_left(at);
    order.remove(0);
    Ok(SearchOutcome::Ring(order))
}

fn search_within(
    graph: &SortedGraph,
    locked: Option<u32>,
    budget: &Budget,
    watch: &dyn Progress,
) -> Result<SearchOutcome, Stopped> {
    let n = graph.len();
    if n < 3 {
        return Ok(SearchOutcome::None);
    }
    let mut dice = Dice::new(budget.seed);
    let stopped = || watch.stopped();
    let done = |verdict| if watch.stopped() { Err(Stopped) } else { Ok(verdict) };
    let mut steps = 0;
    if n <= MAX_DECIDED_NODES {
        let mut exact = ForcedSearch::new(graph);
        return done(exact.search(&mut dice, &mut steps, budget.steps, &stopped));
    }
    // By turns, each try longer than the one before: both methods have graphs on which they are quick, and luck in the start.
    let mut turn = 16 * n as u64;
    while steps < budget.steps && !watch.stopped() {
        let limit = budget.steps.min(steps + turn);
        let verdict = ForcedSearch::new(graph).search(&mut dice, &mut steps, limit, &stopped);
        if verdict != SearchOutcome::Unknown {
            return done(verdict);
        }
        let limit = budget.steps.min(steps + turn);
        if let Some(order) = rotation::search(graph, locked, &mut dice, &mut steps, limit, &stopped) {
            return done(SearchOutcome::Ring(order));
        }
        turn *= 2;
    }
    done(SearchOutcome::Unknown)
}
