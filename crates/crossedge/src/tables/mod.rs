//! Forwarding tables of a fabric, followed cable by cable: which destinations are reached, over how many links, with what load, and whether packets can
//! wait for each other in a cycle, on one virtual lane or on those of service levels and SL2VL tables.
//!
//! Independent of the routings and verifiers of the library: tables are followed as a switch does.

mod cycle;
mod lanes;
mod replay;

pub use lanes::{LaneFiles, Lanes, MissingLane};
pub use replay::replay;

use crate::net::read::{Fabric, SwitchTable};
use cycle::{shorter_cycle, some_cycle};
use lanes::DISCARD;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// A port of a node.
pub type PortId = (u32, u32);

/// A virtual lane of a cable, by the port that the cable leaves.
pub type Channel = (PortId, u8);

/// Why a packet does not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lost {
    /// The switch has no entry for the destination.
    NoEntry,
    /// The output port has no cable.
    NoCable,
    /// The packet comes back to a switch.
    Loop,
    /// The packet reaches another host.
    WrongHost,
    /// The SL2VL table has lane 15 for the service level: the switch discards the packet.
    Discarded,
}

impl Lost {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Lost::NoEntry => "no entry",
            Lost::NoCable => "no cable",
            Lost::Loop => "loop",
            Lost::WrongHost => "wrong host",
            Lost::Discarded => "lane 15",
        }
    }
}

/// A destination that some packets do not reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The LID.
    pub lid: u32,
    /// The host of that LID.
    pub host: u32,
    /// A host whose packets are lost.
    pub from: u32,
    /// The switch at which they are lost.
    pub switch: u32,
    /// Why.
    pub why: Lost,
}

/// A packet by the hosts that it goes between, its LID and its service level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packet {
    /// The source.
    pub from: PortId,
    /// The destination.
    pub to: u32,
    /// Its LID.
    pub lid: u32,
    /// Its service level; 0 if none is known.
    pub level: u8,
}

/// A cable, in one direction, that a packet of a cycle holds while it waits for the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldCable {
    /// The switch and port that it leaves.
    pub from: PortId,
    /// The switch and port that it leads to.
    pub to: PortId,
    /// The virtual lane.
    pub lane: u8,
    /// A packet that takes this cable, and then the next one of the cycle.
    pub packet: Packet,
}

/// Findings about the tables.
#[derive(Debug, Clone, Default)]
pub struct TableReport {
    /// Switches without a table.
    pub without_table: Vec<u32>,
    /// Number of LIDs of hosts.
    pub destinations: u64,
    /// Ordered pairs of a source port and a LID of another port.
    pub pairs: u64,
    /// Pairs whose packets are lost.
    pub lost: u64,
    /// The first lost packet of each LID.
    pub failures: Vec<Failure>,
    /// Pairs whose route is longer than the shortest path.
    pub longer: u64,
    /// The pair with the most extra links: packet, links of its route, links of a shortest path.
    pub longest_detour: Option<(Packet, u64, u64)>,
    /// Links of the longest route, host to host.
    pub longest: u64,
    /// Pairs whose packets a switch discards because the SL2VL table has lane 15 for them.
    pub discarded: u64,
    /// Pairs without a service level, if service levels are given.
    pub without_level: u64,
    /// Virtual lanes that are used between switches.
    pub lanes: BTreeSet<u8>,
    /// Dependencies between virtual lanes of cables.
    pub dependencies: u64,
    /// A cycle of dependencies, with the packets that close it.
    pub cycle: Option<Vec<HeldCable>>,
    /// Pairs that cross each cable between switches, by the port that they leave; first LIDs of ports only.
    pub loads: BTreeMap<PortId, u64>,
}

/// A fabric as cables between ports, with the tables of its switches.
pub struct Forwarding<'a> {
    cables: HashMap<PortId, PortId>,
    tables: Vec<Option<&'a SwitchTable>>,
    /// LIDs of hosts: the LID, whether it is the first of its port, and the port.
    lids: Vec<(u32, bool, PortId)>,
    switch: Vec<bool>,
    /// Ports of hosts by switch.
    hosts_at: Vec<Vec<PortId>>,
    /// Neighbouring switches of each switch.
    neighbors: Vec<Vec<u32>>,
}

