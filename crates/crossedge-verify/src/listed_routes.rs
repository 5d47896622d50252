//! The verifiers of listed routes: a proof that packets cannot deadlock, and a deadlock. Neither knows the routing: they read what is listed. They assert
//!
//! - channels are links of the network, on virtual channels that exist;
//! - every endpoint sends to each other one, and every path through the listed states goes along links and ends at the target;
//! - a channel with a rank is followed by channels of lower ranks only, and one without is followed by one with a rank, among others;
//! - the packets of a deadlock take the channel that they hold and next the one that the following packet holds.

use super::Verdict;
use crossedge_core::model::certificate::routing::{
    CYCLE_FORM, DeadlockFreedom, FREEDOM_FORM, ListedChannel, PacketStates, WaitingCycle,
};
use crossedge_core::net::{Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// Counts from the verification of listed routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListedCount {
    /// Channels.
    pub channels: u64,
    /// States of packets.
    pub states: u64,
    /// Pairs of a source and a target.
    pub pairs: u64,
}

/// A fault in listed routes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadRoutes {
    /// Another form, or a number of channels that is not possible.
    Form(String),
    /// A channel that does not exist, or appears twice.
    Channel(ListedChannel, &'static str),
    /// Packets to a target: the target, and what is wrong.
    Packets(u64, String),
    /// A pair of a source and a target without a packet.
    Missing(u64, u64),
    /// A channel that is followed by one of the same or a higher rank, or of none.
    Rank(ListedChannel, ListedChannel),
    /// A channel without rank, of which packets cannot always go on to one with a rank.
    NoEscape(ListedChannel),
    /// A packet of the cycle, by position, and what is wrong.
    Packet(usize, String),
}

impl fmt::Display for BadRoutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text =
            |c: &ListedChannel| format!("{} → {} (port {}, virtual channel {})", c.from, c.to, c.port, c.vc);
        match self {
            BadRoutes::Form(what) => f.write_str(what),
            BadRoutes::Channel(channel, why) => write!(f, "channel {}: {why}", text(channel)),
            BadRoutes::Packets(to, why) => write!(f, "packets to node {to}: {why}"),
            BadRoutes::Missing(from, to) => write!(f, "no packet from node {from} to node {to} is listed"),
            BadRoutes::Rank(by, next) => {
                write!(f, "channel {} is followed by {}, whose rank is not lower", text(by), text(next))
            }
            BadRoutes::NoEscape(channel) => {
                write!(f, "channel {} has no rank, and no channel with a rank is offered next", text(channel))
            }
            BadRoutes::Packet(i, why) => write!(f, "packet {i}: {why}"),
        }
    }
}

impl std::error::Error for BadRoutes {}

/// Asserts that a channel exists.
fn exists(net: &dyn Structure, channel: ListedChannel, vcs: u32) -> Result<(), BadRoutes> {
    let ListedChannel { from, port, to, vc } = channel;
    if from >= net.nodes() || port >= net.degree(Node(from)) {
        return Err(BadRoutes::Channel(channel, "the network has no such port"));
    }
    if net.link(Node(from), Port(port)).0 != Node(to) {
        return Err(BadRoutes::Channel(channel, "the port leads to another node"));
    }
    match vc < vcs {
        true => Ok(()),
        false => Err(BadRoutes::Channel(channel, "there are fewer virtual channels")),
    }
}

/// Verifies a proof of deadlock freedom.
pub fn deadlock_freedom(
    net: &dyn Structure,
    claim: &DeadlockFreedom,
    watch: &dyn Progress,
) -> Result<Verdict<ListedCount, BadRoutes>, Stopped> {
    let mut count = ListedCount { channels: claim.channels.len() as u64, states: 0, pairs: 0 };
    if let Err(bad) = channels(net, claim) {
        return Ok(Verdict::Refuted(bad));
    }
    let mut sent: HashSet<(u64, u64)> = HashSet::new();
    watch.stage("listed states", claim.packets.len() as u64);
    for packets in &claim.packets {
        if watch.stopped() {
            return Err(Stopped);
        }
        if let Err(bad) = states(net, claim, packets) {
            return Ok(Verdict::Refuted(bad));
        }
        count.states += packets.states.len() as u64;
        sent.extend(packets.start.iter().map(|&(from, _)| (from, packets.to)));
        watch.advance(1);
    }
    count.pairs = sent.len() as u64;
    for to in 0..net.endpoints() {
        for from in (0..net.endpoints()).filter(|&from| from != to) {
            if !sent.contains(&(from, to)) {
                return Ok(Verdict::Refuted(BadRoutes::Missing(from, to)));
            }
        }
    }
    Ok(Verdict::Holds(count))
}

/// The form, and the channels one by one.
fn channels(net: &dyn Structure, claim: &DeadlockFreedom) -> Result<(), BadRoutes> {
    if claim.form != FREEDOM_FORM {
        return Err(BadRoutes::Form(format!("'{}' is not the form '{FREEDOM_FORM}'", claim.form)));
    }
    let mut seen = HashSet::new();
    for i in 0..claim.channels.len() {
        let channel = channel_at(claim, i);
        exists(net, channel, claim.vcs)?;
        if !seen.insert(channel) {
            return Err(BadRoutes::Channel(channel, "it is listed twice"));
        }
    }
    Ok(())
}

