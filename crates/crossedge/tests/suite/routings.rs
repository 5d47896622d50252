//! Routings by name: they exist where they are defined, minimal ones are minimal, and a refuted one has a circle that packets make.

use crate::common::{build, expression, load, search, stored};
use crate::common::{routing, routings::*};
use crossedge::expr::parse;
use crossedge::net::{ENTRIES, Node, Structure, elaborate};
use crossedge::progress::Silent;
use crossedge::route::channels::{ROUTINGS, Routing, RoutingEntry, RoutingName, Unroutable};
use crossedge::verify::Verdict;
use crossedge::verify::deadlock::{Refuted, judge};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A channel as three numbers: node, port, virtual channel.
type Channel = (u64, u32, u32);

/// The channels of a packet, the last ones put together: by the rules for packets only, and by links.
fn ride(net: &dyn Structure, routing: &dyn Routing, vcs: u32, ends: (u64, Option<u64>, u64)) -> Vec<Channel> {
    use crossedge::route::channels::Channel as By;
    let (from, via, to) = ends;
    let mut way = Vec::new();
    let (mut at, mut by) = (Node(from), None);
    while let Some(next) = routing.step(by, at, via.map(Node), Node(to)) {
        way.push((at.0, next.port.0, next.vc.min(vcs - 1)));
        by = Some(By::new(at, next));
        at = net.link(at, next.port).0;
        assert!(way.len() as u64 <= 4 * net.nodes(), "a packet is lost");
    }
    assert_eq!(at.0, to);
    way
}

/// The dependencies of all packets.
type Waits = BTreeMap<Channel, BTreeSet<Channel>>;

fn waits(net: &dyn Structure, routing: &dyn Routing, vcs: u32) -> Waits {
    let n = net.nodes();
    let mut graph = Waits::new();
    for to in 0..n {
        for from in (0..n).filter(|&from| from != to) {
            let detours = routing.detours(Node(from));
            let vias = (0..detours).map(|i| Some(routing.detour(Node(from), i).0));
            let straight = detours == 0 || routing.source_chooses();
            for via in vias.chain(straight.then_some(None)) {
                for pair in ride(net, routing, vcs, (from, via, to)).windows(2) {
                    graph.entry(pair[0]).or_default().insert(pair[1]);
                }
            }
        }
    }
    graph
}

/// Returns `true` if something waits for itself: what waits for nothing is taken away until no more can be.
fn circle(mut graph: Waits) -> bool {
    loop {
        let still: BTreeSet<Channel> = graph.keys().copied().collect();
        let before = graph.len();
        graph.retain(|_, next| {
            next.retain(|other| still.contains(other));
            !next.is_empty()
        });
        if graph.len() == before {
            return before > 0;
        }
    }
}

/// Every routing that exists, with one to three channels: the verdict matches the packets. `most` nodes with detours.
fn judged(text: &str, most: u64) {
    let (_, shared) = build(text);
    let net = shared.as_ref();
    for scheme in RoutingEntry::all_on(net) {
        for detour in [false, true] {
            if detour && (net.nodes() > most || scheme.own_ways) {
                continue;
            }
            let routing = match routing(&shared, scheme, detour) {
                Ok(routing) => routing,
                Err(Unroutable::Apart) => continue,
                Err(why) => panic!("{text}: {why}"),
            };
            // Paths by queues are walked over all candidates elsewhere, and detours by any node are as many as of Valiant's.
            let many = routing.detours(Node(0)) >= net.nodes() && net.nodes() > most;
            if routing.chooses() || many {
                continue;
            }
            for vcs in 1..=routing.channels().min(3) {
                let graph = waits(net, routing.as_ref(), vcs);
                let name = format!("{text}, {} {detour}, {vcs} channels", scheme.name);
                match judge(net, &routing, vcs, &Silent) {
                    Ok(Verdict::Holds(_)) => {
                        assert!(!circle(graph), "{name}: proved, and packets make a circle")
                    }
                    Ok(Verdict::Refuted(Refuted::Deadlock(cycle))) => {
                        for (i, by) in cycle.channels.iter().enumerate() {
                            let next = cycle.channels[(i + 1) % cycle.channels.len()];
                            let plain =
                                |by: crossedge::route::channels::Channel| (by.from.0, by.port.0, by.vc);
                            let packet = cycle.packets[i];
                            let ends = (packet.from.0, packet.via.map(|v| v.0), packet.to.0);
                            let way = ride(net, routing.as_ref(), vcs, ends);
                            let takes = way.windows(2).any(|pair| pair == [plain(*by), plain(next)]);
                            assert!(takes, "{name}: {packet} does not hold {by:?} and wait for {next:?}");
                        }
                        assert!(circle(graph), "{name}: refuted, and packets make no circle");
                    }
                    other => panic!("{name}: {other:?}"),
                }
            }
        }
    }
}

