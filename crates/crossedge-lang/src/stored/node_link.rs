//! Node-link JSON as networkx and d3 write it: `nodes` with an `id`, `edges` or `links` with `source` and `target`.

use super::document::Value;
use super::fabric::{Fabric, FabricCable, Reading};
use super::read::{MAX_WIDTH, ReadError, wrong};

/// A graph in node-link form. `role` of a node (`endpoint` or `host`, `switch` or `router`) and `width` of an edge are read; parallel edges are
/// parallel cables. Directed graphs are refused.
pub(super) fn node_link(file: &Value) -> Result<Fabric, ReadError> {
    if file.get("directed").is_some_and(Value::is_true) {
        return wrong(file.line, "a directed graph; links here carry both ways");
    }
    let mut reading = Reading::default();
    for node in file.get("nodes").map_or(&[][..], Value::items) {
        let Some(id) = node.get("id").and_then(Value::text) else {
            return wrong(node.line, "a node without an id");
        };
        if reading.ids.contains_key(id) {
            return wrong(node.line, format!("a second node with the id {id:?}"));
        }
        let number = reading.node(id, node.line)?;
        match node.get("role").and_then(Value::text).map(str::to_ascii_lowercase).as_deref() {
            Some("endpoint" | "host" | "server") => reading.role(number, false, node.line)?,
            Some("switch" | "router") => reading.role(number, true, node.line)?,
            _ => {}
        }
    }
    let links = file.get("edges").or_else(|| file.get("links")).map_or(&[][..], Value::items);
    for link in links {
        let line = link.line;
        let end = |key: &str| match link.get(key).and_then(Value::text) {
            None => wrong(line, format!("a link without {key}")),
            Some(id) => match reading.ids.get(id) {
                Some(&node) => Ok(node),
                None => wrong(line, format!("a link ends at {id:?}, which is not a node")),
            },
        };
        let width = match link.get("width").and_then(Value::text) {
            None => None,
            Some(text) => match text.parse::<u64>() {
                Ok(width) if (1..=MAX_WIDTH).contains(&width) => Some(width),
                _ => {
                    return wrong(
                        line,
                        format!("width is a whole number from 1 to {MAX_WIDTH}, found {text:?}"),
                    );
                }
            },
        };
        let port = |key: &str| link.get(key).and_then(Value::text).and_then(|text| text.parse::<u32>().ok());
        let ends = [(end("source")?, port("source_port")), (end("target")?, port("target_port"))];
        reading.cable(FabricCable { ends, line, width, rate: None }, false)?;
    }
    reading.done(file.line)
}
