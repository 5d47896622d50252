//! Routings with detours, choices and escapes: exact loads of spread, verdicts, faults by name, and packets against descriptions.

use crate::common::{build, expression, routing, routings::*};
use crossedge::metrics::traffic::Traffic;
use crossedge::net::{Node, Port, Structure};
use crossedge::progress::Silent;
use crossedge::route::channels::{
    Channel, ChannelGraph, Routing, RoutingEntry, RoutingName, Unroutable, VirtualChannel,
};
use crossedge::route::loads::loads;
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Condition, Packet, Proof, Refuted, judge, judge_between};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The throughput that a routing allows, in lowest terms.
fn allowed(text: &str, entry: &'static RoutingEntry, traffic: Traffic) -> (u128, u128) {
    let (_, net) = build(text);
    let found = loads(&net, RoutingName::without_detours(entry), traffic, &Silent)
        .unwrap_or_else(|e| panic!("{text}: {e}"));
    let (a, b) = found.max_injection_rate().expect("something is sent");
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x, b / x)
}

/// The fractions are in docs/ADAPTIVE.md; a program that shares no code with this one found the same: 0.4129, 0.3425, 0.5208.
#[test]
fn exact_loads_of_spread() {
    let net = "rdn(torus(5,5), 1)";
    assert_eq!(allowed(net, SPREAD, Traffic::Uniform), (1249, 3025));
    assert_eq!(allowed(net, SPREAD, Traffic::Tornado), (25, 73));
    assert_eq!(allowed(net, SPREAD, Traffic::Transpose), (25, 48));
    assert_eq!(allowed(net, MINIMAL, Traffic::Tornado), (1, 25));
    assert_eq!(allowed(net, MINIMAL, Traffic::Transpose), (1, 24));
    // The clusters of two bases have two sizes, and each source draws from its own: as if both were the same.
    assert_eq!(
        allowed("dual(ring(5), ring(5))", SPREAD, Traffic::Tornado),
        allowed("dual(ring(5))", SPREAD, Traffic::Tornado)
    );
}

/// At most four times the injection rate on a cross-edge, for any permutation.
#[test]
fn cross_edges_carry_four_times_a_node_at_most() {
    for text in ["dual(ring(6))", "dualcube(3)", "dual(torus(3,3))", "dual(ring(4), complete(3))"] {
        let (_, net) = build(text);
        for traffic in
            [Traffic::Tornado, Traffic::Complement, Traffic::Reverse, Traffic::Transpose, Traffic::Shift(7)]
        {
            let Ok(found) = loads(&net, RoutingName::without_detours(SPREAD), traffic, &Silent) else {
                continue;
            };
            let cross = found.classes.last().expect("cross-edges");
            assert!(cross.most <= 4 * found.unit, "{text}, {traffic}: {cross:?}");
        }
    }
}

fn verdict(text: &str, entry: &'static RoutingEntry, vcs: Option<u32>) -> Verdict<Proof, Refuted> {
    let (_, net) = build(text);
    let routing = routing(&net, entry, false).unwrap_or_else(|e| panic!("{text}: {e}"));
    let vcs = vcs.unwrap_or_else(|| routing.channels());
    judge_between(net.as_ref(), net.endpoints(), &routing, vcs, &Silent).expect("runs")
}

fn cycle(text: &str, entry: &'static RoutingEntry, vcs: u32) -> usize {
    match verdict(text, entry, Some(vcs)) {
        Verdict::Refuted(Refuted::Deadlock(cycle)) => cycle.packets.len(),
        other => panic!("{text}: {other:?}"),
    }
}

/// Twice the channels of the clusters are enough for spread and shortest paths together, and less is not.
#[test]
fn spread_needs_twice_the_channels_of_its_clusters() {
    for (text, channels) in
        [("rdn(ring(4), 1)", 4), ("rdn(ring(5), 1)", 4), ("rdn(ring(3), 1)", 2), ("dualcube(3)", 2)]
    {
        for entry in [SPREAD, UGAL] {
            let (_, net) = build(text);
            assert_eq!(routing(&net, entry, false).expect(text).channels(), channels, "{text}");
            assert!(verdict(text, entry, None).holds(), "{text}");
            assert!(cycle(text, entry, channels - 1) > 1, "{text}");
        }
    }
    assert!(cycle("rdn(ring(5), 1)", SPREAD, 3) > 1, "three channels are refuted by packets");
}

