//! A fabric as a file describes it: nodes with names and roles, and cables between their ports. Each format has a reader in a file of its own.

use super::read::{ReadError, wrong};
use crossedge_core::net::stored::table::{MAX_STORED_LINKS, MAX_STORED_NODES};
use std::collections::{BTreeMap, HashMap};

/// A fabric as described by a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Fabric {
    /// The nodes, in order of first appearance.
    pub nodes: Vec<FabricNode>,
    /// The cables, each once, in order of first appearance.
    pub cables: Vec<FabricCable>,
    /// The rates of cables, each once, in the order in which they first occur.
    pub rates: Vec<String>,
    /// Names of ports, by node and number, where the file names ports instead of counting them.
    pub labels: BTreeMap<(u32, u32), String>,
    /// Local identifiers of InfiniBand ports, in the order of the file.
    pub lids: Vec<Lid>,
    /// `true` for what a tool has found: nodes and ports have names and numbers of their own, not those of a plan.
    pub discovered: bool,
    /// Notes on what the reader skipped or filled in, one line each.
    pub notes: Vec<String>,
    /// Defects of the file itself that reading survived.
    pub defects: Vec<Defect>,
}

/// A defect of a file that reading survived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Defect {
    /// The file ends inside this line.
    CutOff {
        /// The line.
        line: u64,
        /// `true` if the line could still be parsed.
        read: bool,
    },
    /// One end reports this cable, an index into [`Fabric::cables`], and the other end, which has a record, does not.
    OneEnd(u32),
    /// This node has no record: it is known from the ports of others.
    NoRecord(u32),
    /// These nodes have the same description, so that their ids are their names.
    SameName {
        /// The description.
        name: String,
        /// The nodes.
        nodes: Vec<u32>,
    },
}

/// A node of a fabric.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FabricNode {
    /// The name in the file, unique.
    pub name: String,
    /// Its id in the file, e.g. `S-0002c90000000001`, where that is not its name.
    pub id: String,
    /// `true` for a switch; `None` if the file does not specify it.
    pub switch: Option<bool>,
    /// `true` for an aggregation node of in-network reduction, which is not an endpoint.
    pub aggregation: bool,
    /// Its location, e.g. `rack 3 unit 17`, if the file has it.
    pub place: Option<String>,
}

/// The local identifiers of a port: 2^`lmc` successive numbers from `lid` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lid {
    /// The first identifier.
    pub lid: u32,
    /// Its number of free low bits.
    pub lmc: u32,
    /// The node.
    pub node: u32,
    /// The port; 0 for a switch, which has one identifier for all ports.
    pub port: u32,
}

/// A cable of a fabric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FabricCable {
    /// Its ends: the node, and the port as the file counts it, where it is reported.
    pub ends: [(u32, Option<u32>); 2],
    /// The line where it first occurs, from 1.
    pub line: u64,
    /// Its width, where the file has one.
    pub width: Option<u64>,
    /// Its rate, e.g. `4xHDR`, where the file has one: an index into [`Fabric::rates`].
    pub rate: Option<u32>,
}

/// The host of an adapter: `dgx-04` of `dgx-04 mlx5_5`. A name that is not a host and its device is a host itself.
///
/// ```
/// assert_eq!(crossedge::net::read::host_of("dgx-04 mlx5_5"), "dgx-04");
/// assert_eq!(crossedge::net::read::host_of("MT4129 ConnectX7 Mellanox Technologies"), "MT4129 ConnectX7 Mellanox Technologies");
/// ```
pub fn host_of(name: &str) -> &str {
    match name.split_once(' ') {
        Some((host, device)) if is_device(device) => host,
        _ => name,
    }
}

/// Returns `true` for the name of a device, e.g. `mlx5_0`, `hfi1_1`, `HCA-1`.
fn is_device(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.ends_with(|c: char| c.is_ascii_digit())
        && !name.contains(' ')
}

/// The lines of a file, from 1, without the mark that some editors write at its start.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = (u64, Result<&str, ReadError>)> {
    (1..).zip(bytes.split(|&c| c == b'\n')).map(|(line, raw)| {
        let text = std::str::from_utf8(raw).or_else(|_| wrong(line, "the line is not UTF-8 text"));
        (line, text.map(|text| if line == 1 { text.trim_start_matches('\u{feff}') } else { text }))
    })
}

/// The lines that are not blank, without surrounding blanks, with their numbers.
pub(super) fn filled_lines(bytes: &[u8]) -> impl Iterator<Item = Result<(u64, &str), ReadError>> {
    lines(bytes)
        .map(|(line, text)| text.map(|text| (line, text.trim())))
        .filter(|entry| !matches!(entry, Ok((_, ""))))
}

