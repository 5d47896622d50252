//! DOT, the language of Graphviz (Gansner and North, 2000).

use super::Given;
use super::entry::{FormatEntry, fits_any};
use super::given::quoted_text;
use std::io::{self, Write};

/// DOT.
pub static DOT: FormatEntry = FormatEntry {
    name: "dot",
    suffixes: &["dot", "gv"],
    summary: "The language of Graphviz, with addresses as labels, roles, link classes, widths and ports",
    readers: "Graphviz (dot, neato, nop), pydot, Gephi",
    lost: "only the construction",
    limit: "limited by the layout: a few thousand nodes",
    tells_origin: true,
    fits: fits_any,
    write,
};

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let (net, classes) = (given.net, given.net.link_classes());
    writeln!(out, "// {}", given.origin_line())?;
    writeln!(out, "graph {} {{", quoted_text(given.expression))?;
    let all = given.nodes("writing nodes", |v| {
        let (role, shape) = if given.is_endpoint(v) { ("endpoint", "circle") } else { ("switch", "box") };
        let label = quoted_text(&net.address(v).to_string());
        writeln!(out, "  {} [label={label}, role=\"{role}\", shape=\"{shape}\"];", v.0)
    })?;
    if !all {
        return Ok(None);
    }
    let links = given.links(|link| {
        writeln!(
            out,
            "  {} -- {} [class={}, width={}, source_port={}, target_port={}];",
            link.a.0,
            link.b.0,
            quoted_text(given.class(&classes, link)),
            given.width(link),
            link.a_port.0,
            link.b_port.0
        )
    })?;
    writeln!(out, "}}")?;
    Ok(links)
}
