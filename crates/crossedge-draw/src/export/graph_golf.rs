//! Graph Golf, the order/degree problem: `u v` a line, from 0, without a header. Hosts on switches are of the order/radix problem, whose first
//! line has hosts, switches and the radix, and whose hosts come first, as ours do.

use super::Given;
use super::entry::FormatEntry;
use super::unfit::Unfit;
use crossedge_lang::net::Node;
use std::io::{self, Write};

/// Graph Golf and the order/radix problem.
pub static GRAPH_GOLF: FormatEntry = FormatEntry {
    name: "graph-golf",
    suffixes: &["golf"],
    summary: "Graph Golf: links of a graph; of a machine hosts, switches and radix first (order/radix problem)",
    readers: "programs of the order/degree and the order/radix problem",
    lost: "widths, ports, addresses, link classes",
    limit: "none",
    tells_origin: false,
    fits,
    write,
};

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    given.check_simple("Graph Golf")
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let (net, ends) = (given.net, given.net.endpoints());
    if ends < net.nodes() {
        let radix = (ends..net.nodes()).map(|v| net.degree(Node(v))).max().unwrap_or(0);
        writeln!(out, "{ends} {} {radix}", net.nodes() - ends)?;
    }
    given.links(|link| writeln!(out, "{} {}", link.a.0, link.b.0))
}
