//! A bound from below on every cut into halves: what all pairs of endpoints send is spread evenly over their shortest paths, and no link is busier
//! than the busiest. An embedding of the complete graph (Leighton, Introduction to parallel algorithms and architectures, 1992).

mod alike;
mod graph;

pub use alike::Orbits;
pub use graph::LiveGraph;

use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Faults, Structure};
use num_bigint::BigUint;
use rayon::prelude::*;
use std::collections::VecDeque;

/// Networks of more nodes are not looked at.
pub const MAX_NODES: u64 = 1 << 15;

/// Nor larger ones, in pairs of an endpoint and a link from both ends.
const MAX_WORK: u64 = 1 << 29;

/// Upper bound on rounding errors: every number is a sum of positive ones.
const ROUNDING_SLACK: f64 = 1e-9;

/// Lower bound on the width between any two halves of the endpoints; `None` if the network is too large or is disconnected.
pub fn least_cut(net: &dyn Structure, watch: &dyn Progress) -> Result<Option<BigUint>, Stopped> {
    let ends = net.endpoints();
    let Some(loads) = all_ways(net, &Faults::none(), watch)? else { return Ok(None) };
    let pairs = (ends / 2) as f64 * ends.div_ceil(2) as f64;
    let least = (pairs / loads.busiest * (1.0 - ROUNDING_SLACK) - ROUNDING_SLACK).ceil();
    Ok((least < 9e15).then(|| BigUint::from(least.max(0.0) as u64)))
}

/// At least this is the uniform throughput, as a ratio: what each endpoint sends, spread evenly over its shortest paths, is carried. `None` if the
/// network is too large or is disconnected.
pub fn at_least_by_shortest_ways(
    net: &dyn Structure,
    watch: &dyn Progress,
) -> Result<Option<(u64, u64)>, Stopped> {
    Ok(all_ways(net, &Faults::none(), watch)?.and_then(|loads| loads.at_least()))
}

fn all_ways(
    net: &dyn Structure,
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<Option<ShortestPathLoads>, Stopped> {
    // Of a network that is too large not even the links are stored.
    if net.endpoints() < 2 || net.nodes() > MAX_WORK / net.endpoints() {
        return Ok(None);
    }
    let Some(graph) = LiveGraph::new(net, dead) else { return Ok(None) };
    graph.shortest_paths(&Orbits::new(&graph, &likely_automorphisms(net)), watch)
}

/// Permutations of ids that are automorphisms of many networks: rotations of groups of routers, flipped bits, the reverse order, and hosts with their
/// routers. Those that are none are found out at their first wrong link.
fn likely_automorphisms(net: &dyn Structure) -> Vec<Vec<u32>> {
    const MOST: usize = 16;
    let (ends, nodes) = (net.endpoints() as u32, net.nodes() as u32);
    // Endpoints come first, those of a router together.
    let routers = if ends < nodes { nodes - ends } else { nodes };
    if ends < nodes && !ends.is_multiple_of(routers) {
        return Vec::new();
    }
    let rotations = (1..routers).filter(|step| routers.is_multiple_of(*step)).take(MOST);
    let mut of_routers: Vec<Vec<u32>> =
        rotations.map(|step| (0..routers).map(|v| (v + step) % routers).collect()).collect();
    if routers.is_power_of_two() {
        let bits = 0..routers.trailing_zeros();
        of_routers.extend(bits.map(|bit| (0..routers).map(|v| v ^ 1 << bit).collect()));
    }
    of_routers.push((0..routers).rev().collect());
    if ends == nodes {
        return of_routers;
    }
    let each = ends / routers;
    let with_hosts = |images: &Vec<u32>| {
        let hosts = (0..ends).map(|host| images[(host / each) as usize] * each + host % each);
        hosts.chain(images.iter().map(|router| ends + router)).collect()
    };
    // Hosts of one router are exchanged with each other.
    let exchanged = (0..ends).map(|host| host / each * each + (host % each + 1) % each).chain(ends..nodes);
    of_routers.iter().map(with_hosts).chain([exchanged.collect()]).collect()
}

/// All shortest paths between live endpoints, when every one sends 1 to every other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShortestPathLoads {
    /// The maximum load relative to the width of a link.
    pub busiest: f64,
    /// The largest distance.
    pub diameter: u64,
    /// The sum of all distances, over ordered pairs.
    pub hops: u128,
    /// The same without the hops between hosts and their switches.
    pub inside: u128,
    /// Endpoints.
    pub alive: u64,
}

