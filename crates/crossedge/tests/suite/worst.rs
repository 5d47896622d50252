//! The worst case over all admissible traffic: the ends of the rules against every permutation of small networks.

use crossedge::certificate::Demands;
use crossedge::metrics::throughput::{Bounds, throughput, worst_throughput};
use crossedge::prelude::*;
use crossedge::progress::Silent;
use num_bigint::BigUint;
use std::cmp::Ordering;

type Fraction = (BigUint, BigUint);

fn compare(a: &Fraction, b: &Fraction) -> Ordering {
    (&a.0 * &b.1).cmp(&(&b.0 * &a.1))
}

fn rule(net: &Topology) -> Bounds {
    worst_throughput(net.shape(), 0.001, &Silent).expect("small").expect("more than one endpoint")
}

fn permutations(n: u32) -> Vec<Vec<u32>> {
    match n {
        0 => vec![vec![]],
        _ => {
            let shorter = permutations(n - 1);
            let put = |p: &Vec<u32>, at: usize| [&p[..at], &[n - 1], &p[at..]].concat();
            shorter.iter().flat_map(|p| (0..n as usize).map(move |at| put(p, at))).collect()
        }
    }
}

/// Congestion is convex in the traffic, and every admissible traffic is between permutations: the worst is one of them.
fn worst_permutation(net: &Topology) -> Fraction {
    let network = net.network().expect("small");
    let ends = network.endpoints() as u32;
    let of = |targets: &Vec<u32>| {
        let row = |(s, &t): (usize, &u32)| if s as u32 == t { vec![] } else { vec![(t, 1)] };
        let demands = Demands::Listed { unit: 1, rows: targets.iter().enumerate().map(row).collect() };
        throughput(network.as_ref(), &demands, 1e-6, &Silent).ok().map(|bounds| bounds.lower)
    };
    permutations(ends).iter().filter_map(of).min_by(compare).expect("at least one permutation has traffic")
}

#[test]
fn every_permutation_of_small_networks_is_above_the_bound() {
    let mut met = 0;
    for text in [
        "ring(2)",
        "ring(3)",
        "ring(4)",
        "ring(5)",
        "ring(6)",
        "path(2)",
        "path(3)",
        "path(5)",
        "path(6)",
        "complete(2)",
        "complete(4)",
        "complete(5)",
        "complete(6)",
        "star(5)",
        "hypercube(2)",
        "ring(3)*path(2)",
        "path(3)*path(2)",
        "dual(path(1))",
        "switch(5)",
        "fattree(2)",
        "xgft([2,3],[1,2])",
        "xgft([3,2],[1,1])",
        "hosts(path(3), 2)",
        "hosts(ring(3), 2)",
        "hosts(complete(3), 2)",
        "planes(switch(5), 2)",
        "graph([[0,1],[1,2],[2,3],[3,0],[0,2],[3,4]])",
    ] {
        let net: Topology = text.parse().expect(text);
        let (rule, found) = (rule(&net), worst_permutation(&net));
        assert!(compare(&rule.lower, &found).is_le(), "{text}: at least {:?}, found {found:?}", rule.lower);
        assert!(compare(&rule.upper, &found).is_ge(), "{text}: at most {:?}, found {found:?}", rule.upper);
        met += usize::from(rule.exact());
    }
    assert!(met >= 22, "both ends meet on {met}");
}

#[test]
fn bounds_agree_if_the_construction_is_known() {
    for (text, a, b) in [
        ("torus(8,8)", 1u64, 2u64),
        ("torus(16,16,32)", 1, 8),
        ("torus(5,5)", 5, 6),
        ("hypercube(10)", 1, 1),
        ("hyperx(10,10)", 5, 1),
        ("mesh(8,8)", 1, 4),
        ("dual(torus(8,8))", 1, 4),
        ("rdn(ring(8), 2)", 1, 8),
        ("fattree(48)", 1, 1),
        ("xgft([24,24],[1,12])", 1, 2),
        ("hosts(torus(8,8), 2)", 1, 4),
        ("planes(fattree(8), 2)", 2, 1),
        ("star(101)", 1, 1),
        ("path(101)", 1, 50),
    ] {
        let answer = text.parse::<Topology>().expect(text).throughput("worst").expect(text);
        assert!(answer.exact, "{text}: {:?} to {:?}", answer.lower, answer.upper);
        assert_eq!(answer.lower, Ratio::new(a, b), "{text}");
        assert_eq!(answer.evidence.kind(), "proved", "{text}");
    }
}

#[test]
fn named_traffic_is_never_worse() {
    for text in ["torus(4,4)", "rdn(ring(3), 1)", "fattree(4)", "complete(9)"] {
        let net: Topology = text.parse().expect(text);
        let least = rule(&net).lower;
        for traffic in
            ["uniform", "tornado", "complement", "reverse", "transpose", "neighbour", "shuffle", "longest"]
        {
            if let Ok(found) = net.throughput(traffic) {
                let upper: Fraction = (found.upper.numerator, found.upper.denominator);
                assert!(compare(&least, &upper).is_le(), "{text}, {traffic}");
            }
        }
    }
}

#[test]
fn a_certificate_of_all_traffic_is_refused() {
    let net: Topology = "torus(4,4)".parse().expect("a torus");
    let request = crossedge::answers::ThroughputRequest::of("worst").expect("a pattern");
    let why = request.certified(&net, &Silent).expect_err("no list").to_string();
    assert!(why.contains("the worst case is over all traffic"), "{why}");
}
