//! Witnesses about the deadlocks of a routing on a small network: every state of every packet, and a rank for each channel; or the packets of a cycle.

use super::{Channel, Routing, VirtualChannel};
use crossedge_core::model::certificate::routing::{
    CYCLE_FORM, DeadlockFreedom, FREEDOM_FORM, ListedChannel, PacketStates, RankedChannel, WaitingCycle,
    WaitingPacket,
};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Node, Structure};
use std::collections::HashMap;

/// Certificates list at most this many successors of states.
pub const MAX_LISTED: usize = 1 << 22;

/// The outcome of listing all states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListedStates {
    /// Every channel has a rank, or is above an escape whose channels have.
    Ranked(Box<DeadlockFreedom>),
    /// The channels that need ranks depend on each other in a cycle.
    Cyclic,
    /// There are more than [`MAX_LISTED`].
    TooMany,
}

/// Channels in the order in which packets reach them, and their dependencies.
#[derive(Default)]
struct ChannelList {
    positions: HashMap<Channel, u32>,
    channels: Vec<Channel>,
    after: Vec<Vec<u32>>,
}

impl ChannelList {
    fn position(&mut self, channel: Channel) -> u32 {
        let next = self.channels.len() as u32;
        let position = *self.positions.entry(channel).or_insert(next);
        if position == next {
            self.channels.push(channel);
            self.after.push(Vec::new());
        }
        position
    }

    /// Ranks of the channels that need one, such that every dependency leads to a lower one; `None` if there is a cycle.
    fn ranks(&mut self, needed: impl Fn(Channel) -> bool) -> Option<Vec<Option<u32>>> {
        for after in &mut self.after {
            after.sort_unstable();
            after.dedup();
        }
        let needed: Vec<bool> = self.channels.iter().map(|&channel| needed(channel)).collect();
        let mut before = vec![Vec::new(); self.channels.len()];
        let mut open = vec![0u32; self.channels.len()];
        for (i, after) in self.after.iter().enumerate().filter(|&(i, _)| needed[i]) {
            for &next in after {
                before[next as usize].push(i);
                open[i] += 1;
            }
        }
        let mut ranks = vec![None; self.channels.len()];
        let mut last: Vec<usize> = (0..open.len()).filter(|&i| needed[i] && open[i] == 0).collect();
        let mut rank = 0;
        while !last.is_empty() {
            let mut next = Vec::new();
            for i in last {
                ranks[i] = Some(rank);
                for &earlier in &before[i] {
                    open[earlier] -= 1;
                    if open[earlier] == 0 {
                        next.push(earlier);
                    }
                }
            }
            (last, rank) = (next, rank + 1);
        }
        needed.iter().zip(&ranks).all(|(&needed, rank)| !needed || rank.is_some()).then_some(ranks)
    }
}

