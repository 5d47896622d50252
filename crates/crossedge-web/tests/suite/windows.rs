//! Windows on the map: positions and links are the library's own, node by node; every answer is bounded; what bundles count is there.

use crossedge::answers::WindowRequest;
use crossedge::net::{Node, Port};
use crossedge::prelude::*;
use crossedge::render::{MAX_BUNDLES, Map, plan};
use std::collections::{BTreeMap, BTreeSet};

/// Networks to look at: 50 million nodes, 3 million, a million hosts on a fat tree, 10^12 nodes.
const LARGE: [&str; 4] =
    ["rdn(ring(5), 3)", "rdn(torus(5,5), 2)", "hosts(xgft([25,40,10],[1,5,10]), 100)", "rdn(ring(3), 4)"];

fn map(text: &str) -> (Topology, Map) {
    let net: Topology = text.parse().unwrap_or_else(|error: crossedge::Error| panic!("{text}: {error}"));
    let map = net.map().unwrap_or_else(|error| panic!("{text}: {error}"));
    (net, map)
}

/// Numbers that look random, the same every time.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A window of any depth around any node.
    fn window(&mut self, map: &Map) -> [f64; 4] {
        let (x, y) = map.place(Node(self.next() % map.network().nodes()));
        let widest = map.size().0.max(map.size().1);
        let half = 2.0 * (widest / 4.0).powf(self.share());
        [x - half, y - half, x + half, y + half]
    }
}

/// Small maps have the places that pictures have.
#[test]
fn small_maps_are_the_plans_of_pictures() {
    for text in [
        "ring(9)",
        "torus(5,5)",
        "hypercube(4)",
        "rdn(ring(3), 1)",
        "rdn(ring(5), 1)",
        "dual(torus(3,3))",
        "dualcube(3)",
        "dragonfly(4,2)",
    ] {
        let (_, map) = map(text);
        let plan = plan(map.network().as_ref());
        assert_eq!(plan.at.len() as u64, map.network().nodes());
        for (id, at) in plan.at.iter().enumerate() {
            let place = map.place(Node(id as u64));
            assert!(
                (place.0 - at.0).abs() + (place.1 - at.1).abs() < 1e-9,
                "{text}, node {id}: {place:?} {at:?}"
            );
        }
    }
}

/// Every construction of the catalog has a map on which no two nodes are on each other, and every node is found at its place.
#[test]
fn every_example_has_a_map() {
    for entry in crossedge::net::ENTRIES {
        for text in entry.examples {
            let Ok(net) = text.parse::<Topology>() else { continue };
            let Ok(map) = net.map() else { continue };
            let nodes = map.network().nodes().min(300);
            for id in 0..nodes {
                let (x, y) = map.place(Node(id));
                assert!(
                    (0.0..=map.size().0).contains(&x) && (0.0..=map.size().1).contains(&y),
                    "{text}: {id} is outside"
                );
                assert_eq!(map.nearest_node((x, y)), Some(Node(id)), "{text}");
            }
        }
    }
}

/// 1,000 windows of any depth: under 500 KB each, and their contents match the library, over 10^5 samples and more.
#[test]
fn windows_agree_with_the_library() {
    let mut samples = 0u64;
    for (seed, text) in LARGE.into_iter().enumerate() {
        let (net, map) = map(text);
        let network = map.network().as_ref();
        let mut dice = Dice(seed as u64);
        for number in 0..250 {
            let asked = dice.window(&map);
            let seen = map.window(Some(asked), (1400.0, 900.0));
            let close = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() + (a.1 - b.1).abs() < 1e-4;
            for point in &seen.points {
                assert!(close(point.at, map.place(point.node)), "{text} {asked:?}: {point:?}");
                samples += 1;
            }
            for link in &seen.links {
                let class = (0..network.degree(link.from))
                    .map(Port)
                    .filter(|port| network.link(link.from, *port).0 == link.to)
                    .map(|port| network.link_class(link.from, port))
                    .collect::<Vec<_>>();
                assert!(class.contains(&link.class), "{text}: {link:?} is not a link of that kind");
                assert!(close(link.from_at, map.place(link.from)) && close(link.to_at, map.place(link.to)));
                samples += 1;
            }
            // All links of a node that is seen are seen.
            let drawn: u64 = seen.links.len() as u64;
            let degrees: u64 = seen.points.iter().map(|point| u64::from(network.degree(point.node))).sum();
            let ids: std::collections::BTreeSet<u64> = seen.points.iter().map(|point| point.node.0).collect();
            let both = seen
                .links
                .iter()
                .filter(|link| ids.contains(&link.from.0) && ids.contains(&link.to.0))
                .count();
            if seen.links_left_out == 0 {
                assert_eq!(drawn + both as u64, degrees, "{text} {asked:?}");
            }
            let request = WindowRequest { window: Some(asked), ..WindowRequest::default() };
            let bytes = serde_json::to_vec(&request.on_map(&net, &map)).expect("JSON").len();
            assert!(bytes < 490_000, "{text}, window {number} {asked:?}: {bytes} bytes");
        }
    }
    assert!(samples >= 100_000, "{samples} samples");
}

