//! Survival of random faults: one trial draws failed nodes and links, and measures the remaining endpoints, which are all nodes in a
//! network without switches.
//!
//! Faults are drawn as described in [`Draw`], then the ends of the packets, uniform among pairs of different live nodes.
//! The same numbers give the same trial for ever.

use super::{JourneyEnd, Router};
use crossedge_lang::net::{BatchedSearch, Csr};
use crossedge_lang::net::{DegreeCounts, Draw, Faults, Node, Structure, Table, neighbors, random_below};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;

/// A network of at most this many nodes can be surveyed: a trial stores four bytes for each.
pub const MAX_NODES: u64 = 1 << 28;

/// A network of at most this many links can be surveyed: a trial looks at each.
pub const MAX_LINKS: u64 = 1 << 32;

/// Method for the diameter of the largest component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Diameter {
    /// A search from every node of the part.
    Exact,
    /// Two searches, the second from the node farthest in the first: a lower bound, and at least half the diameter.
    Sweep,
}

/// The settings of a trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Number of nodes that fail.
    pub dead_nodes: u64,
    /// Number of links that fail.
    pub dead_links: u64,
    /// Number of packets that are sent.
    pub pairs: u64,
    /// Method for the diameter.
    pub diameter: Diameter,
}

/// The result of a trial. All are counts, so that sums over trials do not depend on their order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Trial {
    /// Live endpoints.
    pub live: u64,
    /// Parts into which they fall.
    pub parts: u64,
    /// Endpoints of the largest part.
    pub largest: u64,
    /// Its diameter, or a lower bound, according to the setting.
    pub diameter: u64,
    /// Packets between live nodes.
    pub pairs: u64,
    /// Packets whose ends are in one part.
    pub joined: u64,
    /// Packets that arrived.
    pub delivered: u64,
    /// Hops of those that arrived.
    pub hops: u64,
    /// Distances of their ends in the remaining network.
    pub distance: u64,
    /// Hops and distance of the packet with the largest stretch; 0 and 0 without packets.
    pub worst: (u64, u64),
}

impl Trial {
    /// Returns `true` if the live endpoints are connected; `false` if none is live.
    pub fn connected(&self) -> bool {
        self.parts == 1
    }
}

/// The distance of a node that was not reached.
const UNREACHED: u32 = u32::MAX;

/// This many links are stored at most: half a gigabyte.
const MAX_STORED: u64 = 1 << 25;

/// Trials on one network.
#[derive(Debug)]
pub struct Survey<'a> {
    net: &'a dyn Structure,
    router: Router<'a>,
    seed: u64,
    /// The largest degree of a node.
    max_degree: u64,
    links: u64,
    /// The ids of nodes that may die.
    node_range: Option<(u64, u64)>,
    /// The links, stored where that is cheap: a search then takes a tenth of the time.
    table: Option<Table>,
}

impl<'a> Survey<'a> {
    /// Trials with this seed on a network with these degrees. `None` when there are more nodes than
    /// [`MAX_NODES`], or more links than [`MAX_LINKS`].
    pub fn new(
        net: &'a dyn Structure,
        router: Router<'a>,
        seed: u64,
        degrees: &DegreeCounts,
    ) -> Option<Self> {
        let max_degree = degrees.keys().next_back().copied().unwrap_or(0);
        let ends: BigUint = degrees.iter().map(|(&degree, count)| count * degree).sum();
        let links = u64::try_from(ends >> 1u32).unwrap_or(u64::MAX);
        if net.nodes() > MAX_NODES || links > MAX_LINKS {
            return None;
        }
        let table = if links <= MAX_STORED { Table::try_of(net).ok() } else { None };
        Some(Survey { net, router, seed, max_degree, links, node_range: None, table })
    }

    /// The same, in which only nodes of these ids die: from the first to before the second.
    pub fn restricted_to(self, first: u64, end: u64) -> Self {
        Survey { node_range: Some((first, end)), ..self }
    }

    /// The faults of trial number `trial`, and the generator for the rest of it. No more die than there are.
    pub fn faults(&self, setting: &Setting, trial: u64) -> (Faults, ChaCha8Rng) {
        let draw = Draw {
            seed: self.seed,
            number: trial,
            nodes: setting.dead_nodes,
            links: setting.dead_links,
            of_links: self.links,
            max_degree: self.max_degree,
            spared: None,
            node_range: self.node_range,
        };
        Faults::draw(self.net, &draw)
    }

