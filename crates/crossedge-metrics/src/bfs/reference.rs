//! Breadth-first search by the four methods of the network: one bit per node, and the nodes of two levels as lists.

use super::{Error, MAX_BYTES};
use crossedge_core::progress::Progress;
use crossedge_lang::net::{Faults, Network, Node};

/// This many nodes are taken between two questions whether to stop.
pub const NODES_PER_POLL: usize = 1 << 16;

/// Searches from a live `source` and hands over the nodes of every level after the first, level by level.
pub fn search(
    net: &dyn Network,
    source: Node,
    dead: &Faults,
    watch: &dyn Progress,
    level: &mut dyn FnMut(&[u64]),
) -> Result<(), Error> {
    let nodes = net.nodes();
    // The widest level of a sparse network is seldom above a quarter of its nodes; lists hold 8 bytes a node, two levels.
    check_memory(nodes, (nodes / 8).saturating_add((nodes / 4).saturating_mul(16)))?;
    let mut seen = vec![0u64; nodes.div_ceil(64) as usize];
    let mut visit = |v: Node| {
        let word = &mut seen[(v.0 >> 6) as usize];
        let fresh = *word >> (v.0 & 63) & 1 == 0;
        *word |= 1 << (v.0 & 63);
        fresh
    };
    dead.nodes().for_each(|v| {
        visit(v);
    });
    visit(source);
    let cut = dead.link_count() > 0;
    let (mut front, mut next, mut links) = (vec![source.0], Vec::new(), Vec::new());
    let mut visited = 0;
    if watch.stopped() {
        return Err(Error::Stopped);
    }
    while !front.is_empty() {
        for &v in &front {
            net.links_of(Node(v), &mut links);
            for &(w, _) in &links {
                if !(cut && dead.cut(Node(v), w)) && visit(w) {
                    next.push(w.0);
                }
            }
            visited += 1;
            if visited == NODES_PER_POLL {
                watch.advance(std::mem::take(&mut visited) as u64);
                if watch.stopped() {
                    return Err(Error::Stopped);
                }
            }
        }
        if !next.is_empty() {
            level(&next);
        }
        std::mem::swap(&mut front, &mut next);
        next.clear();
    }
    watch.advance(visited as u64);
    Ok(())
}

/// The error when `nodes` nodes take more `bytes` than a search may.
pub fn check_memory(nodes: u64, bytes: u64) -> Result<(), Error> {
    if bytes <= MAX_BYTES {
        return Ok(());
    }
    let fit = u128::from(nodes) * u128::from(MAX_BYTES) / u128::from(bytes);
    Err(Error::Limit {
        message: format!(
            "a search of {nodes} nodes would take {} GB of memory, and the limit is {} GB",
            bytes >> 30,
            MAX_BYTES >> 30
        ),
        help: format!("networks like this one of up to {fit} nodes can be searched"),
    })
}
