//! Lower bounds on the time of phases under every mapping; all but one hold for every routing, too.
//!
//! Four bounds are combined. A rank cannot send or receive faster than the ports of its host. Messages take at least the width of the links on
//! shortest paths between the nearest hosts. And a set of nodes with few links to the rest holds a number of ranks that must talk to the others: for
//! ranks on a grid the least traffic between any set of ranks and the rest follows from the entropy of its lines (Han 1978), for other jobs from the heaviest
//! partners of each rank. The last one is for the routing of the machine.

use super::demand::{Grid, GridPattern, RankTraffic};
use super::machine::RankMachine;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What limits a phase or a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Limit {
    /// The ports of a host.
    Ports,
    /// The width of all links, at the least distances.
    Distance,
    /// The routing: messages between hosts near each other have few links, those between others take more.
    Routing,
    /// The links around a set of nodes: its hosts in the allocation, and their width.
    Cut {
        /// Hosts inside.
        hosts: u64,
        /// Width of the links that leave.
        width: u64,
        /// A host inside.
        example: u64,
    },
}

/// A bound with its reason, in bytes through an endpoint port.
#[derive(Debug, Clone)]
pub struct Bound {
    /// The bound.
    pub time: f64,
    /// The reason.
    pub limit: Limit,
}

/// Bounds on every phase, and on their sum under one mapping.
#[derive(Debug, Clone)]
pub struct Bounds {
    /// Of every phase by itself.
    pub phases: Vec<Bound>,
    /// Of all together: at least the sum of `phases`.
    pub total: f64,
    /// The cut, if it says more than the phases one by one.
    pub joint: Option<Limit>,
}

/// A set of nodes, by what leaves it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cut {
    /// Hosts inside.
    pub hosts: u64,
    /// Width of the links that leave, in the wider direction.
    pub width: u64,
    /// A host inside.
    pub example: u64,
}

/// Values are lowered by this part, far more than their rounding errors.
const SAFETY: f64 = 1.0 - 1e-9;

/// All bounds; `order` lists the hosts so that those near each other follow each other.
pub fn bounds(machine: &RankMachine<'_>, traffic: &RankTraffic, order: &[u32]) -> Bounds {
    let cuts = cuts(machine, order);
    let distances = distances_of(machine);
    let mut phases: Vec<Bound> =
        (0..traffic.phases.len()).map(|phase| alone(machine, &distances, traffic, phase, &cuts)).collect();
    let sum: f64 = phases.iter().map(|bound| bound.time).sum();
    let (mut total, mut joint) = (sum, None);
    if let Some(grid) = &traffic.grid {
        let least: Vec<f64> = phases.iter().map(|bound| bound.time).collect();
        for cut in &cuts {
            let time = over_cut(machine, traffic.ranks.into(), cut, |inside| {
                grid_crossing(grid, &least, inside, cut.width, machine.unit)
            });
            if time > total * (1.0 + 1e-12) {
                total = time;
                joint = Some(limit_of(cut));
            }
        }
    }
    phases.iter_mut().for_each(|bound| bound.time *= SAFETY);
    Bounds { phases, total: total * SAFETY, joint }
}

fn limit_of(cut: &Cut) -> Limit {
    Limit::Cut { hosts: cut.hosts, width: cut.width, example: cut.example }
}