/// The number of the last line, for errors about the entire file.
pub(super) fn last_line(bytes: &[u8]) -> u64 {
    1 + bytes.iter().filter(|&&c| c == b'\n').count() as u64
}

/// Nodes and cables while they are read.
#[derive(Default)]
pub(super) struct Reading {
    pub fabric: Fabric,
    /// Nodes by their ids in the file.
    pub ids: HashMap<String, u32>,
    /// The cable of each port.
    taken: HashMap<(u32, u32), usize>,
    /// For each cable, `true` if both ends have reported it.
    pub both: Vec<bool>,
    /// Numbers of ports by their names.
    ports: HashMap<(u32, String), u32>,
    /// Number of named ports of each node.
    named: HashMap<u32, u32>,
}

impl Reading {
    /// The node of this id; a new one is called by it.
    pub fn node(&mut self, id: &str, line: u64) -> Result<u32, ReadError> {
        if let Some(&node) = self.ids.get(id) {
            return Ok(node);
        }
        let node = self.fabric.nodes.len() as u64;
        if node == MAX_STORED_NODES {
            return wrong(line, format!("a stored graph has at most {MAX_STORED_NODES} nodes"));
        }
        self.ids.insert(id.to_owned(), node as u32);
        self.fabric.nodes.push(FabricNode {
            name: id.to_owned(),
            id: id.to_owned(),
            switch: None,
            aggregation: false,
            place: None,
        });
        Ok(node as u32)
    }

    /// The number of a rate.
    pub fn rate(&mut self, text: &str) -> u32 {
        let rates = &mut self.fabric.rates;
        let at = rates.iter().position(|rate| rate == text).unwrap_or_else(|| {
            rates.push(text.to_owned());
            rates.len() - 1
        });
        at as u32
    }

    /// The number of a port that the file calls by a name. Names count from 1 in order of first appearance.
    pub fn port(&mut self, node: u32, name: &str) -> u32 {
        if let Some(&port) = self.ports.get(&(node, name.to_owned())) {
            return port;
        }
        let count = self.named.entry(node).or_default();
        *count += 1;
        self.ports.insert((node, name.to_owned()), *count);
        self.fabric.labels.insert((node, *count), name.to_owned());
        *count
    }

    /// Sets the role of a node; an error if it has another one.
    pub fn role(&mut self, node: u32, switch: bool, line: u64) -> Result<(), ReadError> {
        match self.fabric.nodes[node as usize].switch.replace(switch) {
            Some(before) if before != switch => {
                wrong(line, format!("{} has two roles: endpoint and switch", self.name(node)))
            }
            _ => Ok(()),
        }
    }

    /// The name of a node.
    pub fn name(&self, node: u32) -> &str {
        &self.fabric.nodes[node as usize].name
    }

    /// Takes in a cable; one that was reported by its other end is the same.
    pub fn cable(&mut self, cable: FabricCable, both_tell: bool) -> Result<(), ReadError> {
        let FabricCable { ends, line, rate, .. } = cable;
        let [a, b] = ends;
        if a == b || (a.0 == b.0 && a.1.is_none()) {
            return wrong(line, format!("a cable from {} to itself", self.name(a.0)));
        }
        for (end, other) in [(a, b), (b, a)] {
            let Some(port) = end.1 else { continue };
            let Some(&first) = self.taken.get(&(end.0, port)) else { continue };
            let cable = &self.fabric.cables[first];
            if both_tell && (cable.ends == [a, b] || cable.ends == [b, a]) {
                if let (Some(one), Some(other)) = (cable.rate, rate)
                    && one != other
                {
                    let [one, other] = [one, other].map(|rate| self.fabric.rates[rate as usize].clone());
                    self.fabric.cables[first].rate = Some(self.rate(&format!("{one} and {other}")));
                }
                self.both[first] = true;
                return Ok(());
            }
            let name = self.name(end.0);
            let there = self.name(other.0);
            return wrong(
                line,
                format!(
                    "port {port} of {name} leads to {there} here, and has another cable on line {}",
                    cable.line
                ),
            );
        }
        let number = self.fabric.cables.len();
        if number as u64 == MAX_STORED_LINKS {
            return wrong(line, format!("a stored graph has at most {MAX_STORED_LINKS} links"));
        }
        for (node, port) in ends {
            if let Some(port) = port {
                self.taken.insert((node, port), number);
            }
        }
        self.fabric.cables.push(cable);
        self.both.push(false);
        Ok(())
    }

    /// The fabric; an error at `line`, the last one, if it has no cables.
    pub fn done(self, line: u64) -> Result<Fabric, ReadError> {
        if self.fabric.cables.is_empty() {
            return wrong(line, "the file has no cables");
        }
        Ok(self.fabric)
    }
}
