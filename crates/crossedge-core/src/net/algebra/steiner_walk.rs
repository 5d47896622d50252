//! Shortest walks in a small graph that visit a set of nodes on the way: the heart of distances in `re` with single pivots.
//!
//! `W(u, v; S)` is the length of a shortest walk from u to v through every node of S. Closed forms: complete graphs, trees, rings.
//! Any other graph with at most [`MAX_POINTS`] points to visit: a search over (visited, position), one table per end v.

use crate::net::Table;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// More points to visit than this have no table, except on the graphs with a closed form.
pub const MAX_POINTS: usize = 16;

/// The tables of all ends together hold at most this many entries.
const MAX_ENTRIES: usize = 1 << 28;

/// How walks of one unit are measured.
#[derive(Debug)]
pub enum Walks {
    /// Every two nodes are linked.
    Complete,
    /// One cycle; the position of every node on it.
    Ring(Vec<usize>),
    /// No cycle; parent and depth of every node.
    Tree(Vec<(usize, u32)>),
    /// Anything else: the points that may have to be visited, the graph, and one table per end, made when first asked for.
    General {
        /// The bit of every node that may have to be visited.
        bit: Vec<Option<u32>>,
        /// The unit.
        unit: Arc<Table>,
        /// For each end: length by (set, node).
        tables: Vec<OnceLock<Vec<u16>>>,
    },
}

impl Walks {
    /// A method to measure walks on `unit`, which is connected, restricted to `points`. `None` if there is none.
    pub fn new(unit: &Arc<Table>, points: &[usize]) -> Option<Walks> {
        let n = unit.nodes() as usize;
        let degree = |v: usize| unit.row(v).len();
        if (0..n).all(|v| degree(v) == n - 1) {
            return Some(Walks::Complete);
        }
        if unit.edge_count() as usize == n - 1 {
            return Some(Walks::Tree(parents_and_depths(unit)));
        }
        if (0..n).all(|v| degree(v) == 2) {
            return Some(Walks::Ring(ring_positions(unit)));
        }
        if points.len() > MAX_POINTS || n.saturating_mul(n) << points.len() > MAX_ENTRIES {
            return None;
        }
        let mut bit = vec![None; n];
        for (i, &p) in points.iter().enumerate() {
            bit[p] = Some(i as u32);
        }
        let tables = (0..n).map(|_| OnceLock::new()).collect();
        Some(Walks::General { bit, unit: unit.clone(), tables })
    }

    /// The length of a shortest walk from `u` to `v` through all of `visit`.
    pub fn length(&self, u: usize, v: usize, visit: &[usize]) -> u64 {
        match self {
            Walks::Complete => {
                let mut others: Vec<_> = visit.iter().filter(|&&p| p != u && p != v).collect();
                others.sort_unstable();
                others.dedup();
                if others.is_empty() && u == v { 0 } else { others.len() as u64 + 1 }
            }
            Walks::Tree(up) => tree_walk_length(up, u, v, visit),
            Walks::Ring(position) => ring_walk_length(position, u, v, visit),
            Walks::General { bit, unit, tables } => {
                let all = bit.iter().flatten().count();
                let table = tables[v].get_or_init(|| table(unit, bit, all, v));
                let set = visit.iter().filter_map(|&p| bit[p]).fold(0usize, |set, b| set | 1 << b);
                u64::from(table[set * bit.len() + u])
            }
        }
    }
}

/// Parent and depth of every node of a tree, from node 0.
fn parents_and_depths(tree: &Table) -> Vec<(usize, u32)> {
    let mut up = vec![(usize::MAX, 0); tree.nodes() as usize];
    let mut queue = VecDeque::from([0usize]);
    up[0] = (0, 0);
    while let Some(v) = queue.pop_front() {
        for &w in tree.row(v) {
            let w = w as usize;
            if up[w].0 == usize::MAX {
                up[w] = (v, up[v].1 + 1);
                queue.push_back(w);
            }
        }
    }
    up
}

