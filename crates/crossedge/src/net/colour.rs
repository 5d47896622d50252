//! Proper edge colouring of a small graph with as many colours as its degree (class 1), where one is found.
//!
//! Networks whose two ends of every link have the same port are coloured by ports (hypercubes: the dimension). Bipartite graphs
//! always have such a colouring (König) and alternating paths find it. Others are searched with a budget.

use super::{Network, Node, Port, Table};

/// The search gives up after this many choices.
const BUDGET: u64 = 2_000_000;

/// For every node the colour of each of its links, in the order of its sorted neighbours; `None` when no colouring was found.
pub fn edges(net: &dyn Network, table: &Table) -> Option<Vec<Vec<usize>>> {
    by_ports(net, table).or_else(|| by_paths(table)).or_else(|| by_search(table))
}

/// The rank of `w` among the sorted neighbours of `v`.
fn rank(table: &Table, v: usize, w: usize) -> usize {
    table.row(v).partition_point(|&x| (x as usize) < w)
}

fn blank(table: &Table) -> Vec<Vec<usize>> {
    (0..table.nodes() as usize).map(|v| vec![usize::MAX; table.row(v).len()]).collect()
}

fn degree(table: &Table) -> usize {
    (0..table.nodes() as usize).map(|v| table.row(v).len()).max().unwrap_or(0)
}

fn by_ports(net: &dyn Network, table: &Table) -> Option<Vec<Vec<usize>>> {
    let mut colours = blank(table);
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

/// One link after another; where the ends have no free colour in common, two colours are swapped along a path. On a bipartite graph
/// the path never comes back to the other end.
fn by_paths(table: &Table) -> Option<Vec<Vec<usize>>> {
    let d = degree(table);
    let mut colours = blank(table);
    for (v, w) in links(table) {
        let free = |colours: &[Vec<usize>], x: usize| (0..d).find(|c| !colours[x].contains(c));
        let (a, b) = (free(&colours, v)?, free(&colours, w)?);
        if !colours[w].contains(&a) {
            set(table, &mut colours, v, w, a);
            continue;
        }
        // The path from w that alternates a, b, a, …; swapping it frees a at w, unless it ends at v.
        let (mut path, mut at, mut colour) = (Vec::new(), w, a);
        while let Some(i) = colours[at].iter().position(|&c| c == colour) {
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
    let d = degree(table);
    let all: Vec<_> = links(table).collect();
    let mut colours = blank(table);
    let mut chosen: Vec<usize> = vec![0; all.len()];
    let mut i = 0;
    for _ in 0..BUDGET {
        let Some(&(v, w)) = all.get(i) else { return Some(colours) };
        set(table, &mut colours, v, w, usize::MAX);
        let fits = |c: &usize| !colours[v].contains(c) && !colours[w].contains(c);
        match (chosen[i]..d).find(fits) {
            Some(c) => {
                set(table, &mut colours, v, w, c);
                chosen[i] = c + 1;
                i += 1;
            }
            None => {
                chosen[i] = 0;
                i = i.checked_sub(1)?;
            }
        }
    }
    None
}
