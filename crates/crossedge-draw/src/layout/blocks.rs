//! The blocks of a network, in the order of its construction: nodes that are grouped together.

use crossedge_lang::net::{Layout, Leaf, Node, Parts, Place, Structure};

/// Blocks of at most `most` endpoints with their switches, in order; every node is in one of them.
///
/// A cluster of a dual is a block, or falls into blocks of its base; a product has boxes; a router is with its hosts, a subtree of a fat tree with
/// its switches. Without closed form, blocks are runs of ids.
pub fn blocks(net: &dyn Structure, most: u64) -> Vec<Vec<u64>> {
    let most = most.max(1);
    if let Some(roles) = net.roles() {
        match roles.layout() {
            Layout::Hosts { routers, each } => return hosts(net, routers.as_ref(), each, most),
            Layout::Tree { children, parents } => return subtree_blocks(net, children, parents, most),
            Layout::TwoBases { bases, numbering } => {
                let mut out = Vec::new();
                for class in [0usize, 1] {
                    let inside = blocks(bases[class].as_ref(), most);
                    for cluster in 0..bases[1 - class].nodes() {
                        let id = |v: &u64| numbering.id(Place { class: class as u64, cluster, node: *v });
                        out.extend(inside.iter().map(|block| block.iter().map(id).collect::<Vec<u64>>()));
                    }
                }
                return merged_small_blocks(out, most);
            }
            _ => {}
        }
    }
    if net.endpoints() < net.nodes() {
        return with_switches(net, most);
    }
    match net.parts() {
        Parts::Level(level) => {
            let inside = blocks(level.base().as_ref(), most);
            let mut out = Vec::new();
            for (class, cluster) in level.numbering().cluster_labels() {
                let id = |v: &u64| level.id(Place { class, cluster, node: *v }).0;
                out.extend(inside.iter().map(|block| block.iter().map(id).collect::<Vec<u64>>()));
            }
            merged_small_blocks(out, most)
        }
        Parts::Product(parts) => {
            let sizes: Vec<u64> = parts.iter().map(|part| part.nodes()).collect();
            let runs =
                box_sides(parts.iter().map(|part| (part.nodes(), part.parts().leaf())).collect(), most);
            box_nodes(&sizes, &runs)
        }
        Parts::Leaf(Leaf::Dragonfly { routers, .. }) => {
            // Groups, or equal parts of a group.
            let run = (1..=routers.min(most)).rev().find(|b| routers.is_multiple_of(*b)).unwrap_or(1);
            merged_small_blocks(consecutive_blocks(net.nodes(), run), if run == routers { most } else { run })
        }
        _ => consecutive_blocks(net.nodes(), most),
    }
}

fn consecutive_blocks(nodes: u64, most: u64) -> Vec<Vec<u64>> {
    (0..nodes.div_ceil(most)).map(|i| (i * most..((i + 1) * most).min(nodes)).collect()).collect()
}

/// Small neighbours of the order in one block, as long as they fit.
fn merged_small_blocks(blocks: Vec<Vec<u64>>, most: u64) -> Vec<Vec<u64>> {
    let mut out: Vec<Vec<u64>> = Vec::new();
    for block in blocks {
        match out.last_mut() {
            Some(last) if (last.len() + block.len()) as u64 <= most => last.extend(block),
            _ => out.push(block),
        }
    }
    out
}

/// Sides of a box of at most `most` nodes that the fewest links leave, in proportion: a ring that is cut in runs of b loses n/b of n links.
fn box_sides(factors: Vec<(u64, Leaf)>, most: u64) -> Vec<u64> {
    let cost = |n: u64, b: u64, leaf: Leaf| match leaf {
        _ if b == n => 0.0,
        Leaf::Complete => (n - b) as f64 / 2.0,
        Leaf::Ring | Leaf::Path => 1.0 / b as f64,
        _ => 1.0 + (n as f64).log2() / b as f64,
    };
    // The best of every size found.
    let mut best: Vec<(u64, f64, Vec<u64>)> = vec![(1, 0.0, Vec::new())];
    for (n, leaf) in factors {
        let choices: Vec<u64> = match leaf {
            Leaf::Ring | Leaf::Path | Leaf::Complete => {
                (1..=n.min(most)).filter(|b| n.is_multiple_of(*b)).collect()
            }
            Leaf::Cube(_) => (0..63).map(|i| 1u64 << i).take_while(|b| *b <= n.min(most)).collect(),
            _ => [1, n].into_iter().filter(|b| *b <= most).collect(),
        };
        let mut next: Vec<(u64, f64, Vec<u64>)> = Vec::new();
        for (size, so_far, chosen) in &best {
            for &b in choices.iter().filter(|b| size.saturating_mul(**b) <= most) {
                let sum = so_far + cost(n, b, leaf);
                let all: Vec<u64> = chosen.iter().copied().chain([b]).collect();
                match next.iter_mut().find(|(other, ..)| *other == size * b) {
                    Some(other) if other.1 <= sum => {}
                    Some(other) => *other = (size * b, sum, all),
                    None => next.push((size * b, sum, all)),
                }
            }
        }
        best = next;
    }
    best.into_iter()
        .min_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
        .map(|(_, _, all)| all)
        .unwrap_or_default()
}

