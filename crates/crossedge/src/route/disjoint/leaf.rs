//! Leaves: a way by the routing of the leaf itself, and disjoint paths by a flow that never leaves it.

use super::part::{MAX_HOPS, Path, Trouble};
use crate::net::{Node, Structure, neighbors};
use crate::route::flow;
use crate::watch::Quiet;
use std::collections::{HashMap, HashSet};

/// How many states the search inside a leaf may meet. A dual does without the paths of its base when they are longer.
const MAX_LEAF: u64 = 1 << 17;

/// Disjoint paths inside a leaf, by flow.
pub(super) fn disjoint(net: &dyn Structure, a: u64, b: u64) -> Result<Vec<Path>, Trouble> {
    match flow::disjoint(net, Node(a), Node(b), MAX_LEAF, &Quiet) {
        Ok(paths) if paths.is_empty() => Err(Trouble::NoWay),
        Ok(paths) => Ok(paths.into_iter().map(|path| path.into_iter().map(|v| v.0).collect()).collect()),
        Err(_) => Err(Trouble::TooLong { limit: MAX_LEAF }),
    }
}

/// Follows the routing of a leaf. Where it may wander, loops are cut out and the ends drawn tight.
pub(super) fn way(net: &dyn Structure, a: u64, b: u64) -> Result<Path, Trouble> {
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
    Ok(if net.minimal() { path } else { tightened(net, path) })
}

/// Cuts loops, then everything between `a` and the last of its neighbours, then between the first neighbour of `b` and `b`.
fn tightened(net: &dyn Structure, path: Path) -> Path {
    let mut place: HashMap<u64, usize> = HashMap::new();
    let mut simple: Path = Vec::new();
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
