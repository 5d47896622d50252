//! A seal has the network and the claim that it was made for, and users check both.

use crate::common::build;
use crossedge::collective::{Algorithm, BroadcastRule, Kind, Pace, Schedule, ScheduleRequest};
use crossedge::cost::{self, CostMachine};
use crossedge::export::simgrid;
use crossedge::hamilton::{RingOptions, Sought, cycle};
use crossedge::net::Faults;
use crossedge::net::{ENTRIES, Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, Asserted, Checked, Claim, Fingerprint, Model, Ports, Switching, Unfit};
use std::sync::Arc;

const ONE: Model = Model { ports: Ports::One, switching: Switching::HopSynchronous };

fn broadcast(net: &Arc<dyn Structure>) -> Checked<Box<dyn Schedule>> {
    let order = ScheduleRequest { kind: Kind::Broadcast, root: Node(0), bytes: 100, pieces: 1, rings: &[] };
    let made = Algorithm::default_for(order.kind).schedule(net, &order).expect("small");
    verify::schedule(net.as_ref(), made, ONE, &Silent).expect("not stopped").into_result().expect("good")
}

#[test]
fn finding_a22_a_seal_is_for_one_network() {
    let (_, ring) = build("ring(8)");
    let (_, cube) = build("hypercube(3)");
    let (_, large) = build("ring(9)");
    let stored = CostMachine::new(cost::Switching::StoreAndForward);
    let checked = broadcast(&ring);
    assert!(cost::of(ring.as_ref(), &checked, &stored).is_ok());
    assert!(cost::replay_seconds(ring.as_ref(), &checked, &stored).is_ok());
    assert!(simgrid::trace(ring.as_ref(), &checked, None, &mut Vec::new()).is_ok());
    for (other, words) in [
        (&cube, "this was verified on another network of 8 nodes\nhelp: verify it as it is used"),
        (
            &large,
            "this was verified on a network of 8 nodes, and is used with one of 9\nhelp: verify it as it is used",
        ),
    ] {
        let say = |unfit: Unfit| assert_eq!(unfit.to_string(), words);
        say(cost::of(other.as_ref(), &checked, &stored).expect_err("another network"));
        say(cost::replay_seconds(other.as_ref(), &checked, &stored).expect_err("another network"));
        let written = simgrid::trace(other.as_ref(), &checked, None, &mut Vec::new());
        assert_eq!(written.expect_err("another network").to_string(), words);
        let tree = BroadcastRule::new(&ring, Node(0), Pace::Eager).expect("small");
        let tree = verify::tree(ring.as_ref(), tree, &Silent).expect("not stopped");
        let tree = tree.into_result().expect("good");
        say(cost::of_tree(other.as_ref(), &tree, (Kind::Broadcast, 1), &stored).expect_err("another network"));
    }
}

#[test]
fn finding_a22_a_seal_is_for_one_claim() {
    let (_, net) = build("ring(8)");
    let checked = broadcast(&net);
    let Asserted::Schedule { of, model, .. } = checked.asserted() else { panic!("a schedule") };
    assert_eq!((of.bytes, *model), (100, ONE));
    for switching in [cost::Switching::CutThrough, cost::Switching::LogGp] {
        let unfit =
            cost::of(net.as_ref(), &checked, &CostMachine::new(switching)).expect_err("another model");
        assert!(matches!(unfit, Unfit::Claim { .. }), "{unfit}");
    }
    // A path through all nodes is no closed ring.
    let Ok(Sought::Found(found)) = cycle(net.as_ref(), &RingOptions::default(), &Silent) else {
        panic!("a ring")
    };
    let none = Faults::none();
    let judged = |closed| {
        let claim = Claim { closed, ends: None, faults: &none, left_out: 0 };
        let verdict = verify::ring(net.as_ref(), found.ring.clone(), &claim, &Silent);
        verdict.expect("not stopped").into_result().expect("good")
    };
    let disjoint = |ring| verify::link_disjoint(net.as_ref(), &[ring]).map(|verdict| verdict.holds());
    assert_eq!(disjoint(judged(true)), Ok(true));
    let (_, other) = build("hypercube(3)");
    let elsewhere = verify::link_disjoint(other.as_ref(), &[judged(true)]);
    assert!(matches!(elsewhere, Err(Unfit::Network { .. })));
}

/// Any two examples of the catalog that differ in a link have different fingerprints, and the same text has the same one.
#[test]
fn fingerprints_distinguish_networks() {
    let mut known: Vec<(Fingerprint, String, Vec<Vec<u64>>)> = Vec::new();
    let more = ["jellyfish(20,3,1)", "jellyfish(20,3,2)", "jellyfish(20,3,3)", "torus(4,4)", "hypercube(4)"];
    for text in ENTRIES.iter().flat_map(|e| e.examples.iter().copied()).chain(more) {
        let (_, net) = build(text);
        if net.nodes() > 2000 {
            continue;
        }
        let (print, graph) = (Fingerprint::of(net.as_ref(), 1 << 18), crate::common::stored(net.as_ref()));
        assert!(print.is_of(build(text).1.as_ref()), "{text}");
        for (other, name, links) in &known {
            assert!(*other != print || *links == graph, "{name} and {text}");
        }
        known.push((print, text.to_owned(), graph));
    }
    // Too large to ask for every link.
    let large = ["hypercube(40)", "ring(1099511627776)", "torus(1048576,1048576)", "rdn(ring(4), 4)"];
    let prints: Vec<Fingerprint> =
        large.iter().map(|t| Fingerprint::of(build(t).1.as_ref(), 1 << 10)).collect();
    for (i, a) in prints.iter().enumerate() {
        assert!(prints[..i].iter().all(|b| a != b), "{}", large[i]);
    }
}
