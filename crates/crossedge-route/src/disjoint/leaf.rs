//! Leaves: a path by the routing of the leaf itself; disjoint paths in closed form for paths, rings and complete graphs, and for other
//! leaves by a flow that never leaves them.

use super::path::{IdPath, MAX_HOPS, Trouble};
use crate::flow;
use crossedge_core::progress::Silent;
use crossedge_lang::net::address::{add_mod, sub_mod};
use crossedge_lang::net::{Leaf, Node, Structure, neighbors};
use std::collections::{HashMap, HashSet};

/// Number of states the search inside a leaf may meet. A dual does without the paths of its base when they are longer.
const MAX_LEAF: u64 = 1 << 17;

/// All paths inside a leaf have at most this many nodes together.
pub(super) const MAX_NODES: u64 = 1 << 22;

/// Disjoint paths inside a leaf, as many as there are.
pub(super) fn disjoint(net: &dyn Structure, a: u64, b: u64) -> Result<Vec<IdPath>, Trouble> {
    let n = net.nodes();
    match net.parts().leaf() {
        leaf if leaf.in_line() && n > MAX_NODES => Err(Trouble::TooLong { limit: MAX_NODES }),
        Leaf::Complete => {
            let others = (0..n).filter(|&c| c != a && c != b);
            Ok(std::iter::once(vec![a, b]).chain(others.map(|c| vec![a, c, b])).collect())
        }
        Leaf::Ring if n > 2 => {
            let up = (0..=sub_mod(b, a, n)).map(|i| add_mod(a, i, n)).collect();
            let down = (0..=sub_mod(a, b, n)).map(|i| sub_mod(a, i, n)).collect();
            Ok(vec![up, down])
        }
        Leaf::Ring | Leaf::Path => Ok(vec![path_between(net, a, b)?]),
        _ => by_flow(net, a, b),
    }
}

/// By a search.
fn by_flow(net: &dyn Structure, a: u64, b: u64) -> Result<Vec<IdPath>, Trouble> {
    match flow::disjoint(net, Node(a), Node(b), MAX_LEAF, &Silent) {
        Ok(paths) if paths.is_empty() => Err(Trouble::NoWay),
        Ok(paths) => Ok(paths.into_iter().map(|path| path.into_iter().map(|v| v.0).collect()).collect()),
        Err(_) => Err(Trouble::TooLong { limit: MAX_LEAF }),
    }
}

/// Follows the routing of a leaf. If it is not minimal, loops are removed and the ends shortened.
pub(super) fn path_between(net: &dyn Structure, a: u64, b: u64) -> Result<IdPath, Trouble> {
    let too_long = Trouble::TooLong { limit: MAX_HOPS };
    if net.minimal() && net.distance(Node(a), Node(b)).is_some_and(|hops| hops > MAX_HOPS) {
        return Err(too_long);
    }
    let mut path = vec![a];
    let mut at = Node(a);
    while let Some(port) = net.next_port(at, Node(b)) {
        at = net.link(at, port).0;
        path.push(at.0);
        if path.len() as u64 > MAX_HOPS + 1 {
            return Err(too_long);
        }
    }
    if at.0 != b {
        return Err(Trouble::NoWay);
    }
    Ok(if net.minimal() { path } else { shortcut_path(net, path) })
}

/// Cuts loops, then everything between `a` and the last of its neighbours, then between the first neighbour of `b` and `b`.
fn shortcut_path(net: &dyn Structure, path: IdPath) -> IdPath {
    let mut place: HashMap<u64, usize> = HashMap::new();
    let mut simple: IdPath = Vec::new();
    for v in path {
        if let Some(&i) = place.get(&v) {
            for gone in simple.drain(i + 1..) {
                place.remove(&gone);
            }
        } else {
            place.insert(v, simple.len());
            simple.push(v);
        }
    }
    let around = |v: u64| neighbors(net, Node(v)).map(|w| w.0).collect::<HashSet<u64>>();
    if let (Some(&a), Some(&b)) = (simple.first(), simple.last()) {
        let near = around(a);
        if let Some(last) = simple.iter().rposition(|v| near.contains(v)) {
            simple.drain(1..last);
        }
        let near = around(b);
        if let Some(first) = simple.iter().position(|v| near.contains(v)) {
            simple.drain(first + 1..simple.len() - 1);
        }
    }
    simple
}