/// A node is where it is looked for, at any depth, in networks of any size.
#[test]
fn every_node_is_found_at_its_place() {
    let more = [
        "hypercube(40)",
        "torus(100000,100000)",
        "ring(1000000)",
        "complete(100000)",
        "wk(5,20)",
        "dragonfly(64,32)",
    ];
    for (seed, text) in LARGE
        .into_iter()
        .chain(more)
        .chain(["dual(hypercube(10), ring(7))", "ring(3) * rdn(ring(3), 2)"])
        .enumerate()
    {
        let Ok(net) = text.parse::<Topology>() else { continue };
        let map = net.map().unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut dice = Dice(seed as u64);
        for _ in 0..100 {
            let node = Node(dice.next() % map.network().nodes());
            assert_eq!(map.nearest_node(map.place(node)), Some(node), "{text}");
        }
    }
}

/// The boxes of the entire map hold all nodes, and its bundles all links between the two halves.
#[test]
fn boxes_and_bundles_count_everything_once() {
    for text in ["rdn(ring(5), 3)", "rdn(ring(3), 4)", "rdn(torus(5,5), 2)"] {
        let (net, map) = map(text);
        let seen = map.window(None, (1400.0, 900.0));
        let held: u64 =
            seen.boxes.iter().filter(|one| one.level == 0 && !one.open).map(|one| one.nodes).sum();
        let classes: Vec<&str> =
            seen.boxes.iter().filter(|one| one.open).map(|one| one.label.as_str()).collect();
        assert!(classes.len() == 2 && classes[0].starts_with("class 0: "), "{text}: {classes:?}");
        assert_eq!(held, map.network().nodes(), "{text}");
        let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
        seen.bundles.iter().for_each(|bundle| *counts.entry(bundle.class).or_default() += bundle.count);
        let outermost = map.network().link_classes().len() - 1;
        // Every node has one link to the other half.
        assert_eq!(counts.get(&outermost), Some(&(map.network().nodes() / 2)), "{text}: {counts:?}");
        assert_eq!(net.nodes(), map.network().nodes().into());
    }
}

/// Bundles between small boxes are those that a count link by link finds.
#[test]
fn bundles_between_small_boxes_are_counted() {
    let (_, map) = map("torus(40,40)");
    let network = map.network().as_ref();
    let seen = map.window(None, (80.0, 80.0));
    assert!(seen.points.is_empty() && !seen.bundles.is_empty(), "{} boxes", seen.boxes.len());
    let inside = |node: Node| {
        let (x, y) = map.place(node);
        seen.boxes.iter().position(|one| {
            !one.open && (one.low.0..=one.high.0).contains(&x) && (one.low.1..=one.high.1).contains(&y)
        })
    };
    let mut between = 0u64;
    for node in (0..network.nodes()).map(Node) {
        for port in (0..network.degree(node)).map(Port) {
            let other = network.link(node, port).0;
            between += u64::from(node < other && inside(node) != inside(other));
        }
    }
    assert_eq!(seen.bundles.iter().map(|bundle| bundle.count).sum::<u64>(), between);
}

