//! The judge of deadlock freedom: it walks the channel dependency graph without storing it. It asserts
//!
//! - every route that it walks (all of them on a small network, a sample on a large one) goes along links on channels that exist,
//!   arrives, and takes no channel after another that the channel dependency graph of the routing does not have;
//! - the channels have ranks, and every dependency of that graph leads to a lower rank: so there is no cycle.
//!
//! Ranks are found by a search in depth over every channel that the graph uses, and then held against every dependency once
//! more. One byte per channel is kept, four when a chain is longer than 250; dependencies are asked for and forgotten.
//!
//! A graph may say more than the routes do, and then a cycle in it is no deadlock. So a refutation is a cycle with a packet for
//! each of its dependencies. Where some have none, the graph is made anew from the packets themselves, if all of them can be walked; if
//! they are too many, there is no verdict. The same is done for a routing that has no graph.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::route::channels::RoutingName;
//! use crossedge::verify::deadlock::judge;
//!
//! let net: Topology = "ring(5)".parse()?;
//! let routing = RoutingName::default().on(net.network()?)?;
//! assert!(judge(net.network()?.as_ref(), &routing, 2, &Silent)?.holds());
//! assert!(judge(net.network()?.as_ref(), &routing, 1, &Silent)?.refuted().is_some(), "one channel deadlocks");
//! # Ok::<(), crossedge::Error>(())
//! ```

mod cycle;
mod packets;
mod ranks;
mod walk;

pub use cycle::{Cycle, Packet};

use super::{Limit, Verdict};
use crate::net::{Network, Node};
use crate::progress::{Progress, Stopped};
use crate::route::channels::{Channel, ChannelGraph, Routing, VirtualChannel};
use packets::Made;
use ranks::Ranks;
use std::fmt;
use std::sync::Arc;

/// What was found on the way to a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Virtual channels that some packet uses, each visited.
    pub channels: u64,
    /// Dependencies among them, each held against the ranks.
    pub dependencies: u64,
    /// How many different ranks: the longest chain of channels that wait for each other.
    pub ranks: u32,
    /// Bytes that were kept for all virtual channels of the network.
    pub bytes: u64,
    /// Routes that were walked, and held against the channel graph.
    pub routes: u64,
    /// Whether these were all routes.
    pub all_routes: bool,
    /// Whether channels and dependencies are those that the walked packets make, and not those of the channel graph.
    pub from_packets: bool,
    /// The longest of them.
    pub longest: u64,
}

/// Why a routing is refuted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refuted {
    /// There is a circle of channels, and packets make it.
    Deadlock(Cycle),
    /// The routing does something else than it says of itself.
    Broken(Broken),
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refuted::Deadlock(cycle) => {
                write!(f, "can deadlock: {} channels wait for each other in a circle", cycle.channels.len())
            }
            Refuted::Broken(broken) => write!(f, "breaks its own description: {broken}"),
        }
    }
}

/// A route that breaks its own description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The packet.
    pub packet: Packet,
    /// What it does.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the packet {}: {}", self.packet, self.what)
    }
}

/// The judge keeps at most so many bytes.
pub const MAX_BYTES: u64 = 1 << 34;