/// Four channels at any depth, with order below; as many as shortest paths have, with these below.
#[test]
fn channels_of_spread_at_depth() {
    for (text, order, shortest) in
        [("rdn(ring(3), 2)", 4, 4), ("rdn(torus(5,5), 2)", 4, 8), ("rdn(ring(4), 3)", 4, 16)]
    {
        let (_, net) = build(text);
        let channels = |entry| routing(&net, entry, false).expect(text).channels();
        assert_eq!([SPREAD_OVER_ORDER, SPREAD].map(channels), [order, shortest], "{text}");
        assert_eq!([UGAL_OVER_ORDER, UGAL].map(channels), [order, shortest], "{text}");
    }
    for entry in [SPREAD, SPREAD_OVER_ORDER, UGAL, UGAL_OVER_ORDER] {
        assert!(verdict("rdn(ring(3), 2)", entry, None).holds(), "{entry:?}");
    }
}

/// By another group a dragonfly needs three channels. Through any node it needs four: with three, packets wait in a circle.
#[test]
fn detours_of_dragonflies() {
    assert!(verdict("dragonfly(4,2)", UGAL, Some(3)).holds());
    assert!(verdict("hosts(dragonfly(4,2), 2)", UGAL, Some(3)).holds());
    assert!(verdict("dragonfly(4,2)", UGAL_OVER_NODES, Some(4)).holds());
    assert!(cycle("dragonfly(4,2)", UGAL_OVER_NODES, 3) > 1);
}

/// On machines with hosts the choice of the source needs as many channels as on the network of their routers, and one less is refuted by packets.
#[test]
fn detours_of_machines() {
    for (text, channels) in [
        ("hosts(dragonfly(4,2), 2)", 3),
        ("hosts(torus(4,4), 2)", 4),
        ("hosts(hyperx(3,4), 2)", 2),
        ("hosts(hypercube(4), 2)", 2),
        ("hosts(rdn(ring(3), 1), 2)", 2),
    ] {
        assert!(verdict(text, UGAL, Some(channels)).holds(), "{text}");
        assert!(cycle(text, UGAL, channels - 1) > 1, "{text}");
    }
}

/// A packet that may leave its shortest path at the second router has one more local hop: four channels, and with fewer packets wait in a circle.
/// Each of these has no other candidate where it waits.
#[test]
fn progressive_adaptive_routing_needs_four_channels() {
    for text in ["dragonfly(3,1)", "dragonfly(4,2)", "hosts(dragonfly(4,2), 2)", "dragonfly(8,4)"] {
        let Verdict::Holds(proof) = verdict(text, PAR, None) else { panic!("{text} is not proved") };
        assert_eq!(proof.escape, None, "{text}");
        let (_, net) = build(text);
        let par = routing(&net, PAR, false).expect(text);
        assert_eq!((par.channels(), routing(&net, UGAL, false).expect(text).channels()), (4, 3), "{text}");
        for vcs in 1..4 {
            let found = verdict(text, PAR, Some(vcs));
            let Verdict::Refuted(Refuted::Deadlock(cycle)) = found else { panic!("{text}: {found:?}") };
            for (i, packet) in cycle.packets.iter().enumerate() {
                let next = cycle.channels[(i + 1) % cycle.channels.len()];
                assert!(
                    forced(net.as_ref(), par.as_ref(), *packet, vcs, cycle.channels[i], next),
                    "{text}: {packet}"
                );
            }
        }
    }
}

/// Returns `true` if a packet can come to hold a channel with nothing to wait for but the next one.
fn forced(
    net: &dyn Structure,
    routing: &dyn Routing,
    packet: Packet,
    vcs: u32,
    holds: Channel,
    waits: Channel,
) -> bool {
    let fold = |by: Channel| Channel { vc: by.vc.min(vcs - 1), ..by };
    let (mut open, mut seen) = (vec![(None, packet.from)], BTreeSet::new());
    while let Some((by, at)) = open.pop() {
        let mut out = Vec::new();
        routing.candidates(by, at, packet.via, packet.to, &mut out);
        let next: Vec<Channel> = out.into_iter().map(|out| Channel::new(at, out)).collect();
        if by.map(fold) == Some(holds) && !next.is_empty() && next.iter().all(|&next| fold(next) == waits) {
            return true;
        }
        open.extend(next.into_iter().filter(|&by| seen.insert(by)).map(|by| {
            let head = net.link(by.from, by.port).0;
            (Some(by), head)
        }));
    }
    false
}

