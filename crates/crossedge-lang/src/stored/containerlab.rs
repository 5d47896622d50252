//! Topologies of containerlab (`name.clab.yml`): nodes with a kind, and links between their interfaces.

use super::document::{Value, document};
use super::fabric::{Fabric, FabricCable, Reading};
use super::read::{ReadError, wrong};

/// Kinds of nodes that send and receive traffic; every other kind is a switch or router.
const HOSTS: [&str; 2] = ["linux", "host"];

/// A topology file: `topology.nodes` and `topology.links`, with `endpoints: ["leaf1:eth1", "host1:eth1"]`, or in the extended form, with `node` and
/// `interface`. A label `role` of a node (`host`, `endpoint` or `switch`) overrules its kind.
///
/// ```
/// let text = b"topology:\n  nodes:\n    a: {kind: srl}\n    b: {kind: linux}\n  links:\n    - endpoints: [\"a:e1-1\", \"b:eth1\"]\n";
/// let fabric = crossedge::net::read::containerlab(text).expect("one cable");
/// assert_eq!(fabric.labels[&(0, 1)], "e1-1");
/// ```
pub fn containerlab(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let file = document(bytes)?;
    let Some(topology) = file.get("topology") else { return wrong(file.line, "the file has no topology") };
    let Some(nodes) = topology.get("nodes") else { return wrong(topology.line, "the topology has no nodes") };
    let default = topology.get("defaults").and_then(|defaults| defaults.get("kind")).and_then(Value::text);
    let mut reading = Reading::default();
    reading.fabric.discovered = true;
    for (name, node) in nodes.entries() {
        let group = node.get("group").and_then(Value::text);
        let of_group = || topology.get("groups")?.get(group?)?.get("kind")?.text();
        let kind = node.get("kind").and_then(Value::text).or_else(of_group).or(default).unwrap_or_default();
        let role = node.get("labels").and_then(|labels| labels.get("role")).and_then(Value::text);
        let switch = match role {
            Some("host" | "endpoint") => false,
            Some("switch" | "router") => true,
            _ => !HOSTS.contains(&kind),
        };
        let id = reading.node(name, node.line)?;
        reading.role(id, switch, node.line)?;
    }
    let links = topology.get("links").map_or(&[][..], Value::items);
    let mut outside = 0;
    for link in links {
        let line = link.line;
        let Some(ends) = link.get("endpoints") else { return wrong(line, "a link without endpoints") };
        let ends = ends.items().iter().map(end).collect::<Result<Vec<_>, ReadError>>()?;
        let [(a, a_port), (b, b_port)] = &ends[..] else {
            return wrong(line, format!("a link has two endpoints, found {}", ends.len()));
        };
        // Links to the machine that runs the lab.
        if [a, b].iter().any(|name| {
            matches!(name.as_str(), "host" | "mgmt-net" | "macvlan") && !reading.ids.contains_key(*name)
        }) {
            outside += 1;
            continue;
        }
        let mut known = [(0, None); 2];
        for (known, (name, port)) in known.iter_mut().zip([(a, a_port), (b, b_port)]) {
            let Some(&node) = reading.ids.get(name) else {
                return wrong(line, format!("the link ends at {name:?}, which is not a node"));
            };
            *known = (node, Some(reading.port(node, port)));
        }
        reading.cable(FabricCable { ends: known, line, width: None, rate: None }, false)?;
    }
    if outside > 0 {
        let links = if outside == 1 { "1 link" } else { &format!("{outside} links") };
        reading.fabric.notes.push(format!("{links} to the machine of the lab left out"));
    }
    reading.done(file.line)
}

/// An end of a link: `node:interface`, or a map with both.
fn end(value: &Value) -> Result<(String, String), ReadError> {
    let pair = match value.text() {
        Some(text) => text.split_once(':').map(|(node, port)| (node.to_owned(), port.to_owned())),
        None => value
            .get("node")
            .and_then(Value::text)
            .zip(value.get("interface").and_then(Value::text))
            .map(|(node, port)| (node.to_owned(), port.to_owned())),
    };
    pair.map_or_else(|| wrong(value.line, "expected node:interface, e.g. \"leaf1:eth1\""), Ok)
}
