//! Evidence (proved, computed, bounded, sampled) compared with a plain search and with the parts of a network.

use crate::common::{build, expression, load, search, stored};
use crossedge::evidence::Evidence;
use crossedge::expr::parse;
use crossedge::metrics::{Diameter, Effort, Metrics, Symmetry};
use crossedge::net::{ENTRIES, Leaf, Network, Node, Parts, Port, Structure, UnitWalks, elaborate, read};
use crossedge::progress::Silent;
use crossedge::render::decimal;
use crossedge::route::fault::{Diameter as How, Router, Setting, Survey};
use crossedge::route::{MAX_SEEN, distance};
use crossedge::verify;
use num_bigint::BigUint;
use num_integer::Integer;
use proptest::prelude::*;

/// Returns `true` if a stored or searched graph is a part of this network, at any depth.
fn searched_part(net: &dyn Structure) -> bool {
    match net.parts() {
        Parts::Leaf(Leaf::Cube(_)) => false,
        // A stored graph shows itself under its own name only; a Slim Fly has one inside, and a theorem over it.
        Parts::Leaf(_) => format!("{net:?}").starts_with("Table("),
        Parts::Product(parts) => parts.iter().any(|part| searched_part(part.as_ref())),
        Parts::Level(level) => searched_part(level.base().as_ref()),
        Parts::Expansion(net) => {
            net.unit_walks() == UnitWalks::Searched
                || searched_part(net.unit().as_ref())
                || net.phases().any(|phase| searched_part(phase.frame.as_ref()))
        }
    }
}

/// Everything that rests on distances, on one network: proved only without searched parts, and right in any case.
fn honest(text: &str) {
    let (shape, net) = build(text);
    let searched = searched_part(net.as_ref());
    let graph = stored(net.as_ref());
    let n = net.nodes();
    let from_0 = search(&graph, 0);
    let connected = from_0.iter().all(|&d| d != u64::MAX);
    let never = |what: &str, evidence: &Evidence| {
        assert!(!(searched && matches!(evidence, Evidence::Proved(_))), "{text}: {what} is {evidence}");
    };
    let mut counts: Vec<u64> = Vec::new();
    for a in 0..n {
        let row = search(&graph, a);
        for b in (0..n).step_by((n as usize / 24).max(1)) {
            let found =
                distance(net.as_ref(), Node(a), Node(b), MAX_SEEN, &Silent).expect("within the limit");
            let truth = Some(row[b as usize]).filter(|&d| d != u64::MAX);
            assert_eq!(found.value, truth, "{text}: from {a} to {b}");
            never("a distance", &found.evidence);
        }
        // Metrics are between endpoints.
        let ends = if a < net.endpoints() { net.endpoints() as usize } else { 0 };
        for d in row.into_iter().take(ends).filter(|&d| d != u64::MAX) {
            counts.resize(counts.len().max(d as usize + 1), 0);
            counts[d as usize] += 1;
        }
    }
    let mut figures = Metrics::new(shape.as_ref(), Some(net.as_ref()), Effort::Exhaustive, &Silent);
    if !connected {
        assert!(figures.diameter().is_err() && figures.distances().is_err(), "{text} is not connected");
        return;
    }
    let diameter = figures.diameter().expect("connected");
    assert_eq!(diameter.value, Diameter::Exact((counts.len() as u64 - 1).into()), "{text}");
    never("the diameter", &diameter.evidence);
    let known = figures.distances().expect("connected").distances.clone();
    let all: Vec<BigUint> = counts.iter().map(|&c| c.into()).collect();
    assert_eq!(known.value.pairs(), all, "{text}");
    never("the histogram", &known.evidence);
    let mean = figures.mean_distance().expect("connected");
    let sum: u64 = (0u64..).zip(&counts).map(|(d, c)| d * c).sum();
    let pairs = (net.endpoints() * (net.endpoints() - 1)).max(1);
    let by = sum.gcd(&pairs).max(1);
    assert_eq!(mean.value, ((sum / by).into(), (pairs / by).into()), "{text}");
    never("the mean distance", &mean.evidence);
    match figures.cost_ratio((1.0, 1.0)) {
        Ok(ratio) => ratio.iter().for_each(|ratio| never("the cost ratio", &ratio.evidence)),
        Err(error) => assert!(net.endpoints() < n, "{text}: {error}"),
    }
    if let Symmetry::Refuted(why) = figures.node_symmetry().expect("connected").value {
        unlike(text, &graph, &why);
    }
    sampled(text, counts.len() as u64 - 1);
    if n <= 13 && shape.machine().is_none() {
        bounds(text, &graph, &mut figures);
    }
}

