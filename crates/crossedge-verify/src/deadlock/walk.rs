//! Routes, walked packet by packet, and compared with the channel graph of the routing.

use super::choices::follow_all;
use super::graph::DependencyGraph;
use super::packet::{Broken, Condition, Packet};
use crossedge_core::model::{Channel, VirtualChannel};
use crossedge_core::net::Node;
use crossedge_core::net::address::modulo;
use crossedge_core::progress::{Progress, Stopped};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use std::cell::RefCell;

/// All routes are walked when there are at most this many.
const ALL: u64 = 1 << 19;

/// Otherwise a sample of this size is drawn.
const SAMPLE: u64 = 1 << 14;

/// A sample of very long routes ends when its share of hops is walked.
const HOPS: u64 = 1 << 19;

/// Up to this many nodes all routes are walked.
pub(super) fn most(graph: &DependencyGraph<'_>) -> u64 {
    if detours(graph) { MOST_WALKED_BY_DETOURS } else { MOST_WALKED }
}

/// The largest network whose routes are all walked; with detours, routes are triples of nodes.
const MOST_WALKED: u64 = 724;
const MOST_WALKED_BY_DETOURS: u64 = 80;
const _: () = assert!(MOST_WALKED.pow(2) <= ALL && (MOST_WALKED + 1).pow(2) > ALL);
const _: () = assert!(MOST_WALKED_BY_DETOURS.pow(3) <= ALL && (MOST_WALKED_BY_DETOURS + 1).pow(3) > ALL);

/// Returns `true` if packets go by an intermediate node.
pub(super) fn detours(graph: &DependencyGraph<'_>) -> bool {
    graph.routing.detours(Node(0)) > 0
}

/// Number of kinds of packets go from a node to another: one for each detour, and one without where there is none or the source chooses.
fn kinds(graph: &DependencyGraph<'_>, from: Node) -> u64 {
    let detours = graph.routing.detours(from);
    if graph.routing.source_chooses() { detours.saturating_add(1) } else { detours.max(1) }
}

/// The intermediate nodes that packets of a node draw from; one packet without where there are none, or where the source chooses.
pub(super) fn vias(graph: &DependencyGraph<'_>, from: Node) -> impl Iterator<Item = Option<Node>> {
    let (routing, count) = (graph.routing, graph.routing.detours(from));
    (0..kinds(graph, from)).map(move |i| (i < count).then(|| routing.detour(from, i)))
}

/// The intermediate node that a packet draws, by any number.
pub(super) fn via(graph: &DependencyGraph<'_>, from: Node, drawn: u64) -> Option<Node> {
    let i = modulo(drawn, kinds(graph, from));
    (i < graph.routing.detours(from)).then(|| graph.routing.detour(from, i))
}

/// The walked routes.
pub(super) struct WalkedRoutes {
    pub routes: u64,
    pub all: bool,
    pub longest: u64,
    /// Candidates that were checked, on all routes.
    pub candidates: u64,
}