/// Judges a routing on a network with `vcs` virtual channels on each link. A routing that asks for more has its last ones put together.
pub fn judge(
    net: &dyn Network,
    routing: &Arc<dyn Routing>,
    vcs: u32,
    watch: &dyn Progress,
) -> Result<Verdict<Proof, Refuted>, Stopped> {
    let mut graph = match Graph::new(net, routing, vcs) {
        Ok(graph) => graph,
        Err(limit) => return Ok(Verdict::Undecided(limit)),
    };
    let broken = |broken| Ok(Verdict::Refuted(Refuted::Broken(broken)));
    let deadlock = |cycle| Ok(Verdict::Refuted(Refuted::Deadlock(cycle)));
    let walked = match walk::routes(&graph, watch)? {
        Ok(walked) => walked,
        Err(what) => return broken(what),
    };
    // A route of that length is a chain of dependencies, which the search holds open.
    let bytes = ranks::bytes(graph.size() as u128, walked.longest.into());
    if bytes > MAX_BYTES.into() {
        return Ok(Verdict::Undecided(Full(bytes).refused()));
    }
    if graph.closed.is_none() {
        if !walked.all {
            let most = walk::most(&graph);
            return Ok(Verdict::Undecided(Limit {
                what: "nodes, with a routing that has no channel dependency graph of its own,",
                asked: Some(net.nodes().into()),
                most: most.into(),
                works: format!("a network of at most {most} nodes, on which all packets are walked"),
            }));
        }
        graph.made = Some(Made::by_packets(&graph, watch)?);
    }
    let mut found = match Ranks::find(&graph, watch)? {
        Ok(found) => found,
        Err(full) => return Ok(Verdict::Undecided(full.limit())),
    };
    if let (Err(cycle), None) = (&found, &graph.made) {
        if let Some(cycle) = cycle::explain(&graph, cycle, watch)? {
            return deadlock(cycle);
        }
        if !walked.all {
            let most = walk::most(&graph);
            return Ok(Verdict::Undecided(Limit {
                what: "nodes, with a circle in the channel graph of the routing for which no packets were found,",
                asked: Some(net.nodes().into()),
                most: most.into(),
                works: format!(
                    "a network of at most {most} nodes, on which all packets are walked, or {} virtual channels",
                    routing.channels()
                ),
            }));
        }
        // The graph says more than the packets do: what they make decides.
        graph.made = Some(Made::by_packets(&graph, watch)?);
        found = match Ranks::find(&graph, watch)? {
            Ok(found) => found,
            Err(full) => return Ok(Verdict::Undecided(full.limit())),
        };
    }
    let ranks = match found {
        Ok(ranks) => ranks,
        Err(cycle) => {
            return match cycle::explain(&graph, &cycle, watch)? {
                Some(cycle) => deadlock(cycle),
                None => broken(twice(cycle[0])),
            };
        }
    };
    match ranks.hold(&graph, watch)? {
        Ok(dependencies) => Ok(Verdict::Holds(Proof {
            channels: ranks.used(),
            dependencies,
            ranks: ranks.height(),
            bytes: ranks.bytes(),
            routes: walked.routes,
            all_routes: walked.all,
            from_packets: graph.made.is_some(),
            longest: walked.longest,
        })),
        // The search has made the ranks, so that this says that the routing gives two answers to one question.
        Err(by) => broken(twice(by)),
    }
}

/// A routing that does not say the same twice.
fn twice(by: Channel) -> Broken {
    Broken {
        packet: Packet { from: by.from, via: None, to: by.from },
        what: "what can follow a channel is not the same when asked twice".to_owned(),
    }
}

/// The channel dependency graph of a routing on so many channels per link.
struct Graph<'a> {
    net: &'a dyn Network,
    routing: &'a dyn Routing,
    /// What the routing says of itself.
    closed: Option<Arc<dyn ChannelGraph>>,
    /// Channels that the routing asks for.
    asked: u32,
    /// Channels per link.
    vcs: u32,
    ports: Ports,
    /// What packets make, where that is asked instead.
    made: Option<Made>,
}

/// More bytes than there are.
struct Full(u128);

impl Full {
    /// What is not begun.
    fn refused(self) -> Limit {
        Limit {
            what: "bytes for the ranks of virtual channels",
            asked: Some(self.0),
            most: MAX_BYTES.into(),
            works: "a smaller network of the same construction".to_owned(),
        }
    }

    /// What this machine did not give, beside what it would have given.
    fn limit(self) -> Limit {
        let halves = std::iter::successors(Some(MAX_BYTES), |bytes| Some(bytes / 2));
        let most = halves.take_while(|&bytes| bytes > 0).find(|&bytes| room::<u8>(bytes as usize).is_ok());
        Limit { most: most.unwrap_or(0).into(), ..self.refused() }
    }
}

/// An empty list with room for so many.
fn room<T>(count: usize) -> Result<Vec<T>, Full> {
    let mut list = Vec::new();
    match list.try_reserve_exact(count) {
        Ok(()) => Ok(list),
        Err(_) => Err(Full(count as u128 * size_of::<T>() as u128)),
    }
}

