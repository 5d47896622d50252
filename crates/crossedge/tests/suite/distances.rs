//! Closed forms against search: polynomials, diameters and symmetry, on golden data and on random nested expressions.

use crate::common;
use crate::common::{build, expression, search, stored, testdata};
use crossedge::expr::parse;
use crossedge::net::{Network, Node, Shape, elaborate};
use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Ordered pairs at each distance, and the different histograms around single nodes, by plain search.
fn searched(net: &dyn Network) -> Option<(Vec<u64>, BTreeSet<Vec<u64>>)> {
    let graph = stored(net);
    let mut pairs: Vec<u64> = Vec::new();
    let mut kinds = BTreeSet::new();
    for source in 0..net.nodes() {
        let mut around: Vec<u64> = Vec::new();
        for distance in search(&graph, source) {
            if distance == u64::MAX {
                return None;
            }
            let at = distance as usize;
            around.resize(around.len().max(at + 1), 0);
            around[at] += 1;
        }
        pairs.resize(pairs.len().max(around.len()), 0);
        pairs.iter_mut().zip(&around).for_each(|(sum, count)| *sum += count);
        kinds.insert(around);
    }
    Some((pairs, kinds))
}

fn big(counts: &[u64]) -> Vec<BigUint> {
    counts.iter().map(|&c| c.into()).collect()
}

/// Every closed form that a shape claims, compared with search.
fn closed_forms(text: &str) -> bool {
    let (shape, net) = build(text);
    let Some((pairs, kinds)) = searched(net.as_ref()) else {
        assert!(shape.distances().is_none() && shape.diameter().is_none(), "{text} is not connected");
        return false;
    };
    if let Some(why) = shape.node_symmetric() {
        assert_eq!(kinds.len(), 1, "{text}: {why}");
    }
    if let Some(diameter) = shape.diameter() {
        assert_eq!(diameter.value, (pairs.len() - 1).into(), "{text}: {}", diameter.evidence);
    }
    let Some(distances) = shape.distances() else { return false };
    assert_eq!(distances.value.pairs(), big(&pairs), "{text}: {}", distances.evidence);
    assert_eq!(distances.value.nodes(), shape.nodes(), "{text}");
    true
}

fn shape(text: &str) -> Arc<dyn Shape> {
    elaborate(&parse(text).expect("parses"), &common::load).expect("has a shape")
}

#[test]
fn every_construction_with_a_closed_form() {
    for text in [
        "ring(1)",
        "ring(2)",
        "ring(7)",
        "ring(8)",
        "path(1)",
        "path(6)",
        "complete(5)",
        "star(1)",
        "star(2)",
        "star(6)",
        "hypercube(0)",
        "hypercube(6)",
        "torus(3,4,5)",
        "mesh(3,4)",
        "hyperx(3,4)",
        "path(3) ^ 3",
        "dual(complete(1))",
        "dual(path(3))",
        "dual(star(4))",
        "rdn(ring(3), 2)",
        "rdn(path(2) * ring(3), 1)",
        "rdn(star(3), 2)",
        "dualcube(1)",
        "dualcube(4)",
        "hdn(torus(2,3,5), [{1,2}])",
        "hdn(torus(2,3,5), [{1,2,3}])",
        "hdn(torus(2,3,5), [])",
        "hdn(torus(2,2,3), [{1,2}, {1}])",
        "hdn(mesh(2,3), [{2}, {}])",
        "hdn(torus(2,3), [{1,2}, {1,2}])",
        "ccc(1)",
        "ccc(2)",
        "ccc(3)",
        "ccc(5)",
        "ccc(6)",
        "re(ring(4), ring(3), 3)",
        "re(complete(3), path(3), 4)",
        "re(path(3), star(4), 2)",
        "re(complete(2), torus(3,3), 5)",
        "re([ring(5), complete(4), path(3), complete(2)], ring(4))",
        "re(ring(3), complete(4), 4)",
        "re(complete(2), complete(3), 3)",
        "re(complete(1), ring(4), 3)",
        "re(ring(3), ring(4), 0)",
    ] {
        assert!(closed_forms(text), "{text} has no closed form");
    }
    for n in 1..=7 {
        for t in 1..=4u32 {
            if n * n <= 49 && u64::pow(n, t) <= 2500 {
                assert!(closed_forms(&format!("wk({n},{t})")), "wk({n},{t})");
            }
        }
    }
    assert!(closed_forms("wk(2,9)") && closed_forms("wk(3,6)") && closed_forms("wk(4,5)"));
}