/// Walks all routes of a small network, or a sample of those of a large one.
pub(super) fn routes(
    graph: &DependencyGraph<'_>,
    watch: &dyn Progress,
) -> Result<Result<WalkedRoutes, Broken>, Stopped> {
    let n = graph.ends;
    let detours = detours(graph);
    // The largest of all nodes: two bases have clusters of two sizes.
    let most = [0, n.saturating_sub(1)].map(|v| kinds(graph, Node(v)));
    let count = n.checked_pow(2).and_then(|pairs| pairs.checked_mul(most[0].max(most[1])));
    let all = count.is_some_and(|count| count <= ALL);
    let total = if all { n } else { SAMPLE / 256 };
    watch.stage("routes against the channel graph", total);
    // Targets outside, so that a routing that keeps what it knows of a target is queried for one after the other.
    let each = (0..total).into_par_iter().map(|run| {
        let (mut longest, mut routes, mut hops) = (0, 0, 0u64);
        if watch.stopped() {
            return Err(None);
        }
        let mut walk = |packet: Packet| {
            let mut steps = 0;
            let mut count = |_, _| {
                steps += 1;
                true
            };
            let length = follow(graph, packet, &mut count).map_err(Some)?;
            (longest, routes, hops) = (longest.max(length), routes + 1, hops + steps);
            Ok::<u64, Option<Broken>>(hops)
        };
        if all {
            for from in (0..n).map(Node).filter(|&from| from != Node(run)) {
                for via in vias(graph, from) {
                    walk(Packet { from, via, to: Node(run) })?;
                }
            }
        } else {
            let mut random = ChaCha8Rng::seed_from_u64(run);
            let mut draw = || Node(modulo(random.next_u64(), n));
            let to = draw();
            for _ in 0..256 {
                let (from, drawn) = (draw(), detours.then(&mut draw));
                let via = drawn.and_then(|drawn| via(graph, from, drawn.0));
                if from != to && walk(Packet { from, via, to })? > HOPS {
                    break;
                }
            }
        }
        watch.advance(1);
        Ok((routes, longest, hops))
    });
    match each.try_reduce(|| (0, 0, 0), |a, b| Ok((a.0 + b.0, a.1.max(b.1), a.2 + b.2))) {
        Ok((routes, longest, candidates)) => Ok(Ok(WalkedRoutes { routes, all, longest, candidates })),
        Err(Some(broken)) => Ok(Err(broken)),
        Err(None) => Err(Stopped),
    }
}

/// Walks one packet, on all its routes if it has a choice, reports each channel with the one before it, and counts the hops. Stops if `visit`
/// returns `false`.
pub(super) fn follow(
    graph: &DependencyGraph<'_>,
    packet: Packet,
    visit: &mut dyn FnMut(Option<Channel>, Channel) -> bool,
) -> Result<u64, Broken> {
    if graph.routing.chooses() {
        return follow_all(graph, packet, visit);
    }
    let Packet { from, via, to } = packet;
    let broken = |what: String| Err(Broken { condition: Condition::Described, packet: Some(packet), what });
    let (mut at, mut before, mut hops) = (from, None::<Channel>, 0u64);
    while let Some(next) = graph.routing.step(before, at, via, to) {
        described(graph, packet, before, at, next)?;
        let by = Channel::new(at, next);
        if !visit(before.map(|by| folded(graph, by)), folded(graph, by)) {
            return Ok(hops);
        }
        at = graph.head(by);
        before = Some(by);
        hops += 1;
        // Every route is shorter than all nodes, once on the way to each of two targets.
        if hops > 2 * graph.net.nodes() {
            return broken("does not arrive".to_owned());
        }
    }
    match before {
        _ if at != to => broken(format!("stops at node {}", at.0)),
        Some(by) if graph.closed.as_ref().is_some_and(|closed| !closed.ejects(by, at)) => {
            broken("ends on a channel that is not described as a last one".to_owned())
        }
        _ => Ok(hops),
    }
}

/// Returns `true` if a channel exists, and may follow the one before by the channel graph.
pub(super) fn described(
    graph: &DependencyGraph<'_>,
    packet: Packet,
    before: Option<Channel>,
    at: Node,
    next: VirtualChannel,
) -> Result<(), Broken> {
    let broken = |what: String| Err(Broken { condition: Condition::Described, packet: Some(packet), what });
    if next.port.0 >= graph.net.degree(at) || next.vc >= graph.asked {
        return broken(format!("leaves node {} by {next:?}, which is not there", at.0));
    }
    let Some(closed) = &graph.closed else { return Ok(()) };
    ALLOWED.with_borrow_mut(|allowed| {
        allowed.clear();
        match before {
            None => closed.injection(at, allowed),
            Some(by) => closed.dependencies(by, at, allowed),
        }
        match allowed.contains(&next) {
            true => Ok(()),
            false => {
                broken(format!("at node {} it takes {next:?} after {before:?}, which is not described", at.0))
            }
        }
    })
}

thread_local! {
    /// Asked for at every hop, and so kept.
    static ALLOWED: RefCell<Vec<VirtualChannel>> = const { RefCell::new(Vec::new()) };
}

/// A channel on a machine with fewer channels than the routing asks for.
pub(super) fn folded(graph: &DependencyGraph<'_>, by: Channel) -> Channel {
    Channel::new(by.from, graph.fold(by.out()))
}