fn channel_at(claim: &DeadlockFreedom, i: usize) -> ListedChannel {
    let ranked = claim.channels[i];
    ListedChannel { from: ranked.from, port: ranked.port, to: ranked.to, vc: ranked.vc }
}

/// The states of the packets to one target.
fn states(net: &dyn Structure, claim: &DeadlockFreedom, packets: &PacketStates) -> Result<(), BadRoutes> {
    let to = packets.to;
    let bad = |why: String| Err(BadRoutes::Packets(to, why));
    let ends = net.endpoints();
    if to >= ends {
        return bad("it is no endpoint".to_owned());
    }
    let count = packets.states.len();
    for (i, (channel, after)) in packets.states.iter().enumerate() {
        if *channel as usize >= claim.channels.len() {
            return bad(format!("state {i} has channel {channel}, which is not listed"));
        }
        if let Some(next) = after.iter().find(|&&next| next as usize >= count) {
            return bad(format!("state {i} is followed by state {next}, which is not listed"));
        }
    }
    for (from, first) in &packets.start {
        if *from >= ends || *from == to || first.is_empty() {
            return bad(format!("they cannot begin at node {from}"));
        }
        for &state in first {
            let Some(&(channel, _)) = packets.states.get(state as usize) else {
                return bad(format!("node {from} begins in state {state}, which is not listed"));
            };
            if channel_at(claim, channel as usize).from != *from {
                return bad(format!("node {from} begins on a channel of another node"));
            }
        }
    }
    for (i, (channel, after)) in packets.states.iter().enumerate() {
        let by = channel_at(claim, *channel as usize);
        // The intermediate node of a detour may be the target: packets may go on from there.
        if after.is_empty() && by.to != to {
            return bad(format!("they stop at node {}", by.to));
        }
        let rank = claim.channels[*channel as usize].rank;
        let mut escapes = after.is_empty();
        for &next in after {
            let position = packets.states[next as usize].0 as usize;
            let channel = channel_at(claim, position);
            if channel.from != by.to {
                return bad(format!(
                    "state {i} ends at node {}, and the next begins at {}",
                    by.to, channel.from
                ));
            }
            let lower = claim.channels[position].rank;
            escapes |= lower.is_some();
            if rank.is_some_and(|rank| lower.is_none_or(|lower| lower >= rank)) {
                return Err(BadRoutes::Rank(by, channel));
            }
        }
        if !escapes {
            return Err(BadRoutes::NoEscape(by));
        }
    }
    ends_everywhere(packets)
}

/// No path through the states is a circle.
fn ends_everywhere(packets: &PacketStates) -> Result<(), BadRoutes> {
    let mut before = vec![0u32; packets.states.len()];
    packets.states.iter().flat_map(|(_, after)| after).for_each(|&next| before[next as usize] += 1);
    let mut free: Vec<usize> = (0..before.len()).filter(|&i| before[i] == 0).collect();
    let mut ended = 0;
    while let Some(i) = free.pop() {
        ended += 1;
        for &next in &packets.states[i].1 {
            before[next as usize] -= 1;
            if before[next as usize] == 0 {
                free.push(next as usize);
            }
        }
    }
    match ended == before.len() {
        true => Ok(()),
        false => Err(BadRoutes::Packets(packets.to, "they may run in a circle".to_owned())),
    }
}

/// Verifies a deadlock; the number of its packets.
pub fn waiting_cycle(net: &dyn Structure, claim: &WaitingCycle) -> Verdict<u64, BadRoutes> {
    if claim.form != CYCLE_FORM {
        return Verdict::Refuted(BadRoutes::Form(format!("'{}' is not the form '{CYCLE_FORM}'", claim.form)));
    }
    if claim.packets.len() < 2 {
        return Verdict::Refuted(BadRoutes::Form("a deadlock has two packets or more".to_owned()));
    }
    let mut holders: HashMap<ListedChannel, usize> = HashMap::new();
    let mut held = Vec::new();
    for (i, packet) in claim.packets.iter().enumerate() {
        let bad = |why: &str| Verdict::Refuted(BadRoutes::Packet(i, why.to_owned()));
        if packet.from >= net.endpoints() || packet.to >= net.endpoints() || packet.from == packet.to {
            return bad("its source and its target are not two endpoints");
        }
        let mut at = packet.from;
        for &channel in &packet.route {
            if let Err(fault) = exists(net, channel, claim.vcs) {
                return Verdict::Refuted(fault);
            }
            if channel.from != at {
                return bad("its route is not connected");
            }
            at = channel.to;
        }
        if at != packet.to {
            return bad("its route does not end at its target");
        }
        let Some(&[channel, wanted]) =
            packet.route.get(packet.holds as usize..).and_then(|rest| rest.first_chunk::<2>())
        else {
            return bad("it holds its last channel, and waits for none");
        };
        if holders.insert(channel, i).is_some() {
            return bad("it holds a channel that another packet holds");
        }
        held.push((channel, wanted));
    }
    for (i, (_, wanted)) in held.iter().enumerate() {
        if *wanted != held[(i + 1) % held.len()].0 {
            return Verdict::Refuted(BadRoutes::Packet(i, "it does not wait for the next packet".to_owned()));
        }
    }
    Verdict::Holds(held.len() as u64)
}
