//! The least cut of a small graph into halves, by branch and bound.
//!
//! Nodes are assigned to sides one after the other. The links already cut, plus for each unassigned node the links it would add on the cheaper side
//! (as far as there is room), is a lower bound on every completion of the partial cut.

use crossedge_lang::net::Table;

/// Larger graphs are not tried.
pub const MAX_NODES: u64 = 64;

/// Limit of partial cuts: about a second.
const MAX_LOOKED: u64 = 1 << 20;

/// A partial cut. The counts of unassigned nodes are kept up to date, so that a step costs as much as a node has links.
struct Branches<'a> {
    rows: &'a [u64],
    order: Vec<usize>,
    left: u64,
    best: (u64, u64),
    half: usize,
    /// Of every node, its neighbours on the first and on the second side.
    beside: Vec<[u32; 2]>,
    /// The nodes of no side.
    free: u64,
    /// The links of all free nodes to the first side.
    to_first: u64,
    /// Number of free nodes by their links to the second side less those to the first, from -`span` on.
    dearer: Vec<u32>,
    /// The largest degree.
    span: usize,
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
    let span = rows.iter().map(|row| row.count_ones() as usize).max().unwrap_or(0);
    let mut dearer = vec![0; 2 * span + 1];
    dearer[span] = n as u32;
    let mut search = Branches {
        rows: &rows,
        order,
        left: MAX_LOOKED,
        best: (known.0, side),
        half: n / 2,
        beside: vec![[0; 2]; n],
        free: u64::MAX.checked_shr(u64::BITS - n as u32).unwrap_or(0),
        to_first: 0,
        dearer,
        span,
    };
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
        if cut + self.lower_bound(first) >= self.best.0 {
            return true;
        }
        let v = self.order[placed];
        let [to_first, to_second] = self.beside[v].map(u64::from);
        let mut sides = [(to_second, true), (to_first, false)];
        if to_first < to_second {
            sides.reverse();
        }
        sides.into_iter().all(|(adds, on_first)| {
            let full = match on_first {
                true => first.count_ones() as usize == self.half,
                false => placed == 0 || second.count_ones() as usize == n - self.half,
            };
            if full {
                return true;
            }
            let bit = 1u64 << v;
            let (first, second) = if on_first { (first | bit, second) } else { (first, second | bit) };
            self.assign(v, on_first, true);
            let done = self.go_on(placed + 1, first, second, cut + adds);
            self.assign(v, on_first, false);
            done
        })
    }

    /// Puts a free node on a side, or takes it back.
    fn assign(&mut self, v: usize, on_first: bool, put: bool) {
        if put {
            self.free &= !(1 << v);
            self.count(v, false);
        }
        let mut around = self.rows[v] & self.free;
        while around != 0 {
            let w = around.trailing_zeros() as usize;
            around &= around - 1;
            self.count(w, false);
            let links = &mut self.beside[w][usize::from(!on_first)];
            *links = if put { *links + 1 } else { *links - 1 };
            self.count(w, true);
        }
        if !put {
            self.free |= 1 << v;
            self.count(v, true);
        }
    }

    /// Adds a free node to the counts, or removes it.
    fn count(&mut self, v: usize, add: bool) {
        let [to_first, to_second] = self.beside[v];
        let nodes = &mut self.dearer[self.span + to_second as usize - to_first as usize];
        if add {
            *nodes += 1;
            self.to_first += u64::from(to_first);
        } else {
            *nodes -= 1;
            self.to_first -= u64::from(to_first);
        }
    }

    /// Lower bound on the links that free nodes add: all on the second side, but the first is filled with those for which that is cheapest.
    fn lower_bound(&self, first: u64) -> u64 {
        let mut room = self.half as i64 - i64::from(first.count_ones());
        let mut sum = self.to_first as i64;
        for (dearer, &nodes) in (-(self.span as i64)..).zip(&self.dearer) {
            let taken = room.min(nodes.into());
            sum += taken * dearer;
            room -= taken;
            if room == 0 {
                break;
            }
        }
        sum.max(0) as u64
    }
}
