//! Disjoint paths: the judge refuses what is wrong, the flow is the maximum, and constructions reach it.

mod common;

use common::{build, expression, stored};
use crossedge::net::{Node, Table};
use crossedge::route::flow;
use crossedge::verify::disjoint::{Facts, Wrong, check};
use crossedge::watch::{Quiet, Watch};
use petgraph::algo::dinics;
use petgraph::graph::{DiGraph, NodeIndex};
use proptest::prelude::*;

/// A square with one diagonal: 0 – 1 – 2 – 3 – 0 and 0 – 2.
fn square() -> Table {
    Table::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]).expect("simple")
}

fn nodes(ids: &[u64]) -> Vec<Node> {
    ids.iter().map(|&id| Node(id)).collect()
}

fn judged(paths: &[&[u64]]) -> Result<Facts, Wrong> {
    let paths: Vec<_> = paths.iter().map(|path| nodes(path)).collect();
    check(&square(), Node(0), Node(2), &paths)
}

#[test]
fn the_judge_counts() {
    let all: &[&[u64]] = &[&[0, 2], &[0, 1, 2], &[0, 3, 2]];
    assert_eq!(judged(all), Ok(Facts { count: 3, shortest: 1, longest: 2, total: 5 }));
    assert_eq!(judged(&[]), Ok(Facts { count: 0, shortest: 0, longest: 0, total: 0 }));
}

#[test]
fn the_judge_refuses() {
    let net = square();
    assert_eq!(check(&net, Node(1), Node(1), &[]), Err(Wrong::Ends));
    assert_eq!(check(&net, Node(1), Node(4), &[]), Err(Wrong::Ends));
    assert_eq!(judged(&[&[0, 1]]), Err(Wrong::Astray { path: 0 }));
    assert_eq!(judged(&[&[0, 2], &[]]), Err(Wrong::Astray { path: 1 }));
    assert_eq!(judged(&[&[1, 2]]), Err(Wrong::Astray { path: 0 }));
    assert_eq!(judged(&[&[0, 1, 3, 2]]), Err(Wrong::NoLink { path: 0, from: 1, to: 3 }));
    assert_eq!(judged(&[&[0, 9, 2]]), Err(Wrong::NoLink { path: 0, from: 0, to: 9 }));
    assert_eq!(judged(&[&[0, 1, 2], &[0, 1, 2]]), Err(Wrong::Twice { node: 1, first: 0, again: 1 }));
    assert_eq!(judged(&[&[0, 3, 0, 2]]), Err(Wrong::Twice { node: 0, first: 0, again: 0 }));
    assert_eq!(judged(&[&[0, 1, 2, 3, 2]]), Err(Wrong::Twice { node: 2, first: 0, again: 0 }));
    assert_eq!(judged(&[&[0, 2], &[0, 2]]), Err(Wrong::DirectTwice { first: 0, again: 1 }));
}

/// How many disjoint paths there are, by the flow algorithm of another library on a stored graph with split nodes.
fn menger(graph: &[Vec<u64>], a: u64, b: u64) -> usize {
    let mut split = DiGraph::<(), u32>::new();
    for _ in 0..2 * graph.len() {
        split.add_node(());
    }
    let (inner, outer) =
        (|v: u64| NodeIndex::new(2 * v as usize), |v: u64| NodeIndex::new(2 * v as usize + 1));
    for (v, row) in (0u64..).zip(graph) {
        split.add_edge(inner(v), outer(v), 1);
        for &w in row {
            split.add_edge(outer(v), inner(w), 1);
        }
    }
    dinics(&split, outer(a), inner(b)).0 as usize
}

/// The flow between all pairs `a < b` is judged, and is as large as the other library's.
fn flow_is_maximal(text: &str, every: u64) {
    let (_, net) = build(text);
    let graph = stored(net.as_ref());
    let pairs = (0..net.nodes()).flat_map(|a| (0..net.nodes()).map(move |b| (a, b)));
    for (a, b) in pairs.filter(|(a, b)| a < b && (a * 31 + b).is_multiple_of(every)) {
        let paths = flow::disjoint(net.as_ref(), Node(a), Node(b), flow::MAX_MET, &Quiet).expect("small");
        let facts =
            check(net.as_ref(), Node(a), Node(b), &paths).unwrap_or_else(|e| panic!("{text} {a} {b}: {e}"));
        assert_eq!(facts.count, menger(&graph, a, b), "{text} from {a} to {b}");
    }
}

#[test]
fn flow_is_maximal_on_small_networks() {
    for text in [
        "path(5)",
        "star(5)",
        "mesh(3,4)",
        "torus(3,4)",
        "dual(path(3))",
        "wk(3,2)",
        "file(\"petersen.edges\")",
    ] {
        flow_is_maximal(text, 1);
    }
    // Two triangles that share a node, and two parts without a way.
    flow_is_maximal("graph([[0,1],[1,2],[2,0],[2,3],[3,4],[4,2]])", 1);
    flow_is_maximal("graph([[0,1],[1,2],[2,0],[3,4]], nodes=6)", 1);
    flow_is_maximal("jellyfish(40,5,3)", 7);
}

#[test]
fn flow_has_limits() {
    let (_, net) = build("torus(1000,1000)");
    let limit = flow::disjoint(net.as_ref(), Node(0), Node(500_500), 1000, &Quiet);
    assert_eq!(limit, Err(flow::Failure::TooLarge { limit: 1000 }));
    struct Stop;
    impl Watch for Stop {
        fn stage(&self, _: &str, _: u64) {}
        fn advance(&self, _: u64) {}
        fn stopped(&self) -> bool {
            true
        }
    }
    let stopped = flow::disjoint(net.as_ref(), Node(0), Node(500_500), flow::MAX_MET, &Stop);
    assert_eq!(stopped, Err(flow::Failure::Stopped));
    assert_eq!(flow::disjoint(net.as_ref(), Node(7), Node(7), 10, &Quiet), Ok(Vec::new()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn flow_is_maximal_everywhere(text in expression(200), pick in any::<[u64; 2]>()) {
        let (_, net) = build(&text);
        let (a, b) = (pick[0] % net.nodes(), pick[1] % net.nodes());
        prop_assume!(a != b);
        let paths = flow::disjoint(net.as_ref(), Node(a), Node(b), flow::MAX_MET, &Quiet).expect("small");
        let facts = check(net.as_ref(), Node(a), Node(b), &paths);
        prop_assert_eq!(facts.map(|f| f.count), Ok(menger(&stored(net.as_ref()), a, b)));
    }
}
