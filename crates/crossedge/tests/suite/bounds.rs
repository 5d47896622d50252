//! Bounds worth reading: bisection, connectivity, transitivity and the metrics next to them, against recorded values and the literature.

use crossedge::metrics::{Metrics, Symmetry};
use crossedge::prelude::*;
use crossedge::route::flow::MAX_MET;
use proptest::prelude::*;
use std::fmt::Write;

fn net(text: &str) -> Topology {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn bisection(metrics: &Metrics<'_>) -> (u64, u64, String) {
    let found = metrics.bisection().expect("a cut is known");
    let small = |value: &num_bigint::BigUint| u64::try_from(value).expect("small");
    (small(&found.value.lower), small(&found.value.upper), found.evidence.to_string())
}

/// 500 networks up to 30 nodes, whose metrics were found by other programs: every interval holds the value, and every metric is exact.
#[test]
fn recorded_networks() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/bounds.json");
    let all: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("there")).expect("JSON");
    let graphs = all["graphs"].as_array().expect("a list");
    let mut exact = 0;
    for graph in graphs {
        let mut text = "graph([".to_owned();
        for (i, edge) in graph["edges"].as_array().expect("a list").iter().enumerate() {
            write!(text, "{}[{},{}]", if i > 0 { "," } else { "" }, edge[0], edge[1])
                .expect("a string takes all");
        }
        text.push_str("])");
        let (net, number) = (net(&text), |name: &str| graph[name].as_u64());
        let mut metrics = net.metrics();
        let (lower, upper, how) = bisection(&metrics);
        let truth = number("bisection").expect("recorded");
        assert!(lower <= truth && truth <= upper, "{text}: {truth}, not {lower} to {upper}; {how}");
        exact += u64::from(lower == upper);
        let found = metrics.connectivity().expect("direct").value;
        assert_eq!(
            (Some(found.lower), Some(found.upper)),
            (number("connectivity"), number("connectivity")),
            "{text}"
        );
        let found = metrics.edge_connectivity().expect("direct").value;
        let recorded = number("edge_connectivity");
        assert_eq!((Some(found.lower), Some(found.upper)), (recorded, recorded), "{text}");
        assert_eq!(metrics.girth().expect("small").value, number("girth"), "{text}");
        assert_eq!(Some(metrics.radius().expect("small").value), number("radius").map(Into::into), "{text}");
        let alike = metrics.node_symmetry().expect("small").value;
        match graph["vertex_transitive"].as_bool() {
            Some(true) => assert_eq!(alike, Symmetry::Holds, "{text}"),
            Some(false) => assert!(matches!(alike, Symmetry::Refuted(_)), "{text}: {alike:?}"),
            None => assert_ne!(alike, Symmetry::Unknown, "{text}"),
        }
        assert_ne!(metrics.edge_symmetry().expect("small").value, Symmetry::Unknown, "{text}");
    }
    assert_eq!((graphs.len(), exact), (500, 500));
}

/// Intervals that began at 0, and cuts that a rule gives.
#[test]
fn finding_b1_bisection_from_below() {
    for (text, value) in [
        ("mesh(8,8)", 8),
        ("star(101)", 50),
        ("star(100)", 50),
        ("path(9)", 1),
        ("ring(9)", 2),
        ("complete(9)", 20),
        ("mesh(4,6)", 4),
        ("hypercube(7)", 64),
        ("torus(8,8,8)", 128),
        ("hyperx(4,4,4)", 64),
        ("fattree(8)", 64),
    ] {
        let (lower, upper, how) = bisection(&net(text).metrics());
        assert_eq!((lower, upper), (value, value), "{text}: {how}");
    }
    for (text, least) in [
        ("hdn(torus(2,3,5), [{1,2}, {1,2,3}])", 1),
        ("wk(4,4)", 1),
        ("wk(5,3)", 1),
        ("ccc(5)", 8),
        ("dragonfly(6,3)", 80),
        ("slimfly(5)", 40),
        ("jellyfish(200,5,1)", 40),
        ("hosts(dragonfly(4,2), 2)", 16),
        ("dcell(2,2)", 2),
    ] {
        let (lower, upper, how) = bisection(&net(text).metrics());
        assert!(least <= lower && lower <= upper && lower * 10 > upper, "{text}: {lower} to {upper}; {how}");
    }
}

