//! A cycle of channels as a counterexample: a short one, with a packet for each of its dependencies.

use super::forced;
use super::graph::DependencyGraph;
use super::packet::Packet;
use super::walk::{self, follow};
use crossedge_core::model::Channel;
use crossedge_core::net::Node;
use crossedge_core::net::address::modulo;
use crossedge_core::progress::{Progress, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{HashMap, VecDeque};

/// Channels that wait for each other in a cycle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cycle {
    /// Each channel can be held by a packet that waits for the next one; the last one waits for the first.
    pub channels: Vec<Channel>,
    /// For each channel, a packet that takes it and then the next one.
    pub packets: Vec<Packet>,
}

/// Number of channels the search for a shorter cycle may see.
const SEEN: usize = 100_000;

/// From how many channels of the cycle a shorter one is looked for.
const TRIED: usize = 16;

/// For how many cycles packets are looked for.
const PACKETS_TRIED: usize = 3;

/// A short cycle that shares a channel with this one, with a packet for each of its dependencies; `None` if packets were not found.
pub(super) fn explain(
    graph: &DependencyGraph<'_>,
    cycle: &[Channel],
    watch: &dyn Progress,
) -> Result<Option<Cycle>, Stopped> {
    let mut short: Vec<Vec<Channel>> =
        cycle.iter().take(TRIED).filter_map(|&by| shortest(graph, by)).collect();
    short.push(cycle.to_vec());
    short.sort_by_key(Vec::len);
    short.dedup();
    for channels in short.into_iter().take(PACKETS_TRIED) {
        let packets = packets(graph, &channels, watch)?;
        if let Some(packets) = packets.into_iter().collect::<Option<Vec<Packet>>>() {
            return Ok(Some(Cycle { channels, packets }));
        }
    }
    Ok(None)
}

/// A shortest path in the dependency graph from a channel back to itself.
fn shortest(graph: &DependencyGraph<'_>, start: Channel) -> Option<Vec<Channel>> {
    let mut before: HashMap<Channel, Channel> = HashMap::new();
    let mut queue = VecDeque::from([start]);
    let mut follow = Vec::new();
    while let Some(by) = queue.pop_front() {
        let at = graph.head(by);
        follow.clear();
        graph.dependencies(by, at, &mut follow);
        for &next in &follow {
            let next = Channel::new(at, next);
            if next == start {
                let mut way = vec![by];
                while let Some(&earlier) = before.get(&way[way.len() - 1]) {
                    way.push(earlier);
                }
                way.reverse();
                return Some(way);
            }
            if !before.contains_key(&next) {
                if before.len() >= SEEN {
                    return None;
                }
                before.insert(next, by);
                queue.push_back(next);
            }
        }
    }
    None
}

/// A packet for each dependency of a cycle: from its nodes to everywhere, then from everywhere, then at random.
fn packets(
    graph: &DependencyGraph<'_>,
    cycle: &[Channel],
    watch: &dyn Progress,
) -> Result<Vec<Option<Packet>>, Stopped> {
    const MOST: u64 = 1 << 21;
    let n = graph.ends;
    let mut packets = vec![None; cycle.len()];
    // Switches send nothing and receive nothing.
    let sends = |v: &Node| v.0 < n;
    let near: Vec<Node> = cycle.iter().map(|by| by.from).filter(sends).collect();
    let heads: Vec<Node> = cycle.iter().flat_map(|&by| around(graph, graph.head(by))).filter(sends).collect();
    let everywhere = |most: u64| (n <= most).then(|| (0..n).map(Node).collect::<Vec<_>>());
    let detours = walk::detours(graph);
    let side = if detours { 128 } else { 1448 };
    let all = everywhere(side);
    let targets = everywhere(1 << 12).unwrap_or(heads);
    let sources = [near.clone(), all.clone().unwrap_or(near)];
    for (from, to) in [(&sources[0], &targets), (&sources[1], all.as_ref().unwrap_or(&targets))] {
        for &to in to {
            if watch.stopped() {
                return Err(Stopped);
            }
            for &from in from.iter().filter(|&&from| from != to) {
                if !detours || all.is_some() {
                    let each = |via| note(graph, cycle, Packet { from, via, to }, &mut packets);
                    walk::vias(graph, from).for_each(each);
                }
            }
            if packets.iter().all(Option::is_some) {
                return Ok(packets);
            }
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..MOST >> 4 {
        let mut draw = || Node(modulo(random.next_u64(), n));
        let (from, drawn, to) = (draw(), detours.then(&mut draw), draw());
        let via = drawn.and_then(|drawn| walk::via(graph, from, drawn.0));
        if from != to {
            note(graph, cycle, Packet { from, via, to }, &mut packets);
        }
        if watch.stopped() || packets.iter().all(Option::is_some) {
            break;
        }
    }
    Ok(packets)
}

/// A node and those up to two hops away.
fn around(graph: &DependencyGraph<'_>, v: Node) -> Vec<Node> {
    let mut nodes = vec![v];
    for step in 0..2 {
        for i in 0..nodes.len().min(if step == 0 { 1 } else { 64 }) {
            let v = nodes[i];
            for port in 0..graph.net.degree(v).min(64) {
                nodes.push(graph.net.link(v, crossedge_core::net::Port(port)).0);
            }
        }
    }
    nodes
}

/// Notes the packet at every dependency of the cycle that it takes and that has none yet; where it has a choice, that it cannot avoid.
fn note(graph: &DependencyGraph<'_>, cycle: &[Channel], packet: Packet, packets: &mut [Option<Packet>]) {
    if graph.routing.chooses() {
        return forced::note(graph, cycle, packet, packets);
    }
    // Routes that violate the channel graph were reported before the search for a cycle.
    let _ = follow(graph, packet, &mut |before, by| {
        if let Some(before) = before
            && let Some(i) = cycle.iter().position(|&other| other == before)
            && cycle[if i + 1 == cycle.len() { 0 } else { i + 1 }] == by
        {
            packets[i].get_or_insert(packet);
        }
        true
    });
}
