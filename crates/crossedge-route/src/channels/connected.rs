//! Connectivity check: address routings need a path between any two nodes.

use crossedge_lang::net::{Node, Port, Structure};

/// Returns `true` if every node is reached from node 0.
pub(super) fn is_connected(net: &dyn Structure) -> bool {
    let mut seen = vec![false; net.nodes() as usize];
    seen[0] = true;
    let mut stack = vec![Node(0)];
    let mut count = 1;
    while let Some(v) = stack.pop() {
        for port in 0..net.degree(v) {
            let w = net.link(v, Port(port)).0;
            if !std::mem::replace(&mut seen[w.0 as usize], true) {
                count += 1;
                stack.push(w);
            }
        }
    }
    count == seen.len()
}