impl ShortestPathLoads {
    /// At least this is the uniform throughput, as a ratio.
    pub fn at_least(&self) -> Option<(u64, u64)> {
        // Sums of rounded numbers depend on their order, in digits that are cut off here.
        const PARTS: u64 = 1_000_000;
        let others = self.alive.saturating_sub(1) as f64;
        let least = (others / self.busiest * (1.0 - ROUNDING_SLACK) * PARTS as f64).floor();
        (least < 9e15).then_some((least.max(0.0) as u64, PARTS))
    }
}

/// The result of searches from some sources.
struct PartialSpread {
    loads: Vec<f64>,
    diameter: u64,
    hops: u128,
    inside: u128,
}

impl PartialSpread {
    fn new(links: usize) -> PartialSpread {
        PartialSpread { loads: vec![0.0; links], diameter: 0, hops: 0, inside: 0 }
    }
}

/// Memory of a search, for the next one.
struct SearchSpace {
    distances: Vec<u32>,
    path_counts: Vec<f64>,
    passes: Vec<f64>,
    /// The nodes in the order in which they are reached, and one place more.
    order: Vec<u32>,
    /// Links to nodes farther away and these nodes, by the place of their node in the order, and one place more.
    outward: Vec<(u32, u32)>,
    starts: Vec<u32>,
}

impl SearchSpace {
    fn new(graph: &LiveGraph) -> SearchSpace {
        let n = graph.nodes();
        SearchSpace {
            distances: vec![0; n],
            path_counts: vec![0.0; n],
            passes: vec![0.0; n],
            order: vec![0; n + 1],
            outward: vec![(0, 0); graph.targets.ends() + 1],
            starts: vec![0; n + 1],
        }
    }
}

impl LiveGraph {
    /// Shortest paths from one node of every orbit, which stand for all. `None` if they are too many, or not all endpoints reach each other.
    pub fn shortest_paths(
        &self,
        alike: &Orbits,
        watch: &dyn Progress,
    ) -> Result<Option<ShortestPathLoads>, Stopped> {
        let sources: Vec<u32> = self.sources().filter(|&v| alike.node[v as usize].0 == v).collect();
        if self.targets.ends().max(1) as u64 > MAX_WORK / (sources.len() as u64).max(1) {
            return Ok(None);
        }
        let part = |space: &mut SearchSpace, chunk: &[u32]| {
            let mut part = PartialSpread::new(self.targets.ends());
            let whole = chunk.iter().all(|&s| {
                let times = alike.node[s as usize].1;
                !watch.stopped() && self.from(s as usize, times, space, &mut part)
            });
            whole.then_some(part)
        };
        let parts = sources.par_chunks(16).map_init(|| SearchSpace::new(self), part);
        let sum = parts.reduce(
            || Some(PartialSpread::new(self.targets.ends())),
            |a, b| {
                let (mut a, b) = (a?, b?);
                a.loads.iter_mut().zip(&b.loads).for_each(|(a, b)| *a += b);
                a.diameter = a.diameter.max(b.diameter);
                a.hops += b.hops;
                a.inside += b.inside;
                Some(a)
            },
        );
        if watch.stopped() {
            return Err(Stopped);
        }
        let Some(part) = sum else { return Ok(None) };
        // Links of an orbit have the same load, of which each searched source contributes a part.
        let mut together = vec![0.0; self.targets.ends()];
        for (load, (first, _)) in part.loads.iter().zip(&alike.link) {
            together[*first as usize] += load;
        }
        let each = |(link, (first, size)): (usize, &(u32, u64))| {
            together[*first as usize] / *size as f64 / self.width[link] as f64
        };
        let busy = alike.link.iter().enumerate().map(each).fold(0.0, f64::max);
        let others = self.alive.saturating_sub(1) as f64;
        let busiest = self.host.map_or(busy, |width| busy.max(others / width as f64));
        let PartialSpread { diameter, hops, inside, .. } = part;
        let loads = ShortestPathLoads { busiest, diameter, hops, inside, alive: self.alive };
        Ok((busiest.is_finite() && busiest > 0.0).then_some(loads))
    }

