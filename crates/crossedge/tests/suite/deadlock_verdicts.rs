//! Verdicts of the deadlock verifier: textbook answers, dual constructions, wrong routings, limits.

use crate::common::{build, expression};
use crate::common::{routing, routings::*};
use crate::deadlock::{described, packet};
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use crossedge::route::channels::{
    Channel, ChannelGraph, ROUTINGS, Routing, RoutingEntry, Unroutable, VirtualChannel,
};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Refuted, judge};
use proptest::prelude::*;
use std::sync::Arc;

/// Least channels of a routing: the first number with a proof.
fn least(text: &str, scheme: &'static RoutingEntry, detour: bool) -> u32 {
    let (_, net) = build(text);
    let routing = routing(&net, scheme, detour).unwrap_or_else(|e| panic!("{text}: {e}"));
    let proved = |vcs: &u32| {
        matches!(judge(net.as_ref(), &routing, *vcs, &Silent).expect("a verdict"), Verdict::Holds(_))
    };
    (1..=routing.channels()).find(proved).unwrap_or_else(|| panic!("{text}: no number of channels"))
}

#[test]
fn textbook_answers() {
    // Rings and tori need two channels with datelines (Dally, Seitz); three nodes in a ring have routes of one hop.
    assert_eq!(least("ring(3)", DIMENSION, false), 1);
    assert_eq!(least("ring(8)", DIMENSION, false), 2);
    assert_eq!(least("torus(5,5)", DIMENSION, false), 2);
    assert_eq!(least("torus(4,4,4)", DIMENSION, false), 2);
    // Meshes, cubes and flattened butterflies need one.
    assert_eq!(least("mesh(4,5)", DIMENSION, false), 1);
    assert_eq!(least("mesh(4,5)", NEGATIVE_FIRST, false), 1);
    assert_eq!(least("hypercube(5)", DIMENSION, false), 1);
    assert_eq!(least("hyperx(4,4)", DIMENSION, false), 1);
    // The dragonfly needs two, and three with a detour over another group (Kim and others).
    assert_eq!(least("dragonfly(4,2)", LOCAL_GLOBAL_LOCAL, false), 2);
    assert_eq!(least("dragonfly(4,2)", LOCAL_GLOBAL_LOCAL, true), 3);
    // Diameter two, a channel for each hop (Besta, Hoefler).
    assert_eq!(least("slimfly(5)", MINIMAL, false), 2);
    // Valiant doubles.
    assert_eq!(least("mesh(4,4)", DIMENSION, true), 2);
    assert_eq!(least("hypercube(4)", DIMENSION, true), 2);
    // Up*/down* needs one on any network.
    assert_eq!(least("jellyfish(40,3,7)", UPDOWN, false), 1);
    assert_eq!(least("torus(4,4)", UPDOWN, false), 1);
}

/// I7: order routing needs max(2, vc(B)) channels at every level, minimal routing 2^k · vc(B) by this assignment.
#[test]
fn channels_of_dual_constructions() {
    for n in 3..=6 {
        assert_eq!(least(&format!("rdn(ring({n}), 1)"), ORDER, false), 2, "ring({n})");
    }
    assert_eq!(least("rdn(ring(3), 2)", ORDER, false), 2);
    assert_eq!(least("rdn(torus(3,4), 1)", ORDER, false), 2);
    assert_eq!(least("dualcube(4)", ORDER, false), 2);
    for (text, channels) in [("rdn(ring(3), 2)", 4), ("rdn(ring(4), 1)", 4), ("rdn(complete(4), 2)", 4)] {
        let (_, net) = build(text);
        let minimal = routing(&net, MINIMAL, false).expect("a routing");
        assert_eq!(minimal.channels(), channels, "{text}");
        let refuted = judge(net.as_ref(), &minimal, 1, &Silent).expect("a verdict");
        let Verdict::Refuted(Refuted::Deadlock(cycle)) = refuted else {
            panic!("{text}: one channel is not enough")
        };
        assert!(cycle.channels.len() <= 8, "{text}");
    }
}

