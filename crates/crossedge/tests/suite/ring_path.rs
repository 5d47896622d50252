//! Paths through all nodes between two given nodes: verified for all pairs, and refused with the right reason.

use crate::common;
use crate::common::build;
use crossedge::hamilton::{Cursor, Direction, RingOptions, Sought, path};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure, neighbors};
use crossedge::progress::Silent;
use crossedge::verify::{self, Claim};

/// The reason against a path from `a` to `b`, or `None` if a path was found and verified.
fn refused(text: &str, net: &dyn Structure, a: u64, b: u64) -> Option<String> {
    let (from, to) = (Node(a), Node(b));
    match path(net, from, to, &Faults::none(), &RingOptions::default(), &Silent).expect("not cancelled") {
        Sought::Found(found) => {
            let faults = Faults::none();
            let claim = Claim { closed: false, ends: Some((from, to)), faults: &faults, left_out: 0 };
            let verdict =
                verify::ring(net, found.ring, &claim, &Silent).expect("not cancelled").into_result();
            verdict.map(|_| None).unwrap_or_else(|broken| panic!("{text} from {a} to {b}: {broken}"))
        }
        Sought::Absent(reason) => Some(reason),
        Sought::Unknown(why) | Sought::TooLarge(why) => panic!("{text} from {a} to {b}: {why}"),
    }
}

#[test]
fn all_pairs() {
    for text in [
        "rdn(ring(3), 1)",
        "rdn(complete(4), 1)",
        "rdn(ring(5), 1)",
        "complete(5)",
        "ring(3)",
        "hyperx(3,3)",
        "torus(3,3)",
    ] {
        let (_, net) = build(text);
        for a in 0..net.nodes() {
            for b in (0..net.nodes()).filter(|&b| b != a) {
                assert_eq!(refused(text, net.as_ref(), a, b), None, "{text} from {a} to {b}");
            }
        }
    }
}

/// Every pair of a network is joined by a verified path, except for pairs on the same side of a bipartite network, which are refused.
fn pairs(text: &str, step: u64) {
    let (_, net) = build(text);
    let n = net.nodes();
    let side = sides(net.as_ref());
    for a in (0..n).step_by(step as usize) {
        for b in (0..n).step_by(1 + step as usize / 3).filter(|&b| b != a) {
            let reason = refused(text, net.as_ref(), a, b);
            match &side {
                Some(side) if side[a as usize] == side[b as usize] => {
                    assert!(
                        reason.is_some_and(|r| r.ends_with("are on the same side")),
                        "{text} from {a} to {b}"
                    );
                }
                _ => assert_eq!(reason, None, "{text} from {a} to {b}"),
            }
        }
    }
}

/// The side of every node, when the network is bipartite.
fn sides(net: &dyn Structure) -> Option<Vec<bool>> {
    let graph = common::stored(net);
    let side: Vec<bool> = common::search(&graph, 0).iter().map(|d| d & 1 == 1).collect();
    let crossing = |(v, row): (usize, &Vec<u64>)| row.iter().all(|&w| side[v] != side[w as usize]);
    graph.iter().enumerate().all(crossing).then_some(side)
}

#[test]
fn rules() {
    for (text, step) in [
        ("hypercube(2)", 1),
        ("hypercube(5)", 1),
        ("dual(hypercube(3))", 1),
        ("dualcube(4)", 1),
        ("dualcube(3)", 1),
        ("dual(torus(2,3))", 1),
        ("rdn(ring(3), 2)", 41),
        ("rdn(complete(4), 2)", 511),
        ("rdn(ring(5), 2)", 2201),
        ("rdn(ring(4), 2)", 409),
        ("rdn(torus(3,3), 2)", 26_113),
        ("dual(torus(4,4))", 100),
        ("dual(ring(4))", 1),
    ] {
        pairs(text, step);
    }
}