/// Puts one more at the end, where there is room for it.
fn put<T>(list: &mut Vec<T>, more: T) -> Result<(), Full> {
    if list.len() == list.capacity() && list.try_reserve(1).is_err() {
        return Err(Full(2 * list.len() as u128 * size_of::<T>() as u128));
    }
    list.push(more);
    Ok(())
}

/// How channels are numbered.
enum Ports {
    /// Every node has so many ports.
    Regular(u64),
    /// The ports of each node begin here.
    From(Vec<u64>),
}

impl<'a> Graph<'a> {
    fn new(net: &'a dyn Network, routing: &'a Arc<dyn Routing>, vcs: u32) -> Result<Self, Limit> {
        let asked = routing.channels();
        let vcs = vcs.max(1).min(asked.max(1));
        let n = net.nodes();
        let degree = u64::from(net.degree(Node(0)));
        let memory = |links: u128| links.saturating_mul(vcs.into());
        let too_much = |bytes: u128| bytes > u128::from(MAX_BYTES);
        let least = memory(u128::from(n) * u128::from(degree.max(1)));
        if too_much(least) {
            return Err(Full(least).refused());
        }
        let graph = |ports| Graph {
            net,
            routing: routing.as_ref(),
            closed: routing.clone().channel_graph(),
            asked,
            vcs,
            ports,
            made: None,
        };
        if (1..n).all(|v| u64::from(net.degree(Node(v))) == degree) {
            return Ok(graph(Ports::Regular(degree)));
        }
        let starts = 8 * (u128::from(n) + 1);
        let mut from = match room(n as usize + 1) {
            _ if too_much(least + starts) => return Err(Full(least + starts).refused()),
            Err(full) => return Err(full.limit()),
            Ok(from) => from,
        };
        from.push(0u64);
        for v in 0..n {
            from.push(from[v as usize] + u64::from(net.degree(Node(v))));
        }
        let all = memory(from[n as usize].into()) + starts;
        if too_much(all) {
            return Err(Full(all).refused());
        }
        Ok(graph(Ports::From(from)))
    }

    /// How many virtual channels there are.
    fn size(&self) -> usize {
        let links = match &self.ports {
            Ports::Regular(degree) => degree * self.net.nodes(),
            Ports::From(from) => from.last().copied().unwrap_or(0),
        };
        (links * u64::from(self.vcs)) as usize
    }

    /// The number of a channel.
    #[inline]
    fn index(&self, by: Channel) -> usize {
        let first = match &self.ports {
            Ports::Regular(degree) => degree * by.from.0,
            Ports::From(from) => from[by.from.0 as usize],
        };
        ((first + u64::from(by.port.0)) * u64::from(self.vcs) + u64::from(by.vc)) as usize
    }

    /// A channel of the routing on the channels that there are.
    #[inline]
    fn fold(&self, out: VirtualChannel) -> VirtualChannel {
        VirtualChannel { vc: out.vc.min(self.vcs - 1), ..out }
    }

    /// The node that a channel leads to.
    fn head(&self, by: Channel) -> Node {
        self.net.link(by.from, by.port).0
    }

    /// Adds the channels that can be first at a node.
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        match (&self.made, &self.closed) {
            (Some(made), _) => out.extend(made.injection(at)),
            (None, Some(closed)) => {
                let old = out.len();
                closed.injection(at, out);
                self.fold_all(&mut out[old..]);
            }
            (None, None) => {}
        }
    }

    /// Adds the channels of the head `at` that can follow a channel.
    #[inline]
    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        match (&self.made, &self.closed) {
            (Some(made), _) => out.extend(made.dependencies(by)),
            (None, Some(closed)) => {
                let old = out.len();
                let last = self.vcs - 1;
                let end = if by.vc == last { self.asked } else { by.vc + 1 };
                for vc in by.vc..end {
                    closed.dependencies(Channel { vc, ..by }, at, out);
                }
                self.fold_all(&mut out[old..]);
            }
            (None, None) => {}
        }
    }

    #[inline]
    fn fold_all(&self, channels: &mut [VirtualChannel]) {
        for channel in channels {
            *channel = self.fold(*channel);
        }
    }
}