/// Boxes of these sides, row-major, each with its nodes in order.
fn box_nodes(sizes: &[u64], sides: &[u64]) -> Vec<Vec<u64>> {
    let mut out: Vec<Vec<u64>> = vec![vec![0]];
    for (&n, &b) in sizes.iter().zip(sides) {
        let mut next = Vec::new();
        for outer in &out {
            for first in (0..n).step_by(b.max(1) as usize) {
                let inner = outer.iter().flat_map(|v| (first..(first + b).min(n)).map(move |x| v * n + x));
                next.push(inner.collect::<Vec<u64>>());
            }
        }
        out = next;
    }
    out
}

/// Routers in blocks of their own rule, each with its hosts before it.
fn hosts(net: &dyn Structure, routers: &dyn Structure, each: u64, most: u64) -> Vec<Vec<u64>> {
    let (ends, behind) = (routers.endpoints(), net.endpoints());
    let block = |block: Vec<u64>| {
        let with = |r: u64| {
            let own = if r < ends { r * each..(r + 1) * each } else { 0..0 };
            own.chain([behind + r])
        };
        block.into_iter().flat_map(with).collect::<Vec<u64>>()
    };
    blocks(routers, (most / each.max(1)).max(1)).into_iter().map(block).collect()
}

/// The largest subtrees that fit, with their switches; then the switches above them.
fn subtree_blocks(net: &dyn Structure, children: &[u64], parents: &[u64], most: u64) -> Vec<Vec<u64>> {
    let ends = net.endpoints();
    // Nodes of each level, and where their ids begin.
    let mut counts = vec![ends];
    for (&m, &w) in children.iter().zip(parents) {
        let below = counts[counts.len() - 1];
        counts.push(below / m.max(1) * w);
    }
    let first: Vec<u64> =
        counts.iter().scan(0, |at, count| Some(std::mem::replace(at, *at + count))).collect();
    let (mut size, mut level) = (1, 0);
    while level < children.len() && size * children[level] <= most {
        size *= children[level];
        level += 1;
    }
    let subtrees = ends / size;
    let mut out: Vec<Vec<u64>> = Vec::new();
    for i in 0..subtrees {
        // Addresses begin with the digits above, so that nodes of a subtree follow each other on every level.
        let own = (0..=level).flat_map(|l| {
            let count = counts[l] / subtrees;
            first[l] + i * count..first[l] + (i + 1) * count
        });
        out.push(own.collect());
    }
    for l in level + 1..counts.len() {
        out.extend(
            consecutive_blocks(counts[l], most)
                .into_iter()
                .map(|run| run.into_iter().map(|v| v + first[l]).collect::<Vec<_>>()),
        );
    }
    out
}

/// Endpoints by id, each run with the switches that have their first endpoint in it; then the switches without any.
fn with_switches(net: &dyn Structure, most: u64) -> Vec<Vec<u64>> {
    let ends = net.endpoints();
    let mut out = consecutive_blocks(ends, most);
    let mut others = Vec::new();
    for s in ends..net.nodes() {
        let nearest = crossedge_lang::net::neighbors(net, Node(s)).map(|w| w.0).filter(|w| *w < ends).min();
        match nearest.and_then(|v| out.get_mut((v / most) as usize)) {
            Some(block) => block.push(s),
            None => others.push(s),
        }
    }
    out.extend(others.chunks(most as usize).map(<[u64]>::to_vec));
    out
}
