//! Shortest paths from one source again and again, while lengths change little: nodes are relaxed in the order of the last search until nothing changes.

use super::graph::ArcGraph;
use crossedge_core::model::certificate::Demands;

/// Networks of more nodes are searched with a heap: lengths and hops of a path would not fit 63 bits.
pub const MAX_REPEATED: usize = 1 << 14;

/// Hops are counted in the low bits of a length, so that of equally long paths those of the fewest hops are taken.
const HOP_BITS: u32 = 15;

const UNREACHED: u64 = u64::MAX;

/// Searches with one table of lengths, at most 2^33 each.
pub struct RepeatedSearch<'a> {
    graph: &'a ArcGraph,
    /// The length of each arc, and one hop.
    keys: Vec<u64>,
    /// The length of the reverse of each arc.
    back_keys: Vec<u64>,
    distance: Vec<u64>,
    amounts: Vec<u64>,
    parents: Vec<u32>,
}

impl<'a> RepeatedSearch<'a> {
    /// A search by these lengths.
    pub fn new(graph: &'a ArcGraph, lengths: &[u64]) -> Self {
        let keys: Vec<u64> = lengths.iter().map(|length| (length << HOP_BITS) + 1).collect();
        let back_keys = (0..keys.len()).map(|a| keys[graph.back(a)]).collect();
        let nodes = graph.nodes();
        RepeatedSearch {
            graph,
            keys,
            back_keys,
            distance: vec![UNREACHED; nodes],
            amounts: vec![0; nodes],
            parents: Vec::new(),
        }
    }

    /// Distances from a source. `order` has the nodes of the last search by distance, or is empty; afterwards it has those that are reached.
    pub fn search(&mut self, source: usize, order: &mut Vec<u16>) {
        self.distance.fill(UNREACHED);
        self.distance[source] = 0;
        if order.is_empty() {
            self.breadth_first(source, order);
        }
        // After the first pass most distances are final, and a later one only repairs what a changed order has missed.
        loop {
            let mut changed = false;
            for &v in order.iter() {
                let at = self.distance[v as usize];
                if at == UNREACHED {
                    continue;
                }
                for a in self.graph.out(v.into()) {
                    let (next, known) = (at + self.keys[a], &mut self.distance[self.graph.head(a)]);
                    if next < *known {
                        *known = next;
                        changed = true;
                    }
                }
            }
            if !changed {
                break;
            }
            order.sort_by_key(|&v| self.distance[v as usize]);
        }
    }

    fn breadth_first(&self, source: usize, order: &mut Vec<u16>) {
        let mut seen = vec![false; self.graph.nodes()];
        seen[source] = true;
        order.push(source as u16);
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            for a in self.graph.out(v.into()) {
                let w = self.graph.head(a);
                if !std::mem::replace(&mut seen[w], true) {
                    order.push(w as u16);
                }
            }
            next += 1;
        }
    }

    /// Adds to `loads` what the source sends, `scale` times its demand, over the paths of the last search: evenly except for remainders. Returns the
    /// lengths of these paths times the demand.
    pub fn spread(
        &mut self,
        demands: &Demands,
        source: usize,
        order: &[u16],
        scale: u64,
        loads: &mut [u64],
    ) -> u128 {
        self.amounts.fill(0);
        let mut needed = 0;
        for (t, amount) in demands.row(source) {
            self.amounts[t] += amount * scale;
            if self.distance[t] != UNREACHED {
                needed += u128::from(amount) * u128::from(self.distance[t] >> HOP_BITS);
            }
        }
        for &v in order.iter().skip(1).rev() {
            let v = usize::from(v);
            let amount = self.amounts[v];
            if amount == 0 {
                continue;
            }
            let at = self.distance[v];
            self.parents.clear();
            for a in self.graph.out(v) {
                let before = self.distance[self.graph.head(a)];
                if before < at && before + self.back_keys[a] == at {
                    self.parents.push(a as u32);
                }
            }
            let count = self.parents.len().max(1) as u64;
            let (share, mut left) = (amount / count, amount % count);
            for &a in &self.parents {
                let more = u64::from(left > 0);
                left -= more;
                if share + more > 0 {
                    loads[self.graph.back(a as usize)] += share + more;
                    self.amounts[self.graph.head(a as usize)] += share + more;
                }
            }
        }
        needed
    }
}
