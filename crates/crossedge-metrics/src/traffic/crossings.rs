//! The throughput of a pattern over the cross-edges of a dual construction, for any routing.
//!
//! Two clusters of different classes are joined by one cross-edge. A packet from one to the other takes that, or it crosses three times at
//! least; one to another cluster of its class crosses twice at least; one to its own cluster need not cross. Every node has one
//! cross-edge, which carries a flit per cycle in each direction. So, if each node offers θ and m of a cluster send to the same cluster of
//! the other class, they make at least max(m·θ, 3·m·θ - 2) crossings, and all crossings together are at most as many as nodes.
//!
//! If a cluster of n nodes sends all it has to one other, that is θ ≤ (n + 2) / (3·n).

use super::{RateBound, Traffic};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Layout, Node, Parts, Place, Structure};
use std::collections::BTreeMap;

/// More nodes than this are not looked at one by one.
const MAX_NODES: u64 = 1 << 22;

/// The bound by the cross-edges; `None` for another network, for a pattern without a single target per node, or if nothing crosses.
pub(super) fn crossing_bound(
    net: &dyn Structure,
    traffic: Traffic,
    watch: &dyn Progress,
) -> Result<Option<RateBound>, Stopped> {
    let Some(place) = cluster_places(net).filter(|_| !traffic.all_pairs() && net.nodes() <= MAX_NODES) else {
        return Ok(None);
    };
    // Number of nodes of one cluster that send to the same cluster of the other class; and number of packets that cross twice.
    let mut direct: BTreeMap<[u64; 3], u128> = BTreeMap::new();
    let mut twice: u128 = 0;
    for v in (0..net.nodes()).map(Node) {
        if v.0 & 0xffff == 0 && watch.stopped() {
            return Err(Stopped);
        }
        let Ok(to) = traffic.target(net, v) else { return Ok(None) };
        let (from, to) = (place(v), place(to));
        if from.class != to.class {
            *direct.entry([from.class, from.cluster, to.cluster]).or_default() += 1;
        } else if from.cluster != to.cluster {
            twice += 1;
        }
    }
    let mut groups: BTreeMap<u128, u128> = BTreeMap::new();
    direct.into_values().for_each(|m| *groups.entry(m).or_default() += 1);
    Ok(largest_rate(&groups, twice, net.nodes().into()))
}

/// The largest θ for which the crossings are at most `all`: with `twice` packets that cross twice, and a number of groups of each size. A group of
/// m crosses m·θ times up to θ = 1/m and three times as often from there on, so that the sum is linear between these.
pub fn largest_rate(groups: &BTreeMap<u128, u128>, twice: u128, all: u128) -> Option<RateBound> {
    // Crossings are slope · θ - saved.
    let mut slope: u128 = 2 * twice + groups.iter().map(|(m, count)| m * count).sum::<u128>();
    let mut saved: u128 = 0;
    // The largest groups come to their bend first.
    for (m, count) in groups.iter().rev() {
        // At θ = 1/m: is the sum beyond?
        if slope > (all + saved) * m {
            break;
        }
        slope += 2 * m * count;
        saved += 2 * count;
    }
    (slope > 0).then_some((all + saved, slope))
}

/// Class and cluster of every node, where each node has a cross-edge and two clusters of different classes share one alone.
fn cluster_places(net: &dyn Structure) -> Option<Box<dyn Fn(Node) -> Place + '_>> {
    if let Some(Layout::TwoBases { numbering, .. }) = net.roles().map(|roles| roles.layout()) {
        return Some(Box::new(move |v| numbering.place(v.0)));
    }
    match net.parts() {
        Parts::Level(level) if level.super_nodes().is_none() => Some(Box::new(|v| level.place(v))),
        _ => None,
    }
}
