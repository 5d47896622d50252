//! Blocks of a stored graph: the parts that no single node cuts. A ring stays inside one of them.

use super::graph::SortedGraph;
use crate::hamilton::obstruction;

/// The blocks of two or more nodes over the links at living places, which hold for both ends of a link. Their numbers are sorted.
pub fn blocks(graph: &SortedGraph, living: &dyn Fn(usize) -> bool) -> Vec<Vec<u32>> {
    let n = graph.len();
    // Depth-first: `order` of discovery, `low` the earliest node reached from below by one link back.
    let (mut order, mut low) = (vec![0u32; n], vec![0u32; n]);
    let (mut seen, mut all) = (0u32, Vec::new());
    for root in 0..n as u32 {
        if order[root as usize] != 0 {
            continue;
        }
        // Nodes in the order of discovery: a block is cut off the end when its topmost node is done.
        let mut open = vec![root];
        let mut stack: Vec<(u32, u32, usize)> = vec![(root, root, graph.places(root).start)];
        seen += 1;
        (order[root as usize], low[root as usize]) = (seen, seen);
        while let Some(top) = stack.last_mut() {
            let (v, parent, place) = *top;
            if place < graph.places(v).end {
                top.2 += 1;
                let w = graph.row(v)[place - graph.places(v).start];
                if !living(place) || w == parent {
                    continue;
                }
                if order[w as usize] == 0 {
                    seen += 1;
                    (order[w as usize], low[w as usize]) = (seen, seen);
                    open.push(w);
                    stack.push((w, v, graph.places(w).start));
                } else {
                    low[v as usize] = low[v as usize].min(order[w as usize]);
                }
                continue;
            }
            stack.pop();
            let Some(&(p, _, _)) = stack.last() else { break };
            low[p as usize] = low[p as usize].min(low[v as usize]);
            if low[v as usize] >= order[p as usize] {
                let from = open.iter().rposition(|&x| x == v).unwrap_or(0);
                let mut block = open.split_off(from);
                block.push(p);
                block.sort_unstable();
                all.push(block);
            }
        }
    }
    all
}

/// Upper bound on the length of a ring, by the sizes of its sides.
pub fn at_most(graph: &SortedGraph) -> usize {
    let n = graph.len();
    match obstruction::colours(graph) {
        None => n,
        Some(sides) => {
            let odd = sides.iter().filter(|&&side| side).count();
            2 * odd.min(n - odd)
        }
    }
}
