//! A point-to-point list for the crew that pulls the cables: one cable a line, both ends with node and port, as a spreadsheet opens it.

use super::Given;
use super::entry::{FormatEntry, fits_any};
use std::io::{self, Write};

/// One cable a line.
pub static CABLES: FormatEntry = FormatEntry {
    name: "cables",
    suffixes: &["cables.csv", "csv"],
    summary: "A point-to-point list: one cable a line, A-Node, A-Port, Z-Node, Z-Port, class, width and roles",
    readers: "spreadsheets, cable databases, pandas, and `crossedge show FILE`",
    lost: "nodes without links",
    limit: "limited by the spreadsheet: a few million lines",
    tells_origin: false,
    fits: fits_any,
    write,
};

/// A cell: in quotes where it has a comma or a quote.
fn cell(text: &str) -> String {
    match text.contains([',', '"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let (net, classes) = (given.net, given.net.link_classes());
    writeln!(out, "Cable,A-Node,A-Name,A-Port,Z-Node,Z-Name,Z-Port,Class,Width,A-Role,Z-Role")?;
    let mut cable = 0u64;
    let name = |v| cell(&net.address(v).to_string());
    let role = |v| if given.is_endpoint(v) { "endpoint" } else { "switch" };
    given.links(|link| {
        cable += 1;
        writeln!(
            out,
            "{cable},{},{},{},{},{},{},{},{},{},{}",
            link.a.0,
            name(link.a),
            link.a_port.0,
            link.b.0,
            name(link.b),
            link.b_port.0,
            cell(given.class(&classes, link)),
            given.width(link),
            role(link.a),
            role(link.b)
        )
    })
}
