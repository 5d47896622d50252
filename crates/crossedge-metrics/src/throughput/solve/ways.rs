//! Shortest paths from a source by arc lengths, and the flow that is spread evenly over them.
//!
//! Every node receives its flow, its own demand and what it forwards, in equal shares from its predecessors on shortest paths. Among paths of equal length
//! those with the fewest hops count, so that arcs of length 0 cannot form cycles.

use super::graph::ArcGraph;
use crossedge_core::model::certificate::Demands;
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Distances and the order of a search.
#[derive(Debug, Clone)]
pub struct ShortestPathTree {
    /// Length and hops from the source; [`FAR`] where no path leads.
    far: Vec<(u64, u32)>,
    /// Nodes that are reached, the nearest first.
    order: Vec<u32>,
}

/// The distance of a node that is not reached.
pub const FAR: u64 = u64::MAX;

impl ShortestPathTree {
    /// Searches from a source; lengths of all paths must fit 63 bits.
    pub fn search(graph: &ArcGraph, source: usize, length: impl Fn(usize) -> u64) -> Self {
        let mut far = vec![(FAR, u32::MAX); graph.nodes()];
        let mut order = Vec::with_capacity(graph.nodes());
        let mut done = vec![false; graph.nodes()];
        let mut open = BinaryHeap::new();
        far[source] = (0, 0);
        open.push(Reverse(((0u64, 0u32), source as u32)));
        while let Some(Reverse((at, v))) = open.pop() {
            let v = v as usize;
            if std::mem::replace(&mut done[v], true) {
                continue;
            }
            order.push(v as u32);
            for a in graph.out(v) {
                let w = graph.head(a);
                let next = (at.0 + length(a), at.1 + 1);
                if next < far[w] {
                    far[w] = next;
                    open.push(Reverse((next, w as u32)));
                }
            }
        }
        ShortestPathTree { far, order }
    }

    /// The length of a shortest path; [`FAR`] if there is none.
    pub fn length(&self, v: usize) -> u64 {
        self.far[v].0
    }

    /// The arcs into `v` that are on shortest paths.
    fn into<'a>(
        &'a self,
        graph: &'a ArcGraph,
        v: usize,
        length: &'a impl Fn(usize) -> u64,
    ) -> impl Iterator<Item = usize> + 'a {
        let at = self.far[v];
        graph.out(v).map(|a| graph.back(a)).filter(move |&a| {
            let before = self.far[graph.tail(a)];
            before.0 != FAR && (before.0 + length(a), before.1 + 1) == at
        })
    }

    /// The load of each arc if the source spreads its demand evenly; rounded. All targets must be reachable.
    pub fn spread(
        &self,
        graph: &ArcGraph,
        demands: &Demands,
        source: usize,
        length: impl Fn(usize) -> u64,
        mut carry: impl FnMut(usize, f64),
    ) {
        let mut amounts = vec![0.0; graph.nodes()];
        demands.row(source).for_each(|(t, amount)| amounts[t] += amount as f64);
        for &v in self.order.iter().rev() {
            let v = v as usize;
            if v == source || amounts[v] == 0.0 {
                continue;
            }
            let count = self.into(graph, v, &length).count();
            let share = amounts[v] / count as f64;
            for a in self.into(graph, v, &length) {
                carry(a, share);
                amounts[graph.tail(a)] += share;
            }
        }
    }

    /// The load of each arc if the source sends `scale` times its demand, spread in integers: evenly except for remainders, which
    /// the first paths take. All targets must be reachable.
    pub fn spread_whole(
        &self,
        graph: &ArcGraph,
        demands: &Demands,
        source: usize,
        scale: u64,
        length: impl Fn(usize) -> u64,
        mut carry: impl FnMut(usize, u64),
    ) {
        let mut amounts = vec![0u64; graph.nodes()];
        demands.row(source).for_each(|(t, amount)| amounts[t] += amount * scale);
        for &v in self.order.iter().rev() {
            let v = v as usize;
            if v == source || amounts[v] == 0 {
                continue;
            }
            let count = self.into(graph, v, &length).count() as u64;
            let (share, mut left) = amounts[v].div_rem(&count);
            for a in self.into(graph, v, &length) {
                let more = u64::from(left > 0);
                left -= more;
                if share + more > 0 {
                    carry(a, share + more);
                    amounts[graph.tail(a)] += share + more;
                }
            }
        }
    }

    /// The same as [`Paths::spread`], exactly: a common denominator, and the amounts over it.
    pub fn spread_exactly(
        &self,
        graph: &ArcGraph,
        demands: &Demands,
        source: usize,
        length: impl Fn(usize) -> u64,
    ) -> (BigUint, Vec<(usize, BigUint)>) {
        let n = graph.nodes();
        let one = BigUint::one();
        // The unit of the amounts that reach a node.
        let mut parts = vec![BigUint::ZERO; n];
        demands.row(source).for_each(|(t, _)| parts[t] = one.clone());
        let mut common = one.clone();
        for &v in self.order.iter().rev() {
            let v = v as usize;
            if v == source || parts[v] == BigUint::ZERO {
                continue;
            }
            let count = self.into(graph, v, &length).count();
            let split = &parts[v] * count;
            common = common.lcm(&split);
            for a in self.into(graph, v, &length) {
                let u = graph.tail(a);
                parts[u] = if parts[u] == BigUint::ZERO { split.clone() } else { parts[u].lcm(&split) };
            }
        }
        let mut amounts = vec![BigUint::ZERO; n];
        demands.row(source).for_each(|(t, amount)| amounts[t] += &common * amount);
        let mut carried = Vec::new();
        for &v in self.order.iter().rev() {
            let v = v as usize;
            if v == source || amounts[v] == BigUint::ZERO {
                continue;
            }
            let count = self.into(graph, v, &length).count();
            let share = &amounts[v] / count;
            for a in self.into(graph, v, &length) {
                carried.push((a, share.clone()));
                amounts[graph.tail(a)] += &share;
            }
        }
        (common, carried)
    }
}
