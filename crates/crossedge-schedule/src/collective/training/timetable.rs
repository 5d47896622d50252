//! A timetable of a phase: in each step messages over paths that are edge-disjoint in one direction, so that none waits for another.
//!
//! Messages with the longest routes are placed first, each into the first step in which one of its paths is free (first fit): the network's own route, or
//! two routes via a neighbour or via one of some nodes that are spread over the network. Of paths in one step the shortest is taken. Rounds that
//! repeat have one timetable.

use super::super::contention_free::own_route;
use super::mapping::Mapping;
use crossedge_core::model::{Job, Phase};
use crossedge_core::model::{TimedRound, Timetable};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Node, Port, Structure};
use std::collections::{HashMap, HashSet};

/// More messages are not placed one by one.
pub const MAX_MESSAGES: u64 = 1 << 22;

/// Why there is no timetable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTimetable {
    /// Too many messages.
    #[error("{0} messages are more than the {MAX_MESSAGES} that are placed one by one")]
    TooMany(u64),
    /// No route from the first to the second endpoint.
    #[error("endpoint {0} has no route to endpoint {1}")]
    NoRoute(u64, u64),
    /// The work was cancelled.
    #[error("{Stopped}")]
    Stopped,
}

/// A timetable of a phase, with this many bytes per rank.
pub fn timetable(
    net: &dyn Structure,
    job: Job,
    phase: Phase,
    bytes: u64,
    mapping: &Mapping,
    watch: &dyn Progress,
) -> Result<Timetable, NoTimetable> {
    let messages = match phase {
        Phase::Expert => job.ranks().saturating_mul(job.expert - 1),
        _ => job.ranks(),
    };
    if messages > MAX_MESSAGES {
        return Err(NoTimetable::TooMany(messages));
    }
    let mut rounds = Vec::new();
    for round in job.rounds(phase, bytes) {
        let mut paths = Vec::with_capacity(round.pairs.len());
        for &(from, to) in &round.pairs {
            if watch.stopped() {
                return Err(NoTimetable::Stopped);
            }
            let (from, to) = (mapping.of(from), mapping.of(to));
            paths.push(own_route(net, from, to).ok_or(NoTimetable::NoRoute(from, to))?);
        }
        paths.sort_by_key(|path| std::cmp::Reverse(path.len()));
        let steps = first_fit(net, paths, watch).map_err(|Stopped| NoTimetable::Stopped)?;
        rounds.push(TimedRound { times: round.times, bytes: round.bytes, steps });
    }
    Ok(Timetable { job, phase, bytes, endpoints: mapping.endpoints().to_vec(), rounds })
}

/// Nodes that paths may go by, besides neighbours.
const MAX_DETOUR_NODES: u64 = 16;

/// First fit: every message in the first step that has room on all links of one of its paths.
fn first_fit(
    net: &dyn Structure,
    paths: Vec<Vec<u64>>,
    watch: &dyn Progress,
) -> Result<Vec<Vec<Vec<u64>>>, Stopped> {
    let mut steps: Vec<Vec<Vec<u64>>> = Vec::new();
    // The capacity of a link in messages per step.
    let mut taken: HashMap<(u64, u64), Vec<u64>> = HashMap::new();
    for own in paths {
        if watch.stopped() {
            return Err(Stopped);
        }
        let own = faster_path(net, own);
        // The first step in which a path is free, of those before `most`.
        let fits = |path: &[u64], most: usize| {
            let hops = || path.windows(2).map(|hop| (hop[0], hop[1]));
            let room = hops().map(|(from, to)| link_capacity(net, from, to)).collect::<Vec<_>>();
            let free = |step: usize| {
                hops().zip(&room).all(|(link, room)| {
                    taken.get(&link).and_then(|on| on.get(step)).copied().unwrap_or(0) < *room
                })
            };
            (0..most).find(|&step| free(step))
        };
        let mut best = (fits(&own, steps.len()).unwrap_or(steps.len()), own);
        if best.0 > 0 {
            for path in detour_paths(net, &best.1) {
                // Sooner, or not at all: of detours in one step the first stays, which is the shortest.
                if let Some(step) = fits(&path, best.0) {
                    best = (step, path);
                }
            }
        }
        let (step, path) = best;
        if step == steps.len() {
            steps.push(Vec::new());
        }
        for hop in path.windows(2) {
            let on = taken.entry((hop[0], hop[1])).or_default();
            on.resize(on.len().max(step + 1), 0);
            on[step] += 1;
        }
        steps[step].push(path);
    }
    Ok(steps)
}

/// Other paths between the ends of one, the shortest first: by a neighbour of its first switch or node, or by one of some nodes. Endpoints hand
/// nothing on where there are switches, and no path goes twice through a node.
fn detour_paths(net: &dyn Structure, own: &[u64]) -> Vec<Vec<u64>> {
    let (&[from, second, ..], &[.., to]) = (own, own) else { return Vec::new() };
    let (nodes, ends) = (net.nodes(), net.endpoints());
    let hands_on = |v: u64| ends == nodes || v >= ends;
    let first = if ends == nodes { from } else { second };
    let around = (0..net.degree(Node(first))).map(|port| net.link(Node(first), Port(port)).0.0);
    let (begin, count) = if ends == nodes { (0, nodes) } else { (ends, nodes - ends) };
    let mix = |i: u64| {
        (from.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ to.wrapping_add(i).wrapping_mul(0xbf58_476d_1ce4_e5b9))
            >> 16
    };
    let drawn = (0..MAX_DETOUR_NODES).map(|i| begin + mix(i) % count.max(1));
    let by = |middle: u64| {
        let mut path = own_route(net, from, middle)?;
        path.extend(self::own_route(net, middle, to)?.into_iter().skip(1));
        let mut seen = HashSet::new();
        let good = path.iter().all(|&v| seen.insert(v) && (v == from || v == to || hands_on(v)));
        good.then_some(path)
    };
    let middles = around.chain(drawn).filter(|&v| v != from && v != to && hands_on(v));
    let mut all: Vec<Vec<u64>> = middles.filter_map(by).collect();
    all.sort_by_key(Vec::len);
    all.dedup();
    all
}

/// The path itself, or a detour if a link on it is narrower than an endpoint port and those of the detour are not.
fn faster_path(net: &dyn Structure, own: Vec<u64>) -> Vec<u64> {
    let narrow = |path: &[u64]| path.windows(2).any(|hop| width_of_links(net, hop[0], hop[1]) < net.unit());
    if net.unit() == 1 || !narrow(&own) {
        return own;
    }
    detour_paths(net, &own).into_iter().find(|path| !narrow(path)).unwrap_or(own)
}

/// Number of messages that can cross from a node to its neighbour at once: the width of the links between them in endpoint ports, rounded down. A link
/// narrower than one port carries one message, which takes longer.
fn link_capacity(net: &dyn Structure, from: u64, to: u64) -> u64 {
    (width_of_links(net, from, to) / net.unit().max(1)).max(1)
}

/// The width of all links from a node to its neighbour.
fn width_of_links(net: &dyn Structure, from: u64, to: u64) -> u64 {
    let ports = (0..net.degree(Node(from))).map(Port);
    let there = ports.filter(|&port| net.link(Node(from), port).0.0 == to);
    there.map(|port| net.width(net.link_class(Node(from), port))).sum()
}
