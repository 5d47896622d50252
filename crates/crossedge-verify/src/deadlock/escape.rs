//! The verifier of a routing with an escape (Duato 1993).
//!
//! The escape is verified for itself, with packets from every node to every other one, for it may be entered anywhere (J2). The routing
//! around it is walked over all candidates: each state of a packet but that at its source has the escape among them, where the
//! escape itself would go from there, and a packet on the escape has no other candidate (J3); no packet runs in a circle (J4). So the
//! channels of the escape drain in the order of their ranks, and every other packet can turn to them: the channels above need no
//! order. It holds for wormhole switching too, because no packet comes back from the escape: dependencies among its channels are direct.
//!
//! J3 holds by construction: [`crossedge_core::model::Routing`] leaves to a rule only what it offers next to the escape, and the candidates are
//! combined in one place that no routing can override. The walked routes, all of a small network and a sample of a large one,
//! cross-check it.
//!
//! On fewer channels than the escape has and one more, it has none of its own; `forced.rs` decides what can be decided then.

use super::graph::DependencyGraph;
use super::packet::{Broken, Condition};
use super::packets::PacketChannels;
use super::ranks::Ranks;
use super::{Proof, Refuted, forced, judge_between, walk};
use crate::Verdict;
use crossedge_core::model::Routing;
use crossedge_core::net::Network;
use crossedge_core::progress::{Progress, Stopped};
use std::sync::Arc;

/// Verifies a routing with an escape, as [`super::judge_between`] does.
pub(super) fn judge(
    net: &dyn Network,
    ends: u64,
    routing: &Arc<dyn Routing>,
    escape: &Arc<dyn Routing>,
    vcs: u32,
    watch: &dyn Progress,
) -> Result<Verdict<Proof, Refuted>, Stopped> {
    let reserved = escape.channels();
    let vcs = vcs.max(1);
    if vcs <= reserved {
        return too_few(net, ends, routing, reserved, vcs, watch);
    }
    let proof = match judge_between(net, net.nodes(), escape, reserved, watch)? {
        Verdict::Holds(proof) => proof,
        other => return Ok(other),
    };
    let graph = match DependencyGraph::new(net, ends, routing, vcs) {
        Ok(graph) => graph,
        Err(limit) => return Ok(Verdict::Undecided(limit)),
    };
    match walk::routes(&graph, watch)? {
        Ok(walked) => Ok(Verdict::Holds(Proof {
            routes: walked.routes,
            all_routes: walked.all,
            longest: walked.longest,
            candidates: walked.candidates,
            escape: Some(reserved),
            ..proof
        })),
        Err(broken) => Ok(Verdict::Refuted(Refuted::Broken(broken))),
    }
}

/// Verifies a routing whose escape has no channels of its own, by what its packets do.
fn too_few(
    net: &dyn Network,
    ends: u64,
    routing: &Arc<dyn Routing>,
    reserved: u32,
    vcs: u32,
    watch: &dyn Progress,
) -> Result<Verdict<Proof, Refuted>, Stopped> {
    let mut graph = match DependencyGraph::new(net, ends, routing, vcs) {
        Ok(graph) => graph,
        Err(limit) => return Ok(Verdict::Undecided(limit)),
    };
    if ends <= walk::most(&graph) {
        let walked = match walk::routes(&graph, watch)? {
            Ok(walked) => walked,
            Err(broken) => return Ok(Verdict::Refuted(Refuted::Broken(broken))),
        };
        graph.made = Some(PacketChannels::by_packets(&graph, watch)?);
        let ranks = match Ranks::find(&graph, watch)? {
            Ok(ranked) => ranked,
            Err(full) => return Ok(Verdict::Undecided(full.limit())),
        };
        if let Ok(ranks) = ranks {
            return Ok(Verdict::Holds(Proof {
                channels: ranks.used(),
                dependencies: ranks.dependencies(),
                ranks: ranks.height(),
                bytes: ranks.bytes(),
                routes: walked.routes,
                all_routes: true,
                from_packets: true,
                longest: walked.longest,
                candidates: walked.candidates,
                escape: None,
            }));
        }
        if let Some(cycle) = forced::cycle(&graph, watch)? {
            return Ok(Verdict::Refuted(Refuted::Deadlock(cycle)));
        }
    }
    let what = format!(
        "of {} channels the last ones would be put together on {vcs}, and the first {reserved} are the escape's",
        routing.channels()
    );
    Ok(Verdict::Refuted(Refuted::Broken(Broken { condition: Condition::Apart, packet: None, what })))
}