/// One channel was called refuted by a circle of which two steps have no packet.
#[test]
fn finding_a24_a_circle_that_no_packets_make_is_no_refutation() {
    let (_, net) = build("hdn(complete(2), [{1}])");
    let minimal = routing(&net, MINIMAL, false).expect("a routing");
    assert!(!minimal.clone().channel_graph().expect("closed").tight());
    let verdict = judge(net.as_ref(), &minimal, 1, &Silent).expect("small");
    assert!(matches!(verdict, Verdict::Holds(proof) if proof.from_packets && proof.all_routes));
    judged("hdn(complete(2), [{1}])", 60);
    // If not all packets can be walked there is no verdict, and a size that has one is suggested.
    let (_, large) = build("hdn(complete(400), [{1}])");
    let minimal = routing(&large, MINIMAL, false).expect("a routing");
    let none = judge(large.as_ref(), &minimal, 1, &Silent).expect("not stopped");
    let Verdict::Undecided(limit) = none else { panic!("{none:?}") };
    assert_eq!((limit.asked, limit.most), (Some(800), 724));
    assert!(limit.works.starts_with("a network of at most 724 nodes"), "{limit}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    fn finding_a24_verdicts_agree_with_packets(text in expression(60)) {
        judged(&text, 8);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "heavy"]
    fn heavy_verdicts_agree_with_packets(text in expression(60)) {
        judged(&text, 20);
    }
}

/// Mean route and mean distance of what is called minimal are the same; no other route is shorter than the distance.
fn minimal(text: &str) {
    let (_, shared) = build(text);
    let net = shared.as_ref();
    let graph = stored(net);
    // Up*/down* searches for every target, and no one calls it minimal: small networks are enough.
    for scheme in RoutingEntry::all_on(net).filter(|&scheme| scheme != UPDOWN || net.nodes() <= 64) {
        let Ok(routing) = routing(&shared, scheme, false) else { continue };
        for from in 0..net.endpoints() {
            let row = search(&graph, from);
            for to in 0..net.endpoints() {
                let hops = ride(net, routing.as_ref(), u32::MAX, (from, None, to)).len() as u64;
                let far = row[to as usize];
                let right = if scheme == MINIMAL { hops == far } else { hops >= far };
                assert!(right, "{text}, {}: {hops} hops from {from} to {to} at distance {far}", scheme.name);
            }
        }
    }
}

/// The textbook routing of the dragonfly was called minimal, and so were the addresses of `re(…, policy=degree)`.
#[test]
fn finding_a8_minimal_is_minimal() {
    for text in ENTRIES.iter().flat_map(|entry| entry.examples) {
        let expr = parse(text).expect("examples parse");
        if elaborate(&expr, &load).is_ok_and(|shape| shape.nodes() <= 400u32.into()) {
            minimal(text);
        }
    }
    minimal("dragonfly(8,4)");
    minimal("dragonfly(3,2) * ring(3)");
    minimal("dual(dragonfly(2,1))");
    let (_, degree) = build("re(ring(4), ring(4), 2, policy=degree)");
    assert!(matches!(routing(&degree, MINIMAL, false), Err(Unroutable::Undefined(_))));
    assert_eq!(RoutingEntry::default_for(degree.as_ref()), ADDRESS);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    fn finding_a8_minimal_is_minimal_on_random_expressions(text in expression(100)) {
        minimal(&text);
    }
}

