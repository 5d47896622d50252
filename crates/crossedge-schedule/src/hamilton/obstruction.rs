//! Why there is no ring or no path: reasons that can be checked by hand.

use super::search::graph::SortedGraph;
use crossedge_lang::net::{Leaf, Parts, Structure};

/// The sizes of the two sides of a connected bipartite network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sides {
    /// Nodes on the side of node 0.
    pub even: u64,
    /// The others.
    pub odd: u64,
}

/// The bipartition of a network, if its construction gives it without visiting every node.
pub fn sides(net: &dyn Structure) -> Option<Sides> {
    let n = net.nodes();
    match net.parts() {
        Parts::Leaf(leaf) => match leaf {
            Leaf::Path => Some(Sides { even: n - (n >> 1), odd: n >> 1 }),
            Leaf::Ring if n & 1 == 0 => Some(Sides { even: n >> 1, odd: n >> 1 }),
            Leaf::Complete if n <= 2 => Some(Sides { even: 1, odd: n - 1 }),
            Leaf::Cube(0) => Some(Sides { even: 1, odd: 0 }),
            Leaf::Cube(_) => Some(Sides { even: n >> 1, odd: n >> 1 }),
            _ => None,
        },
        Parts::Product(parts) => parts.iter().try_fold(Sides { even: 1, odd: 0 }, |all, part| {
            let one = sides(part.as_ref())?;
            Some(Sides {
                even: all.even * one.even + all.odd * one.odd,
                odd: all.even * one.odd + all.odd * one.even,
            })
        }),
        // A cross-edge changes the side, and the classes make up for each other.
        Parts::Level(level) if level.super_nodes().is_none() => {
            sides(level.base().as_ref()).map(|_| Sides { even: n >> 1, odd: n >> 1 })
        }
        Parts::Level(_) | Parts::Expansion(_) => None,
    }
}

/// The side of every node of a stored graph, node 0 on side 0; `None` if it has an odd cycle. Every part is coloured by itself.
pub fn colours(graph: &SortedGraph) -> Option<Vec<bool>> {
    let n = graph.len();
    let mut side: Vec<Option<bool>> = vec![None; n];
    let mut stack = Vec::new();
    for root in 0..n as u32 {
        if side[root as usize].is_some() {
            continue;
        }
        side[root as usize] = Some(false);
        stack.push(root);
        while let Some(v) = stack.pop() {
            for &w in graph.row(v) {
                match side[w as usize] {
                    None => {
                        side[w as usize] = side[v as usize].map(|s| !s);
                        stack.push(w);
                    }
                    same if same == side[v as usize] => return None,
                    _ => {}
                }
            }
        }
    }
    side.into_iter().collect()
}

/// Why a stored graph has no ring through all its nodes, if a simple reason is known.
pub fn no_ring(graph: &SortedGraph) -> Option<String> {
    let n = graph.len();
    if n < 3 {
        return Some(format!("a ring has at least 3 nodes, and {}", there_are(n as u64)));
    }
    if let Some(v) = (0..n as u32).find(|&v| graph.row(v).len() < 2) {
        return Some(format!(
            "node {} has {} of the 2 links that a ring needs",
            graph.id(v),
            graph.row(v).len()
        ));
    }
    if let Some(reason) = cut_node_obstruction(graph) {
        return Some(reason);
    }
    let colours = colours(graph)?;
    let odd = colours.iter().filter(|&&c| c).count() as u64;
    unequal_sides_reason(Sides { even: n as u64 - odd, odd })
}

/// Why unequal sides allow no ring.
pub fn unequal_sides_reason(sides: Sides) -> Option<String> {
    (sides.even != sides.odd).then(|| {
        format!(
            "every link joins the two sides, which have {} and {} nodes; a cycle has equally many from each",
            sides.even, sides.odd
        )
    })
}

pub fn there_are(n: u64) -> String {
    if n == 1 { "there is 1".to_owned() } else { format!("there are {n}") }
}