/// A packet is where a choice is left: straight on, or by another group; and nowhere else.
#[test]
fn progressive_adaptive_routing_chooses_twice() {
    let (_, net) = build("dragonfly(4,2)");
    let par = routing(&net, PAR, false).expect("a dragonfly");
    assert!(par.chooses() && par.source_chooses());
    let candidates = |by: Option<Channel>, at: Node, via: u64, to: u64| {
        let mut out = Vec::new();
        par.candidates(by, at, Some(Node(via)), Node(to), &mut out);
        out
    };
    let mut choices = [0; 7];
    for (via, to) in (0..36).flat_map(|via| (1..36).map(move |to| (via, to))) {
        let mut open = vec![(None, Node(0), 0)];
        while let Some((by, at, hops)) = open.pop() {
            let out = candidates(by, at, via, to);
            choices[hops] += usize::from(out.len() > 1);
            for next in out.into_iter().map(|out| Channel::new(at, out)) {
                open.push((Some(next), net.link(at, next.port).0, hops + 1));
            }
            let again = by.is_some_and(|by| par.chooses_again(by, at, Node(to)));
            assert!(candidates(by, at, via, to).len() < 2 || by.is_none() || again);
        }
    }
    assert!(choices[0] > 0 && choices[1] > 0);
    assert_eq!(choices[2..], [0; 5]);
    let why =
        RoutingName::without_detours(PAR).on(&build("torus(4,4)").1).expect_err("no groups").to_string();
    assert!(
        why.starts_with("there is no par routing on this network: progressive adaptive routing is for dragonflies and hosts on these"),
        "{why}"
    );
}

/// The escape of every kind of network, with two free channels above it.
#[test]
fn shortest_paths_with_an_escape_are_deadlock_free() {
    for (text, escape) in [
        ("rdn(ring(3), 1)", 2),
        ("rdn(ring(4), 1)", 2),
        ("dual(ring(4), complete(3))", 1),
        ("torus(4,5)", 2),
        ("mesh(4,4)", 1),
        ("hypercube(4)", 1),
        ("hyperx(3,4)", 1),
        ("dragonfly(4,2)", 2),
        ("hosts(torus(4,4), 2)", 2),
        ("hosts(dragonfly(3,1), 2)", 2),
        ("slimfly(5)", 2),
        ("jellyfish(20,3,1)", 1),
        ("ccc(3)", 1),
    ] {
        let Verdict::Holds(proof) = verdict(text, ADAPTIVE, None) else {
            panic!("{text}: {:?}", verdict(text, ADAPTIVE, None))
        };
        assert_eq!(proof.escape, Some(escape), "{text}");
        assert!(proof.candidates > proof.routes, "{text}");
        assert!(verdict(text, ADAPTIVE, Some(escape + 1)).holds(), "{text}: one free channel is enough");
        // The escape is put together with other channels: packets alone decide.
        match verdict(text, ADAPTIVE, Some(escape)) {
            Verdict::Holds(proof) => assert!(proof.escape.is_none() && proof.from_packets, "{text}"),
            Verdict::Refuted(Refuted::Deadlock(cycle)) => assert!(cycle.channels.len() > 1, "{text}"),
            Verdict::Refuted(Refuted::Broken(broken)) => {
                assert_eq!(broken.condition, Condition::Apart, "{text}")
            }
            Verdict::Undecided(limit) => panic!("{text}: {limit}"),
        }
    }
}

/// A path of a flow, by the nodes that it comes to.
fn way(net: &dyn Structure, routing: &dyn Routing, from: Node, to: Node) -> Vec<Node> {
    let via = (routing.detours(from) > 0).then(|| routing.detour(from, 0));
    let (mut by, mut at, mut nodes) = (None, from, vec![from]);
    while let Some(out) = routing.step(by, at, via, to) {
        by = Some(Channel::new(at, out));
        at = net.link(at, out.port).0;
        nodes.push(at);
    }
    nodes
}

