//! Counting routes on links.

use super::orbits::Orbits;
use super::walks::{Core, visit_loaded_links, walk_route};
use crate::channels::{Routing, RoutingName, Unroutable, own_detour};
use crossedge_core::evidence::Evidence;
use crossedge_core::model::{RateBound, Traffic};
use crossedge_core::progress::Progress;
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Node, Port, Structure};
use num_integer::Integer;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// More routes than this are not walked.
pub const MAX_ROUTES: u64 = 1 << 30;

/// More hops than this are not walked, where the longest route is known.
const MAX_HOPS: u128 = 1 << 36;

/// Trees of routes of more nodes are not kept: 24 bytes per node.
const MAX_TREE: u64 = 1 << 24;

/// More links than this are not counted one by one.
const MAX_COUNTERS: u64 = 1 << 27;

/// The load of the links of one kind, each direction of a link for itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassUse {
    /// The kind.
    pub name: String,
    /// Number of flits such a link carries in a cycle and direction: its load is a count of routes over this.
    pub width: u64,
    /// Number of links, each direction for itself.
    pub links: u128,
    /// Routes over the one that is used least.
    pub least: u128,
    /// Routes over the one that is used most.
    pub most: u128,
    /// Routes over all of them.
    pub total: u128,
}

impl ClassUse {
    /// The order by the busiest link, for its width.
    fn compare_busiest(&self, other: &ClassUse) -> Ordering {
        (self.most * u128::from(other.width)).cmp(&(other.most * u128::from(self.width)))
    }
}

/// The loads of all links.
#[derive(Debug, Clone, PartialEq)]
pub struct Loads {
    /// By kind of link.
    pub classes: Vec<ClassUse>,
    /// A load is a count of routes over this, and over the width: packets per cycle when every node that sends offers one packet per cycle.
    pub unit: u128,
    /// The width of an endpoint port, in which loads are counted.
    pub port_width: u128,
    /// Routes in all, detours counted as they are drawn.
    pub routes: u128,
    /// The busiest link: a node and its port.
    pub busiest: Option<(Node, Port)>,
    /// The evidence of the counts.
    pub evidence: Evidence,
}

impl Loads {
    /// Hops of all routes together.
    pub fn hops(&self) -> u128 {
        self.classes.iter().map(|class| class.total).sum()
    }

    /// Routes over a link of the kind that is busiest, the most there are.
    pub fn max_load(&self) -> u128 {
        self.bottleneck().map_or(0, |class| class.most)
    }

    /// The kind of link that is busiest for its width.
    pub fn bottleneck(&self) -> Option<&ClassUse> {
        self.classes.iter().filter(|class| class.most > 0).max_by(|a, b| a.compare_busiest(b))
    }

    /// Maximum injection rate of every sending node, so that no link exceeds its width; `None` if nothing is sent.
    pub fn max_injection_rate(&self) -> Option<RateBound> {
        self.bottleneck().map(|class| (self.unit * u128::from(class.width), class.most * self.port_width))
    }
}

/// Why there are no loads.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoLoads {
    /// There is no such routing.
    #[error("{0}")]
    Unroutable(Unroutable),
    /// The pattern is not defined on this network.
    #[error("{0}")]
    Pattern(String),
    /// Too much work.
    #[error("{what}, and the limit is {limit}")]
    TooMany {
        /// The hypothetical object, as text.
        what: String,
        /// The limit.
        limit: u64,
    },
    /// Packets are routed by queue lengths, so their paths are only known in a simulation.
    #[error(
        "{0} routing is adaptive, so loads depend on queues\nhelp: use `crossedge simulate`, or an oblivious routing"
    )]
    Chosen(&'static str),
    /// Stopped before the end.
    #[error("stopped")]
    Stopped,
}