/// A refutation by histograms names a distance at which two nodes differ, and what they see there.
fn unlike(text: &str, graph: &[Vec<u64>], why: &str) {
    let Some((_, what)) = why.split_once("; at distance ") else {
        let known = ["nodes of degree", "no automorphism takes node"];
        assert!(known.iter().any(|known| why.starts_with(known)), "{text}: {why}");
        return;
    };
    let numbers: Vec<u64> =
        what.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect();
    let [distance, a, x, b, y] = numbers[..] else { panic!("{text}: {why}") };
    let seen = |v: u64| search(graph, v).iter().filter(|&&d| d == distance).count() as u64;
    assert_eq!((seen(a), seen(b)), (x, y), "{text}: {why}");
    assert_ne!(x, y, "{text}: {why}");
}

/// A sample bounds the diameter from below, and is marked as a bound.
fn sampled(text: &str, truth: u64) {
    let (shape, net) = build(text);
    let effort = Effort::Sampled { count: 2, seed: 7 };
    let mut figures = Metrics::new(shape.as_ref(), Some(net.as_ref()), effort, &Silent);
    let found = figures.diameter().expect("connected");
    match (&found.value, &found.evidence) {
        (Diameter::AtLeast(least), Evidence::Sampled { .. }) => assert!(*least <= truth.into(), "{text}"),
        (Diameter::Exact(value), Evidence::Proved(_) | Evidence::Computed(_)) => {
            assert_eq!(*value, truth.into(), "{text}")
        }
        other => panic!("{text}: {other:?}"),
    }
}

/// Bisection and connectivity of a small network are within what is claimed.
fn bounds(text: &str, graph: &[Vec<u64>], figures: &mut Metrics<'_>) {
    let n = graph.len();
    let row = |v: usize| graph[v].iter().fold(0u32, |row, &w| row | 1 << w);
    let rows: Vec<u32> = (0..n).map(row).collect();
    let cut = |set: u32| -> u32 {
        (0..n).filter(|v| set >> v & 1 == 1).map(|v| (rows[v] & !set).count_ones()).sum()
    };
    let halves = (0u32..1 << n).filter(|set| set.count_ones() as usize == n / 2);
    let truth = BigUint::from(halves.map(cut).min().unwrap_or(0));
    let found = figures.bisection().expect("small").value;
    assert!(found.lower <= truth && truth <= found.upper, "{text}: {truth} not in {found:?}");
    let apart = |dead: u32| {
        let live = !dead & ((1u32 << n) - 1);
        let mut seen = live & live.wrapping_neg();
        loop {
            let next = (0..n).filter(|v| seen >> v & 1 == 1).fold(seen, |set, v| set | rows[v] & live);
            if next == seen {
                return seen != live;
            }
            seen = next;
        }
    };
    let cuts = (0u32..1 << n).filter(|&dead| apart(dead)).map(u32::count_ones);
    let truth = u64::from(cuts.min().unwrap_or(n as u32 - 1));
    let found = figures.connectivity().expect("small").value;
    assert!((found.lower..=found.upper).contains(&truth), "{text}: {truth} not in {found:?}");
}