/// The bound on one phase.
fn alone(
    machine: &RankMachine<'_>,
    distances: &Distances,
    traffic: &RankTraffic,
    phase: usize,
    cuts: &[Cut],
) -> Bound {
    let unit = machine.unit as f64;
    let messages = &traffic.phases[phase].messages;
    let (mut sent, mut received) = (vec![0u64; traffic.ranks as usize], vec![0u64; traffic.ranks as usize]);
    for &(from, to, bytes) in messages {
        sent[from as usize] = sent[from as usize].saturating_add(bytes);
        received[to as usize] = received[to as usize].saturating_add(bytes);
    }
    let most = sent.iter().chain(&received).copied().max().unwrap_or(0);
    let widest =
        (0..machine.hosts.len() as u32).map(|host| machine.host_width(host)).max().unwrap_or(1).max(1);
    let mut best = Bound { time: most as f64 * unit / widest as f64, limit: Limit::Ports };
    let distance = distance_bound(machine, distances, traffic, phase);
    if distance > best.time {
        best = Bound { time: distance, limit: Limit::Distance };
    }
    if let Some(time) = split_bound(machine, messages).filter(|time| *time > best.time) {
        best = Bound { time, limit: Limit::Routing };
    }
    let volumes = partner_volumes(traffic, phase);
    for cut in cuts {
        let crossing = |inside: u64| match &traffic.grid {
            Some(grid) => {
                let one = Grid { sizes: grid.sizes.clone(), phases: vec![grid.phases[phase]] };
                grid_crossing(&one, &[0.0], inside, cut.width, machine.unit)
            }
            None => listed_crossing(&volumes, inside) as f64 * unit / cut.width.max(1) as f64,
        };
        let time = over_cut(machine, traffic.ranks.into(), cut, crossing);
        if time > best.time {
            best = Bound { time, limit: limit_of(cut) };
        }
    }
    best
}

/// Numbers of ranks inside of a cut that are tried one by one.
const MAX_TRIED: u64 = 256;

/// The least time over all numbers of ranks that can be inside of a cut; `crossing` gives it for one number.
fn over_cut(machine: &RankMachine<'_>, ranks: u64, cut: &Cut, crossing: impl Fn(u64) -> f64) -> f64 {
    let outside = machine.hosts.len() as u64 - cut.hosts;
    let (least, most) = (ranks.saturating_sub(outside), cut.hosts.min(ranks));
    if least == 0 || most >= ranks || most - least > MAX_TRIED {
        return 0.0;
    }
    // What leaves a set of ranks enters the others, so either side may be counted.
    (least..=most).map(|inside| crossing(inside).max(crossing(ranks - inside))).fold(f64::INFINITY, f64::min)
}

/// Bytes that every rank sends to its partners, the most first, with prefix sums.
fn partner_volumes(traffic: &RankTraffic, phase: usize) -> Vec<Vec<u64>> {
    if traffic.grid.is_some() {
        return Vec::new();
    }
    let mut volumes: Vec<Vec<u64>> = vec![Vec::new(); traffic.ranks as usize];
    for &(from, _, bytes) in &traffic.phases[phase].messages {
        volumes[from as usize].push(bytes);
    }
    volumes.iter_mut().for_each(|row| row.sort_unstable_by_key(|&bytes| std::cmp::Reverse(bytes)));
    volumes
}

/// The bytes that leave any set of this many ranks, at least: of each rank all but its heaviest partners.
fn listed_crossing(volumes: &[Vec<u64>], inside: u64) -> u64 {
    let keep = inside.saturating_sub(1) as usize;
    let mut rest: Vec<u64> = volumes.iter().map(|row| row.iter().skip(keep).sum()).collect();
    rest.sort_unstable();
    rest.iter().take(inside as usize).sum()
}

/// Distances between hosts, and the width of the links that messages between bases take.
struct Distances {
    capacity: u64,
    /// For each kind of base the distances to other hosts, the least first, with the number of hosts at each.
    profiles: BTreeSet<Vec<(u16, u64)>>,
}

fn distances_of(machine: &RankMachine<'_>) -> Distances {
    let hosts: HashSet<u64> = machine.hosts.iter().copied().collect();
    let bases: HashSet<u64> = machine.bases.iter().copied().collect();
    let inner = |v: u32| !hosts.contains(&u64::from(v)) || bases.contains(&u64::from(v));
    let of = |v: u32| {
        let links = machine.links(v).filter(|&link| inner(machine.to[link]));
        links.map(|link| machine.width[link]).sum::<u64>()
    };
    let capacity = (0..machine.nodes() as u32).filter(|&v| inner(v)).map(of).sum();
    let mut count: Vec<u64> = vec![0; machine.bases.len()];
    machine.base.iter().for_each(|&base| count[base as usize] += 1);
    let mut profiles = BTreeSet::new();
    for base in 0..machine.bases.len() as u32 {
        let mut profile: BTreeMap<u16, u64> = BTreeMap::new();
        for (other, &hosts) in (0u32..).zip(&count) {
            let others = hosts - u64::from(other == base);
            *profile.entry(machine.distance(other, base)).or_default() += others;
        }
        profiles.insert(profile.into_iter().filter(|entry| entry.1 > 0).collect());
    }
    Distances { capacity, profiles }
}