/// A hash over shortest paths: as many channels as the diameter, one on a fat tree; every path is a shortest one; one channel less is refuted where
/// packets make a circle.
#[test]
fn ecmp_hashes_over_shortest_paths() {
    for (text, channels) in [
        ("rdn(ring(5), 1)", 6),
        ("rdn(ring(3), 2)", 10),
        ("torus(4,5)", 4),
        ("hypercube(4)", 4),
        ("dragonfly(4,2)", 3),
        ("slimfly(5)", 2),
        ("hosts(torus(4,4), 2)", 4),
        ("fattree(4)", 1),
        ("xgft([4,4], [1,2])", 1),
    ] {
        let (_, net) = build(text);
        let routing = routing(&net, ECMP, false).expect(text);
        assert_eq!(routing.channels(), channels, "{text}");
        assert!(verdict(text, ECMP, None).holds(), "{text}");
        for (from, to) in (0..net.endpoints()).flat_map(|to| [(0, to), (net.endpoints() - 1, to)]) {
            let way = way(net.as_ref(), routing.as_ref(), Node(from), Node(to));
            assert_eq!(*way.last().expect("a node"), Node(to), "{text}");
            let far = net.distance(Node(from), Node(to)).unwrap_or(way.len() as u64 - 1);
            assert_eq!(way.len() as u64 - 1, far, "{text}");
        }
    }
    for text in ["ring(7)", "torus(4,5)", "rdn(ring(5), 1)", "hypercube(4)"] {
        assert!(cycle(text, ECMP, 1) > 1, "{text}");
    }
}

/// Flows between the same two rows and columns split evenly, and each keeps its path.
#[test]
fn flows_part_by_their_hash() {
    let (_, net) = build("torus(20,20)");
    let routing = routing(&net, ECMP, false).expect("distances");
    let ways = (0..400).map(|v| (Node(v), Node((v + 21) % 400))).filter(|(_, to)| to.0 % 20 != 0);
    let rows =
        ways.clone().filter(|&(from, to)| way(net.as_ref(), routing.as_ref(), from, to)[1].0 == from.0 + 1);
    let (all, rows) = (ways.clone().count(), rows.count());
    assert!((2 * rows).abs_diff(all) < all / 5, "{rows} of {all}");
    // At a node the source of a flow decides, too.
    let firsts: BTreeSet<u32> = (0..400)
        .map(|source| {
            let by = Channel::new(Node(399), VirtualChannel::new(0, 0));
            routing.next_by(by, Node(0), Node(source), Node(105)).expect("not there").port.0
        })
        .collect();
    assert_eq!(firsts.len(), 2);
    let found = loads(&net, RoutingName::without_detours(ECMP), Traffic::Uniform, &Silent)
        .expect("a hash is no choice");
    let total: u128 = found.classes.iter().map(|class| class.total).sum();
    let hops: u64 = (1..400).map(|to| net.distance(Node(0), Node(to)).expect("a torus")).sum();
    assert_eq!(total, u128::from(400 * hops));
}

/// A hash with a fault, for the verifier: one channel for all hops, or a link that does not lead nearer.
#[derive(Debug)]
struct Astray {
    inner: Arc<dyn Routing>,
    level: bool,
}