/// The load of every kind of link under a pattern, along a routing.
pub fn loads(
    net: &Arc<dyn Structure>,
    name: RoutingName,
    traffic: Traffic,
    watch: &dyn Progress,
) -> Result<Loads, NoLoads> {
    let entry = name.entry(net.as_ref());
    if name.detour && entry.own_ways {
        name.on(net).map_err(NoLoads::Unroutable)?;
    }
    let base = entry.routing(net).map_err(NoLoads::Unroutable)?;
    if base.chooses() || base.source_chooses() {
        return Err(NoLoads::Chosen(entry.name));
    }
    // The routing's own detour is walked; Valiant's is two uniform halves over the base.
    let own = if name.detour { own_detour(entry, net) } else { None };
    let (net, n) = (net.as_ref(), net.endpoints());
    let spread = name.detour && own.is_none();
    let routing = own.unwrap_or(base);
    let own = routing.detours(Node(0)) > 0;
    let vias = u128::from(drawn_of(net, routing.as_ref()));
    if !traffic.all_pairs() {
        traffic.target(net, Node(0)).map_err(NoLoads::Pattern)?;
    }
    // Detours over any node make one half of all patterns in which everyone sends and receives once.
    let even = traffic.all_pairs() || (spread && is_permutation(net, traffic));
    if even {
        let all = match n == net.nodes() {
            true => all_pairs(net, routing.as_ref(), Orbits::under_symmetry(net, entry.symmetry), watch)?,
            false => between_endpoints(net, routing.as_ref(), watch)?,
        };
        let unit = match (traffic, spread) {
            (_, true) => u128::from(n),
            (Traffic::AllToAll, false) => vias,
            _ => u128::from(n.max(2) - 1) * vias,
        };
        let times: u128 = match (traffic, spread) {
            (Traffic::AllToAll, true) => 2 * u128::from(n - 1),
            (_, true) => 2,
            _ => 1,
        };
        let mut scaled = all.into_loads(times, unit);
        if spread {
            // A packet is drawn once for each node that it may be sent by, and takes both halves.
            let packets =
                if traffic == Traffic::AllToAll { u128::from(n) * u128::from(n - 1) } else { n.into() };
            scaled.routes = packets * u128::from(n);
        }
        return Ok(scaled);
    }
    let routing = routing.as_ref();
    let mut flows = Flows { net, routing, counts: make_counters(net)?, routes: 0 };
    let target = |v: Node| traffic.target(net, v).map_err(NoLoads::Pattern);
    let senders = u128::from(n) * if spread { u128::from(2 * n) } else { vias };
    if senders > u128::from(MAX_ROUTES) {
        return Err(too_many(senders));
    }
    watch.stage("routes", n);
    let mut received = 0;
    for v in (0..n).map(Node) {
        let to = target(v)?;
        if spread && to != v {
            received += 1;
            (0..n).for_each(|via| flows.add_flow(v, None, Node(via), 1));
            // A permutation gathers at every target once; a hot spot once for all.
            if !matches!(traffic, Traffic::Hotspot(_)) {
                (0..n).for_each(|via| flows.add_flow(Node(via), None, to, 1));
            }
        } else if own && to != v {
            let count = routing.detours(v);
            let times = detour_weight(vias as u64, count);
            (0..count).for_each(|i| flows.add_flow(v, Some(routing.detour(v, i)), to, times));
        } else {
            flows.add_flow(v, None, to, 1);
        }
        watch.advance(1);
        if v.0 & 0xff == 0 && watch.stopped() {
            return Err(NoLoads::Stopped);
        }
    }
    if let (Traffic::Hotspot(hot), true) = (traffic, spread) {
        (0..n).for_each(|via| flows.add_flow(Node(via), None, Node(hot), received));
    }
    let routes = if spread { received * n } else { flows.routes };
    let counts = Counts {
        net,
        orbits: Orbits::Still(net),
        counts: flows.counts,
        routes: routes.into(),
        by_target: false,
    };
    Ok(counts.into_loads(1, if spread { n.into() } else { vias }))
}