    /// Adds what the endpoints at a node send, as often as there are such nodes; false where they do not reach all others, or paths are too many to
    /// count (Brandes 2001).
    fn from(&self, source: usize, times: u64, space: &mut SearchSpace, part: &mut PartialSpread) -> bool {
        let SearchSpace { distances, path_counts, passes, order, outward, starts } = space;
        distances.fill(u32::MAX);
        path_counts.fill(0.0);
        (distances[source], path_counts[source], order[0]) = (0, 1.0, source as u32);
        let (mut at, mut reached, mut links) = (0, 1, 0);
        while at < reached {
            let v = order[at] as usize;
            starts[at] = links as u32;
            at += 1;
            let (next, count) = (distances[v] + 1, path_counts[v]);
            let places = self.links(v);
            // Without branches, which would be guessed wrong every other time: what is not taken is written over.
            for (&w, link) in self.targets.row(v).iter().zip(places) {
                let seen = distances[w as usize];
                order[reached] = w;
                reached += usize::from(seen == u32::MAX);
                let now = seen.min(next);
                distances[w as usize] = now;
                let farther = now == next;
                path_counts[w as usize] += if farther { count } else { 0.0 };
                outward[links] = (link as u32, w);
                links += usize::from(farther);
            }
        }
        starts[reached] = links as u32;
        let (own, above) = (self.weight[source], self.above[source]);
        let (mut hops, mut inside) = (0u128, 0u128);
        for (w, &distance) in distances.iter().enumerate() {
            let weight = self.weight[w];
            if weight == 0 || (w == source && weight == 1) {
                continue;
            }
            if distance == u32::MAX {
                return false;
            }
            let long = u64::from(distance) + above + self.above[w];
            let others = if w == source { weight - 1 } else { weight };
            hops += u128::from(others) * u128::from(long);
            inside += u128::from(others) * u128::from(distance);
            part.diameter = part.diameter.max(long);
        }
        let each = u128::from(own) * u128::from(times);
        part.hops += hops * each;
        part.inside += inside * each;
        if path_counts.iter().any(|count| !count.is_finite()) {
            return false;
        }
        // Flow to a node for itself and for all behind it, from the farthest on.
        let sent = own as f64 * times as f64;
        for (place, &v) in order[..reached].iter().enumerate().rev() {
            let (mut through, count) = (self.weight[v as usize] as f64, path_counts[v as usize]);
            for &(link, w) in &outward[starts[place] as usize..starts[place + 1] as usize] {
                let share = passes[w as usize] * count / path_counts[w as usize];
                through += share;
                part.loads[link as usize] += share * sent;
            }
            passes[v as usize] = through;
        }
        true
    }

    /// Upper bound on the uniform throughput, as a ratio: the capacity of the links of a class, over the least number of them on paths between all
    /// endpoints. `None` if no path needs a link of the class.
    pub fn at_most_by_class(
        &self,
        class: u32,
        alike: &Orbits,
        watch: &dyn Progress,
    ) -> Result<Option<(u128, u128)>, Stopped> {
        let own = |link: &usize| self.class[*link] == class;
        let capacity: u128 =
            (0..self.targets.ends()).filter(own).map(|link| u128::from(self.width[link])).sum();
        let sources: Vec<u32> = self.sources().filter(|&v| alike.node[v as usize].0 == v).collect();
        let needed = sources.par_iter().map(|&s| {
            if watch.stopped() {
                return 0;
            }
            let source = s as usize;
            let mut fewest = vec![u32::MAX; self.nodes()];
            let mut next = VecDeque::from([(s, 0u32)]);
            fewest[source] = 0;
            while let Some((v, met)) = next.pop_front() {
                if met > fewest[v as usize] {
                    continue;
                }
                for link in self.links(v as usize) {
                    let w = self.targets.target(link) as u32;
                    let counted = met + u32::from(own(&link));
                    if counted < fewest[w as usize] {
                        fewest[w as usize] = counted;
                        if counted == met { next.push_front((w, met)) } else { next.push_back((w, counted)) }
                    }
                }
            }
            let reached = fewest.iter().zip(&self.weight).filter(|(few, _)| **few != u32::MAX);
            let each: u128 = reached.map(|(few, weight)| u128::from(*few) * u128::from(*weight)).sum();
            each * u128::from(self.weight[source]) * u128::from(alike.node[source].1)
        });
        let needed: u128 = needed.sum();
        if watch.stopped() {
            return Err(Stopped);
        }
        let others = u128::from(self.alive.saturating_sub(1));
        Ok((needed > 0).then(|| (capacity * others, needed)))
    }

    /// The classes of links that are left.
    pub fn classes(&self) -> Vec<u32> {
        let mut all = self.class.clone();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The capacity of all links, from both ends.
    pub fn capacity(&self) -> u128 {
        self.width.iter().map(|width| u128::from(*width)).sum()
    }

    /// The narrowest link to a host; none without hosts.
    pub fn narrowest_host(&self) -> Option<u64> {
        self.host
    }
}