impl<'a> Forwarding<'a> {
    /// The tables on a fabric; the error gives the reason if they do not fit it.
    pub fn new(fabric: &Fabric, tables: &'a [SwitchTable]) -> Result<Self, String> {
        let guid = |id: &str| id.split_once('-').and_then(|(_, hex)| u64::from_str_radix(hex, 16).ok());
        let by_guid: HashMap<u64, u32> = (0..)
            .zip(&fabric.nodes)
            .filter(|(_, node)| node.switch == Some(true))
            .filter_map(|(v, node)| Some((guid(&node.id)?, v)))
            .collect();
        let mut of_node = vec![None; fabric.nodes.len()];
        for table in tables {
            let Some(&node) = by_guid.get(&table.guid) else {
                return Err(format!(
                    "line {}: the fabric has no switch with the GUID {:#018x}",
                    table.line, table.guid
                ));
            };
            of_node[node as usize] = Some(table);
        }
        let mut cables = HashMap::new();
        for cable in &fabric.cables {
            let [(a, Some(a_port)), (b, Some(b_port))] = cable.ends else {
                return Err(format!(
                    "line {}: a cable without port numbers; tables are followed by ports",
                    cable.line
                ));
            };
            cables.insert((a, a_port), (b, b_port));
            cables.insert((b, b_port), (a, a_port));
        }
        let switch: Vec<bool> = fabric.nodes.iter().map(|node| node.switch == Some(true)).collect();
        let mut hosts_at = vec![Vec::new(); fabric.nodes.len()];
        let mut neighbors = vec![Vec::new(); fabric.nodes.len()];
        let mut ends: Vec<(&PortId, &PortId)> = cables.iter().collect();
        ends.sort();
        for (&from, &to) in ends {
            if !switch[from.0 as usize] && switch[to.0 as usize] {
                hosts_at[to.0 as usize].push(from);
            } else if switch[from.0 as usize] && switch[to.0 as usize] {
                neighbors[from.0 as usize].push(to.0);
            }
        }
        let mut owner: HashMap<u32, u32> = HashMap::new();
        let mut lids = Vec::new();
        for lid in fabric.lids.iter().filter(|lid| !switch[lid.node as usize]) {
            for (i, number) in (lid.lid..lid.lid.saturating_add(1 << lid.lmc)).enumerate() {
                if let Some(&other) = owner.get(&number).filter(|&&other| other != lid.node) {
                    let [a, b] = [other, lid.node].map(|v| &fabric.nodes[v as usize].name);
                    return Err(format!("LID {number} belongs to {a} and to {b}"));
                }
                if owner.insert(number, lid.node).is_none() {
                    lids.push((number, i == 0, (lid.node, lid.port)));
                }
            }
        }
        if lids.is_empty() {
            return Err("the fabric has no LIDs of hosts; read a dump of ibnetdiscover".to_owned());
        }
        Ok(Forwarding { cables, tables: of_node, lids, switch, hosts_at, neighbors })
    }

    /// The output port of a switch for a LID, and the port at the other end of its cable.
    fn next(&self, switch: u32, lid: u32) -> Result<(u32, PortId), Lost> {
        let entry = self.tables[switch as usize].and_then(|table| table.ports.get(&lid).copied()).flatten();
        let port = entry.filter(|&port| port > 0).ok_or(Lost::NoEntry)?;
        Ok((port, *self.cables.get(&(switch, port)).ok_or(Lost::NoCable)?))
    }

    /// Links from every switch to a host port, over shortest paths of switches.
    fn shortest(&self, to: PortId) -> Vec<Option<u64>> {
        let mut links = vec![None; self.switch.len()];
        let mut queue = VecDeque::new();
        if let Some(&(switch, _)) = self.cables.get(&to) {
            links[switch as usize] = Some(1);
            queue.push_back(switch);
        }
        while let Some(v) = queue.pop_front() {
            let next = links[v as usize].map(|far: u64| far + 1);
            for &w in &self.neighbors[v as usize] {
                if links[w as usize].is_none() {
                    links[w as usize] = next;
                    queue.push_back(w);
                }
            }
        }
        links
    }

