//! Routes: every pair of every golden instance up to 2,048 nodes, the routing of the papers, and large networks by sample.

use crate::common::{build, expression, search, stored, testdata};
use crossedge::net::{Node, Parts, Port, Structure};
use crossedge::progress::Silent;
use crossedge::route::{
    Algorithm, MAX_SEEN, NoRoute, Route, distance, minimal, route, routrcn, routrcn_length, shortest_path,
};
use crossedge::verify::{self, BadRoute};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde_json::Value;
use std::path::Path;

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("golden file")).expect("golden JSON")
}

/// Name and expression of every golden instance of at most `max` nodes.
fn golden(max: u64) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for g in read(&testdata().join("golden/dual.json")).as_array().expect("a list") {
        if g["nodes"].as_u64().expect("nodes") <= max {
            let text = |key: &str| g[key].as_str().expect("text").to_owned();
            all.push((text("name"), text("expr")));
        }
    }
    all.extend(expansions(max).into_iter().map(|(g, expr)| (g["name"].to_string(), expr)));
    all
}

/// The golden recursive expansions, each with its expression.
fn expansions(max: u64) -> Vec<(Value, String)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(testdata().join("golden/re")).expect("golden/re") {
        let path = entry.expect("entry").path();
        if !path.file_name().and_then(|n| n.to_str()).is_some_and(|n| n.starts_with('g')) {
            continue;
        }
        let g = read(&path);
        if g["n"].as_u64().expect("n") > max {
            continue;
        }
        let graph = |part: &Value| format!("graph({}, nodes={})", part["edges"], part["n"]);
        let frames: Vec<String> = g["frames"].as_array().expect("frames").iter().map(graph).collect();
        let policy = if g["policy"] == "sk" { "diameter" } else { "degree" };
        let expr = format!("re([{}], {}, policy={policy})", frames.join(", "), graph(&g["unit"]));
        all.push((g, expr));
    }
    all
}

/// Walks a route and compares its length with the distance.
fn judged(net: &dyn Structure, a: u64, b: u64, algorithm: Algorithm, distance: u64) -> u64 {
    let found = route(net, Node(a), Node(b), algorithm, MAX_SEEN, &Silent).expect("a path");
    let claimed = if algorithm == Algorithm::Minimal { distance } else { found.length() };
    let checked =
        verify::route(net, (Node(a), Node(b)), claimed, found).unwrap_or_else(|bad| panic!("{bad}"));
    checked.length()
}

/// For every pair, the next hop is a link, and one hop closer to the target if the routing claims to be minimal. By induction over the distance,
/// every such route is a shortest path.
#[test]
fn every_pair_of_every_golden_instance() {
    let instances = golden(2048);
    assert_eq!(instances.len(), 29 + 17);
    instances.par_iter().for_each(|(name, text)| {
        let (_, net) = build(text);
        let (net, graph) = (net.as_ref(), stored(net.as_ref()));
        for b in 0..net.nodes() {
            let to_b = search(&graph, b);
            for a in 0..net.nodes() {
                let closed = net.distance(Node(a), Node(b));
                assert!(closed.is_none_or(|d| d == to_b[a as usize]), "{name}: distance of {a} and {b}");
                let Some(port) = net.next_port(Node(a), Node(b)) else {
                    assert_eq!(a, b, "{name}: stops on the way");
                    continue;
                };
                let next = net.link(Node(a), port).0.0;
                assert!(graph[a as usize].contains(&next), "{name}: no link");
                if net.minimal() {
                    assert_eq!(to_b[next as usize] + 1, to_b[a as usize], "{name}: {a} to {b}");
                }
            }
        }
    });
}

/// Complete routes of every algorithm, walked by the verifier: every pair of the small instances, a spread of pairs of the others.
fn whole_routes(max: u64, all_pairs: u64) {
    golden(max).par_iter().for_each(|(name, text)| {
        let (_, net) = build(text);
        let (n, graph) = (net.nodes(), stored(net.as_ref()));
        let step = if n <= all_pairs { 1 } else { n / 24 + 1 };
        (0..n.div_ceil(step)).into_par_iter().map(|i| i * step).for_each(|a| {
            let from_a = search(&graph, a);
            // Of some pairs only, other ones for odd sources.
            let first = if step == 1 { 0 } else { a & 1 };
            for b in (first..n).step_by(step as usize) {
                let exact = from_a[b as usize];
                judged(net.as_ref(), a, b, Algorithm::Minimal, exact);
                let paper = judged(net.as_ref(), a, b, Algorithm::Paper, exact);
                let address = judged(net.as_ref(), a, b, Algorithm::Address, exact);
                let optimal =
                    matches!(net.parts(), Parts::Level(level) if !level.numbering().keeps_coordinates());
                if let Parts::Expansion(re) = net.parts() {
                    assert_eq!(routrcn_length(re, Node(a), Node(b)), paper, "{name}: {a} to {b}");
                }
                assert!(paper >= exact && address >= exact, "{name}: {a} to {b}");
                if optimal && net.minimal() {
                    assert_eq!(paper, exact, "{name}: Algorithm 1 from {a} to {b}");
                }
            }
        });
    });
}

