//! The plain edge list: `u v` a line, u < v, sorted. It streams: memory does not depend on the network.

use super::Given;
use super::entry::{FormatEntry, any};
use crate::net::{Node, neighbors};
use std::io::{self, Write};

/// One link a line.
pub static EDGES: FormatEntry = FormatEntry {
    name: "edges",
    suffixes: &["edges", "edgelist"],
    summary: "One link a line, `u v` with u < v, sorted",
    readers: "networkx.read_edgelist, igraph, SNAP, and `crossedge show FILE`",
    lost: "nodes without links, roles, widths, ports, addresses",
    limit: "none",
    tells_origin: false,
    fits: any,
    write,
};

/// The links of a node with more ports are not sorted: that takes memory for all of them.
pub const MAX_PORTS: u32 = 1 << 26;

/// Appends a number in decimal digits.
fn decimal(mut number: u64, out: &mut Vec<u8>) {
    let start = out.len();
    loop {
        out.push(b'0' + (number % 10) as u8);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out[start..].reverse();
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    given.blocks("writing links", out, |v, lines| {
        if given.net.degree(v) > MAX_PORTS {
            return Err(io::Error::other(format!("node {} has more than {MAX_PORTS} ports", v.0)));
        }
        let mut above: Vec<Node> = neighbors(given.net, v).filter(|&w| w > v).collect();
        above.sort_unstable();
        // The way of all formatting costs more than the links themselves.
        let start = lines.len();
        decimal(v.0, lines);
        lines.push(b' ');
        let own = lines.split_off(start);
        for w in &above {
            lines.extend_from_slice(&own);
            decimal(w.0, lines);
            lines.push(b'\n');
        }
        Ok(above.len() as u64)
    })
}
