//! Deadlock verdicts: counterexamples are replayed by code that knows nothing of the search, and what is called proved rests on no sample.

use crate::common::build;
use crossedge::answers::{DeadlockRequest, Request, RoutingRequest};
use crossedge::net::{Node, Structure};
use crossedge::prelude::*;
use crossedge::route::channels::{
    ADAPTIVE, Channel, ChannelGraph, Routing, RoutingEntry, RoutingName, VirtualChannel,
};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Cycle, Packet, Proof, Refuted, judge, judge_between};
use std::collections::HashSet;
use std::sync::Arc;

fn request(routing: &str, vcs: Option<u32>, minimum: bool) -> DeadlockRequest {
    let routing = RoutingRequest::named(routing.parse().expect(routing));
    DeadlockRequest { routing, vcs, minimum }
}

/// A channel as a link and a number, on a machine with `vcs` channels: the last ones are put together.
type Held = (u64, u32, u32);

fn held(at: Node, out: VirtualChannel, vcs: u32) -> Held {
    (at.0, out.port.0, out.vc.min(vcs - 1))
}

/// Returns `true` if a packet can come to hold `first` and then has nothing to wait for but `second`, or may take `second`, when it has a choice.
fn replayed(
    net: &dyn Structure,
    routing: &dyn Routing,
    packet: Packet,
    vcs: u32,
    first: Held,
    second: Held,
) -> bool {
    let mut seen: HashSet<Channel> = HashSet::new();
    let mut open: Vec<(Option<Channel>, Node)> = vec![(None, packet.from)];
    while let Some((by, at)) = open.pop() {
        let mut out = Vec::new();
        if routing.chooses() {
            routing.candidates(by, at, packet.via, packet.to, &mut out);
        } else {
            out.extend(routing.step(by, at, packet.via, packet.to));
        }
        let holds = by.is_some_and(|by| held(by.from, by.out(), vcs) == first);
        if holds && !out.is_empty() && out.iter().all(|&out| held(at, out, vcs) == second) {
            return true;
        }
        for next in out.into_iter().map(|out| Channel::new(at, out)) {
            if seen.insert(next) {
                open.push((Some(next), net.link(at, next.port).0));
            }
        }
    }
    false
}

/// Asserts that a cycle is one that packets make: each goes between two endpoints, by an intermediate node that its source may draw.
fn assert_real(name: &str, net: &dyn Structure, routing: &dyn Routing, vcs: u32, cycle: &Cycle) {
    assert_eq!(cycle.channels.len(), cycle.packets.len(), "{name}");
    assert!(cycle.channels.len() > 1, "{name}: no channel waits for itself");
    let ends = net.endpoints();
    for (i, packet) in cycle.packets.iter().enumerate() {
        let name = format!("{name} with {vcs}: {packet}");
        assert!(packet.from != packet.to, "{name} goes to itself");
        assert!(packet.from.0 < ends && packet.to.0 < ends, "{name} is not between endpoints");
        let draws = routing.detours(packet.from);
        match packet.via {
            Some(via) => assert!((0..draws).any(|i| routing.detour(packet.from, i) == via), "{name}"),
            None => assert!(draws == 0 || routing.source_chooses(), "{name} takes no detour"),
        }
        let channel = |i: usize| {
            let by = cycle.channels[i % cycle.channels.len()];
            (by.from.0, by.port.0, by.vc)
        };
        assert!(replayed(net, routing, *packet, vcs, channel(i), channel(i + 1)), "{name} does not wait");
        let (from, port, _) = channel(i);
        let head = net.link(Node(from), crossedge::net::Port(port)).0;
        assert_eq!(head.0, channel(i + 1).0, "{name}: the next channel begins where this one ends");
    }
}

