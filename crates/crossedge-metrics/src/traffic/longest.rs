//! Longest matching: the permutation of the endpoints with the largest sum of distances. It is a near-worst-case permutation
//! for many networks (Jyothi, Singla, Godfrey, Kolla, Measuring and understanding throughput of network topologies, SC 2016).

use crate::bfs;
use crossedge_core::progress::{CancelOnly, Progress, Stopped};
use crossedge_lang::net::{Faults, Node, Structure};
use rayon::prelude::*;

/// Size limit in endpoints: distances of all pairs are kept, and the flow of each source in the search that follows.
pub const MAX_MATCHED: u64 = 1 << 12;

/// Why there is no matching.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMatching {
    /// Size limit, in endpoints.
    #[error("{0} endpoints are matched, and the limit is {MAX_MATCHED}")]
    TooMany(u64),
    /// Stopped before the end.
    #[error("stopped")]
    Stopped,
}

/// The destination of every endpoint. Disconnected endpoints count as the farthest ones.
pub fn longest_matching(net: &dyn Structure, watch: &dyn Progress) -> Result<Vec<u64>, NoMatching> {
    let ends = net.endpoints();
    if ends > MAX_MATCHED {
        return Err(NoMatching::TooMany(ends));
    }
    watch.stage("distances of all endpoints", ends);
    let quiet = CancelOnly(watch);
    let row = |v: u64| {
        let distances =
            bfs::distances(net, Node(v), &Faults::none(), &quiet).map_err(|_| NoMatching::Stopped)?;
        watch.advance(1);
        // Distances beyond 65,535 are equivalent: the longest matching takes them all.
        let short = |d: u64| u16::try_from(d).unwrap_or(u16::MAX);
        Ok(distances.iter().take(ends as usize).map(|d| d.map_or(0, short)).collect())
    };
    let distances: Vec<Vec<u16>> = (0..ends).into_par_iter().map(row).collect::<Result<_, NoMatching>>()?;
    let most = distances.iter().flatten().copied().max().unwrap_or(0);
    let cost = |v: usize, w: usize| i64::from(most - distances[v][w]);
    let matched = cheapest_assignment(ends as usize, &cost, watch).map_err(|_| NoMatching::Stopped)?;
    Ok(matched.into_iter().map(|w| w as u64).collect())
}

/// Grows a matching over the cheapest columns until no augmenting path remains (Hopcroft and Karp, SIAM J. Computing 2, 1973). In a
/// vertex-transitive network it is already perfect.
fn cheapest_matching(
    of_row: &mut [usize],
    of_column: &mut [usize],
    cheapest: &dyn Fn(usize, usize) -> bool,
    watch: &dyn Progress,
) -> Result<(), Stopped> {
    const UNMATCHED: usize = usize::MAX;
    let n = of_row.len();
    loop {
        // Rows by their distance from an unmatched one.
        let mut level = vec![UNMATCHED; n];
        let mut queue: Vec<usize> = (0..n).filter(|&v| of_row[v] == UNMATCHED).collect();
        queue.iter().for_each(|&v| level[v] = 0);
        let (mut at, mut reached) = (0, false);
        let mut seen = vec![false; n];
        while let Some(&v) = queue.get(at) {
            at += 1;
            if watch.stopped() {
                return Err(Stopped);
            }
            for w in (0..n).filter(|&w| cheapest(v, w)) {
                if std::mem::replace(&mut seen[w], true) {
                    continue;
                }
                match of_column[w] {
                    UNMATCHED => reached = true,
                    next if level[next] == UNMATCHED => {
                        level[next] = level[v] + 1;
                        queue.push(next);
                    }
                    _ => {}
                }
            }
        }
        if !reached {
            return Ok(());
        }
        let mut tried = vec![0usize; n];
        let mut grown = false;
        for start in (0..n).filter(|&v| level[v] == 0) {
            // The path of rows, each with the column that it would take.
            let mut path = vec![start];
            while let Some(&v) = path.last() {
                let Some(w) = (tried[v]..n).find(|&w| {
                    cheapest(v, w) && (of_column[w] == UNMATCHED || level[of_column[w]] == level[v] + 1)
                }) else {
                    tried[v] = n;
                    path.pop();
                    if let Some(&before) = path.last() {
                        tried[before] += 1;
                    }
                    continue;
                };
                tried[v] = w;
                if of_column[w] != UNMATCHED {
                    path.push(of_column[w]);
                    continue;
                }
                for &v in path.iter().rev() {
                    let w = tried[v];
                    of_row[v] = w;
                    of_column[w] = v;
                    tried[v] = n;
                }
                grown = true;
                break;
            }
        }
        if !grown {
            return Ok(());
        }
    }
}

/// The cheapest assignment of every row to a column of its own: shortest augmenting paths, as of Jonker and Volgenant (Computing 38, 1987).
pub fn cheapest_assignment(
    n: usize,
    cost: &dyn Fn(usize, usize) -> i64,
    watch: &dyn Progress,
) -> Result<Vec<usize>, Stopped> {
    const UNMATCHED: usize = usize::MAX;
    let mut of_row = vec![UNMATCHED; n];
    let mut of_column = vec![UNMATCHED; n];
    let (mut rows, mut columns) = (vec![0i64; n], vec![0i64; n]);
    // Rows that find a free column at their least cost need no path; the first columns are not always the same.
    for v in 0..n {
        if v % 64 == 0 && watch.stopped() {
            return Err(Stopped);
        }
        rows[v] = (0..n).map(|w| cost(v, w)).min().unwrap_or(0);
        let free = (1..=n).map(|d| (v + d) % n).find(|&w| of_column[w] == UNMATCHED && cost(v, w) == rows[v]);
        if let Some(w) = free {
            (of_row[v], of_column[w]) = (w, v);
        }
    }
    cheapest_matching(&mut of_row, &mut of_column, &|v, w| cost(v, w) == rows[v], watch)?;
    watch.stage("longest matching", n as u64);
    for start in 0..n {
        watch.advance(1);
        if of_row[start] != UNMATCHED {
            continue;
        }
        if watch.stopped() {
            return Err(Stopped);
        }
        // The cheapest path from this row to every column, over columns that are taken.
        let mut path_costs = vec![i64::MAX; n];
        let mut from = vec![start; n];
        let mut done = vec![false; n];
        let (mut v, mut here, mut last) = (start, 0i64, UNMATCHED);
        while last == UNMATCHED {
            let mut next = UNMATCHED;
            for w in (0..n).filter(|&w| !done[w]) {
                let path_cost = here + cost(v, w) - rows[v] - columns[w];
                if path_cost < path_costs[w] {
                    (path_costs[w], from[w]) = (path_cost, v);
                }
                if next == UNMATCHED
                    || path_costs[w] < path_costs[next]
                    || (path_costs[w] == path_costs[next]
                        && of_column[w] == UNMATCHED
                        && of_column[next] != UNMATCHED)
                {
                    next = w;
                }
            }
            done[next] = true;
            here = path_costs[next];
            match of_column[next] {
                UNMATCHED => last = next,
                taken => v = taken,
            }
        }
        for w in (0..n).filter(|&w| done[w] && w != last) {
            columns[w] -= here - path_costs[w];
            rows[of_column[w]] += here - path_costs[w];
        }
        rows[start] += here;
        let mut w = last;
        loop {
            let v = from[w];
            of_column[w] = v;
            w = std::mem::replace(&mut of_row[v], w);
            if v == start {
                break;
            }
        }
    }
    Ok(of_row)
}