    /// Follows every LID from every switch, on one virtual lane.
    pub fn report(&self) -> TableReport {
        // One lane needs no table, so none is missing.
        self.report_on(&Lanes::default()).unwrap_or_default()
    }

    /// Follows every LID from every switch, on these virtual lanes.
    pub fn report_on(&self, lanes: &Lanes) -> Result<TableReport, MissingLane> {
        let mut report = TableReport {
            without_table: (0..self.switch.len() as u32)
                .filter(|&v| self.switch[v as usize] && self.tables[v as usize].is_none())
                .collect(),
            destinations: self.lids.len() as u64,
            ..TableReport::default()
        };
        // Which packet goes from a cable to another.
        let mut waits: BTreeMap<(Channel, Channel), Packet> = BTreeMap::new();
        let mut shortest: HashMap<PortId, Vec<Option<u64>>> = HashMap::new();
        for &(lid, first, to) in &self.lids {
            let shortest = shortest.entry(to).or_insert_with(|| self.shortest(to));
            self.follow(lid, first, to, shortest, &mut report);
            self.add_dependencies(lid, to, lanes, &mut waits, &mut report)?;
        }
        report.dependencies = waits.len() as u64;
        report.cycle = self.cycle(&waits);
        Ok(report)
    }

    /// Follows one LID from every switch with hosts.
    fn follow(&self, lid: u32, first: bool, to: PortId, shortest: &[Option<u64>], report: &mut TableReport) {
        // Links to the destination, or the switch at which packets are lost.
        let mut ends: HashMap<u32, Result<u64, (u32, Lost)>> = HashMap::new();
        for start in (0..self.switch.len() as u32).filter(|&v| !self.hosts_at[v as usize].is_empty()) {
            let (mut path, mut at) = (Vec::new(), start);
            let end = loop {
                if let Some(&end) = ends.get(&at) {
                    break end;
                }
                if path.contains(&at) {
                    break Err((at, Lost::Loop));
                }
                path.push(at);
                match self.next(at, lid) {
                    Err(why) => break Err((at, why)),
                    Ok((_, (node, _))) if node == to.0 => break Ok(0),
                    Ok((_, (node, _))) if !self.switch[node as usize] => break Err((at, Lost::WrongHost)),
                    Ok((_, (node, _))) => at = node,
                }
            };
            let mut end = end;
            for switch in path.into_iter().rev() {
                end = end.map(|links| links + 1);
                ends.insert(switch, end);
            }
        }
        let mut failed = false;
        // Sources by switch, farthest first, so that what arrives at a switch is complete when it is looked at.
        let mut order: Vec<(u64, u32)> = Vec::new();
        let mut sources: HashMap<u32, (u64, PortId)> = HashMap::new();
        for (&switch, &end) in &ends {
            let own: Vec<PortId> =
                self.hosts_at[switch as usize].iter().copied().filter(|&port| port.0 != to.0).collect();
            let Some(&from) = own.first() else {
                order.extend(end.ok().map(|links| (links, switch)));
                continue;
            };
            let pairs = own.len() as u64;
            report.pairs += pairs;
            match end {
                Ok(links) => {
                    order.push((links, switch));
                    sources.insert(switch, (pairs, from));
                    // One link more to the first switch.
                    report.longest = report.longest.max(links + 1);
                    if let Some(least) = shortest[switch as usize].filter(|&least| least < links) {
                        report.longer += pairs;
                        let worst =
                            report.longest_detour.as_ref().map_or(0, |(_, links, least)| links - least);
                        if links - least > worst {
                            report.longest_detour =
                                Some((Packet { from, to: to.0, lid, level: 0 }, links + 1, least + 1));
                        }
                    }
                }
                Err((at, why)) => {
                    report.lost += pairs;
                    if !std::mem::replace(&mut failed, true) {
                        report.failures.push(Failure { lid, host: to.0, from: from.0, switch: at, why });
                    }
                }
            }
        }
        order.sort_unstable_by(|a, b| b.cmp(a));
        for (_, switch) in order {
            let Some(&(pairs, from)) = sources.get(&switch) else { continue };
            let Ok((port, (node, _))) = self.next(switch, lid) else { continue };
            if !self.switch[node as usize] {
                continue;
            }
            if first {
                *report.loads.entry((switch, port)).or_default() += pairs;
            }
            let there = sources.entry(node).or_insert((0, from));
            there.0 += pairs;
        }
    }