/// R = 2·R(below) + 3, and what the detours cost: the mean stretch of the audit, 1.08 to 1.14.
#[test]
fn longest_routes_and_mean_stretch_of_order_routing() {
    let worst = |net: &dyn Structure, routing: &dyn Routing, pairs: &mut dyn Iterator<Item = (u64, u64)>| {
        let length = |(a, b)| packet(net, routing, a, None, b).len() as u64;
        pairs.map(length).max().unwrap_or(0)
    };
    for (base, n) in [("ring(3)", 3u64), ("ring(4)", 4), ("ring(5)", 5), ("ring(6)", 6), ("complete(4)", 4)] {
        let mut longest = if base == "complete(4)" { 1 } else { n / 2 };
        for k in 1..=2u64 {
            let text = format!("rdn({base}, {k})");
            let (_, net) = build(&text);
            let order = routing(&net, ORDER, false).expect("a routing");
            longest = 2 * longest + 3;
            assert_eq!(order.longest(), Some(longest), "{text}");
            let n = net.nodes();
            if n > 700 {
                continue;
            }
            let mut all = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
            assert_eq!(worst(net.as_ref(), order.as_ref(), &mut all), longest, "{text}");
            let mut total = (0u64, 0u64, 0.0);
            for a in 0..n {
                for b in (0..n).filter(|&b| b != a) {
                    let length = packet(net.as_ref(), order.as_ref(), a, None, b).len() as u64;
                    let exact = net.distance(Node(a), Node(b)).expect("closed form");
                    assert!(length == exact || length == exact + 2 || k > 1, "{text}: {a} to {b}");
                    total = (total.0 + length, total.1 + exact, total.2 + length as f64 / exact as f64);
                }
            }
            let mean = total.2 / (n * (n - 1)) as f64;
            assert!((1.05..1.15).contains(&mean), "{text}: mean stretch {mean}");
        }
    }
    // Three levels: the pairs that are worst at every level below, put together.
    let (_, net) = build("rdn(ring(3), 3)");
    let order = routing(&net, ORDER, false).expect("a routing");
    assert_eq!(order.longest(), Some(29));
    let (_, two) = build("rdn(ring(3), 2)");
    let below = routing(&two, ORDER, false).expect("a routing");
    let n = two.nodes();
    let (x, y) = (0..n)
        .flat_map(|a| (0..n).map(move |b| (a, b)))
        .find(|&(a, b)| packet(two.as_ref(), below.as_ref(), a, None, b).len() == 13)
        .expect("a longest route below");
    // From (0, a, b) to (1, a', b') with a → a' and b → b' both longest: cluster x, node x, to cluster y, node y.
    let way = packet(net.as_ref(), order.as_ref(), x * n + x, None, n * n + y * n + y);
    assert_eq!(way.len(), 29);
}

/// A routing with a wrong description, or with a livelock.
#[derive(Debug, Default)]
struct Liar {
    hides: bool,
    lost: bool,
    /// `true` if it has no description.
    silent: bool,
}

impl Routing for Liar {
    fn channels(&self) -> u32 {
        1
    }
    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        (from != to).then(|| VirtualChannel::new(0, 0))
    }
    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        if self.lost { Some(VirtualChannel::new(0, 0)) } else { self.start(at, to) }
    }
    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        if self.silent { None } else { Some(self) }
    }
}

impl ChannelGraph for Liar {
    fn injection(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        out.push(VirtualChannel::new(0, 0));
    }
    fn dependencies(&self, _by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        if !self.hides {
            out.push(VirtualChannel::new(0, 0));
        }
    }
    fn ejects(&self, _by: Channel, _at: Node) -> bool {
        true
    }
}

