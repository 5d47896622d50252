//! Exact uniform throughput: against values from outside, between what routings reach and what cuts allow, and at any size.

use crate::common::build;
use crossedge::evidence::Evidence;
use crossedge::expr::parse;
use crossedge::metrics::throughput::uniform;
use crossedge::metrics::traffic::{Traffic, any_bound, cut_bound, loads};
use crossedge::net::{elaborate, no_files};
use crossedge::progress::Silent;
use crossedge::route::channels::RoutingName;
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
fn finding_a21_it_lies_between_routings_and_cuts() {
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
            let reached = value((loads.unit, loads.most()));
            assert!(
                reached <= any * (1.0 + 1e-12),
                "{expr} {traffic}: {reached} is reached, and {any} the most"
            );
        }
    }
}

#[test]
fn throughput_is_known_at_any_size_and_not_where_no_rule_says_it() {
    assert_eq!(most("ring(1000000000001)").as_deref(), Some("4/500000000001"));
    assert!(most("rdn(ring(3),7)").is_some_and(|text| text.len() > 150));
    assert_eq!(most("hypercube(1000)").map(|text| text.len()), Some(302 + 1 + 301));
    for expr in ["ring(1)", "path(1)", "complete(1)", "torus(1,1)", "hypercube(0)"] {
        assert_eq!(most(expr), None, "{expr}: nobody to send to");
    }
    for expr in ["jellyfish(20,3,1)", "dragonfly(2,1)", "kautz(2,3)"] {
        assert_eq!(most(expr), None, "{expr}");
    }
}
