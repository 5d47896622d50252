//! Readers of Slurm topologies: `topology.conf`, the output of `scontrol show topology`, and `topology.yaml`. Slurm has trees of switches and blocks
//! of nodes, but neither trunks nor rates, so a switch has one cable to its parent.

use super::document::{Value, document};
use super::fabric::{Fabric, FabricCable, Reading, lines};
use super::hostlist::host_list;
use super::read::{ReadError, wrong};
use std::collections::{HashMap, HashSet};

/// A switch or a block, with what is below it.
struct SlurmGroup {
    name: String,
    /// Its hosts; those of its children, too, in what `scontrol` prints.
    hosts: Vec<String>,
    children: Vec<String>,
    line: u64,
}

/// The name of the switch that joins blocks.
const BLOCKS: &str = "blocks";

/// A `topology.conf` (`SwitchName=leaf1 Nodes=n[001-128]`, `SwitchName=top Switches=leaf[1-4]`, `BlockName=b1 Nodes=…`), or what
/// `scontrol show topology` prints.
///
/// ```
/// let fabric = crossedge::net::read::slurm_conf(b"SwitchName=s1 Nodes=n[08-10]\n").expect("a tree");
/// assert_eq!(fabric.nodes[3].name, "n10");
/// ```
pub fn slurm_conf(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let (mut groups, mut blocks, mut last) = (Vec::new(), false, 1);
    let (mut pending, mut first) = (String::new(), 1);
    for (line, text) in lines(bytes) {
        let text = text?.trim();
        if pending.is_empty() {
            first = line;
        }
        last = line;
        let text = text.split_once('#').map_or(text, |(before, _)| before.trim_end());
        if let Some(part) = text.strip_suffix('\\') {
            pending += part;
            pending.push(' ');
            continue;
        }
        let text = std::mem::take(&mut pending) + text;
        if text.trim().is_empty() {
            continue;
        }
        let mut group =
            SlurmGroup { name: String::new(), hosts: Vec::new(), children: Vec::new(), line: first };
        for word in text.split_whitespace() {
            let Some((key, value)) = word.split_once('=') else {
                return wrong(first, format!("expected Key=Value, found {word:?}"));
            };
            let list = || host_list(value).or_else(|error| wrong(first, error));
            match key.to_ascii_lowercase().as_str() {
                "switchname" => value.clone_into(&mut group.name),
                "blockname" => {
                    value.clone_into(&mut group.name);
                    blocks = true;
                }
                "nodes" => group.hosts = list()?,
                "switches" => group.children = list()?,
                // Fields that `scontrol` adds, and sizes of blocks that jobs get.
                "linkspeed" | "level" | "blocksizes" | "blockindex" | "blocksize" | "aggregatedblock" => {}
                _ => {
                    return wrong(
                        first,
                        format!("expected SwitchName, BlockName, Nodes or Switches, found {key:?}"),
                    );
                }
            }
        }
        if group.name.is_empty() {
            if text.to_ascii_lowercase().contains("blocksize") {
                continue;
            }
            return wrong(first, "the line has no SwitchName and no BlockName");
        }
        groups.push(group);
    }
    tree(groups, blocks, last)
}

/// A `topology.yaml`: its default topology, or the first that is a tree or has blocks.
pub fn slurm_yaml(bytes: &[u8]) -> Result<Fabric, ReadError> {
    let file = document(bytes)?;
    let kinds = |topology: &Value| ["tree", "block"].into_iter().find(|kind| topology.get(kind).is_some());
    let all: Vec<(&Value, &str)> =
        file.items().iter().filter_map(|topology| Some((topology, kinds(topology)?))).collect();
    let is_default =
        |topology: &&(&Value, &str)| topology.0.get("cluster_default").is_some_and(Value::is_true);
    let Some(&(topology, kind)) = all.iter().find(is_default).or(all.first()) else {
        return wrong(file.line, "the file has no topology with a tree or blocks");
    };
    let (list, name_key, blocks) =
        if kind == "tree" { ("switches", "switch", false) } else { ("blocks", "block", true) };
    let Some(entries) = topology.get(kind).and_then(|inside| inside.get(list)) else {
        return wrong(topology.line, format!("{kind} has no {list}"));
    };
    let names = |entry: &Value, key: &str| match entry.get(key).and_then(Value::text) {
        Some(text) => host_list(text).or_else(|error| wrong(entry.line, error)),
        None => Ok(Vec::new()),
    };
    let mut groups = Vec::new();
    for entry in entries.items() {
        let Some(name) = entry.get(name_key).and_then(Value::text) else {
            return wrong(entry.line, format!("an entry without {name_key}"));
        };
        let (hosts, children) = (names(entry, "nodes")?, names(entry, "children")?);
        groups.push(SlurmGroup { name: name.to_owned(), hosts, children, line: entry.line });
    }
    tree(groups, blocks, file.line)
}

/// The fabric of these switches or blocks.
fn tree(groups: Vec<SlurmGroup>, blocks: bool, last: u64) -> Result<Fabric, ReadError> {
    let mut reading = Reading::default();
    reading.fabric.discovered = true;
    let mut parents: HashMap<String, u64> = HashMap::new();
    let mut hosts: HashSet<String> = HashSet::new();
    for group in &groups {
        let (node, new) = (reading.node(&group.name, group.line)?, reading.fabric.nodes.len());
        if (node as usize) + 1 < new || reading.fabric.nodes[node as usize].switch.is_some() {
            return wrong(group.line, format!("a second line for {}", group.name));
        }
        reading.role(node, true, group.line)?;
    }
    let mut several = 0;
    for SlurmGroup { name, hosts: own, children, line } in &groups {
        let node = reading.ids[name];
        // A switch with children lists the hosts of these again.
        let below = if children.is_empty() { own } else { children };
        for child in below {
            if children.is_empty() {
                let host = reading.node(child, *line)?;
                reading.role(host, false, *line)?;
                several += u64::from(!hosts.insert(child.clone()));
            } else if !reading.ids.contains_key(child) {
                return wrong(*line, format!("{name} has the child {child}, which has no line"));
            } else if let Some(first) = parents.insert(child.clone(), *line) {
                return wrong(*line, format!("{child} has two parents: line {first}, too"));
            }
            let ends = [(node, None), (reading.ids[child], None)];
            reading.cable(FabricCable { ends, line: *line, width: None, rate: None }, false)?;
        }
    }
    if blocks && groups.len() > 1 {
        let root = reading.node(BLOCKS, last)?;
        if reading.fabric.nodes[root as usize].switch.is_some() {
            return wrong(last, format!("{BLOCKS} is the name of the switch that joins blocks"));
        }
        reading.role(root, true, last)?;
        for group in &groups {
            let ends = [(root, None), (reading.ids[&group.name], None)];
            reading.cable(FabricCable { ends, line: group.line, width: None, rate: None }, false)?;
        }
        reading
            .fabric
            .notes
            .push("links between blocks are not in the file: one switch joins them".to_owned());
    }
    if several > 0 {
        reading.fabric.notes.push("some hosts are below several switches, with a port for each".to_owned());
    }
    reading.fabric.notes.push("Slurm has no trunks and no rates: every link is one cable".to_owned());
    reading.done(last)
}
