//! Proper edge colouring of a small graph with as many colours as its degree (class 1), where one is found.
//!
//! Networks whose two ends of every link have the same port are coloured by ports (hypercubes: the dimension). Bipartite graphs
//! always have such a colouring (König) and alternating paths find it. Others are searched with a budget; even complete graphs come last.

use crate::net::address::modulo;
use crate::net::{Network, Node, Port, Table};

/// The search gives up after this many choices.
const SEARCH_BUDGET: u64 = 2_000_000;

/// Each method gives up after looking at this many colours.
const MAX_STEPS: u64 = 1 << 26;

/// For every node the colour of each of its links, in the order of its sorted neighbours; `None` when no colouring was found.
pub fn edge_coloring(net: &dyn Network, table: &Table) -> Option<Vec<Vec<usize>>> {
    // A colour has at most one link for every two nodes. An odd regular graph has more links than that.
    if table.edge_count() > degree(table) as u64 * (table.nodes() >> 1) {
        return None;
    }
    by_ports(net, table).or_else(|| by_paths(table)).or_else(|| by_search(table)).or_else(|| by_rounds(table))
}

/// The rank of `w` among the sorted neighbours of `v`.
fn rank(table: &Table, v: usize, w: usize) -> usize {
    table.row(v).partition_point(|&x| (x as usize) < w)
}

fn uncolored(table: &Table) -> Vec<Vec<usize>> {
    (0..table.nodes() as usize).map(|v| vec![usize::MAX; table.row(v).len()]).collect()
}

fn degree(table: &Table) -> usize {
    (0..table.nodes() as usize).map(|v| table.row(v).len()).max().unwrap_or(0)
}

fn by_ports(net: &dyn Network, table: &Table) -> Option<Vec<Vec<usize>>> {
    let mut colours = uncolored(table);
    for v in 0..net.nodes() {
        for p in 0..net.degree(Node(v)) {
            let (w, back) = net.link(Node(v), Port(p));
            if back != Port(p) {
                return None;
            }
            colours[v as usize][rank(table, v as usize, w.0 as usize)] = p as usize;
        }
    }
    Some(colours)
}

fn links(table: &Table) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..table.nodes() as usize)
        .flat_map(|v| table.row(v).iter().map(move |&w| (v, w as usize)).filter(|(v, w)| v < w))
}

fn set(table: &Table, colours: &mut [Vec<usize>], v: usize, w: usize, colour: usize) {
    colours[v][rank(table, v, w)] = colour;
    colours[w][rank(table, w, v)] = colour;
}

/// The colours at a node or two, to find one that is free: a mark for each colour, and the round in which it was set.
struct Marks {
    round: Vec<u64>,
    now: u64,
    steps: u64,
}

impl Marks {
    fn new(colours: usize) -> Self {
        Marks { round: vec![0; colours], now: 0, steps: 0 }
    }

    /// The first colour from `first` on that is in none of these rows; `None` also when all steps are spent.
    fn free_color(&mut self, first: usize, rows: &[&[usize]]) -> Option<usize> {
        self.now += 1;
        for row in rows {
            self.spend_steps(row.len())?;
            for &colour in row.iter().filter(|&&colour| colour != usize::MAX) {
                self.round[colour] = self.now;
            }
        }
        // No more colours are passed over than are in the rows.
        (first..self.round.len()).find(|&colour| self.round[colour] != self.now)
    }

    fn spend_steps(&mut self, steps: usize) -> Option<()> {
        self.steps += steps as u64 + 1;
        (self.steps <= MAX_STEPS).then_some(())
    }
}

/// One link after another; where the ends have no free colour in common, two colours are swapped along a path. On a bipartite graph
/// the path never comes back to the other end.
fn by_paths(table: &Table) -> Option<Vec<Vec<usize>>> {
    let mut colours = uncolored(table);
    let mut marks = Marks::new(degree(table));
    for (v, w) in links(table) {
        let (a, b) = (marks.free_color(0, &[&colours[v]])?, marks.free_color(0, &[&colours[w]])?);
        if !colours[w].contains(&a) {
            set(table, &mut colours, v, w, a);
            continue;
        }
        // The path from w that alternates a, b, a, …; swapping it frees a at w, unless it ends at v.
        let (mut path, mut at, mut colour) = (Vec::new(), w, a);
        while let Some(i) = colours[at].iter().position(|&c| c == colour) {
            marks.spend_steps(i)?;
            let next = table.row(at)[i] as usize;
            path.push((at, next));
            (at, colour) = (next, a + b - colour);
        }
        if at == v {
            return None;
        }
        for (i, &(x, y)) in path.iter().enumerate() {
            set(table, &mut colours, x, y, if i & 1 == 0 { b } else { a });
        }
        set(table, &mut colours, v, w, a);
    }
    Some(colours)
}

/// Backtracking over the links in order.
fn by_search(table: &Table) -> Option<Vec<Vec<usize>>> {
    let all: Vec<_> = links(table).collect();
    let mut colours = uncolored(table);
    let mut chosen: Vec<usize> = vec![0; all.len()];
    let mut marks = Marks::new(degree(table));
    let mut i = 0;
    for _ in 0..SEARCH_BUDGET {
        let Some(&(v, w)) = all.get(i) else { return Some(colours) };
        set(table, &mut colours, v, w, usize::MAX);
        match marks.free_color(chosen[i], &[&colours[v], &colours[w]]) {
            Some(c) => {
                set(table, &mut colours, v, w, c);
                chosen[i] = c + 1;
                i += 1;
            }
            None if marks.steps > MAX_STEPS => return None,
            None => {
                chosen[i] = 0;
                i = i.checked_sub(1)?;
            }
        }
    }
    None
}

/// All pairs of an even number of nodes, as rounds of a tournament: colour (i + j) mod (n - 1), and the last node meets i in round 2i.
fn by_rounds(table: &Table) -> Option<Vec<Vec<usize>>> {
    let n = table.nodes() as usize;
    if n & 1 == 1 || (0..n).any(|v| table.row(v).len() != n - 1) {
        return None;
    }
    let last = n - 1;
    let round = |i: usize, j: usize| modulo((i + j) as u64, last as u64) as usize;
    let colour = |v: usize, w: usize| match (v == last, w == last) {
        (true, _) => round(w, w),
        (_, true) => round(v, v),
        _ => round(v, w),
    };
    Some((0..n).map(|v| table.row(v).iter().map(|&w| colour(v, w as usize)).collect()).collect())
}
