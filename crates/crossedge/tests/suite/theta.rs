//! Throughput by solvers: against golden values as fractions, each with a certificate that its verifier accepts; traffic by name; limits.

use crate::throughput::{facts, known};
use crossedge::answers::{Request, ThroughputRequest, TrafficRequest};
use crossedge::metrics::throughput::{uniform_bounds, uniform_throughput};
use crossedge::metrics::traffic::{Traffic, demands, longest_matching};
use crossedge::prelude::*;
use crossedge::verify::Asserted;
use std::fmt::Write;

fn told(ratio: &Ratio) -> String {
    let Ratio { numerator: a, denominator: b } = ratio;
    if *b == 1u32.into() { a.to_string() } else { format!("{a}/{b}") }
}

/// Finds the throughput without any rule, and has it verified.
fn certified(net: &Topology, request: &ThroughputRequest, value: &str) {
    let text = net.text();
    let found = request.certified(net, &Silent).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(told(&found.answer.lower), value, "{text}: {}", found.answer.evidence);
    assert!(found.answer.exact && found.answer.upper == found.answer.lower, "{text}");
    let sealed = matches!(found.certificate.asserted(), Asserted::Throughput { lower, .. } if *lower == found.answer.lower);
    assert!(sealed && found.certificate.on(net.network().expect("small").as_ref()).is_ok(), "{text}");
}

/// All golden networks of this many pairs of an endpoint and a link; how many there were.
fn golden_uniform(pairs: std::ops::Range<u64>) -> usize {
    let facts = facts();
    let mut count = 0;
    for (text, value) in facts["uniform"].as_object().expect("a table") {
        let Some(net) = known(text) else { continue };
        let size = net.network().expect("small").endpoints() * u64::try_from(net.links()).expect("small");
        if pairs.contains(&size) {
            certified(&net, &ThroughputRequest::uniform(), value.as_str().expect("a fraction"));
            count += 1;
        }
    }
    count
}

#[test]
fn golden_networks_without_rules() {
    assert!(golden_uniform(0..1 << 13) >= 90);
}

#[test]
#[ignore = "minutes"]
fn heavy_golden_networks_without_rules() {
    assert!(golden_uniform(1 << 13..u64::MAX) >= 15);
}

/// Composition with parts that are solved, where no closed form gives all of it.
#[test]
fn golden_networks_by_composition() {
    let facts = facts();
    let mut solved = 0;
    for (text, value) in facts["uniform"].as_object().expect("a table") {
        let Some(net) = known(text) else { continue };
        if uniform_bounds(net.shape()).is_some_and(|rule| rule.exact()) || net.nodes() > 200u32.into() {
            continue;
        }
        let found =
            ThroughputRequest::uniform().answer(&net, &Silent).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(Some(told(&found.lower)).as_deref(), value.as_str(), "{text}: {}", found.evidence);
        assert!(found.exact && found.evidence.kind() == "computed", "{text}: {}", found.evidence);
        solved += 1;
    }
    assert!(solved >= 20, "{solved}");
    for (text, value) in [
        ("hosts(circulant(8,[1,2]), 3)", "23/24"),
        ("hosts(circulant(8,[1,2]), 4)", "93/128"),
        ("circulant(8,[1,2]) * switch(3)", "23/16"),
        ("dual(dragonfly(2,1))", ""),
    ] {
        let net = known(text).expect("a construction");
        let found =
            ThroughputRequest::uniform().answer(&net, &Silent).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(found.exact, "{text}: {}", found.evidence);
        if !value.is_empty() {
            assert_eq!(told(&found.lower), value, "{text}");
        }
        // The complete network alone gives the same.
        certified(&net, &ThroughputRequest::uniform(), &told(&found.lower));
    }
}

fn listed(to: &serde_json::Value) -> ThroughputRequest {
    let to: Vec<u64> = serde_json::from_value(to.clone()).expect("a list");
    let mut text = String::new();
    for (v, to) in (0u64..).zip(to).filter(|(v, to)| v != to) {
        writeln!(text, "{v} {to}").expect("a string takes all");
    }
    let traffic = TrafficRequest::Listed { name: "golden".to_owned(), text };
    ThroughputRequest { traffic, gap: ThroughputRequest::GAP }
}

#[test]
fn golden_traffic() {
    let facts = facts();
    let mut count = 0;
    for g in facts["traffic"].as_array().expect("a list") {
        let Some(net) = known(g["expr"].as_str().expect("expr")) else { continue };
        certified(&net, &listed(&g["to"]), g["theta"].as_str().expect("a fraction"));
        count += 1;
    }
    assert!(count >= 40, "{count}");
}

/// Names match the golden lists.
#[test]
fn traffic_by_name() {
    let facts = facts();
    let names = [
        ("complement", "complement: v to E-1-v"),
        ("neighbour", "neighbour: v to v+1 mod E"),
        ("hotspot at 0", "hotspot: v to 0"),
        ("shift by 4", "next leaf: v to v+4 mod E"),
        ("transpose", "transpose: (x,y) to (y,x), v = 8x+y"),
        ("bit-reverse", "bit reversal: b5..b0 to b0..b5"),
        ("shuffle", "shuffle: b5..b0 to b4..b0 b5"),
        ("tornado", "tornado: (x,y) to (x+3,y+3) mod 8"),
        ("bit-complement", "bit complement: v to 63-v"),
    ];
    let mut count = 0;
    for (name, golden) in names {
        for g in facts["traffic"].as_array().expect("a list").iter().filter(|g| g["traffic"] == golden) {
            let Some(net) = known(g["expr"].as_str().expect("expr")) else { continue };
            let found = net.throughput(name).unwrap_or_else(|e| panic!("{} {name}: {e}", net.text()));
            assert_eq!(Some(told(&found.lower)).as_deref(), g["theta"].as_str(), "{} {name}", net.text());
            count += 1;
        }
    }
    assert!(count >= 20, "{count}");
}

