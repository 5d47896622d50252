//! The graph file of METIS (Karypis and Kumar): nodes and links, then the neighbours of node 1, of node 2, …, all from 1. Its checker ends with
//! status 0 on a wrong number of links, and reports it only as text.

use super::Given;
use super::entry::FormatEntry;
use super::unfit::Unfit;
use crossedge_lang::net::{Node, Port};
use std::io::{self, Write};

/// A graph for partitioners.
pub static METIS: FormatEntry = FormatEntry {
    name: "metis",
    suffixes: &["graph", "metis"],
    summary: "The graph file of METIS: neighbours of every node, ids from 1; widths as weights of links",
    readers: "METIS (gpmetis, graphchk), KaHIP, Scotch, pymetis",
    lost: "roles, ports, addresses, link classes",
    limit: "at least one link; one link between two nodes",
    tells_origin: true,
    fits,
    write,
};

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    if (0..given.net.nodes()).all(|v| given.net.degree(Node(v)) == 0) {
        return Err(Unfit::not_expressible("METIS takes no network without links", "take --to edges"));
    }
    given.check_simple("METIS")
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let (net, wide) = (given.net, given.has_wide_links());
    let Some(links) = given.count_links()? else { return Ok(None) };
    writeln!(out, "% {}", given.origin_line())?;
    writeln!(out, "{} {links}{}", net.nodes(), if wide { " 001" } else { "" })?;
    let all = given.nodes("writing links", |v| {
        for port in (0..net.degree(v)).map(Port) {
            let between = if port.0 == 0 { "" } else { " " };
            write!(out, "{between}{}", net.link(v, port).0.0 + 1)?;
            if wide {
                write!(out, " {}", net.width(net.link_class(v, port)))?;
            }
        }
        writeln!(out)
    })?;
    Ok(all.then_some(links))
}
