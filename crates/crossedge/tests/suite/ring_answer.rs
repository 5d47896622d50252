//! Answers are verified before anybody sees them: all positions of a small order, a sample of a large one.

use crate::common::build;
use crossedge::hamilton::{Around, Budget, FoundRing, NodeOrder, RingOptions, Sought, around, cycle, path};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, Answer, Broken, SAMPLE, SAMPLE_SEED, Verdict, VerifiedExtent};
use std::sync::Arc;

fn judged(net: &dyn Structure, around: &Around, faults: &Faults) -> Verdict<Answer, Broken> {
    verify::answer(net, around, None, faults, &Silent).expect("not cancelled")
}

fn ring_of(net: &dyn Structure) -> FoundRing {
    match cycle(net, &RingOptions::default(), &Silent).expect("not cancelled") {
        Sought::Found(found) => found,
        other => panic!("{other:?}"),
    }
}

/// A ring with one place of it changed.
#[derive(Debug)]
struct Spoiled {
    ring: Arc<dyn NodeOrder>,
    /// Positions from here on hold the ids of those before, turned around.
    from: u64,
}

impl NodeOrder for Spoiled {
    fn positions(&self) -> u64 {
        self.ring.positions()
    }

    fn closed(&self) -> bool {
        true
    }

    fn node_at(&self, position: u64) -> Node {
        match position >= self.from {
            true => self.ring.node_at(self.from + (self.positions() - 1 - position)),
            false => self.ring.node_at(position),
        }
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let position = self.ring.position_of(v)?;
        Some(if position >= self.from { self.from + (self.positions() - 1 - position) } else { position })
    }

    fn bytes(&self) -> usize {
        0
    }
}

#[test]
fn finding_a23_every_answer_is_verified() {
    let none = Faults::none();
    for (text, expected) in [
        ("hdn(hdn(complete(2),[{1}]),[{1}])", VerifiedExtent::All(8)),
        ("rdn(ring(3), 2)", VerifiedExtent::All(648)),
        ("hypercube(25)", VerifiedExtent::Sample { positions: SAMPLE + 128, seed: SAMPLE_SEED }),
        ("rdn(hypercube(3), 4)", VerifiedExtent::Sample { positions: SAMPLE + 128, seed: SAMPLE_SEED }),
    ] {
        let (_, net) = build(text);
        let found = ring_of(net.as_ref());
        let Verdict::Holds(answer) = judged(net.as_ref(), &Around::whole(found), &none) else {
            panic!("{text}")
        };
        assert_eq!(answer.judged, expected, "{text}");
        assert_eq!(answer.evidence.kind(), "proved", "{text}");
        assert!(answer.evidence.by().ends_with(&expected.to_string()), "{text}: {}", answer.evidence);
    }
}

/// An order that breaks in the middle, or of whose second half the direction is wrong, is refused in full and by sample.
#[test]
fn finding_a23_a_spoiled_ring_is_refused() {
    for text in ["hypercube(10)", "hypercube(25)"] {
        let (_, net) = build(text);
        for share in [2, 3, 5] {
            let found = ring_of(net.as_ref());
            let from = net.nodes() / share + 1;
            let ring: Arc<dyn NodeOrder> = Arc::new(Spoiled { ring: found.ring.clone(), from });
            // The link over the seam is gone: near the end it is among the positions that are always looked at.
            let verdict = judged(net.as_ref(), &Around::whole(FoundRing { ring, ..found }), &Faults::none());
            assert!(matches!(verdict, Verdict::Refuted(Broken::Unlinked { .. })), "{text}: {verdict:?}");
        }
    }
    // Too few positions, and nodes that do not exist.
    let (_, net) = build("hypercube(25)");
    let (_, smaller) = build("hypercube(26)");
    let found = ring_of(smaller.as_ref());
    let verdict = judged(net.as_ref(), &Around::whole(found), &Faults::none());
    assert!(matches!(verdict, Verdict::Refuted(Broken::LeftOut { .. })), "{verdict:?}");
}

#[test]
fn finding_a25_a_heuristic_is_bounded_and_a_search_to_the_end_computed() {
    let few =
        RingOptions { budget: Budget { steps: 300_000, ..Budget::default() }, ..RingOptions::default() };
    let kind = |text: &str, dead: &[u64]| {
        let (_, net) = build(text);
        let mut faults = Faults::none();
        faults.kill_nodes(dead.iter().map(|&v| Node(v)));
        match around(net.as_ref(), &faults, &few, &Silent).expect("not cancelled") {
            Sought::Found(found) => match judged(net.as_ref(), &found, &faults) {
                Verdict::Holds(answer) => {
                    (answer.evidence.kind(), found.found_ring.ring.positions(), found.at_most)
                }
                other => panic!("{text}: {other:?}"),
            },
            other => panic!("{text}: {other:?}"),
        }
    };
    assert_eq!(kind("star(5)*path(3)", &[14]), ("computed", 10, 10));
    // One node of the larger side is left out, and none less can be.
    assert_eq!(kind("hypercube(6)", &[0]), ("computed", 62, 62));
    // A comb of paths: more than 40 nodes, and the sides allow more than there is.
    let (word, length, at_most) = kind("star(5)*path(11)", &[54]);
    assert!(word == "bounded" && length < at_most, "{word}, {length} of at most {at_most}");
}

#[test]
fn a_path_has_no_link_from_its_end_to_its_start() {
    let (_, net) = build("ring(5)");
    let none = Faults::none();
    let found =
        path(net.as_ref(), Node(1), Node(2), &none, &RingOptions::default(), &Silent).expect("not cancelled");
    let Sought::Found(found) = found else { panic!("neighbours on a ring") };
    assert!(!found.ring.closed());
    assert_eq!(crossedge::hamilton::successor(found.ring.as_ref(), Node(2)), None);
    let ends = Some((Node(1), Node(2)));
    let verdict =
        verify::answer(net.as_ref(), &Around::whole(found), ends, &none, &Silent).expect("not cancelled");
    assert!(verdict.holds(), "{verdict:?}");
}