/// Distances of what rests on a stored graph were called proved.
#[test]
fn finding_a1_a_searched_part_is_never_proved() {
    for text in [
        "jellyfish(20,3,1)",
        "kautz(2,3)",
        "debruijn(2,4)",
        "file(\"petersen.graphml\")",
        "dual(jellyfish(20,3,1))",
        "jellyfish(20,3,1) * ring(3)",
        "rdn(kautz(2,2), 2)",
        "hdn(ring(3) * jellyfish(4,3,1), [{1}])",
        "re(jellyfish(4,3,1), ring(3), 2)",
        "re(ring(3), jellyfish(6,3,1), 2)",
        "re(ring(4), torus(3,3), 2)",
        "dual(re(path(2), jellyfish(5,2,1), 2))",
        "graph([[0,1],[1,2]])",
    ] {
        let (_, net) = build(text);
        let found = distance(net.as_ref(), Node(0), Node(1), MAX_SEEN, &Silent).expect("a path");
        assert!(matches!(found.evidence, Evidence::Computed(_)), "{text}: {}", found.evidence);
    }
    for text in
        ["rdn(ring(3), 2)", "torus(5,5)", "ccc(4)", "wk(4,2)", "slimfly(5)", "dragonfly(4,2)", "dualcube(3)"]
    {
        let (_, net) = build(text);
        let found = distance(net.as_ref(), Node(0), Node(1), MAX_SEEN, &Silent).expect("a path");
        assert!(matches!(found.evidence, Evidence::Proved(_)), "{text}: {}", found.evidence);
    }
}

#[test]
fn examples_of_the_catalog_are_honest() {
    for text in ENTRIES.iter().flat_map(|entry| entry.examples) {
        let expr = parse(text).expect("examples parse");
        if elaborate(&expr, &load).is_ok_and(|shape| shape.nodes() <= 700u32.into()) {
            honest(text);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    fn random_expressions_are_honest(text in expression(150)) {
        honest(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_shrink_iters: 100, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "heavy"]
    fn heavy_random_expressions_up_to_2000_nodes_are_honest(text in expression(2000)) {
        honest(&text);
    }
}

/// `dragonfly(18,9)` was refuted by one node and itself.
#[test]
fn finding_a13_two_nodes_that_differ() {
    for text in ["dragonfly(4,2)", "jellyfish(20,3,1)", "dual(jellyfish(6,3,1))"] {
        let (shape, net) = build(text);
        let mut figures = Metrics::new(shape.as_ref(), Some(net.as_ref()), Effort::Exhaustive, &Silent);
        if let Symmetry::Refuted(why) = figures.node_symmetry().expect("searched").value {
            unlike(text, &stored(net.as_ref()), &why);
        }
    }
    let (shape, net) = build("dragonfly(6,3)");
    let mut figures = Metrics::new(shape.as_ref(), Some(net.as_ref()), Effort::Exhaustive, &Silent);
    let Symmetry::Refuted(why) = figures.node_symmetry().expect("searched").value else {
        panic!("two kinds")
    };
    assert!(why.contains("; at distance 2 node 0 sees "), "{why}");
}

/// The diameter of a sample was shown as if it were the diameter.
#[test]
fn finding_a12_a_sampled_diameter_is_a_bound() {
    let (shape, net) = build("hdn(torus(2,3,5), [{1,2}, {1,2,3}])");
    let found = |count| {
        let effort = Effort::Sampled { count, seed: 0 };
        Metrics::new(shape.as_ref(), Some(net.as_ref()), effort, &Silent).diameter().expect("connected")
    };
    let one = found(1);
    assert!(matches!(&one.value, Diameter::AtLeast(least) if *least <= 14u32.into()), "{one:?}");
    assert!(matches!(one.evidence, Evidence::Sampled { count: 1, .. }));
    // A sample of all nodes is none.
    let all = found(u64::MAX);
    assert_eq!(all.value, Diameter::Exact(14u32.into()));
    assert!(matches!(all.evidence, Evidence::Computed(_)));
}

/// A network that reports a wrong distance of one pair.
#[derive(Debug)]
struct Wrong<'a> {
    net: &'a dyn Structure,
    pair: (u64, u64),
    says: Option<u64>,
}

impl Network for Wrong<'_> {
    fn nodes(&self) -> u64 {
        self.net.nodes()
    }
    fn degree(&self, v: Node) -> u32 {
        self.net.degree(v)
    }
    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        self.net.link(v, port)
    }
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.net.next_port(at, to)
    }
}

