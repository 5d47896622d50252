//! Virtual lanes by service level: which lane of a cable a packet takes.

use super::PortId;
use crate::net::read::{DeviceId, Fabric, LaneTable, SERVICE_LEVELS, ServiceLevel};
use std::collections::HashMap;

/// The lane of a service level whose packets a switch discards.
pub(super) const DISCARD: u8 = 15;

/// The files that define lanes, as they were read.
#[derive(Debug, Clone, Default)]
pub struct LaneFiles {
    /// Service levels of paths; if absent, all packets have level 0.
    pub levels: Option<Vec<ServiceLevel>>,
    /// SL2VL tables; if absent, the lane is the service level.
    pub tables: Option<Vec<LaneTable>>,
}

/// Service levels and SL2VL tables on the ports of a fabric. The default has one lane.
#[derive(Debug, Clone, Default)]
pub struct Lanes {
    /// Bits of the levels that packets of a port to a LID may have.
    levels: Option<HashMap<(PortId, u32), u16>>,
    /// Lanes by switch, input port and output port.
    tables: Option<HashMap<(u32, u32, u32), [u8; SERVICE_LEVELS]>>,
}

/// A switch that packets cross has no SL2VL table for their ports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingLane {
    /// The switch.
    pub switch: u32,
    /// The input port.
    pub input: u32,
    /// The output port.
    pub output: u32,
}

impl std::fmt::Display for MissingLane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let MissingLane { switch, input, output } = self;
        write!(f, "switch {switch} has no SL2VL table from port {input} to port {output}")
    }
}

impl std::error::Error for MissingLane {}

impl Lanes {
    /// The lanes of these files on a fabric; the error gives the reason if they do not fit it.
    pub fn new(fabric: &Fabric, files: &LaneFiles) -> Result<Self, String> {
        let is_switch = |node: u32| fabric.nodes[node as usize].switch == Some(true);
        // Ports by LID; those of switches are port 0.
        let mut by_lid: HashMap<u32, PortId> = HashMap::new();
        let mut by_guid: HashMap<u64, Vec<PortId>> = HashMap::new();
        for lid in &fabric.lids {
            for number in lid.lid..lid.lid.saturating_add(1 << lid.lmc) {
                by_lid.entry(number).or_insert((lid.node, lid.port));
            }
            let id = &fabric.nodes[lid.node as usize].id;
            if let Some(guid) = id.split_once('-').and_then(|(_, hex)| u64::from_str_radix(hex, 16).ok()) {
                by_guid.entry(guid).or_default().push((lid.node, lid.port));
            }
        }
        let ports = |device: DeviceId| match device {
            DeviceId::Lid(lid) => by_lid.get(&lid).map(std::slice::from_ref),
            DeviceId::Guid(guid) => by_guid.get(&guid).map(Vec::as_slice),
        };
        let tables = files.tables.as_ref().map(|tables| {
            let mut lanes = HashMap::new();
            for table in tables {
                for &(node, _) in ports(table.device).unwrap_or_default().iter().take(1) {
                    if is_switch(node) {
                        lanes.insert((node, table.input, table.output), table.lanes);
                    }
                }
            }
            lanes
        });
        if tables.as_ref().is_some_and(HashMap::is_empty) {
            return Err("no SL2VL table is of a switch of this fabric".to_owned());
        }
        let levels = files.levels.as_ref().map(|levels| {
            let mut by_port: HashMap<(PortId, u32), u16> = HashMap::new();
            let mut by_switch: HashMap<(u32, u32), u16> = HashMap::new();
            for level in levels {
                let Some(&to) = by_lid.get(&level.destination) else { continue };
                for &from in ports(level.source).unwrap_or_default() {
                    let bit = 1 << level.level;
                    match (is_switch(from.0), is_switch(to.0)) {
                        (false, false) => *by_port.entry((from, level.destination)).or_default() |= bit,
                        (true, true) => *by_switch.entry((from.0, to.0)).or_default() |= bit,
                        // Management packets of switches.
                        _ => {}
                    }
                }
            }
            if by_port.is_empty() {
                spread_over_hosts(fabric, &by_switch, &mut by_port);
            }
            by_port
        });
        if levels.as_ref().is_some_and(HashMap::is_empty) {
            return Err("no service level is of two hosts, or of two switches, of this fabric".to_owned());
        }
        Ok(Lanes { levels, tables })
    }

    /// Returns `true` if all packets take the same lane.
    pub(super) fn is_single(&self) -> bool {
        self.levels.is_none() && self.tables.is_none()
    }

    /// Bits of the levels that packets of a port to a LID may have, and `false` if level 0 is taken because none is given for this pair.
    pub(super) fn levels(&self, from: PortId, lid: u32) -> (u16, bool) {
        match &self.levels {
            None => (1, true),
            Some(levels) => levels.get(&(from, lid)).map_or((1, false), |&bits| (bits, true)),
        }
    }

    /// The lane of a service level, if a table has it.
    pub(super) fn entry(&self, switch: u32, input: u32, output: u32, level: u8) -> Option<u8> {
        let lanes = self.tables.as_ref()?.get(&(switch, input, output))?;
        lanes.get(usize::from(level)).copied()
    }

    /// The lane that a packet takes from an input port to an output port.
    pub(super) fn lane(&self, switch: u32, input: u32, output: u32, level: u8) -> Result<u8, MissingLane> {
        match self.tables {
            None => Ok(level),
            Some(_) => self.entry(switch, input, output, level).ok_or(MissingLane { switch, input, output }),
        }
    }
}

/// Gives the levels between two switches to all hosts at these switches.
fn spread_over_hosts(
    fabric: &Fabric,
    by_switch: &HashMap<(u32, u32), u16>,
    by_port: &mut HashMap<(PortId, u32), u16>,
) {
    let is_switch = |node: u32| fabric.nodes[node as usize].switch == Some(true);
    let mut switch_of: HashMap<PortId, u32> = HashMap::new();
    for cable in &fabric.cables {
        let [(a, a_port), (b, b_port)] = cable.ends;
        for (host, port, switch) in [(a, a_port, b), (b, b_port, a)] {
            if let Some(port) = port.filter(|_| !is_switch(host) && is_switch(switch)) {
                switch_of.insert((host, port), switch);
            }
        }
    }
    let hosts: Vec<(PortId, u32, u32)> = fabric
        .lids
        .iter()
        .filter_map(|lid| Some(((lid.node, lid.port), *switch_of.get(&(lid.node, lid.port))?, lid)))
        .flat_map(|(port, switch, lid)| {
            (lid.lid..lid.lid.saturating_add(1 << lid.lmc)).map(move |number| (port, switch, number))
        })
        .collect();
    for &(from, source, _) in &hosts {
        for &(_, target, lid) in hosts.iter().filter(|(to, ..)| to.0 != from.0) {
            // Packets between hosts of one switch cross no cable between switches.
            let bits = if source == target { Some(&1) } else { by_switch.get(&(source, target)) };
            if let Some(&bits) = bits {
                by_port.insert((from, lid), bits);
            }
        }
    }
}