/// Lists the states of all packets between the endpoints on `vcs` virtual channels per link, and ranks the channels.
pub fn listed_states(
    net: &dyn Structure,
    routing: &dyn Routing,
    (expression, name): (String, String),
    vcs: u32,
    watch: &dyn Progress,
) -> Result<ListedStates, Stopped> {
    let vcs = vcs.clamp(1, routing.channels().max(1));
    let fold = |channel: Channel| Channel { vc: channel.vc.min(vcs - 1), ..channel };
    let head = |channel: Channel| net.link(channel.from, channel.port).0;
    let reserved = routing.escape().map(|escape| escape.channels().max(1));
    let ends = net.endpoints();
    let mut list = ChannelList::default();
    let mut packets = Vec::new();
    let mut listed = 0usize;
    let mut options: Vec<VirtualChannel> = Vec::new();
    watch.stage("states of packets", ends);
    for to in (0..ends).map(Node) {
        watch.advance(1);
        // Sources by intermediate node: packets with the same target and the same intermediate node share their states.
        let mut sources: Vec<(Option<Node>, Vec<Node>)> = Vec::new();
        let mut places: HashMap<Option<Node>, usize> = HashMap::new();
        for from in (0..ends).map(Node).filter(|&from| from != to) {
            for via in intermediate_nodes(routing, from) {
                let place = *places.entry(via).or_insert_with(|| {
                    sources.push((via, Vec::new()));
                    sources.len() - 1
                });
                sources[place].1.push(from);
                listed += 1;
            }
            if listed > MAX_LISTED {
                return Ok(ListedStates::TooMany);
            }
        }
        for (via, from) in sources {
            if watch.stopped() {
                return Err(Stopped);
            }
            let mut positions: HashMap<Channel, u32> = HashMap::new();
            let mut found: Vec<Channel> = Vec::new();
            let mut state = |channel: Channel, found: &mut Vec<Channel>| {
                *positions.entry(channel).or_insert_with(|| {
                    found.push(channel);
                    found.len() as u32 - 1
                })
            };
            let mut start = Vec::with_capacity(from.len());
            for from in from {
                options.clear();
                routing.candidates(None, from, via, to, &mut options);
                let first = options.iter().map(|&out| state(Channel::new(from, out), &mut found)).collect();
                start.push((from.0, first));
            }
            let mut states = Vec::new();
            while let Some(&channel) = found.get(states.len()) {
                let at = head(channel);
                options.clear();
                routing.candidates(Some(channel), at, via, to, &mut options);
                let position = list.position(fold(channel));
                let mut after = Vec::with_capacity(options.len());
                for &out in &options {
                    let next = Channel::new(at, out);
                    after.push(state(next, &mut found));
                    let next = list.position(fold(next));
                    list.after[position as usize].push(next);
                }
                listed += 1 + after.len();
                if listed > MAX_LISTED {
                    return Ok(ListedStates::TooMany);
                }
                states.push((position, after));
            }
            packets.push(PacketStates { to: to.0, via: via.map(|via| via.0), start, states });
        }
    }
    let needed = |channel: Channel| reserved.is_none_or(|reserved| channel.vc < reserved);
    let Some(ranks) = list.ranks(needed) else { return Ok(ListedStates::Cyclic) };
    let channels = list.channels.iter().zip(ranks).map(|(&channel, rank)| {
        let (from, to) = (channel.from.0, head(channel).0);
        RankedChannel { from, port: channel.port.0, to, vc: channel.vc, rank }
    });
    Ok(ListedStates::Ranked(Box::new(DeadlockFreedom {
        form: FREEDOM_FORM.to_owned(),
        expression,
        routing: name,
        vcs,
        channels: channels.collect(),
        packets,
    })))
}

/// The intermediate nodes that packets of a node draw one of; `None` for packets that go straight.
fn intermediate_nodes(routing: &dyn Routing, from: Node) -> impl Iterator<Item = Option<Node>> {
    let count = routing.detours(from);
    let straight = count == 0 || routing.source_chooses();
    (0..count).map(move |i| Some(routing.detour(from, i))).chain(straight.then_some(None))
}

/// A channel that a packet of a deadlock holds, and the source, the intermediate node and the target of the packet.
pub type HeldChannel = (Channel, (Node, Option<Node>, Node));

/// Lists the packets of a deadlock with their routes. The cycle has, for each packet, the channel that it holds and its source, intermediate node and
/// target; `None` if a packet does not take its channel and the next one, as an adaptive one may not.
pub fn waiting_cycle(
    net: &dyn Structure,
    routing: &dyn Routing,
    (expression, name): (String, String),
    vcs: u32,
    cycle: &[HeldChannel],
) -> Option<WaitingCycle> {
    if routing.chooses() {
        return None;
    }
    let fold = |channel: Channel| Channel { vc: channel.vc.min(vcs - 1), ..channel };
    let mut packets = Vec::with_capacity(cycle.len());
    for (i, &(held, (from, via, to))) in cycle.iter().enumerate() {
        let wanted = cycle[(i + 1) % cycle.len()].0;
        let (mut at, mut by, mut route) = (from, None, Vec::new());
        while let Some(next) = routing.step(by, at, via, to) {
            let channel = Channel::new(at, next);
            route.push(fold(channel));
            (at, by) = (net.link(at, next.port).0, Some(channel));
            if route.len() as u64 > 2 * net.nodes() {
                return None;
            }
        }
        let holds = route.windows(2).position(|pair| pair == [held, wanted])? as u32;
        let listed = |channel: &Channel| ListedChannel {
            from: channel.from.0,
            port: channel.port.0,
            to: net.link(channel.from, channel.port).0.0,
            vc: channel.vc,
        };
        let route = route.iter().map(listed).collect();
        packets.push(WaitingPacket { from: from.0, to: to.0, route, holds });
    }
    Some(WaitingCycle { form: CYCLE_FORM.to_owned(), expression, routing: name, vcs, packets })
}
