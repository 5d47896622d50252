//! Exact uniform throughput: against values from outside, between what routings reach and what cuts allow, and at any size.

use crate::common::build;
use crossedge::evidence::Evidence;
use crossedge::expr::parse;
use crossedge::metrics::throughput::{uniform, uniform_bounds};
use crossedge::metrics::traffic::{Traffic, any_bound, cut_bound};
use crossedge::net::{elaborate, no_files};
use crossedge::prelude::*;
use crossedge::route::channels::RoutingName;
use crossedge::route::loads::loads;
use num_bigint::BigUint;

fn most(expr: &str) -> Option<String> {
    let parsed = parse(expr).expect(expr);
    let shape = elaborate(&parsed, &no_files).expect(expr);
    let found = uniform(shape.as_ref())?;
    assert!(matches!(found.evidence, Evidence::Proved(_)), "{expr}: {}", found.evidence);
    let (a, b) = found.value;
    Some(if b == BigUint::from(1u32) { a.to_string() } else { format!("{a}/{b}") })
}

#[test]
fn finding_a21_uniform_throughput_is_exact() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/throughput.json");
    let golden: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("there")).expect("JSON");
    let values = golden["values"].as_object().expect("a table");
    assert!(values.len() >= 20);
    for (expr, value) in values {
        assert_eq!(most(expr).as_deref(), value.as_str(), "{expr}");
    }
}

#[test]
fn finding_a21_throughput_is_between_routings_and_cuts() {
    let value = |(a, b): (u128, u128)| a as f64 / b as f64;
    for expr in [
        "rdn(ring(3),1)",
        "rdn(ring(3),2)",
        "rdn(path(3),1)",
        "rdn(star(4),1)",
        "rdn(complete(1),1)",
        "rdn(complete(2),2)",
        "dualcube(3)",
        "hdn(torus(2,3),[{1,2}])",
        "torus(3,4)",
        "mesh(3,5)",
        "hypercube(5)",
        "foldedcube(4)",
        "ring(2)",
        "ring(7)",
        "path(2)",
        "star(2)",
        "star(6)",
        "ring(5) * star(4) * path(3)",
        "rdn(ring(3),1) * complete(3)",
    ] {
        let (shape, net) = build(expr);
        for traffic in [Traffic::Uniform, Traffic::AllToAll] {
            let any = any_bound(shape.as_ref(), net.as_ref(), traffic, &Silent).expect("not stopped");
            let any = value(any.unwrap_or_else(|| panic!("{expr}: no bound")).value);
            let cut = cut_bound(shape.as_ref(), net.as_ref(), traffic, &Silent).expect("not stopped");
            if let Some(cut) = cut {
                assert!(any <= value(cut.value) * (1.0 + 1e-12), "{expr} {traffic}: {any} above a cut");
            }
            let loads = loads(&net, RoutingName::default(), traffic, &Silent).expect("small");
            let reached = value((loads.unit, loads.max_load()));
            assert!(
                reached <= any * (1.0 + 1e-12),
                "{expr} {traffic}: {reached} is reached, and {any} the most"
            );
        }
    }
}

#[test]
fn throughput_is_known_exactly_where_a_closed_form_exists() {
    assert_eq!(most("ring(1000000000001)").as_deref(), Some("4/500000000001"));
    assert!(most("rdn(ring(3),7)").is_some_and(|text| text.len() > 150));
    assert_eq!(most("hypercube(1000)").map(|text| text.len()), Some(302 + 1 + 301));
    for expr in ["ring(1)", "path(1)", "complete(1)", "torus(1,1)", "hypercube(0)"] {
        assert_eq!(most(expr), None, "{expr}: no other node");
    }
    for expr in ["jellyfish(20,3,1)", "dragonfly(2,1)", "kautz(2,3)", "dcell(2,1)", "circulant(8,[1,2])"] {
        assert_eq!(most(expr), None, "{expr}");
    }
}

/// Facts from a program that shares no code with this library.
pub fn facts() -> serde_json::Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/theta.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("there")).expect("JSON")
}