/// A fat tree: every box has its stated contents, and every subtree has its links upwards.
#[test]
fn subtrees_climb_by_all_their_links() {
    let (_, map) = map("xgft([100,100,100],[1,10,10])");
    let seen = map.window(None, (1400.0, 900.0));
    let held: u64 = seen.boxes.iter().filter(|one| one.level == 0).map(|one| one.nodes).sum();
    assert_eq!(held, map.network().nodes());
    let top: u64 = seen.bundles.iter().filter(|bundle| bundle.class == 2).map(|bundle| bundle.count).sum();
    // Each of 100 subtrees has ten switches on top, and each of these ten parents.
    assert_eq!(top, 100 * 10 * 10);
}

/// Links that are drawn and links that are not are all links, and a symmetric network looks symmetric: the shares of links that nodes keep
/// differ by at most a factor of two.
#[test]
fn links_are_counted_once_and_thinned_evenly() {
    for text in [
        "dragonfly(16,8)",
        "hypercube(10)",
        "hypercube(11)",
        "torus(14,14,14)",
        "complete(300)",
        "torus(50,50)",
    ] {
        let (net, map) = map(text);
        let network = map.network().as_ref();
        let seen = map.window(None, (1400.0, 900.0));
        if seen.points.len() as u64 != network.nodes() {
            continue;
        }
        let shown = seen.links.len() as u64;
        assert_eq!(net.links(), (shown + seen.links_left_out).into(), "{text}: {shown} links");
        let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
        for end in seen.links.iter().flat_map(|link| [link.from, link.to]) {
            *counts.entry(end.0).or_default() += 1;
        }
        let shares: Vec<f64> = (0..network.nodes())
            .map(|id| f64::from(counts.get(&id).copied().unwrap_or(0)) / f64::from(network.degree(Node(id))))
            .collect();
        let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
        let most = shares.iter().copied().fold(0.0, f64::max);
        assert!(least > 0.0 && most <= 2.0 * least, "{text}: shares of {least} to {most}");
    }
}

/// Links of a fat tree end at the switches of their level: in all of their width, not in one point, and not in the middle of pods.
#[test]
fn bundles_of_a_fat_tree_end_at_its_switches() {
    let (_, map) = map("fattree(48)");
    let seen = map.window(None, (1400.0, 900.0));
    let core: Vec<_> = seen.bundles.iter().filter(|bundle| bundle.class == 2).collect();
    assert_eq!(core.iter().map(|bundle| bundle.count).sum::<u64>(), 27_648);
    let height = |node: u64| map.place(Node(node)).1;
    let nodes = map.network().nodes();
    let (top, pod) = (height(nodes - 1), height(48 * 48 * 48 / 4 + 48 * 24));
    let mut ends: Vec<f64> = core.iter().map(|bundle| bundle.to.0).collect();
    ends.sort_by(f64::total_cmp);
    ends.dedup();
    assert!(ends.len() >= 4, "core links end in {} places", ends.len());
    for bundle in &core {
        assert!((bundle.to.1 - top).abs() < 4.0, "{bundle:?} does not end at the core switches at {top}");
    }
    assert!(core.iter().any(|bundle| (bundle.from.1 - pod).abs() < 4.0), "none begins at {pod}");
    assert_eq!(seen.bundles_left_out, 0);
}

/// On the way from 10^12 nodes to one of them no level of links is left out as a whole: what a wider window has, every nearer one has.
#[test]
fn no_level_is_left_out_on_the_way_to_a_node() {
    for (text, node) in [
        ("rdn(ring(3), 4)", 333_333_333_333),
        ("rdn(ring(5), 3)", 12_345_678),
        ("rdn(torus(5,5), 2)", 1_234_567),
    ] {
        let (_, map) = map(text);
        let (x, y) = map.place(Node(node));
        let mut before: BTreeSet<usize> = BTreeSet::new();
        let mut half = map.size().0.max(map.size().1) / 2.0;
        while half > 8.0 {
            let seen =
                map.window(Some([x - half, y - 0.64 * half, x + half, y + 0.64 * half]), (1400.0, 900.0));
            let links = seen.links.iter().map(|link| link.class);
            let now: BTreeSet<usize> = links.chain(seen.bundles.iter().map(|bundle| bundle.class)).collect();
            assert!(seen.bundles.len() <= MAX_BUNDLES);
            assert!(before.is_subset(&now), "{text}, {half}: {before:?}, then {now:?}");
            before = now;
            half /= 1.3;
        }
        assert_eq!(before.len(), map.network().link_classes().len(), "{text}");
    }
}