#[test]
fn verifier_rejects_lying_routings() {
    let (_, ring) = build("ring(5)");
    let verdict = |liar: Liar| {
        let liar: Arc<dyn Routing> = Arc::new(liar);
        judge(ring.as_ref(), &liar, 1, &Silent).expect("a verdict")
    };
    // Round and round in one direction: an honest description has a cycle, a lie is found out by a packet.
    let Verdict::Refuted(Refuted::Deadlock(cycle)) = verdict(Liar::default()) else { panic!("a cycle") };
    assert_eq!(cycle.channels.len(), 5);
    assert_eq!(cycle.packets.len(), 5);
    assert!(matches!(verdict(Liar { hides: true, ..Liar::default() }), Verdict::Refuted(Refuted::Broken(_))));
    let Verdict::Refuted(Refuted::Broken(broken)) = verdict(Liar { lost: true, ..Liar::default() }) else {
        panic!("lost")
    };
    assert_eq!(broken.what, "does not arrive");
    // Without a channel graph the packets themselves are asked, and there is no verdict where they are too many.
    let Verdict::Refuted(Refuted::Deadlock(cycle)) = verdict(Liar { silent: true, ..Liar::default() }) else {
        panic!("a cycle")
    };
    assert_eq!(cycle.packets.len(), 5);
    let (_, large) = build("ring(1000)");
    let silent: Arc<dyn Routing> = Arc::new(Liar { silent: true, ..Liar::default() });
    let none = judge(large.as_ref(), &silent, 1, &Silent).expect("not stopped");
    assert!(matches!(none, Verdict::Undecided(limit) if limit.most == 724));
}

#[test]
fn limits_are_reported() {
    let (_, wide) = build("wk(8,4)");
    // Not all its routes are walked, and a channel for every hop is proved nevertheless.
    let hops = routing(&wide, MINIMAL, false).expect("a routing");
    assert_eq!((hops.channels(), hops.longest()), (15, Some(15)));
    let proved = judge(wide.as_ref(), &hops, 15, &Silent).expect("not stopped");
    assert!(matches!(proved, Verdict::Holds(proof) if !proof.all_routes && proof.ranks == 15));
    let (_, apart) = build("graph([[0,1],[2,3]])");
    for scheme in [MINIMAL, UPDOWN] {
        assert_eq!(routing(&apart, scheme, false).expect_err("apart"), Unroutable::Apart);
    }
    let (_, levels) = build("rdn(ring(3), 1)");
    assert!(matches!(routing(&levels, DIMENSION, false), Err(Unroutable::Undefined(_))));
    let (_, huge) = build("rdn(hypercube(3), 4)");
    let order = routing(&huge, ORDER, false).expect("a routing");
    assert!(matches!(judge(huge.as_ref(), &order, 2, &Silent), Ok(Verdict::Undecided(_))));
}

/// Every channel of large networks. Run with `--release -- --ignored`.
#[test]
#[ignore = "heavy"]
fn heavy_order_routing_on_large_networks() {
    for (text, nodes, ranks) in [("rdn(ring(3), 3)", 839_808, 29), ("rdn(torus(5,5), 2)", 3_125_000, 0)] {
        let (_, net) = build(text);
        assert_eq!(net.nodes(), nodes);
        let order = routing(&net, ORDER, false).expect("a routing");
        assert_eq!(order.channels(), 2, "{text}");
        let verdict = judge(net.as_ref(), &order, 2, &Silent).expect("a verdict");
        let Verdict::Holds(proof) = verdict else { panic!("{text} is not proved") };
        assert!(ranks == 0 || proof.ranks == ranks, "{text}: {proof:?}");
        let links = nodes * u64::from(net.degree(Node(0)));
        assert!(proof.bytes <= 2 * links, "{text}: a byte for each channel");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    /// On random expressions every routing that is defined keeps its description and is proved with all its channels.
    #[test]
    fn random_expressions(text in expression(40)) {
        let (_, net) = build(&text);
        for scheme in ROUTINGS {
            for detour in [false, true] {
                let Ok(routing) = routing(&net, scheme, detour) else { continue };
                // An escape and what is around it are walked over all candidates elsewhere.
                if !routing.chooses() && (!detour || net.nodes() <= 20) {
                    described(&format!("{text} {scheme:?}"), net.as_ref(), &routing);
                }
                let verdict = judge(net.as_ref(), &routing, routing.channels(), &Silent).expect("a verdict");
                prop_assert!(matches!(verdict, Verdict::Holds(_)), "{text} {scheme:?}: {verdict:?}");
            }
        }
    }
}