/// The bytes times hops that any mapping needs, over the width of all links between bases.
fn distance_bound(
    machine: &RankMachine<'_>,
    distances: &Distances,
    traffic: &RankTraffic,
    phase: usize,
) -> f64 {
    let Distances { capacity, profiles } = distances;
    let mut partners: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for &(from, _, bytes) in &traffic.phases[phase].messages {
        partners.entry(from).or_default().push(bytes);
    }
    let mut kinds: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
    for mut row in partners.into_values() {
        row.sort_unstable_by_key(|&bytes| std::cmp::Reverse(bytes));
        *kinds.entry(row).or_default() += 1;
    }
    let cost = |row: &[u64], profile: &[(u16, u64)]| -> u128 {
        let near =
            profile.iter().flat_map(|&(distance, hosts)| std::iter::repeat_n(distance, hosts as usize));
        row.iter().zip(near).map(|(&bytes, distance)| u128::from(bytes) * u128::from(distance)).sum()
    };
    let least = |row: &Vec<u64>| profiles.iter().map(|profile| cost(row, profile)).min().unwrap_or(0);
    let total: u128 = kinds.iter().map(|(row, ranks)| least(row) * u128::from(*ranks)).sum();
    total as f64 * machine.unit as f64 / (*capacity).max(1) as f64
}

/// Most hosts between which all messages are split for a bound.
const MAX_SPLIT: usize = 512;

/// A bound for the routing, if every host is a node of its own. In time t a message of b bytes is between two hosts of which no link gets more than t / b of it; the bytes times distance of
/// these pairs, at least, fit on all links in time t.
fn split_bound(machine: &RankMachine<'_>, messages: &[(u32, u32, u64)]) -> Option<f64> {
    if machine.bases.len() != machine.hosts.len() || machine.hosts.len() > MAX_SPLIT {
        return None;
    }
    let count = machine.bases.len() as u32;
    // For every largest share of a link the least capacity that a message takes.
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    for from in 0..count {
        for to in (0..count).filter(|&to| to != from) {
            let (mut most, mut hops) = (0f64, 0u64);
            machine.base_shares(from, to, &mut |link, share| {
                most = most.max(f64::from(share) / machine.width[link as usize] as f64);
                hops += u64::from(share);
            });
            let scale = f64::from(super::machine::SHARE);
            pairs.push((most * machine.unit as f64 / scale, hops as f64 / scale));
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut least = f64::INFINITY;
        pairs.retain(|pair| {
            let better = pair.1 < least;
            least = least.min(pair.1);
            better
        });
    }
    let capacity = machine.width.iter().sum::<u64>() as f64 / machine.unit as f64;
    let mut sizes: BTreeMap<u64, u64> = BTreeMap::new();
    messages.iter().for_each(|message| *sizes.entry(message.2).or_default() += 1);
    let needed = |time: f64| -> f64 {
        let least = |bytes: u64| {
            let at = pairs.partition_point(|pair| pair.0 * bytes as f64 <= time);
            at.checked_sub(1).map_or(f64::INFINITY, |at| pairs[at].1)
        };
        sizes.iter().map(|(&bytes, &count)| count as f64 * bytes as f64 * least(bytes)).sum::<f64>()
            / capacity
    };
    let most = sizes.keys().next_back().copied()? as f64 * pairs.last()?.0;
    let (mut low, mut high) = (0.0, most.max(needed(most)));
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if needed(middle) <= middle { high = middle } else { low = middle }
    }
    Some(low)
}

/// Points of a lower convex hull, from left to right.
fn lower_hull(points: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let mut hull: Vec<(f64, f64)> = Vec::new();
    for point in points {
        while let [.., a, b] = hull[..] {
            if (b.1 - a.1) * (point.0 - a.0) < (point.1 - a.1) * (b.0 - a.0) {
                break;
            }
            hull.pop();
        }
        hull.push(point);
    }
    hull
}