/// Streams both ways and positions agree on a path that is put together.
#[test]
fn streams_agree_with_positions() {
    for text in ["rdn(complete(3), 2)", "dual(hypercube(3))", "dualcube(4)"] {
        let (_, net) = build(text);
        let n = net.nodes();
        for (a, b) in [(0, 1), (0, n - 1), (3, n / 2 + 5), (5, 10), (n - 3, 4), (17, 24)] {
            let Sought::Found(found) =
                path(net.as_ref(), Node(a), Node(b), &Faults::none(), &RingOptions::default(), &Silent)
                    .expect("not cancelled")
            else {
                continue;
            };
            let ring = found.ring.as_ref();
            let order: Vec<Node> = (0..n).map(|p| ring.node_at(p)).collect();
            for from in [0, 1, n / 3, n - 1] {
                let up: Vec<Node> = Cursor::new(ring, from, Direction::Up).at_most(n - from).collect();
                assert_eq!(up, order[from as usize..], "{text} from {a} to {b}");
                let down: Vec<Node> = Cursor::new(ring, from, Direction::Down).at_most(from + 1).collect();
                assert!(down.iter().eq(order[..=from as usize].iter().rev()), "{text} from {a} to {b}");
            }
        }
    }
}

/// Closed form at a size that no one stores.
#[test]
fn paths_of_two_to_the_63_nodes() {
    for text in ["rdn(hypercube(3), 4)", "rdn(complete(3), 4)", "dualcube(30)"] {
        let (_, net) = build(text);
        let n = net.nodes();
        let from = Node(12_345);
        // Over a bipartite base one of two neighbours is on the other side.
        let far = [Node(n - 6_789), neighbors(net.as_ref(), Node(n - 6_789)).next().expect("a neighbour")];
        let [one, two] = far.map(|to| {
            match path(net.as_ref(), from, to, &Faults::none(), &RingOptions::default(), &Silent) {
                Ok(Sought::Found(found)) => Some((found, to)),
                Ok(Sought::Absent(_)) => None,
                other => panic!("{text}: {other:?}"),
            }
        });
        assert_eq!(one.is_some() && two.is_some(), text.contains("complete"), "{text}");
        let (found, to) = one.or(two).expect("one of two neighbours is joined");
        let ring = found.ring.as_ref();
        assert_eq!((ring.positions(), ring.node_at(0), ring.node_at(n - 1)), (n, from, to), "{text}");
        let mut x = 1u64;
        for _ in 0..300 {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let p = ((u128::from(x) * u128::from(n - 1)) >> 64) as u64;
            let (v, w) = (ring.node_at(p), ring.node_at(p + 1));
            assert!(neighbors(net.as_ref(), v).any(|x| x == w), "{text}: {v:?} to {w:?} at {p}");
            assert_eq!(ring.position_of(v), Some(p), "{text}");
        }
    }
}

#[test]
#[ignore = "heavy: 10,000 paths of 648 nodes, verified"]
fn heavy_random_pairs() {
    let text = "rdn(ring(3), 2)";
    let (_, net) = build(text);
    let mut x = 7u64;
    let mut draw = || {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 33) % 648
    };
    let mut joined = 0;
    while joined < 10_000 {
        let (a, b) = (draw(), draw());
        if a != b {
            assert_eq!(refused(text, net.as_ref(), a, b), None, "from {a} to {b}");
            joined += 1;
        }
    }
}

/// AUDIT E11: the dual of one link is a ring of 8, and only neighbours are joined.
#[test]
fn one_link_is_not_enough() {
    let (_, net) = build("dual(complete(2))");
    for a in 0..8 {
        let reasons: Vec<_> =
            (0..8).filter(|&b| b != a).map(|b| refused("dual(complete(2))", net.as_ref(), a, b)).collect();
        assert_eq!(reasons.iter().filter(|r| r.is_none()).count(), 2);
        for reason in reasons.into_iter().flatten() {
            let expected = format!(
                "the network is a ring of 8: a path through all its nodes joins neighbours, and {a} and"
            );
            assert!(reason.starts_with(&expected), "{reason}");
        }
    }
}

/// AUDIT E11: over a ring of 4 a path ends on the other side, which is 16 of 31 targets.
#[test]
fn sides_decide() {
    let (_, net) = build("rdn(ring(4), 1)");
    for a in 0..32 {
        let reasons: Vec<_> =
            (0..32).filter(|&b| b != a).map(|b| refused("rdn(ring(4), 1)", net.as_ref(), a, b)).collect();
        assert_eq!(reasons.iter().filter(|r| r.is_none()).count(), 16, "from {a}");
        for reason in reasons.into_iter().flatten() {
            assert!(reason.ends_with("are on the same side"), "{reason}");
        }
    }
}
