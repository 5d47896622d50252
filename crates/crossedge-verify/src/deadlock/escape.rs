//! The verifier of a routing with an escape (Duato 1993).
//!
//! The escape is verified separately, with packets from every node to every other one, because it may be entered anywhere (J2). The adaptive
//! routing is walked over all candidates: each state of a packet except that at its source has the escape among its candidates, with the hop that
//! the escape itself would take, and a packet on the escape has no other candidate (J3); no packet moves in a cycle (J4). So the
//! channels of the escape drain in the order of their ranks, and every other packet can switch to them: the adaptive channels need no
//! order. This also holds for wormhole switching, because no packet leaves the escape: dependencies among its channels are direct.
//!
//! J3 holds by construction: in [`crossedge_core::model::Routing`] a routing only supplies the candidates other than the escape, and both are
//! combined in one place that no routing can override. The walked routes, all in a small network and a sample in a large one,
//! cross-check it.
//!
//! The escape has its own channels only if there is at least one more than it needs; otherwise `forced.rs` decides where possible.

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
