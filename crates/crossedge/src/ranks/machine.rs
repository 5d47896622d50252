//! The hosts of an allocation, the links between them, and how a message is split over these.

use super::classes::{Links, classes, merged};
use crate::net::{Node, Structure};
use crate::route::channels::{Channel, Routing, VirtualChannel};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Most intermediate nodes of a pair that are followed.
const MAX_DETOURS: u64 = 64;

/// Parts of a message; its shares of links are whole numbers of these.
pub const SHARE: u32 = 1 << 20;

/// Most links of a machine, both directions counted.
const MAX_CHANNELS: u64 = 1 << 26;

/// Most bytes of distances that are kept.
const MAX_DISTANCES: u64 = 1 << 30;

/// Most shares of links that are kept; a pair counts as some.
const MAX_SHARES: u64 = 1 << 25;

/// Shares that take as much memory as a pair without shares.
const PAIR_SHARES: u64 = 8;

/// A machine on which ranks cannot be placed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMachine {
    /// Too many links.
    #[error("the machine has more than {MAX_CHANNELS} links")]
    Links,
    /// Too many pairs of switches.
    #[error("distances of {0} switches to {1} nodes do not fit in memory")]
    Distances(u64, u64),
    /// Two hosts without a path.
    #[error("endpoint {0} has no path to endpoint {1}")]
    Apart(u64, u64),
    /// Sources that choose between detours by their queues.
    #[error(
        "packets of this routing choose between detours by the queues, so that the loads of links have no fixed values"
    )]
    Queues,
    /// Too many detours.
    #[error("packets of this routing take one of {0} detours; at most {MAX_DETOURS} are followed")]
    Detours(u64),
}

/// Shares of a message on links: the link, and its part of [`SHARE`].
type Shares = Arc<[(u32, u32)]>;

/// Shares between pairs of bases that are kept, and their number.
#[derive(Default)]
struct KeptShares {
    pairs: HashMap<u64, Shares>,
    total: u64,
}

/// Hosts, and links between nodes in each direction; parallel links are one.
///
/// If messages are split evenly, switches that are alike to all hosts of the allocation are one node, whose links are as wide as all of theirs together. It has the id of the first of them.
pub struct RankMachine<'a> {
    /// Endpoints of the allocation.
    pub hosts: Vec<u64>,
    /// For every host the index of the node at which its messages enter: its only switch, or itself.
    pub base: Vec<u32>,
    /// These nodes.
    pub bases: Vec<u64>,
    /// For every host its links to and from its base, if that is its switch.
    access: Vec<Option<[u32; 2]>>,
    /// The links of the network, and the node that every switch is part of; only if some are one.
    parts: Option<(Links, Vec<u32>)>,
    /// Where the links of every node begin.
    first: Vec<u32>,
    /// The other end of every link.
    pub to: Vec<u32>,
    /// Its width.
    pub width: Vec<u64>,
    /// Width of an endpoint port.
    pub unit: u64,
    /// Nodes that forward messages of others.
    forwards: Box<dyn Fn(u32) -> bool + Send + Sync + 'a>,
    routing: Option<(&'a dyn Structure, &'a dyn Routing)>,
    /// Index of every node among those with distances; `u32::MAX` for others: hosts of which the base is a switch, and parts.
    inner: Vec<u32>,
    /// Number of nodes with distances.
    inner_count: usize,
    distances: Vec<OnceLock<Box<[u16]>>>,
    shares: RwLock<KeptShares>,
}

impl std::fmt::Debug for RankMachine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RankMachine")
            .field("hosts", &self.hosts.len())
            .field("bases", &self.bases.len())
            .finish_non_exhaustive()
    }
}

