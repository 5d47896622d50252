//! The plain edge list: `u v` a line, u < v, sorted. It streams: memory does not depend on the network.

use crate::net::{Network, Node, neighbors};
use crate::progress::Progress;
use std::io::{self, Write};

/// The links of a node with more ports are not sorted: that takes memory for all of them.
pub const MAX_PORTS: u32 = 1 << 26;

/// Writes every link once; how many there were, or `None` when stopped.
pub fn edges(net: &dyn Network, out: &mut dyn Write, watch: &dyn Progress) -> io::Result<Option<u64>> {
    watch.stage("writing links", net.nodes());
    let mut links = 0;
    let mut above = Vec::new();
    for v in 0..net.nodes() {
        if net.degree(Node(v)) > MAX_PORTS {
            return Err(io::Error::other(format!("node {v} has more than {MAX_PORTS} ports")));
        }
        above.clear();
        above.extend(neighbors(net, Node(v)).map(|w| w.0).filter(|&w| w > v));
        above.sort_unstable();
        for w in &above {
            writeln!(out, "{v} {w}")?;
        }
        links += above.len() as u64;
        if v & 0x3fff == 0x3fff {
            watch.advance(0x4000);
            if watch.stopped() {
                return Ok(None);
            }
        }
    }
    Ok(Some(links))
}