/// Intervals that began at 0 or 1.
#[test]
fn finding_b2_connectivity() {
    for (text, value) in [
        ("slimfly(5)", 7),
        ("hyperx(10,10,10)", 27),
        ("dragonfly(4,2)", 5),
        ("dragonfly(6,3)", 8),
        ("hdn(torus(2,3,5), [{1,2}, {1,2,3}])", 7),
        ("star(5) * path(3)", 2),
        ("complete(5) * star(4)", 5),
        ("dual(star(5))", 2),
        ("dual(complete(100))", 100),
        ("jellyfish(300,6,1)", 6),
        ("wk(4,3)", 3),
    ] {
        let net = net(text);
        let found = net.metrics().connectivity().expect("direct");
        assert_eq!((found.value.lower, found.value.upper), (value, value), "{text}: {}", found.evidence);
        let found = net.metrics().edge_connectivity().expect("direct");
        assert_eq!((found.value.lower, found.value.upper), (value, value), "{text}: {}", found.evidence);
    }
    // A node that parts what two links join.
    let bow = net("graph([[0,1],[1,2],[2,3],[3,0],[3,4],[4,5],[5,6],[6,3]])");
    assert_eq!(bow.metrics().connectivity().expect("direct").value.upper, 1);
    assert_eq!(bow.metrics().edge_connectivity().expect("direct").value.upper, 2);
}

/// By the theorem on equal factors, and by automorphisms of small networks.
#[test]
fn finding_b3_transitivity() {
    let petersen =
        "graph([[0,1],[1,2],[2,3],[3,4],[4,0],[0,5],[1,6],[2,7],[3,8],[4,9],[5,7],[7,9],[9,6],[6,8],[8,5]])";
    for text in ["slimfly(5)", petersen, "torus(5,5)", "torus(8,8,8)", "hyperx(8,8)"] {
        let net = net(text);
        let mut metrics = net.metrics();
        assert_eq!(metrics.node_symmetry().expect("small").value, Symmetry::Holds, "{text}");
        assert_eq!(metrics.edge_symmetry().expect("small").value, Symmetry::Holds, "{text}");
    }
    for text in ["torus(4,5)", "mesh(3,3)", "dual(ring(3))", "complete(3) * ring(5)"] {
        let found = net(text).metrics().edge_symmetry().expect("small").value;
        assert!(matches!(found, Symmetry::Refuted(_)), "{text}: {found:?}");
    }
}

#[test]
fn metrics_beyond_the_default_ones() {
    for (text, girth) in [
        ("hypercube(200)", Some(4)),
        ("rdn(ring(3), 7)", Some(3)),
        ("rdn(ring(9), 7)", Some(8)),
        ("path(9)", None),
        ("ring(12)", Some(12)),
        ("torus(3,5)", Some(3)),
        ("slimfly(5)", Some(5)),
        ("complete(4)", Some(3)),
        ("ccc(9)", Some(8)),
    ] {
        assert_eq!(net(text).metrics().girth().expect(text).value, girth, "{text}");
    }
    for (text, radius) in [("path(9)", 4u32), ("star(9)", 1), ("rdn(ring(3), 7)", 382), ("mesh(3,4)", 3)] {
        assert_eq!(net(text).metrics().radius().expect(text).value, radius.into(), "{text}");
    }
    for (text, ways) in [
        ("complete(7)", (1u32, 1u32)),
        ("ring(4)", (4, 3)),
        ("hypercube(3)", (15, 7)),
        ("switch(5)", (1, 1)),
        ("fattree(4)", (53, 15)),
    ] {
        let found = net(text).metrics().path_diversity().expect(text).value;
        assert_eq!(found, (ways.0.into(), ways.1.into()), "{text}");
    }
    let gap = net("hypercube(10)").metrics().spectral_gap().expect("a closed form").value;
    assert!((gap - 2.0).abs() < 1e-12);
    // Uniform throughput by rules at any size, and solved where there is none.
    for (text, kind) in
        [("rdn(ring(3), 7)", "proved"), ("jellyfish(20,3,1)", "computed"), ("dragonfly(8,4)", "bounded")]
    {
        assert_eq!(net(text).metrics().throughput().expect(text).evidence.kind(), kind, "{text}");
    }
}

