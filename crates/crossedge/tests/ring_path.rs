//! Paths through all nodes between two given nodes: judged for all pairs, and refused with the right reason.

mod common;

use common::build;
use crossedge::embed::{Faults, Options, Sought, path};
use crossedge::net::{Node, Structure};
use crossedge::verify::{self, Claim};
use crossedge::watch::Quiet;

/// The reason against a path from `a` to `b`, or none when a path was found and judged.
fn refused(text: &str, net: &dyn Structure, a: u64, b: u64) -> Option<String> {
    let (from, to) = (Node(a), Node(b));
    match path(net, from, to, &Options::default(), &Quiet).expect("nobody stops it") {
        Sought::Found(found) => {
            let faults = Faults::none();
            let claim = Claim { closed: false, ends: Some((from, to)), faults: &faults, left_out: 0 };
            let verdict = verify::ring(net, found.ring, &claim, &Quiet).expect("nobody stops it");
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