/// 510 windows of 30 networks: every number of an answer is that of the library. Counts of nodes are those of the network, links are shown or left out once each, and links
/// between blocks of clusters are those of the adjacency matrix.
#[test]
fn numbers_of_windows_are_those_of_the_library() {
    const NETWORKS: [&str; 30] = [
        "ring(9)",
        "path(12)",
        "complete(12)",
        "star(9)",
        "hypercube(6)",
        "hypercube(10)",
        "torus(8,8)",
        "torus(5,6,7)",
        "torus(50,50)",
        "mesh(6,9)",
        "hyperx(5,5)",
        "hyperx(8,8,8)",
        "dragonfly(4,2)",
        "dragonfly(16,8)",
        "hosts(dragonfly(4,2), 2)",
        "hosts(dragonfly(16,8), 8)",
        "fattree(8)",
        "fattree(48)",
        "slimfly(5)",
        "slimfly(17)",
        "polarity(5)",
        "wk(4,3)",
        "dualcube(4)",
        "dual(ring(3), ring(5))",
        "rdn(ring(3), 1)",
        "rdn(ring(3), 2)",
        "rdn(ring(5), 3)",
        "rdn(ring(3), 4)",
        "rdn(torus(5,5), 2)",
        "hdn(torus(2,3,5), [{1,2}])",
    ];
    let mut numbers = 0u64;
    for (seed, text) in NETWORKS.into_iter().enumerate() {
        let (net, map) = map(text);
        let network = map.network().as_ref();
        let mut dice = Dice(1_000 + seed as u64);
        for number in 0..17 {
            let window = (number > 0).then(|| dice.window(&map));
            let answer = WindowRequest { window, ..WindowRequest::default() }.on_map(&net, &map);
            let seen = map.window(window, (1400.0, 900.0));
            assert_eq!((answer.nodes.0, &answer.links.0), (network.nodes(), &net.links()), "{text}");
            assert_eq!(answer.endpoints.0, network.endpoints(), "{text}");
            assert_eq!(answer.points.id.len(), seen.points.len(), "{text}");
            assert_eq!(answer.left_out.links, seen.links_left_out, "{text}");
            // Links with an end at a node that is seen: each once.
            let ids: std::collections::BTreeSet<u64> = answer.points.id.iter().map(|node| node.0).collect();
            let degrees: u64 = ids.iter().map(|id| u64::from(network.degree(Node(*id)))).sum();
            if degrees <= 200_000 {
                let ends = ids.iter().flat_map(|id| (0..network.degree(Node(*id))).map(|port| (*id, port)));
                let once = ends
                    .filter(|(id, port)| {
                        let to = network.link(Node(*id), Port(*port)).0.0;
                        to >= *id || !ids.contains(&to)
                    })
                    .count() as u64;
                assert_eq!(seen.links.len() as u64 + answer.left_out.links, once, "{text} {window:?}");
            }
            for (id, kind) in answer.points.id.iter().zip(&answer.points.kind) {
                assert_eq!(*kind == 1, id.0 >= network.endpoints(), "{text}: {id:?}");
            }
            // No box has more nodes than the network; the closed ones of the entire map and its nodes are all.
            let closed: u64 = seen.boxes.iter().filter(|one| !one.open).map(|one| one.nodes).sum();
            assert!(closed + seen.points.len() as u64 <= network.nodes(), "{text}: {closed}");
            if window.is_none() {
                assert_eq!(closed + seen.points.len() as u64, network.nodes(), "{text}");
            }
            let between: u64 = seen.bundles.iter().map(|bundle| bundle.count).sum();
            assert!(
                num_bigint::BigUint::from(between) <= net.links(),
                "{text} {window:?}: {between} links in bundles"
            );
            numbers += 6 + answer.points.id.len() as u64 + seen.boxes.len() as u64;
        }
    }
    assert!(numbers >= 10_000, "{numbers}");
}
