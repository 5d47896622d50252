//! Node-link JSON as networkx reads it from version 3.6 on: the key of the links is `edges`; it was `links` before.

use super::Given;
use super::entry::{FormatEntry, fits_any};
use super::given::quoted_text;
use std::io::{self, Write};

/// Node-link JSON.
pub static NODE_LINK: FormatEntry = FormatEntry {
    name: "node-link",
    suffixes: &["json"],
    summary: "Node-link JSON with roles, addresses, link classes, widths and ports",
    readers: "networkx.node_link_graph (3.6 and later), d3, and `crossedge show FILE`",
    lost: "only the construction",
    limit: "limited by the reader's memory",
    tells_origin: true,
    fits: fits_any,
    write,
};

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let (net, classes) = (given.net, given.net.link_classes());
    let parallel = given.check_simple("").is_err();
    writeln!(out, "{{\"directed\": false, \"multigraph\": {parallel},")?;
    writeln!(
        out,
        " \"graph\": {{\"expression\": {}, \"made_by\": {}}},",
        quoted_text(given.expression),
        quoted_text(&format!("crossedge {}", env!("CARGO_PKG_VERSION")))
    )?;
    writeln!(out, " \"nodes\": [")?;
    let last = net.nodes().saturating_sub(1);
    let all = given.nodes("writing nodes", |v| {
        let role = if given.is_endpoint(v) { "endpoint" } else { "switch" };
        let address = quoted_text(&net.address(v).to_string());
        let comma = if v.0 == last { "" } else { "," };
        writeln!(out, "  {{\"id\": {}, \"role\": \"{role}\", \"address\": {address}}}{comma}", v.0)
    })?;
    if !all {
        return Ok(None);
    }
    write!(out, " ],\n \"edges\": [")?;
    let mut written = 0u64;
    let links = given.links(|link| {
        let comma = if written == 0 { "" } else { "," };
        // Edges in parallel have a key each.
        let key = if parallel { format!(", \"key\": {written}") } else { String::new() };
        written += 1;
        write!(
            out,
            "{comma}\n  {{\"source\": {}, \"target\": {}{key}, \"class\": {}, \"width\": {}, \"source_port\": {}, \"target_port\": {}}}",
            link.a.0,
            link.b.0,
            quoted_text(given.class(&classes, link)),
            given.width(link),
            link.a_port.0,
            link.b_port.0
        )
    })?;
    writeln!(out, "\n ]}}")?;
    Ok(links)
}