/// The value of a hull.
fn on_hull(hull: &[(f64, f64)], x: f64) -> f64 {
    let at = hull.partition_point(|point| point.0 <= x);
    match (at.checked_sub(1).map(|at| hull[at]), hull.get(at)) {
        (Some(a), Some(b)) => a.1 + (b.1 - a.1) * (x - a.0) / (b.0 - a.0),
        (Some(a), None) => a.1,
        (None, Some(b)) => b.1,
        (None, None) => 0.0,
    }
}

/// The least time of a phase, and the corners of its time over the logarithm of the ranks on a line.
type PhaseCost = (f64, Vec<(f64, f64)>);

/// The least time of all phases of a grid if `inside` ranks are on one side of links of this width, and every phase takes at least `least`.
///
/// Let x be a random rank of the set, and k_d the number of ranks of the set on the line through x in dimension d. Then the means of log k_d add up to log `inside` at
/// most. What leaves the set is a function of k_d; its convex hull over log k_d makes this a convex program, of which every value of the dual is a bound.
fn grid_crossing(grid: &Grid, least: &[f64], inside: u64, width: u64, unit: u64) -> f64 {
    if inside == 0 {
        return 0.0;
    }
    let scale = inside as f64 * unit as f64 / width.max(1) as f64;
    let mut dimensions: Vec<Vec<PhaseCost>> = vec![Vec::new(); grid.sizes.len()];
    for (phase, &least) in grid.phases.iter().zip(least) {
        let size = grid.sizes[phase.dimension];
        let leaves = |k: u64| match phase.pattern {
            GridPattern::Ring if k < size => 1.0 / k as f64,
            // What goes in and out together, halved: one direction has that at least.
            GridPattern::Line if k < size => 0.5 / k as f64,
            GridPattern::Ring | GridPattern::Line => 0.0,
            GridPattern::AllToAll => {
                let rest = k % phase.group;
                (rest * (phase.group - rest)) as f64 / k as f64
            }
        };
        let points = (1..=size.min(inside))
            .map(|k| ((k as f64).ln(), leaves(k) * phase.bytes as f64 * scale))
            .collect();
        dimensions[phase.dimension].push((least, lower_hull(points)));
    }
    let entropy = (inside as f64).ln();
    let value = |price: f64| -> f64 {
        let inner = |phases: &Vec<PhaseCost>| {
            let cost = |x: f64| {
                let time = |(least, hull): &PhaseCost| on_hull(hull, x).max(*least);
                phases.iter().map(time).sum::<f64>() + price * x
            };
            // The cost is linear between the corners of hulls and the places where they meet `least`.
            let corners = phases.iter().flat_map(|(_, hull)| hull.iter().map(|point| point.0));
            let meets = phases.iter().filter_map(|(least, hull)| {
                hull.windows(2).find(|pair| pair[0].1 >= *least && pair[1].1 < *least).map(|pair| {
                    pair[0].0 + (pair[1].0 - pair[0].0) * (pair[0].1 - least) / (pair[0].1 - pair[1].1)
                })
            });
            corners.chain(meets).map(cost).fold(f64::INFINITY, f64::min)
        };
        dimensions.iter().filter(|phases| !phases.is_empty()).map(inner).sum::<f64>() - price * entropy
    };
    let all: f64 = dimensions
        .iter()
        .flatten()
        .map(|(least, hull)| hull.first().map_or(0.0, |point| point.1).max(*least))
        .sum();
    // Concave in the price; no price above the total per least step of entropy helps.
    let (mut low, mut high) = (0.0, all * 4.0);
    for _ in 0..100 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if value(a) < value(b) { low = a } else { high = b }
    }
    value(low).max(value(0.0)).max(value((low + high) / 2.0)).max(0.0)
}

