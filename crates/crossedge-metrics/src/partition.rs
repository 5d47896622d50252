//! Cuts of small stored graphs into halves: all of them for the smallest, METIS and exchanges of pairs for the others.

use crossedge_lang::net::Table;
#[cfg(feature = "metis")]
use std::sync::{Mutex, PoisonError};

/// Graphs up to this size are searched through: C(25, 12) halves, 5 million.
pub const MAX_EXACT: u64 = 26;

/// The least cut into halves that differ by at most one node, and the first of these: nodes are put on their sides from the highest id down, and a
/// branch ends when its links between the sides are as many as the best cut has.
pub fn exact(graph: &Table) -> (u64, Vec<bool>) {
    let n = graph.nodes() as usize;
    let rows = (0..n).map(|v| graph.row(v).iter().fold(0, |row, &w| row | 1 << w)).collect();
    let mut search = HalvesSearch { rows, best: (u32::MAX, 0) };
    // Node n-1 stays on the larger side, so each cut is seen once (twice for even n without this).
    let fixed = usize::from(n > 0 && n.is_multiple_of(2));
    search.place(n - fixed, [fixed, 0], [n - n / 2, n / 2], [(fixed as u32) << n.saturating_sub(1), 0], 0);
    let (links, set) = search.best;
    (links.into(), (0..n).map(|v| set >> v & 1 == 1).collect())
}

/// A search of all halves by branch and bound.
struct HalvesSearch {
    /// The neighbours of every node.
    rows: Vec<u32>,
    /// The least cut so far, and the nodes of its second half.
    best: (u32, u32),
}

impl HalvesSearch {
    /// Puts the nodes below `left` on either side: of `sizes` and `sides` so far, with `cut` links between them, and at most `most` nodes each.
    fn place(&mut self, left: usize, sizes: [usize; 2], most: [usize; 2], sides: [u32; 2], cut: u32) {
        if cut >= self.best.0 {
            return;
        }
        let Some(v) = left.checked_sub(1) else {
            self.best = (cut, sides[1]);
            return;
        };
        for side in [0, 1] {
            if sizes[side] < most[side] {
                let (mut sizes, mut with) = (sizes, sides);
                sizes[side] += 1;
                with[side] |= 1 << v;
                self.place(v, sizes, most, with, cut + (self.rows[v] & sides[1 - side]).count_ones());
            }
        }
    }
}

/// The best of METIS and of a cut that is known already, each fixed by exchanging pairs. Links, sides, and where it comes from.
pub fn best_partition(graph: &Table, known: Option<Vec<bool>>) -> Option<(u64, Vec<bool>, String)> {
    let mut best: Option<(u64, Vec<bool>, String)> = None;
    let mut take = |sides: Vec<bool>, why: &str| {
        let (links, sides) = improve_by_exchanges(graph, sides);
        if best.as_ref().is_none_or(|b| links < b.0) {
            best = Some((links, sides, format!("{why}, improved by exchanging pairs [heuristic-cut]")));
        }
    };
    if let Some(known) = known {
        take(known, "the constructed cut");
    }
    for seed in 0..4 {
        if let Some(sides) = metis(graph, seed) {
            take(sides, if cfg!(feature = "metis") { "METIS" } else { "the ids in two halves" });
        }
    }
    best
}

/// Without METIS the first half of the ids is a cut like any other, to be fixed.
#[cfg(not(feature = "metis"))]
fn metis(graph: &Table, seed: i32) -> Option<Vec<bool>> {
    let n = graph.nodes();
    (seed == 0).then(|| (0..n).map(|v| v < n / 2).collect())
}

/// Two sides by METIS; `None` when it fails.
#[cfg(feature = "metis")]
fn metis(graph: &Table, seed: i32) -> Option<Vec<bool>> {
    let n = graph.nodes() as usize;
    let mut starts: Vec<metis::Idx> = vec![0];
    let mut ends: Vec<metis::Idx> = Vec::new();
    for v in 0..n {
        ends.extend(graph.row(v).iter().map(|&w| w as metis::Idx));
        starts.push(ends.len() as metis::Idx);
    }
    let mut part = vec![0; n];
    // Its random numbers are those of the process: two calls at a time would draw from one sequence, and cuts would differ from run to run.
    static METIS_LOCK: Mutex<()> = Mutex::new(());
    let _alone = METIS_LOCK.lock().unwrap_or_else(PoisonError::into_inner);
    metis::Graph::new(1, 2, &starts, &ends)
        .ok()?
        .set_option(metis::option::Seed(seed))
        .set_option(metis::option::NCuts(4))
        .part_recursive(&mut part)
        .ok()?;
    Some(part.into_iter().map(|p| p == 0).collect())
}

/// Makes the halves even, then exchanges pairs as long as that saves links.
fn improve_by_exchanges(graph: &Table, mut sides: Vec<bool>) -> (u64, Vec<bool>) {
    let n = sides.len();
    let outside = |sides: &[bool], v: usize| {
        let other = graph.row(v).iter().filter(|&&w| sides[w as usize] != sides[v]).count() as i64;
        2 * other - graph.row(v).len() as i64
    };
    loop {
        let first = sides.iter().filter(|s| **s).count();
        if first == n / 2 || first == n.div_ceil(2) {
            break;
        }
        let from = first > n / 2;
        let best = (0..n).filter(|&v| sides[v] == from).max_by_key(|&v| outside(&sides, v));
        let Some(v) = best else { break };
        sides[v] = !sides[v];
    }
    loop {
        let gain: Vec<i64> = (0..n).map(|v| outside(&sides, v)).collect();
        let mut a: Vec<usize> = (0..n).filter(|&v| sides[v]).collect();
        let mut b: Vec<usize> = (0..n).filter(|&v| !sides[v]).collect();
        a.sort_by_key(|&v| -gain[v]);
        b.sort_by_key(|&v| -gain[v]);
        let mut best = (0, None);
        'pairs: for &v in &a {
            for &w in &b {
                if gain[v] + gain[w] <= best.0 {
                    if w == b[0] {
                        break 'pairs;
                    }
                    break;
                }
                let linked = graph.row(v).binary_search(&(w as u32)).is_ok();
                let saved = gain[v] + gain[w] - if linked { 2 } else { 0 };
                if saved > best.0 {
                    best = (saved, Some((v, w)));
                }
            }
        }
        let Some((v, w)) = best.1 else { break };
        sides.swap(v, w);
    }
    let cut: usize =
        (0..n).map(|v| graph.row(v).iter().filter(|&&w| sides[w as usize] != sides[v]).count()).sum();
    (cut as u64 / 2, sides)
}