impl<'a> RankMachine<'a> {
    /// The machine of some endpoints of a network, each once. Messages follow a routing, or are split evenly over shortest paths.
    pub fn new(
        net: &'a dyn Structure,
        hosts: Vec<u64>,
        routing: Option<&'a dyn Routing>,
    ) -> Result<Self, NoMachine> {
        let nodes = net.nodes();
        if nodes > MAX_CHANNELS {
            return Err(NoMachine::Links);
        }
        if let Some(routing) = routing {
            if routing.source_chooses() {
                return Err(NoMachine::Queues);
            }
            let drawn = hosts.iter().map(|&host| routing.detours(Node(host))).max();
            if let Some(drawn) = drawn.filter(|&drawn| drawn > MAX_DETOURS) {
                return Err(NoMachine::Detours(drawn));
            }
        }
        let links = links_of(net)?;
        let ends = net.endpoints();
        let switched = ends < nodes;
        let mut numbers: HashMap<u64, u32> = HashMap::new();
        let (mut base, mut bases, mut singles) = (Vec::new(), Vec::new(), Vec::new());
        for &host in &hosts {
            let own = links.of(host as u32);
            let single =
                switched && routing.is_none() && own.len() == 1 && u64::from(links.to[own.start]) >= ends;
            let node = if single { u64::from(links.to[own.start]) } else { host };
            singles.push(single);
            base.push(*numbers.entry(node).or_insert_with(|| {
                bases.push(node);
                bases.len() as u32 - 1
            }));
        }
        let (links, parts) = match routing {
            Some(_) => (links, None),
            None => {
                let mut kinds: Vec<u32> = (0..nodes).map(|v| u32::from(switched && v < ends)).collect();
                (2..).zip(hosts.iter().chain(&bases)).for_each(|(kind, &v)| kinds[v as usize] = kind);
                let classes = classes(&links, kinds);
                match classes.iter().zip(0..).any(|(&class, v)| class != v) {
                    true => (merged(&links, &classes), Some((links, classes))),
                    false => (links, None),
                }
            }
        };
        let access: Vec<Option<[u32; 2]>> = singles
            .iter()
            .enumerate()
            .map(|(at, &single)| {
                let host = hosts[at];
                let back =
                    links.of(bases[base[at] as usize] as u32).find(|&link| u64::from(links.to[link]) == host);
                back.filter(|_| single).map(|back| [links.first[host as usize], back as u32])
            })
            .collect();
        let mut inner = vec![u32::MAX; nodes as usize];
        let mut inner_count = 0;
        let outside: std::collections::HashSet<u64> =
            hosts.iter().zip(&singles).filter(|host| *host.1).map(|host| *host.0).collect();
        for v in 0..nodes {
            let whole = parts.as_ref().is_none_or(|(_, classes)| u64::from(classes[v as usize]) == v);
            if whole && !outside.contains(&v) {
                inner[v as usize] = inner_count;
                inner_count += 1;
            }
        }
        if bases.len() as u64 * u64::from(inner_count) * 2 > MAX_DISTANCES {
            return Err(NoMachine::Distances(bases.len() as u64, inner_count.into()));
        }
        let distances = bases.iter().map(|_| OnceLock::new()).collect();
        let Links { first, to, width } = links;
        Ok(RankMachine {
            hosts,
            base,
            bases,
            access,
            parts,
            first,
            to,
            width,
            unit: net.unit(),
            forwards: Box::new(move |v| !switched || u64::from(v) >= ends),
            routing: routing.map(|routing| (net, routing)),
            inner,
            inner_count: inner_count as usize,
            distances,
            shares: RwLock::default(),
        })
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.first.len() - 1
    }

    /// The links of a node.
    pub fn links(&self, v: u32) -> std::ops::Range<usize> {
        self.first[v as usize] as usize..self.first[v as usize + 1] as usize
    }

    /// The node that a link leaves.
    fn from(&self, link: u32) -> u32 {
        (self.first.partition_point(|&first| first <= link) - 1) as u32
    }

    /// Two nodes of the network that a link joins, or one of the links that it stands for.
    pub fn cable(&self, link: u32) -> [u32; 2] {
        let [from, to] = [self.from(link), self.to[link as usize]];
        let other = self.parts.as_ref().and_then(|(links, classes)| {
            links.of(from).map(|link| links.to[link]).find(|&w| classes[w as usize] == to)
        });
        [from, other.unwrap_or(to)]
    }

