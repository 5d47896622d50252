//! Routes, walked packet by packet, and held against the description of the routing.

use super::cycle::Packet;
use super::{Broken, Graph};
use crate::net::Node;
use crate::net::address::modulo;
use crate::progress::{Progress, Stopped};
use crate::route::channels::Channel;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

/// All routes are walked when there are at most this many.
const ALL: u64 = 1 << 19;

/// Otherwise so many are drawn.
const SAMPLE: u64 = 1 << 14;

/// Up to so many nodes all routes are walked.
pub(super) fn most(detours: bool) -> u64 {
    if detours { 80 } else { 724 }
}

/// What was walked.
pub(super) struct Walked {
    pub routes: u64,
    pub all: bool,
    pub longest: u64,
}

/// Walks all routes of a small network, or a sample of those of a large one.
pub(super) fn routes(graph: &Graph<'_>, watch: &dyn Progress) -> Result<Result<Walked, Broken>, Stopped> {
    let n = graph.net.nodes();
    let detours = graph.routing.detours();
    let count = if detours { n.checked_pow(3) } else { n.checked_pow(2) };
    let all = count.is_some_and(|count| count <= ALL);
    let total = if all { n } else { SAMPLE / 256 };
    watch.stage("routes against the description", total);
    // Targets outside, so that a routing that keeps what it knows of a target is asked for one after the other.
    let each = (0..total).into_par_iter().map(|run| {
        let mut longest = 0;
        let mut routes = 0;
        if watch.stopped() {
            return Err(None);
        }
        let mut walk = |packet: Packet| {
            longest = longest.max(follow(graph, packet, &mut |_, _| true).map_err(Some)?);
            routes += 1;
            Ok::<(), Option<Broken>>(())
        };
        if all {
            let vias: Vec<Option<Node>> = match detours {
                true => (0..n).map(|via| Some(Node(via))).collect(),
                false => vec![None],
            };
            for via in vias {
                for from in 0..n {
                    walk(Packet { from: Node(from), via, to: Node(run) })?;
                }
            }
        } else {
            let mut random = ChaCha8Rng::seed_from_u64(run);
            let mut draw = || Node(modulo(random.next_u64(), n));
            let to = draw();
            for _ in 0..256 {
                walk(Packet { from: draw(), via: detours.then(&mut draw), to })?;
            }
        }
        watch.advance(1);
        Ok((routes, longest))
    });
    match each.try_reduce(|| (0, 0), |a, b| Ok((a.0 + b.0, a.1.max(b.1)))) {
        Ok((routes, longest)) => Ok(Ok(Walked { routes, all, longest })),
        Err(Some(broken)) => Ok(Err(broken)),
        Err(None) => Err(Stopped),
    }
}

/// Walks one packet, shows each channel with the one before it, and counts the hops. `visit` says whether to go on.
pub(super) fn follow(
    graph: &Graph<'_>,
    packet: Packet,
    visit: &mut dyn FnMut(Option<Channel>, Channel) -> bool,
) -> Result<u64, Broken> {
    let Packet { from, via, to } = packet;
    let (net, routing) = (graph.net, graph.routing);
    let broken = |what: String| Err(Broken { packet, what });
    let mut lane = match via {
        Some(via) => routing.start_by(from, via, to),
        None => routing.start(from, to),
    };
    let (mut at, mut before, mut hops) = (from, None::<Channel>, 0u64);
    let mut allowed = Vec::new();
    while let Some(next) = lane {
        if next.port.0 >= net.degree(at) || next.vc >= routing.channels() {
            return broken(format!("leaves node {} by {next:?}, which is not there", at.0));
        }
        allowed.clear();
        match before {
            None => routing.first(at, &mut allowed),
            Some(by) => routing.after(by, at, &mut allowed),
        }
        if !allowed.contains(&next) {
            return broken(format!(
                "at node {} it takes {next:?} after {before:?}, which is not described",
                at.0
            ));
        }
        let by = Channel { from: at, lane: next };
        let folded = |by: Channel| Channel { lane: graph.fold(by.lane), ..by };
        if !visit(before.map(folded), folded(by)) {
            return Ok(hops);
        }
        at = graph.head(by);
        before = Some(by);
        hops += 1;
        // Every route is shorter than all nodes, once on the way to each of two targets.
        if hops > 2 * net.nodes() {
            return broken("does not arrive".to_owned());
        }
        lane = match via {
            Some(via) => routing.next_by(by, at, via, to),
            None => routing.next(by, at, to),
        };
    }
    match before {
        _ if at != to => broken(format!("stops at node {}", at.0)),
        Some(by) if !routing.ends(by, at) => {
            broken("ends on a channel that is not described as a last one".to_owned())
        }
        _ => Ok(hops),
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, most};

    #[test]
    fn the_size_that_is_named_is_the_largest_that_is_walked() {
        for (detours, power) in [(false, 2), (true, 3)] {
            let most = most(detours);
            assert!(most.pow(power) <= ALL && (most + 1).pow(power) > ALL);
        }
    }
}