    /// Adds, for every packet of a LID, the channels that it waits for while it holds another. Packets that are lost hold channels, too.
    fn add_dependencies(
        &self,
        lid: u32,
        to: PortId,
        lanes: &Lanes,
        waits: &mut BTreeMap<(Channel, Channel), Packet>,
        report: &mut TableReport,
    ) -> Result<(), MissingLane> {
        // By switch, input port and service level: the switch that discards the packet, if one does.
        let mut seen: HashMap<(u32, u32, u8), Option<u32>> = HashMap::new();
        let mut failed = false;
        for start in 0..self.switch.len() as u32 {
            for &from in self.hosts_at[start as usize].iter().filter(|port| port.0 != to.0) {
                let (levels, known) = lanes.levels(from, lid);
                report.without_level += u64::from(!known);
                let mut discarded = None;
                for level in (0..16).filter(|level| levels >> level & 1 == 1) {
                    let packet = Packet { from, to: to.0, lid, level };
                    let end = self.follow_lanes(packet, lanes, &mut seen, waits, &mut report.lanes)?;
                    discarded = discarded.or(end);
                }
                if let Some(switch) = discarded {
                    report.discarded += 1;
                    if !std::mem::replace(&mut failed, true) {
                        let why = Lost::Discarded;
                        report.failures.push(Failure { lid, host: to.0, from: from.0, switch, why });
                    }
                }
                // On one lane all hosts of a switch depend on the same cables.
                if lanes.is_single() {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Follows a packet over its lanes. Returns the switch that discards it, if one does.
    fn follow_lanes(
        &self,
        packet: Packet,
        lanes: &Lanes,
        seen: &mut HashMap<(u32, u32, u8), Option<u32>>,
        waits: &mut BTreeMap<(Channel, Channel), Packet>,
        used: &mut BTreeSet<u8>,
    ) -> Result<Option<u32>, MissingLane> {
        let Packet { from, lid, level, .. } = packet;
        let Some(&(mut at, mut input)) = self.cables.get(&from) else { return Ok(None) };
        let (mut held, mut path) = (None, Vec::new());
        let end = loop {
            let Ok((port, (node, node_port))) = self.next(at, lid) else { break None };
            if !self.switch[node as usize] {
                break (lanes.entry(at, input, port, level) == Some(DISCARD)).then_some(at);
            }
            let lane = lanes.lane(at, input, port, level)?;
            if lane == DISCARD {
                break Some(at);
            }
            let channel = ((at, port), lane);
            used.insert(lane);
            if let Some(held) = held {
                waits.entry((held, channel)).or_insert(packet);
            }
            // Beyond this switch the packet goes where earlier ones went.
            let state = (at, if lanes.is_single() { 0 } else { input }, level);
            if let Some(&end) = seen.get(&state) {
                break end;
            }
            seen.insert(state, None);
            path.push(state);
            (at, input, held) = (node, node_port, Some(channel));
        };
        if end.is_some() {
            seen.extend(path.into_iter().map(|state| (state, end)));
        }
        Ok(end)
    }

    /// A cycle of channels in which each packet waits for the next one.
    fn cycle(&self, waits: &BTreeMap<(Channel, Channel), Packet>) -> Option<Vec<HeldCable>> {
        let mut after: BTreeMap<Channel, Vec<Channel>> = BTreeMap::new();
        waits.keys().for_each(|&(one, next)| after.entry(one).or_default().push(next));
        let cycle = shorter_cycle(&after, some_cycle(&after)?);
        let held = (0..cycle.len()).map(|i| {
            let ((from, lane), next) = (cycle[i], cycle[(i + 1) % cycle.len()]);
            HeldCable { from, to: self.cables[&from], lane, packet: waits[&(cycle[i], next)] }
        });
        Some(held.collect())
    }
}