    /// Runs trial number `trial`.
    pub fn trial(&self, setting: &Setting, trial: u64) -> Trial {
        let (faults, mut rng) = self.faults(setting, trial);
        let (nodes, ends) = (self.net.nodes(), self.net.endpoints());
        let mut dead = vec![false; nodes as usize];
        for v in faults.nodes() {
            dead[v.0 as usize] = true;
        }
        let left =
            Left { survey: self, dead, ends: ends as usize, faults: &faults, links: setting.dead_links > 0 };
        let lost = faults.nodes().filter(|v| v.0 < ends).count() as u64;
        let mut result = Trial { live: ends - lost, ..Trial::default() };
        let largest = left.count_parts(&mut result);
        result.diameter = match (largest, setting.diameter) {
            (None, _) => 0,
            (Some(start), Diameter::Sweep) => {
                let (peripheral, _) = farthest_node(&left.distances(start)[..left.ends]);
                farthest_node(&left.distances(peripheral)[..left.ends]).1
            }
            (Some(start), Diameter::Exact) => {
                let part = left.distances(start);
                let reached = |v: &u32| part[*v as usize] != UNREACHED;
                let mut members = (0..ends as u32).filter(reached);
                match self.table {
                    Some(_) => {
                        let members: Vec<u32> = members.collect();
                        left.search().diameter(&members, farthest_node(&part).1 as u32, left.ends)
                    }
                    None => members
                        .by_ref()
                        .map(|v| farthest_node(&left.distances(Node(v.into()))[..left.ends]).1)
                        .max()
                        .unwrap_or(0),
                }
            }
        };
        if result.live > 1 {
            for _ in 0..setting.pairs {
                left.packet(&mut rng, &mut result);
            }
        }
        result
    }
}

/// The remaining network after the faults of one trial.
struct Left<'a> {
    survey: &'a Survey<'a>,
    dead: Vec<bool>,
    /// Number of endpoints there were.
    ends: usize,
    faults: &'a Faults,
    /// `true` if any link is dead.
    links: bool,
}

impl Left<'_> {
    /// Calls `visit` for every live neighbour of a live node.
    fn around(&self, v: Node, mut visit: impl FnMut(Node)) {
        let mut live = |w: Node| {
            let gone = self.dead[w.0 as usize] || (self.links && self.faults.link(v, w));
            if !gone {
                visit(w);
            }
        };
        match &self.survey.table {
            Some(table) => table.neighbors(v.0).iter().for_each(|&w| live(Node(w.into()))),
            None => neighbors(self.survey.net, v).for_each(live),
        }
    }

    /// The live links, stored.
    fn search(&self) -> BatchedSearch {
        BatchedSearch::new(Csr::build(self.dead.len(), |v, ends| {
            if !self.dead[v] {
                self.around(Node(v as u64), |w| ends.push(w.0 as u32));
            }
        }))
    }

    /// Counts the parts with endpoints; a node of the largest, if any of them is alive.
    fn count_parts(&self, result: &mut Trial) -> Option<Node> {
        let mut met = self.dead.clone();
        let mut largest = None;
        let mut stack = Vec::new();
        for v in 0..self.dead.len() {
            if std::mem::replace(&mut met[v], true) {
                continue;
            }
            // The first node of a part that is met is an endpoint, if the part has any.
            result.parts += u64::from(v < self.ends);
            stack.push(Node(v as u64));
            let mut size = 0;
            while let Some(u) = stack.pop() {
                size += u64::from((u.0 as usize) < self.ends);
                self.around(u, |w| {
                    if !std::mem::replace(&mut met[w.0 as usize], true) {
                        stack.push(w);
                    }
                });
            }
            if size > result.largest {
                result.largest = size;
                largest = Some(Node(v as u64));
            }
        }
        largest
    }

    /// The distance of every node from `from`.
    fn distances(&self, from: Node) -> Vec<u32> {
        let mut distances = vec![UNREACHED; self.dead.len()];
        distances[from.0 as usize] = 0;
        let (mut front, mut next, mut depth) = (vec![from], Vec::new(), 0);
        while !front.is_empty() {
            depth += 1;
            for v in front.drain(..) {
                self.around(v, |w| {
                    let distance = &mut distances[w.0 as usize];
                    if *distance == UNREACHED {
                        *distance = depth;
                        next.push(w);
                    }
                });
            }
            std::mem::swap(&mut front, &mut next);
        }
        distances
    }

    /// Sends one packet between random live endpoints, of which there are at least two.
    fn packet(&self, rng: &mut ChaCha8Rng, result: &mut Trial) {
        let mut live = || loop {
            let v = random_below(self.ends as u64, rng);
            if !self.dead[v as usize] {
                return Node(v);
            }
        };
        let (a, b) = loop {
            let (a, b) = (live(), live());
            if a != b {
                break (a, b);
            }
        };
        result.pairs += 1;
        let distance = self.distances(b)[a.0 as usize];
        if distance == UNREACHED {
            return;
        }
        result.joined += 1;
        let journey = self.survey.router.route(a, b, self.faults);
        if journey.end == JourneyEnd::Delivered {
            let (hops, distance) = (journey.hops(), u64::from(distance));
            result.delivered += 1;
            result.hops += hops;
            result.distance += distance;
            result.worst = larger_stretch(result.worst, (hops, distance));
        }
    }
}

/// Of two pairs of hops and distance the one with the larger ratio; of equal ones the longer.
pub fn larger_stretch(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    let (left, right) = (u128::from(a.0) * u128::from(b.1), u128::from(b.0) * u128::from(a.1));
    if a.1 == 0 || (b.1 != 0 && (right, b) > (left, a)) { b } else { a }
}

/// The farthest node that was reached, the one with the lowest id among equals, and its distance.
fn farthest_node(distances: &[u32]) -> (Node, u64) {
    let reached = (0u64..).zip(distances).filter(|(_, d)| **d != UNREACHED);
    let last = reached.max_by_key(|&(v, d)| (*d, std::cmp::Reverse(v)));
    last.map_or((Node(0), 0), |(v, d)| (Node(v), u64::from(*d)))
}