/// Networks drawn by a seed, small enough for every packet to be walked.
fn drawn(seed: u64) -> String {
    let mut state = seed;
    let mut draw = |low: u64, high: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (state >> 33) % (high - low + 1)
    };
    let text = match draw(0, 12) {
        0 => format!("ring({})", draw(3, 12)),
        1 => format!("torus({},{})", draw(3, 5), draw(3, 5)),
        2 => format!("mesh({},{})", draw(2, 5), draw(2, 5)),
        3 => format!("jellyfish({},3,{})", 2 * draw(4, 10), draw(1, 99)),
        4 => format!("dual(ring({}))", draw(3, 5)),
        5 => format!("rdn(ring({}), 1)", draw(3, 4)),
        6 => format!("hypercube({})", draw(2, 5)),
        7 => format!("dragonfly({},{})", draw(2, 4), draw(1, 2)),
        8 => format!("kautz(2,{})", draw(2, 4)),
        9 => format!("ccc({})", draw(3, 4)),
        10 => format!("hyperx({},{})", draw(2, 4), draw(2, 4)),
        11 => format!("path({})", draw(2, 6)),
        _ => "slimfly(5)".to_owned(),
    };
    if draw(0, 3) == 0 { format!("hosts({text}, {})", draw(1, 2)) } else { text }
}

/// Every routing of a network with every number of channels that is at most what it asks for; how many counterexamples were replayed.
fn replay_all(text: &str, most: u32) -> usize {
    let Ok(topology) = text.parse::<Topology>() else { return 0 };
    let net = topology.network().expect(text);
    let entries: Vec<&'static RoutingEntry> = RoutingEntry::all_on(net.as_ref()).collect();
    let plain = entries.iter().map(|&entry| RoutingName::from(entry));
    let detours = entries.iter().filter(|entry| !entry.own_ways).map(|&entry| RoutingName::valiant(entry));
    let mut count = 0;
    for name in plain.chain(detours) {
        let Ok(routing) = name.on(net) else { continue };
        for vcs in 1..=routing.channels().min(most) {
            let verdict = judge_between(net.as_ref(), net.endpoints(), &routing, vcs, &Silent).expect("runs");
            if let Verdict::Refuted(Refuted::Deadlock(cycle)) = &verdict {
                assert_real(&format!("{text}, {name}"), net.as_ref(), routing.as_ref(), vcs, cycle);
                count += 1;
            }
        }
    }
    count
}

#[test]
fn finding_w13_packets_to_themselves_do_not_exist() {
    for text in ["path(2)", "complete(2)", "switch(2)", "hosts(path(2), 1)"] {
        let net: Topology = text.parse().expect(text);
        let answer = request("valiant", Some(1), false).answer(&net, &Silent).expect(text);
        assert!(answer.proved, "{text}: {answer:?}");
        let least = request("valiant", None, true).answer(&net, &Silent).expect(text);
        assert_eq!((least.proved, least.vcs), (true, 1), "{text}: {least:?}");
    }
    // One more node, and the two halves of real detours do wait for each other.
    let net: Topology = "path(3)".parse().expect("a path");
    let answer = request("valiant", Some(1), false).answer(&net, &Silent).expect("a verdict");
    let cycle = answer.cycle.expect("a deadlock");
    assert!(cycle.iter().all(|by| by.packet.from != by.packet.to), "{cycle:?}");
}

#[test]
fn finding_w13_counterexamples_are_replayed() {
    let fixed = ["ring(5)", "path(3)", "complete(3)", "switch(3)", "hosts(path(2), 2)"];
    let count: usize = fixed.into_iter().map(|text| replay_all(text, 3)).sum();
    assert!(count >= 20, "only {count} counterexamples");
}

#[test]
#[ignore = "minutes: hundreds of networks"]
fn heavy_finding_w13_counterexamples_of_random_networks_are_replayed() {
    let mut count = 0;
    for seed in 0.. {
        count += replay_all(&drawn(seed), 4);
        if count >= 300 {
            break;
        }
    }
    println!("{count} counterexamples replayed");
}

