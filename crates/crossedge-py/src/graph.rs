//! A graph from Python as GraphML, in memory: the library reads it as it reads a file.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The name and the text of a graph. The name shows what is inside, so that equal graphs have equal names.
/// Nodes from `endpoints` on are switches.
pub fn graph_text(
    nodes: u64,
    edges: &[u64],
    names: Option<&[String]>,
    endpoints: Option<u64>,
    widths: Option<&[u64]>,
) -> (String, Vec<u8>) {
    let mut hasher = DefaultHasher::new();
    (nodes, edges, names, endpoints, widths).hash(&mut hasher);
    let digest = hasher.finish();
    let name = |v: u64| match names.and_then(|names| names.get(v as usize)) {
        Some(name) => escape_name(name),
        None => v.to_string(),
    };
    let mut text = String::from("<graphml><graph edgedefault=\"undirected\">");
    for v in 0..nodes {
        let _ = match endpoints {
            None => write!(text, "<node id=\"{}\"/>", name(v)),
            Some(ends) => {
                let role = if v < ends { "endpoint" } else { "switch" };
                write!(text, "<node id=\"{}\"><data key=\"role\">{role}</data></node>", name(v))
            }
        };
    }
    for (i, pair) in edges.chunks_exact(2).enumerate() {
        let _ = write!(text, "<edge source=\"{}\" target=\"{}\"", name(pair[0]), name(pair[1]));
        let _ = match widths.and_then(|widths| widths.get(i)).filter(|width| **width != 1) {
            None => write!(text, "/>"),
            Some(width) => write!(text, "><data key=\"width\">{width}</data></edge>"),
        };
    }
    text.push_str("</graph></graphml>");
    (format!("{nodes} nodes {digest:016x}.graphml"), text.into_bytes())
}

fn escape_name(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\n', "&#10;")
}
