//! The `anynet` topology of BookSim 2 (Jiang and others, A detailed and flexible cycle-accurate network-on-chip simulator, 2013).
//!
//! Single spaces between words, no comments, lines that begin with `router` alone: a line that begins with `node`, and a latency behind a
//! node, create channels that do not exist. A latency holds for one direction and is 1 again at the next mention, so it is written at both ends.

use super::Given;
use super::entry::FormatEntry;
use super::routers::{Leads, Routers};
use super::unfit::Unfit;
use std::io::{self, Write};

/// A network file of BookSim 2.
pub static ANYNET: FormatEntry = FormatEntry {
    name: "booksim",
    suffixes: &["anynet"],
    summary: "The anynet file of BookSim 2: nodes and routers of every router",
    readers: "BookSim 2 (topology = anynet; routing_function = min; network_file = FILE)",
    lost: "our routing (BookSim takes one shortest path, which may deadlock), widths, ports, addresses",
    limit: "2,048 routers: its shortest paths take the cube of them",
    tells_origin: false,
    fits,
    write,
};

/// More routers take it hours before the first cycle.
const MAX_ROUTERS: u64 = 2048;

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    if Routers::from_given(given).count() > MAX_ROUTERS {
        return Err(Unfit::too_large(
            format!(
                "BookSim looks for shortest paths in the cube of its routers, and takes {MAX_ROUTERS} at most"
            ),
            "take a smaller network of the same construction",
        ));
    }
    given.check_simple("BookSim")
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let routers = Routers::from_given(given);
    let mut ends = 0u64;
    for router in 0..routers.count() {
        write!(out, "router {router}")?;
        let leads = || (0..routers.degree(router)).map(|port| routers.other_end(router, port));
        // Nodes first: a number behind a router would be its latency.
        for lead in leads() {
            if let Leads::Host(host) = lead {
                write!(out, " node {host}")?;
            }
        }
        for lead in leads() {
            if let Leads::Router(to, _) = lead {
                write!(out, " router {to} 1")?;
                ends += 1;
            }
        }
        writeln!(out)?;
    }
    Ok(Some(ends / 2 + routers.hosts()))
}
