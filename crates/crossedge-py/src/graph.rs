//! A graph from Python as GraphML, in memory: the library reads it as it reads a file.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The name and the text of a graph. The name shows what is inside, so that equal graphs have equal names.
pub fn graph_text(nodes: u64, edges: &[u64], names: Option<&[String]>) -> (String, Vec<u8>) {
    let mut hasher = DefaultHasher::new();
    (nodes, edges, names).hash(&mut hasher);
    let digest = hasher.finish();
    let name = |v: u64| match names.and_then(|names| names.get(v as usize)) {
        Some(name) => escape_name(name),
        None => v.to_string(),
    };
    let mut text = String::from("<graphml><graph edgedefault=\"undirected\">");
    for v in 0..nodes {
        let _ = write!(text, "<node id=\"{}\"/>", name(v));
    }
    for pair in edges.chunks_exact(2) {
        let _ = write!(text, "<edge source=\"{}\" target=\"{}\"/>", name(pair[0]), name(pair[1]));
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