/// The position of every node of a ring, going round from node 0.
fn ring_positions(ring: &Table) -> Vec<usize> {
    let mut position = vec![0; ring.nodes() as usize];
    let (mut before, mut at) = (usize::MAX, 0);
    for p in 0..position.len() {
        position[at] = p;
        let next = ring.row(at).iter().map(|&w| w as usize).find(|&w| w != before);
        (before, at) = (at, next.unwrap_or(0));
    }
    position
}

/// Twice the smallest subtree that contains all points, minus the path from u to v, which is walked only once.
fn tree_walk_length(up: &[(usize, u32)], u: usize, v: usize, visit: &[usize]) -> u64 {
    let mut below = vec![0u32; up.len()];
    let mut points: Vec<usize> = visit.iter().copied().chain([u, v]).collect();
    points.sort_unstable();
    points.dedup();
    for &point in &points {
        let mut at = point;
        below[at] += 1;
        while up[at].1 > 0 {
            at = up[at].0;
            below[at] += 1;
        }
    }
    // The link above a node is needed when some points are below it and some are not.
    let total = points.len() as u32;
    let links = (0..up.len()).filter(|&w| up[w].1 > 0 && below[w] > 0 && below[w] < total).count();
    2 * links as u64 - tree_distance(up, u, v)
}

fn tree_distance(up: &[(usize, u32)], mut u: usize, mut v: usize) -> u64 {
    let mut length = 0;
    while u != v {
        if up[u].1 < up[v].1 {
            std::mem::swap(&mut u, &mut v);
        }
        u = up[u].0;
        length += 1;
    }
    length
}

/// Round the entire ring, or all but one gap between neighbouring points, there and back.
fn ring_walk_length(position: &[usize], u: usize, v: usize, visit: &[usize]) -> u64 {
    let n = position.len();
    let (pu, pv) = (position[u], position[v]);
    let mut points: Vec<usize> = visit.iter().map(|&p| position[p]).chain([pu, pv]).collect();
    points.sort_unstable();
    points.dedup();
    if points.len() == 1 {
        return 0;
    }
    let behind = |from: usize, to: usize| (to + n - from) % n;
    let around = n + behind(pu, pv).min(behind(pv, pu));
    let best = (0..points.len()).map(|i| {
        // The arc from a to b stays unused; the rest runs from b round to a.
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        let kept = n - behind(a, b);
        2 * kept - behind(b, pu).abs_diff(behind(b, pv))
    });
    best.chain([around]).min().unwrap_or(0) as u64
}

/// Lengths of shortest walks from every node to `end` that visit at least a set: breadth first over (set, node), then the least
/// over all larger sets.
fn table(unit: &Table, bit: &[Option<u32>], points: usize, end: usize) -> Vec<u16> {
    let n = bit.len();
    let mut length = vec![u16::MAX; n << points];
    let mark = |set: usize, v: usize| set | bit[v].map_or(0, |b| 1 << b);
    let start = mark(0, end) * n + end;
    length[start] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let (set, v) = (state / n, state % n);
        for &w in unit.row(v) {
            let next = mark(set, w as usize) * n + w as usize;
            if length[next] == u16::MAX {
                length[next] = length[state] + 1;
                queue.push_back(next);
            }
        }
    }
    for b in 0..points {
        for set in (0..1usize << points).rev().filter(|set| set >> b & 1 == 0) {
            for v in 0..n {
                let larger = length[(set | 1 << b) * n + v];
                let here = &mut length[set * n + v];
                *here = larger.min(*here);
            }
        }
    }
    length
}

/// Returns `true` if all nodes can be reached from node 0.
pub fn connected(graph: &Table) -> bool {
    let n = graph.nodes() as usize;
    let mut seen = vec![false; n];
    let mut stack = vec![0usize];
    seen[0] = true;
    let mut count = 1;
    while let Some(v) = stack.pop() {
        for &w in graph.row(v) {
            if !std::mem::replace(&mut seen[w as usize], true) {
                count += 1;
                stack.push(w as usize);
            }
        }
    }
    count == n
}