/// Of how many detours one is drawn, as a common multiple of all nodes: clusters of two bases have two sizes, and each node draws from its own.
fn drawn_of(net: &dyn Structure, routing: &dyn Routing) -> u64 {
    let [first, last] = [0, net.nodes() - 1].map(|v| routing.detours(Node(v)).max(1));
    first.lcm(&last)
}

/// Weight of each of `count` detours, as a share of a common multiple.
fn detour_weight(multiple: u64, count: u64) -> u64 {
    Pair::new(count.max(1)).split(multiple).0
}

/// Returns `true` if every node sends to another and receives from one.
fn is_permutation(net: &dyn Structure, traffic: Traffic) -> bool {
    !matches!(traffic, Traffic::Hotspot(_))
        && net.nodes() <= 1 << 26
        && (0..net.endpoints()).all(|v| traffic.target(net, Node(v)).is_ok_and(|to| to.0 != v))
}

fn too_many(routes: u128) -> NoLoads {
    NoLoads::TooMany { what: format!("{routes} routes would be walked"), limit: MAX_ROUTES }
}

/// A counter for every link of every orbit.
struct Counts<'a> {
    net: &'a dyn Structure,
    orbits: Orbits<'a>,
    counts: Counters,
    routes: u128,
    /// `true` if the routes to one node of each orbit were counted, `false` for those from it.
    by_target: bool,
}

/// Counters by node and port.
struct Counters {
    starts: Vec<u64>,
    cells: Vec<AtomicU64>,
}

impl Counters {
    fn new(degrees: impl Iterator<Item = u32>) -> Result<Self, NoLoads> {
        let (mut starts, mut all) = (vec![0], 0);
        for degree in degrees {
            all += u64::from(degree);
            if all > MAX_COUNTERS {
                let what = "the links of every node would be counted one by one".to_owned();
                return Err(NoLoads::TooMany { what, limit: MAX_COUNTERS });
            }
            starts.push(all);
        }
        let cells = (0..all).map(|_| AtomicU64::new(0)).collect();
        Ok(Counters { starts, cells })
    }

    fn cell_index(&self, row: u64, port: Port) -> usize {
        self.starts[row as usize] as usize + port.0 as usize
    }
}

fn make_counters(net: &dyn Structure) -> Result<Counters, NoLoads> {
    let n = net.nodes();
    let most =
        n.checked_mul(net.degree(Node(0)).into()).filter(|&most| most <= MAX_COUNTERS && n <= MAX_COUNTERS);
    if most.is_none() {
        let what = format!("the links of {n} nodes would be counted one by one");
        return Err(NoLoads::TooMany { what, limit: MAX_COUNTERS });
    }
    Counters::new((0..n).map(|v| net.degree(Node(v))))
}

/// Walks one route after the other.
struct Flows<'a> {
    net: &'a dyn Structure,
    routing: &'a dyn Routing,
    counts: Counters,
    routes: u64,
}

impl Flows<'_> {
    fn add_flow(&mut self, from: Node, via: Option<Node>, to: Node, times: u64) {
        if from == to && via.is_none() {
            return;
        }
        self.routes += times;
        walk_route(self.net, self.routing, from, via, to, &mut |v, port| {
            let place = self.counts.cell_index(v.0, port);
            *self.counts.cells[place].get_mut() += times;
        });
    }
}