#[test]
fn complete_routes_are_walks() {
    whole_routes(2048, 64);
}

/// Every pair, every algorithm, the entire path. Several minutes; run with `--release -- --ignored`.
#[test]
#[ignore = "heavy"]
fn heavy_complete_routes_of_every_pair() {
    whole_routes(2048, 2048);
}

/// Sums, longest routes, stretch and sample routes of ROUTRCN, as outside programs found them.
#[test]
fn routrcn_of_the_golden_instances() {
    let instances = expansions(2048);
    assert_eq!(instances.len(), 17);
    instances.par_iter().for_each(|(g, text)| expansion(g, text));
}

/// The same for the golden instance of 5,120 nodes.
#[test]
#[ignore = "heavy"]
fn heavy_routrcn_of_the_largest_golden_instance() {
    for (g, text) in expansions(u64::MAX).iter().filter(|(g, _)| g["n"].as_u64() > Some(2048)) {
        expansion(g, text);
    }
}

fn expansion(g: &Value, text: &str) {
    let (_, net) = build(text);
    let Parts::Expansion(re) = net.parts() else { panic!("{text} is an expansion") };
    let name = &g["name"];
    let graph = stored(net.as_ref());
    let mut seen = Stretch::default();
    for a in 0..net.nodes() {
        let from_a = search(&graph, a);
        for b in 0..net.nodes() {
            let length = routrcn_length(re, Node(a), Node(b));
            seen.add(length, from_a[b as usize], 1);
        }
    }
    let golden = &g["routrcn"];
    assert_eq!(seen.sum, golden["firsthop_region_sum"].as_u64().expect("sum"), "{name}");
    assert_eq!(seen.longest, golden["firsthop_region_max"].as_u64().expect("max"), "{name}");
    let near = |key: &str, found: f64| {
        let expected = golden[key].as_f64().expect("a number");
        assert!((found - expected).abs() < 1e-9, "{name}: {key} {found}, expected {expected}");
    };
    near("max_stretch", seen.worst);
    near("mean_stretch", seen.mean());
    near("optimal_fraction", seen.optimal());
    for sample in g["samples"].as_array().expect("samples") {
        let node = |key: &str| Node(sample[key].as_u64().expect("a node"));
        let (x, y) = (node("x"), node("y"));
        let found = routrcn(re, x, y).expect("a path");
        let nodes: Vec<u64> = found.nodes().map(|v| v.0).collect();
        assert_eq!(Value::from(nodes), sample["routrcn_path"], "{name}: {} to {}", x.0, y.0);
        verify::route(net.as_ref(), (x, y), sample["routrcn_len"].as_u64().expect("length"), found)
            .unwrap_or_else(|bad| panic!("{name}: {bad}"));
        let best = minimal(net.as_ref(), x, y, MAX_SEEN, &Silent).expect("a path");
        assert_eq!(best.length(), sample["dist"].as_u64().expect("distance"), "{name}");
        if let Some(optimal) = sample["optimal_path"].as_array() {
            assert_eq!(optimal.len() as u64, best.length() + 1, "{name}: optimal length");
        }
    }
}

/// Lengths compared with distances, over ordered pairs of different nodes.
#[derive(Default)]
struct Stretch {
    sum: u64,
    longest: u64,
    pairs: u64,
    shortest: u64,
    worst: f64,
    total: f64,
}

impl Stretch {
    fn add(&mut self, length: u64, distance: u64, times: u64) {
        assert!(length >= distance, "shorter than the distance");
        self.sum += length * times;
        self.longest = self.longest.max(length);
        if distance > 0 {
            let stretch = length as f64 / distance as f64;
            self.pairs += times;
            self.shortest += if length == distance { times } else { 0 };
            self.worst = self.worst.max(stretch);
            self.total += stretch * times as f64;
        }
    }

    fn mean(&self) -> f64 {
        self.total / self.pairs as f64
    }

    fn optimal(&self) -> f64 {
        self.shortest as f64 / self.pairs as f64
    }
}