/// A node that cannot be reached, or one whose loss would part the rest.
fn cut_node_obstruction(graph: &SortedGraph) -> Option<String> {
    let n = graph.len();
    // Depth-first from node 0: `order` of discovery, `low` the earliest node reached from below by one link back.
    let (mut order, mut low) = (vec![0u32; n], vec![0u32; n]);
    let mut stack: Vec<(u32, u32, usize)> = vec![(0, 0, 0)];
    (order[0], low[0]) = (1, 1);
    let (mut seen, mut below_root, mut cut) = (1u32, 0, None);
    while let Some(top) = stack.last_mut() {
        let (v, parent) = (top.0, top.1);
        if let Some(&w) = graph.row(v).get(top.2) {
            top.2 += 1;
            if order[w as usize] == 0 {
                seen += 1;
                (order[w as usize], low[w as usize]) = (seen, seen);
                below_root += u32::from(v == 0);
                stack.push((w, v, 0));
            } else if w != parent {
                low[v as usize] = low[v as usize].min(order[w as usize]);
            }
            continue;
        }
        stack.pop();
        if let Some(&(p, _, _)) = stack.last() {
            low[p as usize] = low[p as usize].min(low[v as usize]);
            if p != 0 && low[v as usize] >= order[p as usize] {
                cut = Some(p);
            }
        }
    }
    if (seen as usize) < n {
        let away = order.iter().position(|&o| o == 0).unwrap_or(0) as u32;
        return Some(format!("node {} cannot be reached from node {}", graph.id(away), graph.id(0)));
    }
    if below_root > 1 {
        cut = Some(0);
    }
    cut.map(|v| format!("node {} is a cut vertex, which a cycle cannot have", graph.id(v)))
}

/// Why a stored graph has no path through all its nodes from `u` to `v`, if a simple reason is known. The two are different nodes.
pub fn no_path(graph: &SortedGraph, u: u32, v: u32) -> Option<String> {
    let n = graph.len();
    if n == 2 {
        return (!graph.are_linked(u, v)).then(|| "the two nodes are not linked".to_owned());
    }
    if (0..n as u32).all(|x| graph.row(x).len() == 2)
        && cut_node_obstruction(graph).is_none()
        && !graph.are_linked(u, v)
    {
        return Some(format!(
            "the network is a ring of {n}: a path through all its nodes joins neighbours, and {} and {} are not linked",
            graph.id(u),
            graph.id(v)
        ));
    }
    let mid = |x: u32| x != u && x != v;
    if let Some(x) = (0..n as u32).find(|&x| graph.row(x).len() < if mid(x) { 2 } else { 1 }) {
        return Some(format!("node {} has too few links to lie on such a path", graph.id(x)));
    }
    if let Some(c) = colours(graph) {
        let odd = c.iter().filter(|&&side| side).count();
        let (cu, cv) = (c[u as usize], c[v as usize]);
        let fits = match (n - odd).cmp(&odd) {
            std::cmp::Ordering::Equal => cu != cv,
            std::cmp::Ordering::Greater => !cu && !cv,
            std::cmp::Ordering::Less => cu && cv,
        };
        // Side sizes that differ by more than one are no path for any two ends.
        if (n - odd).abs_diff(odd) > 1 || !fits {
            return Some(parity_reason(graph.id(u), graph.id(v), cu == cv, (n - odd) as u64, odd as u64));
        }
    }
    no_ring(&graph.with_bridge_node(u, v)).map(|_| {
        "the network with one more node, linked to the two ends only, has no ring: some node cuts it"
            .to_owned()
    })
}

/// The reason by the sides of the ends.
pub fn parity_reason(u: u64, v: u64, same: bool, even: u64, odd: u64) -> String {
    let which = if same { "the same side" } else { "opposite sides" };
    let needed = match even.abs_diff(odd) {
        0 => "a path through all of them has its ends on opposite sides",
        1 => "a path through all of them has both ends on the larger side",
        _ => "a path takes from both by turns, so no path goes through all of them",
    };
    format!(
        "every link joins the two sides, of {even} and {odd} nodes: {needed}, and {u} and {v} are on {which}"
    )
}