#[test]
fn golden_histograms_of_duals() {
    let text = std::fs::read_to_string(testdata().join("golden/dual.json")).expect("golden");
    let instances: Vec<Value> = serde_json::from_str(&text).expect("golden JSON");
    let mut held = 0;
    for g in &instances {
        let expr = g["expr"].as_str().expect("expr");
        let Some(distances) = shape(expr).distances() else { continue };
        if shape(expr).node_symmetric().is_none() {
            continue;
        }
        for (source, counts) in g["distance_histogram_from"].as_object().expect("sources") {
            let counts: Vec<u64> = serde_json::from_value(counts.clone()).expect("counts");
            let scaled: Vec<BigUint> =
                big(&counts).into_iter().map(|c| c * distances.value.sources()).collect();
            assert_eq!(distances.value.counts(), scaled, "{expr} from {source}");
        }
        held += 1;
    }
    // Those without: the five non-nested hierarchical nets and four WK nets, whose nodes differ.
    assert!(held >= 30, "{held} of {}", instances.len());
}

#[test]
fn golden_histograms_of_expansions() {
    let counts = |value: &Value| -> Vec<BigUint> {
        let number = |v: &Value| v.as_str().map_or_else(|| v.to_string(), str::to_owned);
        value.as_array().expect("counts").iter().map(|v| number(v).parse().expect("a number")).collect()
    };
    let mut held = 0;
    for entry in std::fs::read_dir(testdata().join("golden/re")).expect("golden/re") {
        let path = entry.expect("entry").path();
        let g: Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("text")).expect("JSON");
        if g["policy"] != "sk" {
            continue;
        }
        let shape = shape(&common::golden_expansion(&g));
        let distances = shape.distances().expect("single pivots have a closed form").value;
        assert_eq!(distances.pairs(), counts(&g["hist_ordered_pairs_incl_self"]), "{}", path.display());
        held += 1;
    }
    assert_eq!(held, 7);
    let large = std::fs::read_to_string(testdata().join("golden/re/theory_large.json")).expect("golden");
    let large: Value = serde_json::from_str(&large).expect("JSON");
    let expr = |name: &str| match name {
        "T33_T33_r9_sk" => "re(torus(3,3), torus(3,3), 9)",
        "H8_H8_r8_sk" => "re(hypercube(3), hypercube(3), 8)",
        name if name.starts_with("CCC10") => "ccc(10)",
        name if name.starts_with("K4_C8_r8") => "re(complete(4), ring(8), 8)",
        other => panic!("unknown instance {other}"),
    };
    for g in large["instances"].as_array().expect("instances") {
        let name = g["name"].as_str().expect("name");
        let distances = shape(expr(name)).distances().expect("closed form").value;
        assert_eq!(distances.pairs(), counts(&g["hist_ordered_pairs_incl_self"]), "{name}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    /// Distance by address against plain search for all pairs, to 5,000 nodes. Heavy: run with `--run-ignored only`.
    #[test]
    #[ignore = "heavy"]
    fn heavy_distances_equal_search_for_all_pairs(text in expression(5000)) {
        let (_, net) = build(&text);
        let graph = stored(net.as_ref());
        for a in 0..net.nodes() {
            for (b, distance) in (0u64..).zip(search(&graph, a)) {
                if let Some(claimed) = net.distance(Node(a), Node(b)) {
                    prop_assert_eq!(claimed, distance, "{} from {} to {}", &text, a, b);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn closed_forms_equal_search(text in expression(1200)) {
        closed_forms(&text);
    }
}
