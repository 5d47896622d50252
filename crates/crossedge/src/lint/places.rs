//! Places in a fabric: nodes, ports and lines by the names of the file; and the ports that missing cables should have.

use crate::net::read::{Fabric, FabricCable};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A node or one of its ports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The node's name.
    pub node: String,
    /// The port as the file calls it.
    pub port: Option<String>,
    /// The line of the file.
    pub line: Option<u64>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.port {
            Some(port) => write!(f, "{} port {port}", self.node),
            None => f.write_str(&self.node),
        }
    }
}

impl Place {
    /// A node.
    pub fn node(fabric: &Fabric, v: u32) -> Place {
        Place { node: fabric.nodes[v as usize].name.clone(), port: None, line: None }
    }

    /// A port of a node; without a number the node.
    pub fn port(fabric: &Fabric, v: u32, port: Option<u32>) -> Place {
        let label = |port: u32| fabric.labels.get(&(v, port)).cloned().unwrap_or_else(|| port.to_string());
        Place { port: port.map(label), ..Place::node(fabric, v) }
    }

    /// Both ends of a cable.
    pub fn cable(fabric: &Fabric, cable: &FabricCable) -> [Place; 2] {
        cable.ends.map(|(v, port)| Place { line: Some(cable.line), ..Place::port(fabric, v, port) })
    }
}

/// A cable by its two places.
pub(super) fn cable_text([a, b]: &[Place; 2]) -> String {
    format!("{a} – {b}")
}

/// Ports for missing cables, in their order: a free port of the node that leads to the other node on most of the other switches. `None` where
/// no pattern shows.
pub fn missing_ports(fabric: &Fabric, missing: &[[u32; 2]]) -> Vec<[Option<u32>; 2]> {
    let mut used: BTreeSet<(u32, u32)> = BTreeSet::new();
    // For each node, the ports of others that lead to it.
    let mut towards: BTreeMap<u32, BTreeMap<u32, u32>> = BTreeMap::new();
    for cable in &fabric.cables {
        for ([(v, port), (w, _)], _) in [(cable.ends, 0), ([cable.ends[1], cable.ends[0]], 1)] {
            if let Some(port) = port {
                used.insert((v, port));
                *towards.entry(w).or_default().entry(port).or_default() += 1;
            }
        }
    }
    let mut pick = |v: u32, to: u32| {
        let ports = towards.get(&to)?;
        let free = ports.iter().filter(|&(&port, &count)| count > 1 && !used.contains(&(v, port)));
        let (&port, _) = free.max_by_key(|&(&port, &count)| (count, std::cmp::Reverse(port)))?;
        used.insert((v, port));
        Some(port)
    };
    missing.iter().map(|&[a, b]| [pick(a, b), pick(b, a)]).collect()
}