/// The table of the audit: frame, unit, phases; longest route, worst and mean stretch, fraction of shortest routes in percent.
///
/// The frames look the same from every node and every phase has one pivot, so that sources with all frame coordinates 0 stand for all.
#[test]
fn stretch_table_of_routrcn() {
    let snake = "graph([[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[0,2],[3,5],[6,8],[0,5],[1,4],[3,8],[4,7],[0,6],[1,7],[2,8]])";
    let gray = "graph([[0,1],[1,2],[2,3],[3,0],[4,5],[5,6],[6,7],[7,4],[0,7],[1,6],[2,5],[3,4]])";
    let table: &[(&str, u64, u64, u64, f64, f64, f64)] = &[
        ("re(ring(4), ring(3), 3)", 192, 9, 10, 1.667, 1.118, 57.6),
        ("re(hypercube(2), hypercube(2), 4)", 1024, 12, 16, 2.0, 1.196, 42.0),
        ("re(ring(4), ring(4), 4)", 1024, 12, 15, 2.0, 1.160, 50.0),
        ("re(complete(2), ring(8), 8)", 2048, 18, 23, 2.333, 1.215, 36.7),
        ("re(complete(2), path(8), 8)", 2048, 22, 29, 2.556, 1.169, 62.4),
        ("re(complete(2), hypercube(3), 8)", 2048, 16, 25, 2.2, 1.244, 28.0),
        (&format!("re(complete(2), {gray}, 8)"), 2048, 16, 21, 2.2, 1.200, 34.0),
        ("re(complete(2), complete(8), 8)", 2048, 16, 17, 1.667, 1.085, 45.1),
        ("re(complete(2), torus(3,3), 9)", 4608, 18, 23, 2.0, 1.220, 16.0),
        (&format!("re(complete(2), {snake}, 9)"), 4608, 18, 21, 2.0, 1.196, 18.0),
        ("re(complete(4), ring(5), 5)", 5120, 10, 13, 2.0, 1.196, 31.0),
        ("re(complete(2), ring(3), 9)", 1536, 12, 19, 1.857, 1.316, 18.3),
        ("re(torus(3,3), torus(3,3), 3)", 6561, 11, 12, 1.667, 1.111, 44.4),
    ];
    for &(text, nodes, diameter, longest, worst, mean, optimal) in table {
        let (_, net) = build(text);
        let Parts::Expansion(re) = net.parts() else { panic!("{text} is an expansion") };
        assert_eq!(net.nodes(), nodes, "{text}");
        let mut seen = Stretch::default();
        let mut farthest = 0;
        for u in 0..re.unit().nodes() {
            for b in 0..nodes {
                let length = routrcn_length(re, Node(u), Node(b));
                let exact = net.distance(Node(u), Node(b)).expect("closed form");
                farthest = farthest.max(exact);
                seen.add(length, exact, 1);
            }
        }
        assert_eq!((farthest, seen.longest), (diameter, longest), "{text}");
        assert!((seen.worst - worst).abs() < 0.001, "{text}: worst {}", seen.worst);
        assert!((seen.mean() - mean).abs() < 0.001, "{text}: mean {}", seen.mean());
        assert!((seen.optimal() * 100.0 - optimal).abs() < 0.6, "{text}: optimal {}", seen.optimal());
    }
}

/// Super-nodes that are not nested: the paper's route, the address route and the exact minimum, as ratios of sums.
#[test]
fn stretch_of_super_nodes_that_are_not_nested() {
    let (_, net) = build("hdn(torus(2,3,5), [{2,3}, {1,2,3}])");
    assert!(!net.minimal());
    let graph = stored(net.as_ref());
    let (mut paper, mut address) = (Stretch::default(), Stretch::default());
    for a in (0..net.nodes()).step_by(97) {
        let from_a = search(&graph, a);
        for b in 0..net.nodes() {
            let exact = from_a[b as usize];
            assert_eq!(
                distance(net.as_ref(), Node(a), Node(b), MAX_SEEN, &Silent).expect("within the limit").value,
                Some(exact)
            );
            paper.add(judged(net.as_ref(), a, b, Algorithm::Paper, exact), exact, 1);
            address.add(judged(net.as_ref(), a, b, Algorithm::Address, exact), exact, 1);
        }
    }
    assert!(paper.worst > 1.0, "the paper's route is not always a shortest one here");
    assert!(address.mean() <= paper.mean(), "mending the position on the way never costs more in the mean");
}

/// A million random pairs of a large network: the entire route is walked, and matches the closed form.
fn sampled(text: &str, pairs: u64) {
    let (_, net) = build(text);
    let net = net.as_ref();
    assert!(net.minimal(), "{text}");
    let chunks: u64 = 64;
    (0..chunks).into_par_iter().for_each(|chunk| {
        let mut random = ChaCha8Rng::seed_from_u64(chunk);
        for _ in 0..pairs / chunks {
            let (a, b) = (random.next_u64() % net.nodes(), random.next_u64() % net.nodes());
            let exact = net.distance(Node(a), Node(b)).expect("closed form");
            let (mut at, mut hops) = (Node(a), 0);
            while let Some(port) = net.next_port(at, Node(b)) {
                assert!(port.0 < net.degree(at), "{text}: {a} to {b}");
                let (next, back) = net.link(at, port);
                assert_eq!(net.link(next, back), (at, port), "{text}: {a} to {b}");
                at = next;
                hops += 1;
                assert!(hops <= exact, "{text}: {a} to {b} takes more than {exact} hops");
            }
            assert_eq!((at.0, hops), (b, exact), "{text}: {a} to {b}");
        }
    });
}

