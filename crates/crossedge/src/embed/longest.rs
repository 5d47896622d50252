//! A long ring of a stored graph: through all nodes of its largest block where a search finds one, else through as many as it comes to.
//!
//! A ring stays inside one block, a part that no single node cuts. In a bipartite block it takes as many nodes from each side, so nodes of
//! the larger side are left out at random. Where that is not enough, more nodes are left out, one by one.

use super::dice::Dice;
use super::exact::Verdict;
use super::graph::Graph;
use super::reason;
use super::search::{self, Budget};
use crate::watch::{Stopped, Watch};

/// The name of the method.
pub const RULE: &str = "longest ring found by search on the stored network";

/// How many times nodes are left out before the search gives up.
const ROUNDS: u64 = 40;

/// The longest ring that was found, as numbers of the graph.
pub fn ring(graph: &Graph, budget: &Budget, watch: &dyn Watch) -> Result<Option<Vec<u32>>, Stopped> {
    let block = blocks(graph);
    if block.len() < 3 {
        return Ok(None);
    }
    let inside = graph.only(&block);
    let few = Budget { steps: budget.steps.div_ceil(ROUNDS / 4), ..*budget };
    let mut dice = Dice::new(budget.seed);
    for round in 0..ROUNDS {
        let (part, names) = thinned(&inside, round >> 3, &mut dice);
        if part.len() < 3 || reason::no_ring(&part).is_some() {
            continue;
        }
        let budget = Budget { seed: budget.seed + round, ..few };
        if let Verdict::Ring(order) = search::ring(&part, &budget, watch)? {
            return Ok(Some(order.iter().map(|&v| block[names[v as usize] as usize]).collect()));
        }
    }
    Ok(None)
}

/// The graph without some nodes: those that the larger side has too many, and `more` others. Also the numbers of those left.
fn thinned(graph: &Graph, more: u64, dice: &mut Dice) -> (Graph, Vec<u32>) {
    let n = graph.len();
    let mut keep = vec![true; n];
    let sides = reason::colours(graph);
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
    (graph.only(&names), names)
}

/// The numbers of the largest block, sorted.
fn blocks(graph: &Graph) -> Vec<u32> {
    let n = graph.len();
    let (mut order, mut low) = (vec![0u32; n], vec![0u32; n]);
    let (mut seen, mut best) = (0u32, Vec::new());
    for root in 0..n as u32 {
        if order[root as usize] != 0 {
            continue;
        }
        // Nodes in the order of discovery: a block is cut off the end when its topmost node is done.
        let mut open = Vec::new();
        let mut stack: Vec<(u32, u32, usize)> = vec![(root, root, 0)];
        seen += 1;
        (order[root as usize], low[root as usize]) = (seen, seen);
        open.push(root);
        while let Some(top) = stack.last_mut() {
            let (v, parent) = (top.0, top.1);
            if let Some(&w) = graph.row(v).get(top.2) {
                top.2 += 1;
                if order[w as usize] == 0 {
                    seen += 1;
                    (order[w as usize], low[w as usize]) = (seen, seen);
                    open.push(w);
                    stack.push((w, v, 0));
                } else if w != parent {
                    low[v as usize] = low[v as usize].min(order[w as usize]);
                }
                continue;
            }
            stack.pop();
            let Some(&(p, _, _)) = stack.last() else { break };
            low[p as usize] = low[p as usize].min(low[v as usize]);
            if low[v as usize] >= order[p as usize] {
                let from = open.iter().rposition(|&x| x == v).unwrap_or(0);
                let mut block = open.split_off(from);
                block.push(p);
                if block.len() > best.len() {
                    best = block;
                }
            }
        }
    }
    best.sort_unstable();
    best
}