impl Routing for Astray {
    fn channels(&self) -> u32 {
        self.inner.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.inner.start(from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let next = self.inner.next(by, at, to)?;
        Some(match self.level {
            true => VirtualChannel { vc: 0, ..next },
            false if at == Node(3) => VirtualChannel { port: Port(1 - next.port.0), ..next },
            false => next,
        })
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        if self.level { None } else { self.inner.clone().channel_graph() }
    }
}

#[test]
fn faults_of_a_hash_are_caught() {
    let (_, net) = build("ring(7)");
    let told = |level: bool| {
        let inner = routing(&net, ECMP, false).expect("a ring");
        let astray: Arc<dyn Routing> = Arc::new(Astray { inner, level });
        match judge(net.as_ref(), &astray, 3, &Silent).expect("runs") {
            Verdict::Refuted(refuted) => refuted.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert!(told(true).contains("can deadlock: 7 channels wait for each other"), "{}", told(true));
    assert!(told(false).contains("which is not described"), "{}", told(false));
}

/// An error in the routing below.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    Nothing,
    Withheld,
    Wrong,
    Left,
    Back,
    NoPort,
}

/// A routing with an escape, and a fault at one node.
#[derive(Debug)]
struct Faulty {
    net: Arc<dyn Structure>,
    inner: Arc<dyn Routing>,
    fault: Fault,
    /// Everywhere by default.
    at: Option<Node>,
}

impl Routing for Faulty {
    fn channels(&self) -> u32 {
        self.inner.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.inner.start(from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.inner.next(by, at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        self.inner.clone().channel_graph()
    }

    fn escape(&self) -> Option<&Arc<dyn Routing>> {
        self.inner.escape()
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
        self.inner.candidates(by, at, via, to, out);
        let reserved = self.escape().expect("an escape").channels();
        let Some(by) = by.filter(|_| self.at.is_none_or(|fault| fault == at) && at != to) else { return };
        match self.fault {
            Fault::Withheld if by.vc >= reserved => out.retain(|out| out.vc >= reserved),
            Fault::Wrong => {
                out.iter_mut().filter(|out| out.vc < reserved).for_each(|out| out.vc = 1 - out.vc)
            }
            Fault::Left if by.vc < reserved => out.push(VirtualChannel { vc: reserved, ..out[0] }),
            Fault::Back if by.vc >= reserved => {
                let mut ports = (0..self.net.degree(at)).map(Port);
                let back = ports.find(|&port| self.net.link(at, port).0 == by.from);
                out.push(VirtualChannel { port: back.expect("a link back"), vc: reserved });
            }
            Fault::NoPort if by.vc >= reserved => out.push(VirtualChannel::new(99, reserved)),
            _ => {}
        }
    }
}

/// The verdict on a fault, by the name of what is not kept.
fn told(text: &str, fault: Fault, at: Option<u64>) -> String {
    let (_, net) = build(text);
    let inner = routing(&net, ADAPTIVE, false).expect(text);
    let faulty: Arc<dyn Routing> = Arc::new(Faulty { net: net.clone(), inner, fault, at: at.map(Node) });
    match judge(net.as_ref(), &faulty, faulty.channels(), &Silent).expect("runs") {
        Verdict::Holds(_) => "holds".to_owned(),
        Verdict::Refuted(refuted) => refuted.to_string(),
        Verdict::Undecided(limit) => limit.to_string(),
    }
}

#[test]
fn faults_of_an_escape_are_caught_by_name() {
    let text = "rdn(ring(3), 1)";
    assert_eq!(told(text, Fault::Nothing, None), "holds");
    for at in [None, Some(0), Some(7), Some(17)] {
        // No routing can withhold, replace or leave the escape: it is added after its choices.
        for fault in [Fault::Withheld, Fault::Wrong, Fault::Left] {
            assert_eq!(told(text, fault, at), "holds", "{fault:?} at {at:?}");
        }
        for (fault, name, what) in [
            (Fault::Back, "J4, no packet runs in a circle", "again and again"),
            (Fault::NoPort, "J1, it follows its description", "which is not there"),
        ] {
            let told = told(text, fault, at);
            assert!(told.contains(name) && told.contains(what), "{fault:?} at {at:?}: {told}");
        }
    }
}

/// All that packets do: which channel after which, over all candidates of every state.
#[derive(Default)]
struct Made {
    first: BTreeSet<Channel>,
    after: BTreeMap<Channel, BTreeSet<Channel>>,
    last: BTreeSet<Channel>,
}

/// Visits every state of a packet with its candidates.
type See<'a> = &'a mut dyn FnMut(Option<Channel>, Node, &[VirtualChannel]);

/// Walks a packet over all its candidates; the states that it comes to are each looked at once.
fn ride(
    net: &dyn Structure,
    routing: &dyn Routing,
    (from, via, to): (Node, Option<Node>, Node),
    made: &mut Made,
    see: See<'_>,
) {
    let mut seen = BTreeSet::new();
    let mut open = vec![(None, from)];
    while let Some((by, at)) = open.pop() {
        let mut out = Vec::new();
        routing.candidates(by, at, via, to, &mut out);
        see(by, at, &out);
        if out.is_empty() {
            assert_eq!(at, to, "stops on the way");
            made.last.extend(by);
        }
        for next in out {
            assert!(next.port.0 < net.degree(at) && next.vc < routing.channels());
            let next = Channel::new(at, next);
            match by {
                None => made.first.insert(next),
                Some(by) => made.after.entry(by).or_default().insert(next),
            };
            made.after.entry(next).or_default();
            if seen.insert(next) {
                open.push((Some(next), net.link(at, next.port).0));
            }
        }
    }
}

/// Rebuilds every routing of a network from its packets. No packet uses a dependency that is missing from its graph; every dependency of a graph
/// that claims to be exact is used by a packet; and escape channels are where they should be.
fn rebuilt(text: &str, most: u64) {
    let (_, net) = build(text);
    let n = net.endpoints();
    for entry in RoutingEntry::all_on(net.as_ref()) {
        let name = format!("{text}, {}", entry.name);
        let routing = match routing(&net, entry, false) {
            Ok(routing) => routing,
            Err(Unroutable::Apart) => continue,
            Err(why) => panic!("{name}: {why}"),
        };
        let mut made = Made::default();
        let detours = routing.detours(Node(0));
        let all = detours < n || n <= most;
        for (to, from) in (0..n).flat_map(|to| (0..n).map(move |from| (Node(to), Node(from)))) {
            let count = routing.detours(from);
            let step = if all { 1 } else { 7 };
            let vias = (0..count).skip(if all { 0 } else { (from.0 % 7) as usize }).step_by(step);
            let straight = (count == 0 || routing.source_chooses()).then_some(None);
            for via in vias.map(|i| Some(routing.detour(from, i))).chain(straight) {
                let mut see = |by: Option<Channel>, at: Node, out: &[VirtualChannel]| {
                    let Some(escape) = routing.escape() else { return };
                    let reserved = escape.channels();
                    let right = match by.filter(|by| by.vc < reserved) {
                        Some(by) => escape.next(by, at, to),
                        None => escape.start(at, to),
                    };
                    let found: Vec<_> = out.iter().filter(|out| out.vc < reserved).copied().collect();
                    assert_eq!(found, Vec::from_iter(right), "{name}");
                    assert!(
                        by.is_none_or(|by| by.vc >= reserved) || out.len() <= 1,
                        "{name} leaves the escape"
                    );
                    for free in out.iter().filter(|out| out.vc >= reserved) {
                        let head = net.link(at, free.port).0;
                        assert_eq!(net.distance(head, to).map(|d| d + 1), net.distance(at, to), "{name}");
                    }
                };
                ride(net.as_ref(), routing.as_ref(), (from, via, to), &mut made, &mut see);
            }
        }
        let (graph, reserved) = match routing.escape() {
            Some(escape) => (escape.clone().channel_graph(), escape.channels()),
            None => (routing.clone().channel_graph(), routing.channels()),
        };
        let graph = graph.expect("every routing of the list has one, or its escape");
        described(&name, net.as_ref(), &made, graph.as_ref(), reserved, routing.escape().is_none() && all);
        let verdict = judge_between(net.as_ref(), n, &routing, routing.channels(), &Silent).expect("runs");
        assert!(verdict.holds(), "{name}: {verdict:?}");
    }
}

/// The dependencies of packets on the channels below `reserved`, against a channel graph; entries from above are injected.
fn described(
    name: &str,
    net: &dyn Structure,
    made: &Made,
    graph: &dyn ChannelGraph,
    reserved: u32,
    whole: bool,
) {
    let set = |at: Node, ask: &dyn Fn(&mut Vec<VirtualChannel>)| -> BTreeSet<Channel> {
        let mut out = Vec::new();
        ask(&mut out);
        out.into_iter().map(|out| Channel::new(at, out)).collect()
    };
    let below = |all: &BTreeSet<Channel>| -> BTreeSet<Channel> {
        all.iter().filter(|by| by.vc < reserved).copied().collect()
    };
    let mut entered: BTreeMap<Node, BTreeSet<Channel>> = BTreeMap::new();
    for by in below(&made.first) {
        entered.entry(by.from).or_default().insert(by);
    }
    for (by, next) in &made.after {
        let (at, next) = (net.link(by.from, by.port).0, below(next));
        if by.vc >= reserved {
            entered.entry(at).or_default().extend(next);
            continue;
        }
        let said = set(at, &|out| graph.dependencies(*by, at, out));
        assert!(next.is_subset(&said), "{name}: after {by:?}");
        assert!(graph.ejects(*by, at) || !made.last.contains(by), "{name}: last {by:?}");
        assert!(!whole || !graph.tight() || next == said, "{name}: after {by:?}: {said:?}, not {next:?}");
    }
    for (at, found) in entered {
        let said = set(at, &|out| graph.injection(at, out));
        assert!(found.is_subset(&said), "{name}: first at {at:?}");
        assert!(!whole || !graph.tight() || found == said, "{name}: first at {at:?}");
    }
}

#[test]
fn networks_of_every_kind_rebuilt_from_their_packets() {
    for text in [
        "rdn(ring(3), 1)",
        "rdn(complete(2), 2)",
        "dual(ring(4), complete(3))",
        "hdn(torus(2,3), [{1}])",
        "dragonfly(3,1)",
        "torus(4,4)",
        "fattree(4)",
        "hosts(dragonfly(2,1), 2)",
        "hosts(rdn(ring(3), 1), 1)",
    ] {
        rebuilt(text, 20);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    fn random_networks_rebuilt_from_their_packets(text in expression(40)) {
        rebuilt(&text, 12);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "heavy"]
    fn heavy_random_networks_rebuilt_from_their_packets(text in expression(100)) {
        rebuilt(&text, 40);
    }
}