/// The routes of one node of each orbit to all others.
fn all_pairs<'a>(
    net: &'a dyn Structure,
    routing: &dyn Routing,
    orbits: Orbits<'a>,
    watch: &dyn Progress,
) -> Result<Counts<'a>, NoLoads> {
    let (n, sources) = (net.nodes(), orbits.count());
    let vias = drawn_of(net, routing);
    let routes = u128::from(n) * u128::from(sources) * u128::from(vias);
    if routes > u128::from(MAX_ROUTES) {
        return Err(too_many(routes));
    }
    // If the rest of a route depends on the node only, loads are accumulated over the tree of routes to a target instead of walked. Over all pairs,
    // the routes to one node of each orbit load the links of an orbit as much as the routes from these nodes.
    let gathers = vias == 1 && routing.memoryless() && n <= MAX_TREE;
    let targets = if gathers { sources } else { n };
    let hops = routing.longest().filter(|_| !gathers).map_or(0, |longest| routes * u128::from(longest));
    if hops > MAX_HOPS {
        let what = format!("{routes} routes of up to {hops} hops together would be walked");
        return Err(NoLoads::TooMany { what, limit: MAX_HOPS as u64 });
    }
    let degrees = (0..sources).map(|orbit| net.degree(orbits.representative(orbit)));
    let counts = Counters::new(degrees)?;
    watch.stage("routes", targets);
    // Few counters are kept by each run for itself, and added at its end; many are shared.
    let own = counts.cells.len() <= 1 << 12;
    const SOURCES_PER_RUN: u64 = 1 << 8;
    let run_length = if gathers { SOURCES_PER_RUN.min(targets.div_ceil(64)).max(1) } else { SOURCES_PER_RUN };
    // Called for every hop of every route.
    let (one_orbit, same_ports) = (sources == 1, orbits.keeps_ports());
    let done: Result<(), ()> = (0..targets.div_ceil(run_length)).into_par_iter().try_for_each(|run| {
        if watch.stopped() {
            return Err(());
        }
        let (first, end) = (run * run_length, targets.min((run + 1) * run_length));
        let mut mine = vec![0u64; if own { counts.cells.len() } else { 0 }];
        let mut visit = |v: Node, port: Port, times: u64| {
            let orbit = if one_orbit { 0 } else { orbits.orbit(v) };
            let place = counts.cell_index(orbit, if same_ports { port } else { orbits.port(v, port) });
            if own {
                mine[place] += times;
            } else {
                counts.cells[place].fetch_add(times, Relaxed);
            }
        };
        for target in first..end {
            if gathers {
                visit_loaded_links(net, routing, orbits.representative(target), &mut visit);
                continue;
            }
            let to = Node(target);
            for orbit in 0..sources {
                let from = orbits.representative(orbit);
                match routing.detours(from) {
                    0 => walk_route(net, routing, from, None, to, &mut |v, port| visit(v, port, 1)),
                    count if from != to => (0..count).for_each(|i| {
                        let via = Some(routing.detour(from, i));
                        let times = detour_weight(vias, count);
                        walk_route(net, routing, from, via, to, &mut |v, port| visit(v, port, times));
                    }),
                    _ => {}
                }
            }
        }
        for (cell, count) in counts.cells.iter().zip(mine) {
            cell.fetch_add(count, Relaxed);
        }
        watch.advance(end - first);
        Ok(())
    });
    if done.is_err() {
        return Err(NoLoads::Stopped);
    }
    // Every other node of an orbit does the same on other links.
    let size = u128::from(n) / u128::from(sources);
    let walked = u128::from(n - 1) * u128::from(sources) * u128::from(vias);
    Ok(Counts { net, orbits, counts, routes: walked * size, by_target: gathers })
}