    /// Number of switches that a node stands for.
    pub fn sizes(&self) -> Vec<u64> {
        match &self.parts {
            None => vec![1; self.nodes()],
            Some((_, classes)) => {
                let mut sizes = vec![0; self.nodes()];
                classes.iter().for_each(|&class| sizes[class as usize] += 1);
                sizes
            }
        }
    }

    /// The links of a host to and from its switch, if it has only that.
    pub fn access(&self, host: u32) -> Option<[u32; 2]> {
        self.access[host as usize]
    }

    /// The width of all ports of a host.
    pub fn host_width(&self, host: u32) -> u64 {
        self.width[self.links(self.hosts[host as usize] as u32)].iter().sum()
    }

    /// Distances of inner nodes to a base; `u16::MAX` where there is no path.
    fn distances(&self, base: u32) -> &[u16] {
        self.distances[base as usize].get_or_init(|| {
            let target = self.bases[base as usize] as u32;
            let mut distance = vec![u16::MAX; self.inner_count];
            distance[self.inner[target as usize] as usize] = 0;
            let mut queue = std::collections::VecDeque::from([target]);
            while let Some(v) = queue.pop_front() {
                if v != target && !(self.forwards)(v) {
                    continue;
                }
                let next = distance[self.inner[v as usize] as usize] + 1;
                for link in self.links(v) {
                    let w = self.to[link];
                    let Some(known) = distance.get_mut(self.inner[w as usize] as usize) else { continue };
                    if *known == u16::MAX {
                        *known = next;
                        queue.push_back(w);
                    }
                }
            }
            distance.into()
        })
    }

    /// The distance between two bases; `u16::MAX` if there is no path.
    pub fn distance(&self, from: u32, to: u32) -> u16 {
        self.distances(to)[self.inner[self.bases[from as usize] as usize] as usize]
    }

    /// Two hosts without a path between them, if there are any.
    pub fn separated(&self) -> Option<NoMachine> {
        let first = *self.base.first()?;
        let lost = self.base.iter().position(|&base| self.distance(base, first) == u16::MAX)?;
        Some(NoMachine::Apart(self.hosts[0], self.hosts[lost]))
    }

    /// Calls `visit` with the shares of a message between two bases.
    pub fn base_shares(&self, from: u32, to: u32, visit: &mut dyn FnMut(u32, u32)) {
        if from == to {
            return;
        }
        let pair = u64::from(from) << 32 | u64::from(to);
        let known = self.shares.read().unwrap_or_else(PoisonError::into_inner).pairs.get(&pair).cloned();
        let shares = known.unwrap_or_else(|| {
            let made = self.split(from, to);
            let mut kept = self.shares.write().unwrap_or_else(PoisonError::into_inner);
            let size = made.len() as u64 + PAIR_SHARES;
            if kept.total + size <= MAX_SHARES {
                kept.total += size;
                kept.pairs.insert(pair, made.clone());
            }
            made
        });
        shares.iter().for_each(|&(link, share)| visit(link, share));
    }

    fn split(&self, from: u32, to: u32) -> Shares {
        let [start, target] = [from, to].map(|base| self.bases[base as usize] as u32);
        if let Some((net, routing)) = self.routing {
            return self.routed(net, routing, start, target);
        }
        let distance = self.distances(to);
        let at = |v: u32| distance.get(self.inner[v as usize] as usize).copied().unwrap_or(u16::MAX);
        let mut out = Vec::new();
        let mut level: Vec<(u32, u32)> = vec![(start, SHARE)];
        while level.first().is_some_and(|&(v, _)| v != target) {
            let mut next: HashMap<u32, u32> = HashMap::new();
            let mut order = Vec::new();
            for (v, amount) in level {
                let nearer = |link: &usize| {
                    let w = self.to[*link];
                    at(w) < at(v) && (w == target || (self.forwards)(w))
                };
                let wide: u64 = self.links(v).filter(nearer).map(|link| self.width[link]).sum();
                // Rounded so that all parts add up to the amount.
                let (mut before, mut given) = (0, 0);
                for link in self.links(v).filter(nearer) {
                    before += self.width[link];
                    let until = (u64::from(amount) * before / wide.max(1)) as u32;
                    let share = until - given;
                    given = until;
                    if share > 0 {
                        out.push((link as u32, share));
                        let w = self.to[link];
                        *next.entry(w).or_insert_with(|| {
                            order.push(w);
                            0
                        }) += share;
                    }
                }
                if wide == 0 {
                    return out.into();
                }
            }
            level = order.into_iter().map(|w| (w, next[&w])).collect();
        }
        out.into()
    }

