//! The flat form of a network against the network itself.

#[path = "../../crates/crossedge/tests/suite/common.rs"]
mod common;

use common::{build, expression};
use crossedge::net::{Node, Structure};
use crossedge::route::MAX_HOPS;
use crossedge_bench::compiled::{Compiled, Room};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The route that the network gives, hop by hop.
fn walk(net: &dyn Structure, from: Node, to: Node) -> Vec<Node> {
    let mut nodes = vec![from];
    let mut at = from;
    while let Some(port) = net.next_port(at, to) {
        at = net.link(at, port).0;
        nodes.push(at);
    }
    nodes
}

/// One pair: the same distance, the same next node, the same route.
fn same(text: &str, net: &dyn Structure, compiled: &Compiled<'_>, a: Node, b: Node, room: &mut Room) {
    let plain = walk(net, a, b);
    if plain.last() != Some(&b) {
        assert_eq!(compiled.path(a, b, room), None, "{text}: no way from {} to {}", a.0, b.0);
        return;
    }
    assert_eq!(Some(compiled.distance(a, b)), net.distance(a, b), "{text}: {} to {}", a.0, b.0);
    assert_eq!(compiled.path(a, b, room), Some(&plain[..]), "{text}: {} to {}", a.0, b.0);
    assert_eq!(compiled.next(a, b), plain.get(1).copied().unwrap_or(a), "{text}: {} to {}", a.0, b.0);
}

fn sampled(text: &str, pairs: usize) {
    let (_, net) = build(text);
    let compiled = Compiled::of(net.as_ref()).unwrap_or_else(|| panic!("{text} is compiled"));
    assert_eq!(compiled.nodes(), net.nodes(), "{text}");
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut room = Room::default();
    for _ in 0..pairs {
        let (a, b) = (random.next_u64() % net.nodes(), random.next_u64() % net.nodes());
        same(text, net.as_ref(), &compiled, Node(a), Node(b), &mut room);
    }
    // The corners, where an index would leave its table.
    let last = net.nodes() - 1;
    for (a, b) in [(0, 0), (0, last), (last, 0), (last, last), (last / 2, last / 2 + 1)] {
        same(text, net.as_ref(), &compiled, Node(a), Node(b.min(last)), &mut room);
    }
}

#[test]
fn towers_of_every_height() {
    for text in [
        "ring(5)",
        "complete(256)",
        "rdn(ring(5), 1)",
        "rdn(torus(5,5), 1)",
        "rdn(torus(5,5), 2)",
        "rdn(ring(5), 3)",
        "rdn(ring(3), 3)",
        "rdn(complete(100), 2)",
        "rdn(complete(200), 2)",
        "rdn(hypercube(3), 4)",
        "rdn(path(9), 2)",
        "rdn(complete(1), 4)",
        "rdn(ring(2), 4)",
        "dual(star(300))",
    ] {
        sampled(text, 2000);
    }
}

#[test]
fn other_constructions() {
    for text in [
        "torus(40,50)",
        "hypercube(40)",
        "ring(5) * dual(ring(40)) * hypercube(9)",
        "dual(torus(40,3))",
        "dualcube(9)",
        "ccc(9)",
        "hdn(torus(2,3,5), [{1,2}, {1}])",
        "wk(5,4)",
        "dragonfly(8,4)",
        "slimfly(5)",
        "graph([[0,1],[2,3]])",
        "graph([[0,1],[2,3]]) * ring(300)",
    ] {
        sampled(text, 300);
    }
}

#[test]
fn what_is_not_compiled() {
    let (_, loose) = build("hdn(torus(2,3), [{2}, {1}])");
    assert!(Compiled::of(loose.as_ref()).is_none());
    let (_, long) = build("ring(1000000000000)");
    let compiled = Compiled::of(long.as_ref()).expect("compiled");
    let (a, b) = (Node(3), Node(400_000_000_000));
    assert_eq!(compiled.distance(a, b), 399_999_999_997);
    assert!(compiled.distance(a, b) > MAX_HOPS);
    assert_eq!(compiled.path(a, b, &mut Room::default()), None);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 500, ..ProptestConfig::default() })]

    #[test]
    fn random_expressions(text in expression(5000), seed: u64) {
        let (_, net) = build(&text);
        let Some(compiled) = Compiled::of(net.as_ref()) else {
            prop_assert!(!net.minimal() || net.distance(Node(0), Node(0)).is_none());
            return Ok(());
        };
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut room = Room::default();
        for _ in 0..40 {
            let (a, b) = (random.next_u64() % net.nodes(), random.next_u64() % net.nodes());
            same(&text, net.as_ref(), &compiled, Node(a), Node(b), &mut room);
        }
    }
}