const LARGE: [&str; 3] = ["rdn(torus(5,5), 2)", "rdn(ring(5), 3)", "rdn(hypercube(3), 4)"];

#[test]
fn sampled_pairs_of_large_networks() {
    LARGE.iter().for_each(|text| sampled(text, 10_048));
}

#[test]
#[ignore = "heavy"]
fn heavy_million_pairs_of_large_networks() {
    LARGE.iter().for_each(|text| sampled(text, 1 << 20));
}

#[test]
fn limits_and_missing_paths_are_reported() {
    let (_, net) = build("hdn(torus(2,3), [{2}, {1}])");
    assert!(!net.minimal());
    let far = minimal(net.as_ref(), Node(0), Node(net.nodes() - 1), 4, &Silent);
    assert_eq!(far.expect_err("a limit"), NoRoute::TooMany { limit: 4 });
    let (_, parts) = build("graph([[0,1],[2,3]])");
    for algorithm in [Algorithm::Minimal, Algorithm::Paper, Algorithm::Address] {
        let none = route(parts.as_ref(), Node(0), Node(3), algorithm, MAX_SEEN, &Silent);
        assert_eq!(none.expect_err("apart"), NoRoute::Apart { from: Node(0), to: Node(3) });
    }
    let none = shortest_path(parts.as_ref(), Node(0), Node(3), MAX_SEEN, &Silent);
    assert_eq!(none.expect_err("apart"), NoRoute::Apart { from: Node(0), to: Node(3) });
    let (_, ring) = build("ring(1000000000000)");
    let long = minimal(ring.as_ref(), Node(0), Node(400_000_000_000), MAX_SEEN, &Silent);
    assert!(matches!(long, Err(NoRoute::TooLong { .. })));
}

/// A verifier that passes everything is none.
#[test]
fn verifier_rejects_wrong_routes() {
    let (_, net) = build("rdn(ring(3), 1)");
    let (a, b) = (Node(0), Node(14));
    let good = minimal(net.as_ref(), a, b, MAX_SEEN, &Silent).expect("a path");
    let length = good.length();
    assert!(length >= 3);
    let judge = |route: Route, claimed| verify::route(net.as_ref(), (a, b), claimed, route).map(|_| ());
    assert_eq!(judge(good.clone(), length), Ok(()));
    assert_eq!(
        judge(good.clone(), length - 1),
        Err(BadRoute::Length { claimed: length - 1, counted: length })
    );
    let mut cut = good.clone();
    cut.hops.pop();
    assert!(matches!(judge(cut, length - 1), Err(BadRoute::Ends { .. })));
    let mut jump = good.clone();
    jump.hops.remove(1);
    assert!(matches!(judge(jump, length - 1), Err(BadRoute::Hop { hop: 2, .. })));
    let mut port = good.clone();
    port.hops[0].port = Port(99);
    assert!(matches!(judge(port, length), Err(BadRoute::Hop { hop: 1, leads: None, .. })));
    let mut wrong = good;
    wrong.hops[0].port = Port((wrong.hops[0].port.0 + 1) % 3);
    assert!(matches!(judge(wrong, length), Err(BadRoute::Hop { hop: 1, leads: Some(_), .. })));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 500, ..ProptestConfig::default() })]

    /// On random expressions the exact minimum is the distance, and every algorithm walks to the end.
    #[test]
    fn random_expressions(text in expression(1500), seed: u64) {
        let (_, net) = build(&text);
        let graph = stored(net.as_ref());
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..3 {
            let a = random.next_u64() % net.nodes();
            let from_a = search(&graph, a);
            for _ in 0..8 {
                let b = random.next_u64() % net.nodes();
                let exact = from_a[b as usize];
                if exact == u64::MAX {
                    continue;
                }
                judged(net.as_ref(), a, b, Algorithm::Minimal, exact);
                judged(net.as_ref(), a, b, Algorithm::Paper, exact);
                judged(net.as_ref(), a, b, Algorithm::Address, exact);
                let found = shortest_path(net.as_ref(), Node(a), Node(b), MAX_SEEN, &Silent).expect("a path");
                prop_assert_eq!(found.hops.len() as u64, exact);
            }
        }
    }
}