/// A rule that would withhold its escape everywhere.
#[derive(Debug)]
struct Withholding(Arc<dyn Routing>);

impl Routing for Withholding {
    fn channels(&self) -> u32 {
        self.0.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.0.start(from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.0.next(by, at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        None
    }

    fn escape(&self) -> Option<&Arc<dyn Routing>> {
        self.0.escape()
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choices(
        &self,
        by: Option<Channel>,
        at: Node,
        via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        self.0.choices(by, at, via, to, out);
        // On a channel of the escape, which is not the rule's.
        out.push(VirtualChannel::new(0, 0));
    }
}

/// The proof does not depend on the routes that were sampled: the candidates of every state have the escape, regardless of the routing function.
#[test]
fn finding_w14_the_escape_is_offered_by_construction() {
    let (_, net) = build("torus(32,32)");
    let inner = RoutingName::from(&ADAPTIVE).on(&net).expect("a torus");
    let rule: Arc<dyn Routing> = Arc::new(Withholding(inner.clone()));
    let escape = inner.escape().expect("an escape");
    let reserved = escape.channels();
    for (from, to) in [(5, 517), (1000, 1001)].map(|(a, b)| (Node(a), Node(b))) {
        let mut seen: HashSet<Channel> = HashSet::new();
        let mut open = vec![(None::<Channel>, from)];
        while let Some((by, at)) = open.pop().filter(|_| seen.len() < 4_000) {
            let mut out = Vec::new();
            rule.candidates(by, at, None, to, &mut out);
            let entered = by.filter(|by| by.vc < reserved);
            let right = entered.map_or_else(|| escape.start(at, to), |by| escape.next(by, at, to));
            let offered: Vec<_> = out.iter().filter(|out| out.vc < reserved).copied().collect();
            assert_eq!(offered, Vec::from_iter(right), "at {at:?} by {by:?}");
            assert!(entered.is_none() || out.len() <= 1, "at {at:?} by {by:?}");
            for next in out.into_iter().map(|out| Channel::new(at, out)) {
                if seen.insert(next) {
                    open.push((Some(next), net.link(at, next.port).0));
                }
            }
        }
    }
    let Verdict::Holds(proof) = judge(net.as_ref(), &inner, inner.channels(), &Silent).expect("runs") else {
        panic!("not proved")
    };
    let Proof { routes, all_routes, .. } = proof;
    assert!(routes < 1024 * 1023 && !all_routes, "a sample is a cross-check, and is called one");
}

/// One channel is enough on a path, where the channels of the escape and the others are the same; a ring has a deadlock then.
#[test]
fn finding_c_adaptive_routing_on_few_channels_has_one_verdict() {
    for text in ["path(3)", "path(5)", "ring(4)", "ring(6)", "mesh(3,3)", "torus(4,4)", "hypercube(3)"] {
        let net: Topology = text.parse().expect(text);
        let least = request("adaptive", None, true).answer(&net, &Silent).expect(text);
        for vcs in 1..=least.vcs {
            let refuted = least.refuted.iter().flatten().any(|r| r.vcs == vcs);
            let undecided = least.undecided.iter().flatten().any(|&u| u == vcs);
            match request("adaptive", Some(vcs), false).answer(&net, &Silent) {
                Ok(alone) => {
                    assert_eq!(alone.proved, vcs == least.vcs && least.proved, "{text} with {vcs}");
                    assert_eq!(alone.cycle.is_some(), refuted, "{text} with {vcs}");
                    assert!(!undecided, "{text} with {vcs}");
                }
                Err(error) => assert!(undecided, "{text} with {vcs}: {error}"),
            }
        }
        assert_eq!(least.vcs == 1, text.starts_with("path"), "{text}: {least:?}");
    }
}

/// An outsider with only printed routes reproduces the numbers of the proof.
#[test]
fn finding_c_routes_with_channels_rebuild_a_proof() {
    use crossedge::answers::{ChannelRequest, RouteAnswer, RouteRequest};
    for text in ["ring(5)", "torus(3,3)", "mesh(3,3)", "hypercube(3)", "hosts(ring(3), 2)"] {
        let net: Topology = text.parse().expect(text);
        let ends = net.network().expect(text).endpoints();
        let (mut channels, mut dependencies) = (HashSet::new(), HashSet::new());
        for (from, to) in (0..ends).flat_map(|from| (0..ends).map(move |to| (from, to))) {
            let asked = RouteRequest::new(from, to).on_channels(ChannelRequest::default());
            let route: RouteAnswer = asked.answer(&net, &Silent).expect(text);
            let nodes = route.path.expect("a path");
            let taken: Vec<(Node, u32, u32)> = nodes
                .iter()
                .zip(&route.hops)
                .map(|(&at, hop)| (at, hop.port, hop.vc.expect("a channel")))
                .collect();
            channels.extend(taken.iter().copied());
            dependencies.extend(taken.windows(2).map(|pair| (pair[0], pair[1])));
            assert_eq!(taken.is_empty(), from == to, "{text}");
        }
        let answer = DeadlockRequest::default().answer(&net, &Silent).expect(text);
        let proof = answer.proof.expect("proved");
        let counted = (channels.len() as u64, dependencies.len() as u64);
        assert_eq!(counted, (proof.channels.0, proof.dependencies.0), "{text}");
    }
}

/// Detours need their intermediate node, and one that the source draws; packets go between endpoints.
#[test]
fn finding_c_routes_of_packets_that_cannot_be_are_refused() {
    use crossedge::answers::{ChannelRequest, RouteRequest};
    let asked = |text: &str, to: u64, routing: &str, via: Option<u64>| {
        let net: Topology = text.parse().expect(text);
        let routing = RoutingRequest::named(routing.parse().expect(routing));
        let packet = ChannelRequest { routing, via: via.map(Into::into) };
        RouteRequest::new(0, to).on_channels(packet).answer(&net, &Silent).map_err(|error| error.to_string())
    };
    assert!(asked("ring(6)", 3, "valiant", Some(2)).is_ok_and(|route| route.via == Some(Node(2))));
    let without = asked("ring(6)", 3, "valiant", None).expect_err("no detour");
    assert!(without.contains("intermediate node that the source draws"), "{without}");
    let needless = asked("ring(6)", 3, "minimal", Some(2)).expect_err("no detours");
    assert!(needless.contains("takes no detours"), "{needless}");
    let switch = asked("hosts(ring(3), 2)", 7, "minimal", None).expect_err("a switch");
    assert!(switch.contains("is a switch"), "{switch}");
    let adaptive = asked("torus(4,4)", 5, "adaptive", None).expect("a route");
    assert!(adaptive.hops.iter().all(|hop| hop.candidates.as_ref().is_some_and(|all| !all.is_empty())));
}

/// Parents make spanning trees, and no arc is in two of them.
#[test]
fn finding_c_trees_have_parents() {
    for text in ["ring(4)", "torus(3,4)", "dual(torus(3,3))", "hypercube(4)"] {
        let net: Topology = text.parse().expect(text);
        let found = net.trees(0).expect(text);
        let mut arcs = HashSet::new();
        for tree in &found.trees {
            let parents = tree.parents.as_ref().expect("small");
            for (v, parent) in parents.iter().enumerate() {
                let Some(parent) = parent else {
                    assert_eq!(v, 0, "{text}: only the root has none");
                    continue;
                };
                assert!(arcs.insert((*parent, v)), "{text}: {parent:?} to {v} in two trees");
                let (mut at, mut depth) = (v, 0);
                while let Some(up) = parents[at] {
                    (at, depth) = (up.0 as usize, depth + 1);
                    assert!(depth <= tree.depth.expect("judged"), "{text}: {v} is too deep");
                }
                assert_eq!(at, 0, "{text}");
            }
        }
    }
}
