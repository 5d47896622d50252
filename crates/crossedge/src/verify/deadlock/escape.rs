//! The judge of a routing with an escape (Duato 1993).
//!
//! The escape is judged for itself, with packets from every node to every other one, for it may be entered anywhere (J2). The routing
//! around it is walked over all candidates: each state of a packet but that at its source has the escape among them, where the
//! escape itself would go from there, and a packet on the escape has no other candidate (J3); no packet runs in a circle (J4). So the
//! channels of the escape drain in the order of their ranks, and every other packet can turn to them: the channels above need no
//! order. It holds for wormhole switching too, because no packet comes back from the escape: dependencies among its channels are direct.
//!
//! On a large network a sample of packets is walked. J3 is then a check of what the routing does in one place for all packets, and
//! the number of routes says so.

use super::graph::Graph;
use super::packet::{Broken, Condition, Packet};
use super::{Proof, Refuted, judge_between, walk};
use crate::net::{Network, Node};
use crate::progress::{Progress, Stopped};
use crate::route::channels::Routing;
use crate::verify::Verdict;
use std::sync::Arc;

/// Judges a routing with an escape, as [`super::judge_between`] does.
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
        let what = format!(
            "of {} channels the last ones would be put together on {vcs}, and the first {reserved} are the escape's",
            routing.channels()
        );
        let packet = Packet { from: Node(0), via: None, to: Node(ends.saturating_sub(1)) };
        return Ok(Verdict::Refuted(Refuted::Broken(Broken { condition: Condition::Apart, packet, what })));
    }
    let proof = match judge_between(net, net.nodes(), escape, reserved, watch)? {
        Verdict::Holds(proof) => proof,
        other => return Ok(other),
    };
    let graph = match Graph::new(net, ends, routing, vcs) {
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
