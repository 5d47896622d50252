//! Plain routing tables: for every node the port towards every endpoint.

use super::Given;
use super::entry::FormatEntry;
use super::unfit::Unfit;
use crossedge_lang::net::{Node, Port};
use num_bigint::BigUint;
use std::io::{self, Write};

/// One line for a node and a target.
pub static TABLES: FormatEntry = FormatEntry {
    name: "routing-tables",
    suffixes: &["routes.csv"],
    summary: "Our routing tables: for every node and endpoint the port, and the node that it leads to",
    readers: "spreadsheets, pandas, custom simulators (with the links of --to graphml)",
    lost: "virtual channels, everything but the routing",
    limit: "2^28 lines",
    tells_origin: false,
    fits,
    write,
};

/// Some 5 GB; 16,384 nodes, where every node is an endpoint.
const MAX_ENTRIES: u128 = 1 << 28;

/// Refuses a table of too many lines, one for each node and endpoint.
pub fn tables_fit(lines: &BigUint) -> Result<(), Unfit> {
    if *lines > MAX_ENTRIES.into() {
        let why = format!("a table has at most {MAX_ENTRIES} lines, and here are more nodes times endpoints");
        return Err(Unfit::too_large(
            why,
            "take a smaller network of the same construction, of 16,384 nodes at most where every node is an endpoint",
        ));
    }
    Ok(())
}

fn fits(given: &Given<'_>) -> Result<(), Unfit> {
    tables_fit(&(BigUint::from(given.net.nodes()) * given.net.endpoints()))?;
    given.check_routes()
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let net = given.net;
    writeln!(out, "Node,Target,Port,Next")?;
    let mut lines = 0u64;
    let all = given.nodes("writing tables", |v| {
        for to in (0..net.endpoints()).map(Node).filter(|&to| to != v) {
            let port = net.next_port(v, to).ok_or_else(|| io::Error::other("an endpoint is not reached"))?;
            lines += 1;
            writeln!(out, "{},{},{},{}", v.0, to.0, port.0, net.link(v, Port(port.0)).0.0)?;
        }
        Ok(())
    })?;
    Ok(all.then_some(lines))
}