/// The routes of every endpoint to all others, where switches pass them on.
fn between_endpoints<'a>(
    net: &'a dyn Structure,
    routing: &dyn Routing,
    watch: &dyn Progress,
) -> Result<Counts<'a>, NoLoads> {
    let ends = net.endpoints();
    let counts = make_counters(net)?;
    let core = routing.memoryless().then(|| Core::from_network(net));
    let vias = drawn_of(net, routing);
    let routes = u128::from(ends) * u128::from(core.as_ref().map_or(ends, Core::len)) * u128::from(vias);
    if routes > u128::from(MAX_ROUTES) {
        return Err(too_many(routes));
    }
    // Routes to the hosts of a router differ in their last link only.
    let groups = core.as_ref().map_or_else(Vec::new, |core| core.hosts_by_router(routing, ends));
    let targets = if groups.is_empty() { ends } else { groups.len() as u64 };
    watch.stage("routes", targets);
    let visit = |v: Node, port: Port, times: u64| {
        counts.cells[counts.cell_index(v.0, port)].fetch_add(times, Relaxed);
    };
    let done: Result<(), ()> = (0..targets).into_par_iter().try_for_each(|to| {
        if watch.stopped() {
            return Err(());
        }
        match &core {
            Some(core) if !groups.is_empty() => {
                let (router, hosts) = &groups[to as usize];
                let count = hosts.len() as u64;
                core.visit_loaded_links(net, routing, *router, &mut |v, port, times| {
                    visit(v, port, times * count)
                });
                for &host in hosts {
                    let down = routing.start(*router, host).map_or(Port(0), |out| out.port);
                    visit(*router, down, ends - 1);
                }
            }
            Some(core) => {
                core.visit_loaded_links(net, routing, Node(to), &mut |v, port, times| visit(v, port, times))
            }
            None => (0..ends).filter(|&from| from != to).map(Node).for_each(|from| {
                let count = routing.detours(from);
                let times = detour_weight(vias, count.max(1));
                for i in 0..count.max(1) {
                    let via = (count > 0).then(|| routing.detour(from, i));
                    walk_route(net, routing, from, via, Node(to), &mut |v, port| visit(v, port, times));
                }
            }),
        }
        watch.advance(1);
        Ok(())
    });
    if done.is_err() {
        return Err(NoLoads::Stopped);
    }
    core.iter().flat_map(Core::counted_elsewhere).for_each(|v| visit(v, Port(0), ends - 1));
    let routes = u128::from(ends) * u128::from(ends - 1) * u128::from(vias);
    Ok(Counts { net, orbits: Orbits::Still(net), counts, routes, by_target: false })
}

impl Counts<'_> {
    /// The counts by link class, each with a multiplicity.
    fn into_loads(self, times: u128, unit: u128) -> Loads {
        let Counts { net, orbits, counts, routes, by_target } = self;
        let size = u128::from(net.nodes()) / u128::from(orbits.count());
        let names = net.link_classes();
        let class =
            |(i, name)| ClassUse { name, width: net.width(i), links: 0, least: u128::MAX, most: 0, total: 0 };
        let mut classes: Vec<ClassUse> = names.into_iter().enumerate().map(class).collect();
        // The first of the busiest of each kind.
        let mut tops: Vec<Option<(u64, Port)>> = vec![None; classes.len()];
        for orbit in 0..orbits.count() {
            let v = orbits.representative(orbit);
            for port in (0..net.degree(v)).map(Port) {
                let count = counts.cells[counts.cell_index(orbit, port)].load(Relaxed);
                let i = net.link_class(v, port);
                let class = &mut classes[i];
                let load = u128::from(count) * times;
                class.links += size;
                class.least = class.least.min(load);
                if load > class.most {
                    class.most = load;
                    tops[i] = Some((orbit, port));
                }
                class.total += load * size;
            }
        }
        for class in &mut classes {
            class.least = class.least.min(class.most);
        }
        let first = |a: &(&ClassUse, (u64, Port)), b: &(&ClassUse, (u64, Port))| {
            a.0.compare_busiest(b.0).then(b.1.cmp(&a.1))
        };
        let top = classes.iter().zip(tops).filter_map(|(class, top)| Some((class, top?))).max_by(first);
        let busiest = top.map(|(_, (orbit, port))| (orbits.representative(orbit), port));
        let evidence = match size {
            1 => Evidence::computed("every route walked [walk-routes]"),
            _ => Evidence::computed(format!(
                "the routes {} {} walked [walk-routes]; a symmetry that takes routes to routes moves each to {size} nodes",
                if by_target { "to" } else { "of" },
                match orbits.count() {
                    1 => "one node".to_owned(),
                    count => format!("{count} nodes"),
                }
            )),
        };
        Loads { classes, unit, port_width: net.unit().into(), routes: routes * times, busiest, evidence }
    }
}
