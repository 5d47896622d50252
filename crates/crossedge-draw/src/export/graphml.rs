//! GraphML (Brandes and others, GraphML progress report, 2002). One flat graph, nodes in the order of their ids: readers number by it, and
//! networkx takes neither ports nor nested graphs, so ports and hierarchy are attributes.

use super::Given;
use super::entry::{FormatEntry, fits_any};
use super::given::xml_text;
use std::io::{self, Write};

/// GraphML with roles, widths, ports and addresses.
pub static GRAPHML: FormatEntry = FormatEntry {
    name: "graphml",
    suffixes: &["graphml"],
    summary: "GraphML with roles, addresses, link classes, widths and ports",
    readers: "networkx, igraph, rustworkx, Gephi, yEd, SST (topoAny), and `crossedge show FILE`",
    lost: "only the construction",
    limit: "none",
    tells_origin: true,
    fits: fits_any,
    write,
};

fn write(given: &Given<'_>, out: &mut dyn Write) -> io::Result<Option<u64>> {
    let (net, classes) = (given.net, given.net.link_classes());
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    // Two hyphens end a comment of XML.
    writeln!(out, "<!-- {} -->", xml_text(&given.origin_line()).replace("--", "- -"))?;
    writeln!(out, "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    for (id, of, name, kind) in [
        ("role", "node", "role", "string"),
        ("address", "node", "address", "string"),
        // Endpoints per router, required by SST.
        ("endpoints", "node", "endpoints", "int"),
        ("class", "edge", "class", "string"),
        ("width", "edge", "width", "long"),
        ("source_port", "edge", "source_port", "int"),
        ("target_port", "edge", "target_port", "int"),
    ] {
        writeln!(out, "  <key id=\"{id}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>")?;
    }
    writeln!(out, "  <graph id=\"{}\" edgedefault=\"undirected\">", xml_text(given.expression))?;
    let all = given.nodes("writing nodes", |v| {
        let (role, endpoints) = if given.is_endpoint(v) { ("endpoint", 1) } else { ("switch", 0) };
        let address = xml_text(&net.address(v).to_string());
        writeln!(
            out,
            "    <node id=\"{}\"><data key=\"role\">{role}</data><data key=\"address\">{address}</data><data key=\"endpoints\">{endpoints}</data></node>",
            v.0
        )
    })?;
    if !all {
        return Ok(None);
    }
    let links = given.links(|link| {
        writeln!(
            out,
            "    <edge source=\"{}\" target=\"{}\"><data key=\"class\">{}</data><data key=\"width\">{}</data><data key=\"source_port\">{}</data><data key=\"target_port\">{}</data></edge>",
            link.a.0,
            link.b.0,
            xml_text(given.class(&classes, link)),
            given.width(link),
            link.a_port.0,
            link.b_port.0
        )
    })?;
    writeln!(out, "  </graph>\n</graphml>")?;
    Ok(links)
}