/// The least number of nodes, and of links, whose removal disconnects a small graph: all sets of nodes are tried.
fn connectivities(n: u32, links: &[(u32, u32)]) -> (u64, u64) {
    let connected = |nodes: u32| {
        let mut reached = nodes & nodes.wrapping_neg();
        loop {
            let more = links.iter().fold(reached, |all, &(v, w)| {
                let ends = (1 << v | 1 << w) & nodes;
                if ends.count_ones() == 2 && all & ends != 0 { all | ends } else { all }
            });
            if more == reached {
                return reached == nodes;
            }
            reached = more;
        }
    };
    let all = (1u32 << n) - 1;
    let removed = (0..=all).filter(|gone| (all ^ gone).count_ones() <= 1 || !connected(all ^ gone));
    let nodes = removed.map(|gone| gone.count_ones().min(n - 1)).min().unwrap_or(0);
    let crossing =
        |side: u32| links.iter().filter(|&&(v, w)| (side >> v ^ side >> w) & 1 == 1).count() as u64;
    (nodes.into(), (1..all).map(crossing).min().unwrap_or(0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn connectivity_is_that_of_all_sets(n in 2u32..10, density in 0.1f64..1.0, dice in prop::collection::vec(0.0f64..1.0, 45)) {
        let pairs = (0..n).flat_map(|v| (v + 1..n).map(move |w| (v, w)));
        let links: Vec<(u32, u32)> = pairs.zip(&dice).filter(|(_, dice)| **dice < density).map(|(ends, _)| ends).collect();
        let listed: Vec<String> = links.iter().map(|(v, w)| format!("[{v},{w}]")).collect();
        let text = format!("graph([{}], nodes={n})", listed.join(","));
        let net = net(&text);
        let (nodes, links) = connectivities(n, &links);
        let found = net.metrics().connectivity().expect("direct").value;
        prop_assert_eq!((found.lower, found.upper), (nodes, nodes), "{}", &text);
        let found = net.metrics().edge_connectivity().expect("direct").value;
        prop_assert_eq!((found.lower, found.upper), (links, links), "{}", &text);
    }
}

/// Searches by rows of bits have several words here; other flows find the same.
#[test]
fn connectivity_of_larger_graphs_is_that_of_disjoint_paths() {
    for text in [
        "jellyfish(70,9,1)",
        "dragonfly(8,3, groups=9)",
        "wk(9,2)",
        "lex(path(9), jellyfish(10,3,2))",
        "star(7) * complete(11)",
        "without(jellyfish(90,8,3), \"7,60,71\")",
    ] {
        let topology = net(text);
        let whole = topology.network().expect("a network");
        let net = whole.as_ref();
        let mut least = u64::MAX;
        for v in 0..net.nodes() {
            for w in v + 1..net.nodes() {
                let linked = crossedge::net::neighbors(net, Node(v)).any(|other| other == Node(w));
                if !linked {
                    let paths = crossedge::route::flow::disjoint(net, Node(v), Node(w), MAX_MET, &Silent);
                    least = least.min(paths.expect("a flow").len() as u64);
                }
            }
        }
        let found = topology.metrics().connectivity().expect("direct");
        assert_eq!((found.value.lower, found.value.upper), (least, least), "{text}: {}", found.evidence);
    }
}