impl Structure for Wrong<'_> {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if (a.0, b.0) == self.pair { self.says } else { self.net.distance(a, b) }
    }
}

/// `verify` once compared a search with a search; now distances are compared with links, and every wrong one is caught.
#[test]
fn finding_a2_distances_are_held_against_links() {
    let (_, net) = build("kautz(2,3)");
    let counts = verify::distances(net.as_ref(), &Silent).expect("not stopped").into_result().expect("right");
    assert_eq!(counts.iter().sum::<u64>(), 144);
    for a in 0..12 {
        for b in 0..12 {
            let truth = net.distance(Node(a), Node(b)).expect("connected");
            for says in [None, Some(truth + 1), truth.checked_sub(1), Some(u64::MAX)] {
                if says == Some(truth) || (truth == 0 && says.is_none() && a != b) {
                    continue;
                }
                let wrong = Wrong { net: net.as_ref(), pair: (a, b), says };
                let verdict = verify::distances(&wrong, &Silent).expect("not stopped");
                assert!(verdict.refuted().is_some(), "{a} to {b} is {truth}, not {says:?}");
            }
        }
    }
}

/// Decimals were cut.
#[test]
fn finding_a11_decimals_are_rounded() {
    let round = |a: u64, b: u64, places| decimal(&a.into(), &b.into(), places);
    assert_eq!(round(4176, 647, 6), "6.454405");
    assert_eq!(round(5, 3, 6), "1.666667");
    assert_eq!(round(1, 2, 0), "1");
    assert_eq!(round(17, 16, 3), "1.063");
    assert_eq!(round(1_999_999_999, 1_000_000_000, 6), "2.000000");
    assert_eq!(round(0, 5, 2), "0.00");
    for a in 0..400u64 {
        for b in 1..40u64 {
            let text = round(a, b, 3);
            let shown: u64 = text.replace('.', "").parse().expect("digits");
            assert!((shown * b * 2).abs_diff(a * 2000) <= b, "{a}/{b} is not {text}");
        }
    }
}

/// A directed graph was read as if it were none.
#[test]
fn finding_a20_directed_edges_need_their_opposite() {
    let file = |default: &str, edges: &str| {
        let text = format!(
            "<graphml>\n<graph edgedefault='{default}'><node id='a'/><node id='b'/><node id='c'/>\n{edges}\n</graph></graphml>"
        );
        read::graphml(text.as_bytes()).map(|graph| graph.edges).map_err(|error| error.to_string())
    };
    let one = "<edge source='a' target='b'/>";
    let missing =
        "line 3: the edge is directed, and the opposite one is missing; networks here are undirected";
    assert_eq!(file("directed", one), Err(missing.to_owned()));
    assert_eq!(file("undirected", one), Ok(vec![(0, 1)]));
    assert_eq!(file("undirected", "<edge source='b' target='c' directed='true'/>"), Err(missing.to_owned()));
    assert_eq!(file("directed", "<edge source='b' target='c' directed='false'/>"), Ok(vec![(1, 2)]));
    let both = "<edge source='a' target='b'/><edge source='b' target='a'/>";
    assert_eq!(file("directed", both), Ok(vec![(0, 1)]));
    assert_eq!(file("directed", &format!("{both}<edge source='b' target='c'/>")), Err(missing.to_owned()));
}

/// A network of which nothing lives counted as connected.
#[test]
fn finding_a33_nothing_is_not_connected() {
    for text in ["path(1)", "ring(4)", "dual(ring(3))"] {
        let (shape, net) = build(text);
        let survey =
            Survey::new(net.as_ref(), Router::new(net.as_ref()), 7, &shape.degrees()).expect("small");
        let trial = |dead_nodes| {
            let setting = Setting { dead_nodes, dead_links: 0, pairs: 2, diameter: How::Exact };
            survey.trial(&setting, 0)
        };
        let (none, one) = (trial(net.nodes()), trial(net.nodes() - 1));
        assert!(none.live == 0 && !none.connected(), "{text}: nothing lives");
        assert!(one.live == 1 && one.connected(), "{text}: one node is connected");
        assert!(trial(0).connected(), "{text}");
    }
}