/// A routing that a network does not have was taken for another one.
#[test]
fn finding_a7_routings_that_do_not_exist_are_refused() {
    let none = |text: &str, scheme: &'static RoutingEntry| {
        let (_, net) = build(text);
        routing(&net, scheme, false).expect_err(text).to_string()
    };
    assert_eq!(
        none("slimfly(5)", DIMENSION),
        "there is no dimension routing on this network: dimension order needs a product, a cube, a ring, a path or a complete graph\n\
         help: the routings here are minimal, address, updown, layers, and valiant over each of them; or ugal, ugal over nodes, adaptive, ecmp"
    );
    assert_eq!(
        none("torus(4,4)", ORDER),
        "there is no order routing on this network: order routing needs a level of dual construction\n\
         help: the routings here are minimal, address, dimension, updown, layers, and valiant over each of them; or ugal, ugal over nodes, adaptive, ecmp"
    );
    assert_eq!(
        none("re(ring(4), ring(4), 2, policy=degree)", MINIMAL),
        "there is no minimal routing on this network: address routing is not always minimal here\n\
         help: the routings here are address, updown, layers, and valiant over each of them; or ugal, ugal over nodes"
    );
    assert_eq!(
        none("ring(5)", LOCAL_GLOBAL_LOCAL),
        "there is no local-global-local routing on this network: local, global, local is for dragonflies and what is built of them\n\
         help: the routings here are minimal, address, dimension, updown, layers, and valiant over each of them; or ugal, ugal over nodes, adaptive, ecmp"
    );
    assert!(none("star(5)", DIMENSION).starts_with("there is no dimension routing"));
    assert!(none("rdn(ring(3), 1)", DIMENSION).contains("minimal, address, order, updown"));
    assert!(none("dual(ring(3)) * ring(3)", DIMENSION).contains("has its own levels"));
    for (text, scheme) in [
        ("dual(ring(3)) * ring(3)", ORDER),
        ("torus(4,4)", DIMENSION),
        ("complete(5)", DIMENSION),
        ("dragonfly(3,1) * ring(3)", LOCAL_GLOBAL_LOCAL),
        ("dragonfly(4,2)", MINIMAL),
    ] {
        let (_, net) = build(text);
        routing(&net, scheme, true).unwrap_or_else(|why| panic!("{text}: {why}"));
    }
}

#[test]
fn routing_names_read_back() {
    let plain = ROUTINGS.map(|entry| entry.name.to_owned());
    let over = ROUTINGS.map(|entry| format!("valiant over {}", entry.name));
    for text in plain.into_iter().chain(over).chain(["valiant".to_owned()]) {
        assert_eq!(text.parse::<RoutingName>().expect(&text).to_string(), text);
    }
    assert!("valiant over luck".parse::<RoutingName>().is_err());
    assert!("".parse::<RoutingName>().is_err());
}

#[test]
fn routing_entries_are_distinct() {
    for (i, entry) in ROUTINGS.iter().enumerate() {
        assert!(!entry.summary.is_empty() && !entry.paper.is_empty(), "{}", entry.name);
        assert_eq!(ROUTINGS.iter().position(|other| other == entry), Some(i));
    }
}

/// Tables of small parts answer as the recursion does: the routes on a level are those that the two segments of its base make.
#[test]
fn tables_of_a_base_route_as_the_base_does() {
    for base in [
        "torus(4,5)",
        "mesh(3,4)",
        "hypercube(3)",
        "dual(ring(4))",
        "ring(5) * path(3)",
        "complete(4) * ring(3)",
    ] {
        let (_, below) = build(base);
        let (_, net) = build(&format!("dual({base})"));
        for entry in ROUTINGS.iter().filter(|entry| ["minimal", "address", "order"].contains(&entry.name)) {
            let (Ok(inner), Ok(routing)) = (entry.routing(&below), entry.routing(&net)) else { continue };
            let n = below.nodes();
            // Inside a cluster of either class a route is the route of the base, on the same ports.
            for cluster in [0, n - 1, n, 2 * n - 1] {
                for (from, to) in (0..n).flat_map(|from| (0..n).map(move |to| (from, to))) {
                    let shift = |v: u64| cluster * n + v;
                    let expected = ride(below.as_ref(), inner.as_ref(), u32::MAX, (from, None, to));
                    let found =
                        ride(net.as_ref(), routing.as_ref(), u32::MAX, (shift(from), None, shift(to)));
                    let ports = |way: &[Channel], base: u64| -> Vec<(u64, u32)> {
                        way.iter().map(|&(v, port, _)| (v - base, port)).collect()
                    };
                    assert_eq!(ports(&found, cluster * n), ports(&expected, 0), "{base}, {}", entry.name);
                }
            }
        }
    }
}