/// Sets of hosts whose cuts are tried: blocks of the order, and the hosts of every base.
fn cuts(machine: &RankMachine<'_>, order: &[u32]) -> Vec<Cut> {
    let count = order.len();
    let mut sets: Vec<Vec<u32>> = Vec::new();
    let mut of_base: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    (0u32..).zip(&machine.base).for_each(|(host, &base)| of_base.entry(base).or_default().push(host));
    // Many symmetric bases have the same cut.
    let each = 64.max(of_base.len().div_ceil(4096));
    sets.extend(of_base.into_values().step_by(each / 64));
    for natural in [order.to_vec(), (0..count as u32).collect()] {
        let mut size = 2;
        while size < count {
            let step = size * (count / size).div_ceil(8).max(1);
            sets.extend((0..count - size).step_by(step).map(|at| natural[at..at + size].to_vec()));
            size = (size * 2).max(size + 1);
        }
        for parts in [2, 3, 4, 5, 6, 8] {
            sets.push(natural[..count / parts].to_vec());
        }
        sets.extend(blocks(machine, &natural));
    }
    let mut out: Vec<Cut> = sets
        .iter()
        .filter(|set| !set.is_empty() && set.len() < count)
        .map(|set| cut_of(machine, set))
        .collect();
    out.sort();
    out.dedup_by_key(|cut| (cut.hosts, cut.width));
    out
}

/// Blocks of an order that end where the distance between neighbours is longest: boxes, pods, groups.
fn blocks(machine: &RankMachine<'_>, order: &[u32]) -> Vec<Vec<u32>> {
    let apart = |pair: &[u32]| {
        let [a, b] = [pair[0], pair[1]].map(|host| machine.base[host as usize]);
        machine.distance(b, a)
    };
    let gaps: Vec<u16> = order.windows(2).map(apart).collect();
    let mut levels: Vec<u16> = gaps.clone();
    levels.sort_unstable();
    levels.dedup();
    let mut out = Vec::new();
    for &level in levels.iter().filter(|&&level| level > 0) {
        let mut begin = 0;
        let mut made = 0;
        for (at, &gap) in (1..).zip(&gaps) {
            if gap >= level && made < 8 {
                out.push(order[begin..at].to_vec());
                begin = at;
                made += 1;
            }
        }
    }
    out
}

/// The cut around some hosts: their bases, and every switch that has most of its links to the set.
fn cut_of(machine: &RankMachine<'_>, set: &[u32]) -> Cut {
    let mut inside = vec![false; machine.nodes()];
    let mut all = vec![0u64; machine.bases.len()];
    machine.base.iter().for_each(|&base| all[base as usize] += 1);
    let mut count = vec![0u64; machine.bases.len()];
    set.iter().for_each(|&host| count[machine.base[host as usize] as usize] += 1);
    // A base is inside with all its hosts, if most of them are in the set.
    let mut hosts = 0;
    let mut queue = Vec::new();
    let mut fixed = vec![false; machine.nodes()];
    for (base, (&some, &all)) in count.iter().zip(&all).enumerate() {
        let v = machine.bases[base] as usize;
        fixed[v] = true;
        if some > 0 && 2 * some >= all {
            hosts += all;
            inside[v] = true;
            queue.push(v as u32);
        }
    }
    (0..).zip(&machine.hosts).for_each(|(host, &v)| {
        fixed[v as usize] = true;
        inside[v as usize] = inside[machine.bases[machine.base[host] as usize] as usize];
    });
    while let Some(v) = queue.pop() {
        for link in machine.links(v) {
            let w = machine.to[link];
            if fixed[w as usize] || inside[w as usize] {
                continue;
            }
            let (mut near, mut far) = (0, 0);
            for link in machine.links(w) {
                *(if inside[machine.to[link] as usize] { &mut near } else { &mut far }) +=
                    machine.width[link];
            }
            if near > far {
                inside[w as usize] = true;
                queue.push(w);
            }
        }
    }
    let (mut out, mut into) = (0, 0);
    for v in 0..machine.nodes() as u32 {
        for link in machine.links(v) {
            match (inside[v as usize], inside[machine.to[link] as usize]) {
                (true, false) => out += machine.width[link],
                (false, true) => into += machine.width[link],
                _ => {}
            }
        }
    }
    let example = set.first().map_or(0, |&host| machine.hosts[host as usize]);
    Cut { hosts, width: out.max(into), example }
}
