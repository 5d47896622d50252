//! The deadlock verifier, which walks the channel dependency graph without storing it. It asserts that
//!
//! - every route that it walks (all of them on a small network, a sample on a large one) goes along links on channels that exist,
//!   arrives, and takes no channel after another that the channel dependency graph of the routing does not have; where a packet has a
//!   choice, each of its routes does so, and none has a livelock;
//! - the channels have ranks, and every dependency of that graph leads to a lower rank: so there is no cycle.
//!
//! Ranks are found by a depth-first search over every channel that the graph uses. It follows every dependency once, and a channel gets its rank
//! after all its successors have theirs. One byte per channel is kept, four when a chain is longer than 250; dependencies are computed on demand.
//!
//! A graph may have more dependencies than the routes, and then a cycle in it is not a deadlock. So a refutation is a cycle with a packet for
//! each of its dependencies. If some have none, the graph is rebuilt from the packets themselves, provided that all of them can be walked; if
//! there are too many, there is no verdict. The same is done for a routing without a graph.
//!
//! A routing with an escape is verified by its escape (`escape.rs`): the escape channels have ranks, and the escape is offered in every state of a packet.
//! The conditions have names: J1, routes follow their description; J2, channels have ranks; J3, the escape is offered everywhere and not
//! left; J4, no livelock; J5, the escape has its own channels.
//!
//! A packet goes from an endpoint to another one: a packet to its own source does not enter the network, so none makes a dependency.
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

mod choices;
mod cycle;
mod escape;
mod forced;
mod graph;
mod packet;
mod packets;
mod ranks;
mod walk;

pub use cycle::Cycle;
pub use graph::MAX_BYTES;
pub use packet::{Broken, Condition, Packet};

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::choices::unoffered;
}

use super::{Limit, Verdict};
use crossedge_core::model::{Channel, Routing};
use crossedge_core::net::Network;
use crossedge_core::progress::{Progress, Stopped};
use graph::{DependencyGraph, Full};
use packets::PacketChannels;
use ranks::Ranks;
use std::sync::Arc;

/// Dependencies of graphs with more virtual channels are asked for once.
const MAX_REPEATED: usize = 1 << 20;

/// Findings of the proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// Virtual channels that some packet uses, each visited.
    pub channels: u64,
    /// Dependencies among them, each followed by the search.
    pub dependencies: u64,
    /// Number of different ranks: the longest chain of channels that wait for each other.
    pub ranks: u32,
    /// Bytes that were kept for all virtual channels of the network.
    pub bytes: u64,
    /// Routes that were walked, and compared with the channel graph.
    pub routes: u64,
    /// `true` if these were all routes.
    pub all_routes: bool,
    /// `true` if channels and dependencies are those that the walked packets make, and not those of the channel graph.
    pub from_packets: bool,
    /// The longest of them.
    pub longest: u64,
    /// Candidates that were looked at on these routes: hops, where a packet has no choice.
    pub candidates: u64,
    /// Number of channels that are those of an escape; then channels, dependencies and ranks are the escape's, and the others need no order.
    pub escape: Option<u32>,
}

impl Proof {
    /// For which switching it holds: a packet that waits may hold the channels of several links, or be stored at one.
    pub const SWITCHING: [&'static str; 2] = ["wormhole", "virtual cut-through"];
}

/// Why a routing is refuted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refuted {
    /// There is a circle of channels, and packets make it.
    #[error("can deadlock: {} channels wait for each other in a cycle", .0.channels.len())]
    Deadlock(Cycle),
    /// The routing does not follow its own description.
    #[error("breaks its own description: {0}")]
    Broken(Broken),
}

/// Verifies a routing with `vcs` virtual channels per link. If the routing needs more, its last ones are merged.
pub fn judge(
    net: &dyn Network,
    routing: &Arc<dyn Routing>,
    vcs: u32,
    watch: &dyn Progress,
) -> Result<Verdict<Proof, Refuted>, Stopped> {
    judge_between(net, net.nodes(), routing, vcs, watch)
}

/// The same of packets between the nodes below `ends`: the endpoints, where the others are switches.
pub fn judge_between(
    net: &dyn Network,
    ends: u64,
    routing: &Arc<dyn Routing>,
    vcs: u32,
    watch: &dyn Progress,
) -> Result<Verdict<Proof, Refuted>, Stopped> {
    if let Some(escape) = routing.escape() {
        return escape::judge(net, ends, routing, escape, vcs, watch);
    }
    let mut graph = match DependencyGraph::new(net, ends, routing, vcs) {
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
                asked: Some(graph.ends.into()),
                most: most.into(),
                works: format!("a network of at most {most} nodes, on which all packets are walked"),
            }));
        }
        graph.made = Some(PacketChannels::by_packets(&graph, watch)?);
    }
    let mut ranked = match Ranks::find(&graph, watch)? {
        Ok(ranked) => ranked,
        Err(full) => return Ok(Verdict::Undecided(full.limit())),
    };
    if let (Err(cycle), None) = (&ranked, &graph.made) {
        if let Some(cycle) = cycle::explain(&graph, cycle, watch)? {
            return deadlock(cycle);
        }
        if !walked.all {
            let most = walk::most(&graph);
            return Ok(Verdict::Undecided(Limit {
                what: "nodes, with a circle in the channel graph of the routing for which no packets were found,",
                asked: Some(graph.ends.into()),
                most: most.into(),
                works: format!(
                    "a network of at most {most} nodes, on which all packets are walked, or {} virtual channels",
                    routing.channels()
                ),
            }));
        }
        // The graph has more dependencies than the packets: those of the packets decide.
        graph.made = Some(PacketChannels::by_packets(&graph, watch)?);
        ranked = match Ranks::find(&graph, watch)? {
            Ok(ranked) => ranked,
            Err(full) => return Ok(Verdict::Undecided(full.limit())),
        };
    }
    let ranks = match ranked {
        Ok(ranks) => ranks,
        Err(cycle) => {
            return match cycle::explain(&graph, &cycle, watch)? {
                Some(cycle) => deadlock(cycle),
                // A packet with another candidate need not wait: a cycle of dependencies is none of packets.
                None if routing.chooses() => match forced::cycle(&graph, watch)? {
                    Some(cycle) => deadlock(cycle),
                    None => Ok(Verdict::Undecided(Limit {
                        what: "cycles of channels that packets with a choice may avoid",
                        asked: None,
                        most: 0,
                        works: format!("{} virtual channels", routing.channels()),
                    })),
                },
                None => broken(twice(cycle[0])),
            };
        }
    };
    // A routing that is not deterministic is found on networks of moderate size; on larger ones every dependency is asked for once.
    if graph.size() <= MAX_REPEATED
        && let Err(by) = ranks.answers_again(&graph, watch)?
    {
        return broken(twice(by));
    }
    Ok(Verdict::Holds(Proof {
        channels: ranks.used(),
        dependencies: ranks.dependencies(),
        ranks: ranks.height(),
        bytes: ranks.bytes(),
        routes: walked.routes,
        all_routes: walked.all,
        from_packets: graph.made.is_some(),
        longest: walked.longest,
        candidates: walked.candidates,
        escape: None,
    }))
}

/// A routing that is not deterministic.
fn twice(by: Channel) -> Broken {
    Broken {
        condition: Condition::Described,
        packet: None,
        what: format!("the successors of {by:?} differ between two calls"),
    }
}