/// A network of the golden facts; `None` if a construction is unknown here.
pub fn known(text: &str) -> Option<Topology> {
    match text.parse::<Topology>() {
        Ok(net) => Some(net),
        Err(error) if error.message().starts_with("unknown construction") => None,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// Closed forms agree with a linear program, or are absent; and their bounds contain it.
#[test]
fn rules_give_the_golden_values() {
    let facts = facts();
    let (mut exact, mut bounded) = (0, 0);
    for (text, value) in facts["uniform"].as_object().expect("a table") {
        let Some(net) = known(text) else { continue };
        let value = value.as_str().expect("a fraction");
        let bounds = uniform_bounds(net.shape()).expect("more than one endpoint");
        let (a, b) = value.split_once('/').unwrap_or((value, "1"));
        let golden: (BigUint, BigUint) = (a.parse().expect("digits"), b.parse().expect("digits"));
        let at_most = |a: &(BigUint, BigUint), b: &(BigUint, BigUint)| &a.0 * &b.1 <= &b.0 * &a.1;
        assert!(at_most(&bounds.lower, &golden) && at_most(&golden, &bounds.upper), "{text}: {bounds:?}");
        match uniform(net.shape()) {
            Some(found) => {
                assert_eq!(found.value, golden, "{text}: {}", found.evidence);
                exact += 1;
            }
            None => bounded += 1,
        }
    }
    assert!(exact >= 90 && bounded >= 20, "{exact} by rules, {bounded} not");
    for (text, value) in facts["table"].as_object().expect("a table") {
        assert_eq!(Some(fraction(text)).as_deref(), value.as_str(), "{text}");
    }
    for gain in facts["gains"].as_array().expect("a list") {
        let ratio = |key: &str| {
            let (_, net) = (key, known(gain[key].as_str().expect(key)).expect("a construction"));
            uniform(net.shape()).expect("a closed form").value
        };
        let ((a, b), (c, d)) = (ratio("twisted"), ratio("torus"));
        // Both have the same number of endpoints, so traffic to self does not matter.
        assert_eq!(Some(lowest(a * d, b * c)).as_deref(), gain["gain"].as_str(), "{gain}");
    }
}

fn lowest(a: BigUint, b: BigUint) -> String {
    let common = num_integer::Integer::gcd(&a, &b);
    let (a, b) = (a / &common, b / common);
    if b == BigUint::from(1u32) { a.to_string() } else { format!("{a}/{b}") }
}

/// The throughput in closed form, regardless of the evidence.
fn fraction(text: &str) -> String {
    let net = known(text).expect("a construction");
    let (a, b) = uniform(net.shape()).unwrap_or_else(|| panic!("{text}: no closed form")).value;
    lowest(a, b)
}

#[test]
fn machines_are_known_at_any_size() {
    for (text, value) in [
        ("fattree(48)", "1"),
        ("hosts(dragonfly(16,8), 8)", "1"),
        ("hosts(dragonfly(16,8), 9)", ""),
        ("fattree(1000000)", "1"),
        ("planes(fattree(48), 3)", "3"),
        ("bcube(2, 99)", "1267650600228229401496703205375/633825300114114700748351602688"),
        ("hammingmesh(4,4,64,64)", "21845/43008"),
        ("hammingmesh(2,2,1000,1000)", "1333333/1332000"),
        ("ccc(3)", "23/36"),
        ("width(fattree(4), \"level 1\", 2)", "15/14"),
        ("width(hosts(hypercube(10), 4), \"host\", 7)", "4095/8192"),
        ("width(dual(ring(3), ring(4)), \"cross level 1\", 9)", "23/24"),
        ("width(hypercube(3), \"dimension 2\", 5)", "7/4"),
        ("switch(4) * ring(4) * path(3)", "47/36"),
    ] {
        let net = known(text).expect("a construction");
        let found = uniform(net.shape()).map(|found| lowest(found.value.0, found.value.1));
        assert_eq!(found.as_deref().unwrap_or_default(), value, "{text}");
    }
}

/// There is no closed form if links of one orbit have different widths.
#[test]
fn widths_of_one_orbit_must_be_equal() {
    assert!(uniform(known("width(twisted(2,2,4), \"dimension 1\", 2)").expect("known").shape()).is_none());
    assert_eq!(fraction("width(complete(5), \"complete\", 3)"), "12");
}