#[test]
fn groups_rings_and_longest() {
    let value = |text: &str, traffic: &str| {
        let found = known(text)
            .expect("known")
            .throughput(traffic)
            .unwrap_or_else(|e| panic!("{text} {traffic}: {e}"));
        assert!(found.exact, "{text} {traffic}: {}", found.evidence);
        told(&found.lower)
    };
    // Groups that are leaves of a tree stay below their switch; groups of two leaves use it all.
    assert_eq!(value("clos(4,4,2)", "groups of 4"), "1");
    assert_eq!(value("clos(4,4,1)", "groups of 8"), "7/16");
    assert_eq!(value("clos(4,4,2)", "rings of 4"), "1");
    // A ring of all is the neighbour pattern; so is one of more than all.
    assert_eq!(value("ring(6)", "rings of 6"), value("ring(6)", "neighbour"));
    assert_eq!(value("ring(6)", "rings of 600"), value("ring(6)", "neighbour"));
    assert_eq!(value("ring(6)", "groups of 6"), value("ring(6)", "uniform"));
    // The longest matching of a ring is its antipodes, and of a torus too.
    assert_eq!(value("ring(8)", "longest"), "1/2");
    assert_eq!(value("ring(8)", "longest"), value("ring(8)", "shift by 4"));
    let net = known("torus(4,4)").expect("known");
    let net = net.network().expect("small").as_ref();
    let matched = longest_matching(net, &Silent).expect("small");
    let far: u64 =
        (0u64..).zip(&matched).map(|(v, &to)| net.distance(Node(v), Node(to)).expect("a rule")).sum();
    assert_eq!(far, 16 * 4, "all to their antipodes");
    // Seeds differ, and the same seed is the same traffic.
    let drawn = |seed| demands(net, Traffic::Random(seed)).expect("small");
    assert!(drawn(1) == drawn(1) && drawn(1) != drawn(2));
}

#[test]
fn infeasible_traffic_is_reported() {
    let error = |text: &str, traffic: &str| known(text).expect("known").throughput(traffic).expect_err(text);
    assert_eq!(error("ring(1)", "uniform").kind(), ErrorKind::Nothing);
    assert_eq!(error("ring(5)", "groups of 1").kind(), ErrorKind::Nothing);
    assert_eq!(error("ring(5)", "shuffle").kind(), ErrorKind::Usage);
    assert_eq!(error("ring(5)", "rings").kind(), ErrorKind::Usage);
    assert_eq!(error("ring(5)", "rush").kind(), ErrorKind::Usage);
    assert_eq!(error("jellyfish(100000,3,1)", "uniform").kind(), ErrorKind::Limit);
    assert_eq!(error("hypercube(30)", "tornado").kind(), ErrorKind::Limit);
    assert_eq!(error("hypercube(13)", "longest").kind(), ErrorKind::Limit);
    let apart = known("graph([[0,1],[2,3]])").expect("known").throughput("uniform").expect("an answer");
    assert!(apart.exact && told(&apart.lower) == "0", "{}", apart.evidence);
    let mut request = ThroughputRequest::uniform();
    for gap in [0.0, -1.0, f64::NAN, 2.0] {
        request.gap = gap;
        let error = request.answer(&known("ring(5)").expect("known"), &Silent).expect_err("no gap");
        assert_eq!(error.kind(), ErrorKind::Usage);
    }
}

/// Both ends hold the exact value, and come as near as asked for, where the search by rounds is taken.
#[test]
fn rounds_come_near() {
    for (text, traffic) in [("jellyfish(120,5,1)", "random seed 3"), ("jellyfish(120,5,1)", "uniform")] {
        let net = known(text).expect("known");
        let found = ThroughputRequest { gap: 0.02, ..ThroughputRequest::of(traffic).expect("a pattern") };
        let certified = found.certified(&net, &Silent).unwrap_or_else(|e| panic!("{text}: {e}"));
        let (low, high) = (
            certified.answer.lower.value().expect("a ratio"),
            certified.answer.upper.value().expect("a ratio"),
        );
        assert!(0.0 < low && low <= high && high <= low * 1.02 + 1e-9, "{text} {traffic}: {low} {high}");
    }
}

#[test]
fn work_can_be_stopped() {
    struct Impatient;
    impl crossedge::progress::Progress for Impatient {
        fn stage(&self, _: &str, _: u64) {}
        fn advance(&self, _: u64) {}
        fn stopped(&self) -> bool {
            true
        }
    }
    for (text, traffic) in
        [("jellyfish(60,4,1)", "uniform"), ("jellyfish(300,6,1)", "random"), ("torus(8,8)", "longest")]
    {
        let net = known(text).expect("known");
        let error =
            ThroughputRequest::of(traffic).expect("a pattern").certified(&net, &Impatient).expect_err(text);
        assert_eq!(error.kind(), ErrorKind::Stopped, "{text} {traffic}");
    }
    let net = known("dcell(2,1)").expect("known");
    assert!(uniform_throughput(net.shape(), 0.01, &Impatient).is_err());
}
