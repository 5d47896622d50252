//! The verifier of cycles: packets are followed again, through the files themselves.

use super::{HeldCable, LaneFiles, Packet};
use crate::net::read::{DeviceId, Fabric, SwitchTable};
use std::collections::HashSet;

/// Follows the packet of every cable of a cycle through the files themselves, and sees that it takes this cable and then the next one, each on its lane. Shares nothing
/// with [`Forwarding`](super::Forwarding) and [`Lanes`](super::Lanes).
pub fn replay(
    fabric: &Fabric,
    tables: &[SwitchTable],
    files: &LaneFiles,
    cycle: &[HeldCable],
) -> Result<(), String> {
    if cycle.is_empty() {
        return Err("the cycle is empty".to_owned());
    }
    for (i, held) in cycle.iter().enumerate() {
        if !levels(fabric, files, &held.packet).contains(&held.packet.level) {
            return Err(format!("packet {i} does not have the service level {}", held.packet.level));
        }
        let (mut at, mut taken) = (other_end(fabric, held.packet.from), Vec::new());
        // A packet that is lost may go round; a step for each switch shows all that it takes.
        for _ in 0..=fabric.nodes.len() {
            let Some((node, Some(input))) = at else { break };
            let guid = guid_of(fabric, node);
            let entry = tables.iter().find(|table| Some(table.guid) == guid);
            let Some(port) = entry.and_then(|table| table.ports.get(&held.packet.lid).copied().flatten())
            else {
                break;
            };
            let Some(lane) = lane(fabric, files, node, [input, port], held.packet.level) else { break };
            taken.push((node, port, lane));
            at = other_end(fabric, (node, port));
        }
        let next = cycle[(i + 1) % cycle.len()];
        let [one, two] = [held, &next].map(|held| (held.from.0, held.from.1, held.lane));
        if !taken.windows(2).any(|pair| pair == [one, two]) {
            return Err(format!("packet {i} does not go from its cable to the next"));
        }
    }
    Ok(())
}

/// The port at the other end of a cable.
fn other_end(fabric: &Fabric, (node, port): (u32, u32)) -> Option<(u32, Option<u32>)> {
    let here = (node, Some(port));
    let ends = fabric.cables.iter().map(|cable| cable.ends);
    ends.filter_map(|[a, b]| if a == here { Some(b) } else { (b == here).then_some(a) }).next()
}

fn guid_of(fabric: &Fabric, node: u32) -> Option<u64> {
    let id = &fabric.nodes[node as usize].id;
    u64::from_str_radix(id.get(2..)?, 16).ok()
}

/// Returns `true` if a file means this port of a node by `device`.
fn is_device(fabric: &Fabric, device: DeviceId, node: u32, port: u32) -> bool {
    match device {
        DeviceId::Guid(guid) => guid_of(fabric, node) == Some(guid),
        DeviceId::Lid(number) => fabric
            .lids
            .iter()
            .any(|lid| lid.node == node && lid.port == port && number >> lid.lmc == lid.lid >> lid.lmc),
    }
}

/// The lane of an output port; `None` if the packet is discarded.
fn lane(fabric: &Fabric, files: &LaneFiles, switch: u32, ports: [u32; 2], level: u8) -> Option<u8> {
    let Some(tables) = &files.tables else { return Some(level) };
    let table = tables
        .iter()
        .find(|table| [table.input, table.output] == ports && is_device(fabric, table.device, switch, 0))?;
    Some(table.lanes[usize::from(level & 15)]).filter(|&lane| lane != 15)
}

/// The service levels that a packet may have.
fn levels(fabric: &Fabric, files: &LaneFiles, packet: &Packet) -> Vec<u8> {
    let Some(all) = &files.levels else { return vec![0] };
    let own = |source: (u32, u32), destination: &dyn Fn(u32) -> bool| -> Vec<u8> {
        all.iter()
            .filter(|level| {
                destination(level.destination) && is_device(fabric, level.source, source.0, source.1)
            })
            .map(|level| level.level)
            .collect()
    };
    let mut levels = own(packet.from, &|lid| lid == packet.lid);
    let hosts: HashSet<u32> = fabric
        .lids
        .iter()
        .filter(|lid| fabric.nodes[lid.node as usize].switch != Some(true))
        .flat_map(|lid| lid.lid..lid.lid.saturating_add(1 << lid.lmc))
        .collect();
    let is_host = |device: DeviceId| matches!(device, DeviceId::Lid(lid) if hosts.contains(&lid));
    if levels.is_empty()
        && !all.iter().any(|level| is_host(level.source) && hosts.contains(&level.destination))
    {
        // The file has levels between switches only.
        let to = fabric.lids.iter().find(|lid| packet.lid >> lid.lmc == lid.lid >> lid.lmc);
        let source = other_end(fabric, packet.from);
        let target = to.and_then(|lid| other_end(fabric, (lid.node, lid.port)));
        if let (Some((source, _)), Some((target, _))) = (source, target) {
            levels = own((source, 0), &|lid| is_device(fabric, DeviceId::Lid(lid), target, 0));
        }
    }
    if levels.is_empty() {
        levels.push(0);
    }
    levels
}
