//! The least cut of a small graph into halves, by branch and bound.
//!
//! Nodes are assigned to sides one after the other. The links already cut, plus for each unassigned node the links it would add on the cheaper side
//! (as far as there is room), is a lower bound on every completion of the partial cut.

use crossedge_lang::net::Table;

/// Larger graphs are not tried.
pub const MAX_NODES: u64 = 64;

/// Limit of partial cuts: about a second.
const MAX_LOOKED: u64 = 1 << 20;

struct Branches<'a> {
    rows: &'a [u64],
    order: Vec<usize>,
    left: u64,
    best: (u64, u64),
    half: usize,
}

/// The least cut into halves that differ by at most one node, and one that has it; `known` is one that was found before. `None` if it takes long.
pub fn least_cut(graph: &Table, known: (u64, Vec<bool>)) -> Option<(u64, Vec<bool>)> {
    let n = graph.nodes() as usize;
    if graph.nodes() > MAX_NODES {
        return None;
    }
    let rows: Vec<u64> = (0..n).map(|v| graph.row(v).iter().fold(0, |row, &w| row | 1 << w)).collect();
    // Next is the node with most neighbours among those before it.
    let mut order: Vec<usize> = Vec::new();
    let mut taken = 0u64;
    while order.len() < n {
        let next = (0..n).filter(|v| taken >> v & 1 == 0);
        let next = next.max_by_key(|&v| ((rows[v] & taken).count_ones(), rows[v].count_ones()))?;
        taken |= 1 << next;
        order.push(next);
    }
    let side = known.1.iter().enumerate().fold(0u64, |side, (v, &first)| side | u64::from(first) << v);
    let mut search = Branches { rows: &rows, order, left: MAX_LOOKED, best: (known.0, side), half: n / 2 };
    // The smaller side may be either where they differ, and the first node is on one where they do not.
    let done = search.go_on(0, 0, 0, 0) && (n.is_multiple_of(2) || search.other_way());
    let (links, side) = search.best;
    done.then(|| (links, (0..n).map(|v| side >> v & 1 == 1).collect()))
}

impl Branches<'_> {
    /// The first node on the smaller side, for an odd number of nodes.
    fn other_way(&mut self) -> bool {
        self.half = self.order.len() - self.half;
        self.go_on(0, 0, 0, 0)
    }

    /// Returns `true` if all continuations from here were examined. The first side has at most `half` nodes, and the first node is on it.
    fn go_on(&mut self, placed: usize, first: u64, second: u64, cut: u64) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let n = self.order.len();
        if placed == n {
            if cut < self.best.0 {
                self.best = (cut, first);
            }
            return true;
        }
        if cut + self.lower_bound(placed, first, second) >= self.best.0 {
            return true;
        }
        let v = self.order[placed];
        let [to_first, to_second] = [first, second].map(|side| u64::from((self.rows[v] & side).count_ones()));
        let mut sides = [(to_second, true), (to_first, false)];
        if to_first < to_second {
            sides.reverse();
        }
        sides.into_iter().all(|(adds, on_first)| {
            let full = match on_first {
                true => first.count_ones() as usize == self.half,
                false => placed == 0 || second.count_ones() as usize == n - self.half,
            };
            let bit = 1u64 << v;
            let (first, second) = if on_first { (first | bit, second) } else { (first, second | bit) };
            full || self.go_on(placed + 1, first, second, cut + adds)
        })
    }

    /// Lower bound on the links that unassigned nodes add.
    fn lower_bound(&self, placed: usize, first: u64, second: u64) -> u64 {
        let room = self.half - first.count_ones() as usize;
        let mut sum = 0;
        let mut dearer: [i64; 64] = [0; 64];
        let rest = &self.order[placed..];
        for (place, &v) in dearer.iter_mut().zip(rest) {
            let [a, b] = [first, second].map(|side| i64::from((self.rows[v] & side).count_ones()));
            sum += a;
            *place = b - a;
        }
        // All on the second side, but fill the first with the cheapest ones.
        let dearer = &mut dearer[..rest.len()];
        dearer.sort_unstable();
        (sum + dearer[..room].iter().sum::<i64>()).max(0) as u64
    }
}