    /// The links of the paths of a routing: all intermediate nodes are drawn equally often, and where packets choose, they are split by the widths of the links.
    fn routed(&self, net: &dyn Structure, routing: &dyn Routing, from: u32, to: u32) -> Shares {
        let [from, to] = [from, to].map(|v| Node(v.into()));
        let mut out: BTreeMap<u32, u32> = BTreeMap::new();
        let drawn = routing.detours(from);
        match drawn {
            0 => self.walked(net, routing, [from, to], None, SHARE, &mut out),
            _ => {
                let until = |i: u64| (u64::from(SHARE) * i / drawn) as u32;
                for i in 0..drawn {
                    let via = Some(routing.detour(from, i));
                    self.walked(net, routing, [from, to], via, until(i + 1) - until(i), &mut out);
                }
            }
        }
        out.into_iter().collect()
    }

    /// Adds the shares of packets with this intermediate node.
    fn walked(
        &self,
        net: &dyn Structure,
        routing: &dyn Routing,
        [from, to]: [Node; 2],
        via: Option<Node>,
        amount: u32,
        out: &mut BTreeMap<u32, u32>,
    ) {
        let escape = routing.escape().map_or(0, |escape| escape.channels().max(1));
        let mut level: Vec<(Option<Channel>, Node, u32)> = vec![(None, from, amount)];
        let mut choices = Vec::new();
        // A routing that goes round in circles would not be offered; the limit only makes sure of an end.
        for _ in 0..4 * self.nodes() {
            let mut next: BTreeMap<(u64, u32, u32), (Channel, Node, u32)> = BTreeMap::new();
            for (by, at, amount) in std::mem::take(&mut level) {
                choices.clear();
                routing.candidates(by, at, via, to, &mut choices);
                // The escape is for packets that find no room elsewhere.
                if choices.iter().any(|choice| choice.vc >= escape) {
                    choices.retain(|choice| choice.vc >= escape);
                }
                choices.sort_by_key(|choice| (choice.port.0, choice.vc));
                choices.dedup_by_key(|choice| choice.port.0);
                let width = |choice: &VirtualChannel| net.width(net.link_class(at, choice.port));
                let wide: u64 = choices.iter().map(width).sum();
                let (mut before, mut given) = (0, 0);
                for choice in &choices {
                    before += width(choice);
                    let until = (u64::from(amount) * before / wide.max(1)) as u32;
                    let share = until - given;
                    given = until;
                    let w = net.link(at, choice.port).0;
                    let found = self.links(at.0 as u32).find(|&link| u64::from(self.to[link]) == w.0);
                    if let Some(link) = found.filter(|_| share > 0) {
                        *out.entry(link as u32).or_default() += share;
                        let key = (at.0, choice.port.0, choice.vc);
                        next.entry(key).or_insert((Channel::new(at, *choice), w, 0)).2 += share;
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            level = next.into_values().map(|(by, at, amount)| (Some(by), at, amount)).collect();
        }
    }
}

/// All links of a network; parallel ones are one.
fn links_of(net: &dyn Structure) -> Result<Links, NoMachine> {
    let mut links = Links { first: vec![0], ..Links::default() };
    for v in (0..net.nodes()).map(Node) {
        let mut place: HashMap<u32, usize> = HashMap::new();
        for port in (0..net.degree(v)).map(crate::net::Port) {
            let w = net.link(v, port).0.0 as u32;
            let at = *place.entry(w).or_insert_with(|| {
                links.to.push(w);
                links.width.push(0);
                links.to.len() - 1
            });
            links.width[at] += net.width(net.link_class(v, port));
        }
        if links.to.len() as u64 > MAX_CHANNELS {
            return Err(NoMachine::Links);
        }
        links.first.push(links.to.len() as u32);
    }
    Ok(links)
}
