//! Packets that have a choice, without an escape of their own: a routing without one, or with an escape on too few channels, whose last ones are put
//! together, so that the escape is no argument any more.
//!
//! The packets still decide many cases. If the dependencies over all candidates have no cycle, there is no deadlock (Dally, Seitz). If
//! there is a cycle of dependencies that are *forced*, each by a packet that has no other channel to wait for, there is one. The cases
//! between can be decided only by an escape.

use super::cycle::Cycle;
use super::graph::DependencyGraph;
use super::packet::Packet;
use super::walk::{folded, vias};
use crossedge_core::model::Channel;
use crossedge_core::net::Node;
use crossedge_core::progress::{Progress, Stopped};
use std::collections::{HashMap, HashSet, VecDeque};

/// For each channel those that a packet has to wait for, with the packet.
type Forced = HashMap<Channel, Vec<(Channel, Packet)>>;

/// A shortest cycle of forced dependencies; `None` if there is none. All packets are walked.
pub(super) fn cycle(graph: &DependencyGraph<'_>, watch: &dyn Progress) -> Result<Option<Cycle>, Stopped> {
    let mut forced = Forced::new();
    for to in (0..graph.ends).map(Node) {
        if watch.stopped() {
            return Err(Stopped);
        }
        for from in (0..graph.ends).map(Node).filter(|&from| from != to) {
            vias(graph, from).for_each(|via| waits(graph, Packet { from, via, to }, &mut forced));
        }
    }
    let mut starts: Vec<Channel> = forced.keys().copied().collect();
    starts.sort_unstable_by_key(|by| (by.from.0, by.out()));
    let cycles = starts.iter().filter_map(|&start| shortest(&forced, start));
    Ok(cycles.min_by_key(|cycle| cycle.channels.len()))
}

/// Notes the packet at every dependency of the cycle that it is forced to make and that has none yet.
pub(super) fn note(
    graph: &DependencyGraph<'_>,
    cycle: &[Channel],
    packet: Packet,
    packets: &mut [Option<Packet>],
) {
    let mut forced = Forced::new();
    waits(graph, packet, &mut forced);
    for (i, by) in cycle.iter().enumerate() {
        let next = cycle[if i + 1 == cycle.len() { 0 } else { i + 1 }];
        if forced.get(by).is_some_and(|after| after.iter().any(|(only, _)| *only == next)) {
            packets[i].get_or_insert(packet);
        }
    }
}

/// Adds what one packet has to wait for, in every state that it can come to.
fn waits(graph: &DependencyGraph<'_>, packet: Packet, forced: &mut Forced) {
    let mut seen: HashSet<Channel> = HashSet::new();
    let mut open = vec![(None::<Channel>, packet.from)];
    let mut candidates = Vec::new();
    while let Some((by, at)) = open.pop() {
        candidates.clear();
        graph.routing.candidates(by, at, packet.via, packet.to, &mut candidates);
        let next = |&out: &_| folded(graph, Channel::new(at, out));
        if let (Some(by), Some(only)) = (by, candidates.first().map(next))
            && candidates.iter().all(|out| next(out) == only)
        {
            let after = forced.entry(folded(graph, by)).or_default();
            if after.iter().all(|(known, _)| *known != only) {
                after.push((only, packet));
            }
        }
        for &out in &candidates {
            let next = Channel::new(at, out);
            if seen.insert(next) {
                open.push((Some(next), graph.head(next)));
            }
        }
    }
}

/// A shortest path from a channel back to itself.
fn shortest(forced: &Forced, start: Channel) -> Option<Cycle> {
    let mut before: HashMap<Channel, (Channel, Packet)> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(by) = queue.pop_front() {
        for &(next, packet) in forced.get(&by).into_iter().flatten() {
            if next == start {
                let (mut channels, mut packets) = (vec![by], vec![packet]);
                while let Some(&(earlier, packet)) = channels.last().and_then(|last| before.get(last)) {
                    channels.push(earlier);
                    packets.push(packet);
                }
                channels.reverse();
                packets.reverse();
                return Some(Cycle { channels, packets });
            }
            if let std::collections::hash_map::Entry::Vacant(entry) = before.entry(next) {
                entry.insert((by, packet));
                queue.push_back(next);
            }
        }
    }
    None
}
