//! Certificates of deadlock freedom, of deadlocks and of transitivity: accepted as they are made, and refused with every fault that a verifier can name.

use crossedge::answers::{
    AnyCertificate, AnyCertificateRequest, DeadlockCertificate, DeadlockRequest, Request, RoutingRequest,
};
use crossedge::certificate::routing::{DeadlockFreedom, WaitingCycle};
use crossedge::certificate::symmetry::{Automorphisms, TransitiveOn};
use crossedge::prelude::*;
use crossedge::route::channels::{ROUTINGS, RoutingName};
use crossedge::verify::{BadRoutes, BadSymmetry, automorphisms, deadlock_freedom, waiting_cycle};

fn certified(expression: &str, routing: &str, vcs: Option<u32>) -> Option<DeadlockCertificate> {
    let net: Topology = expression.parse().expect("valid");
    let routing = RoutingRequest::named(routing.parse::<RoutingName>().ok()?);
    let request = DeadlockRequest { routing, vcs, ..DeadlockRequest::default() };
    request.certified(&net, &Silent).ok().map(|(_, certificate)| certificate)
}

fn freedom(expression: &str, routing: &str) -> DeadlockFreedom {
    match certified(expression, routing, None) {
        Some(DeadlockCertificate::Freedom(claim)) => *claim,
        other => panic!("{expression}, {routing}: {other:?}"),
    }
}

fn cycle(expression: &str, routing: &str) -> WaitingCycle {
    match certified(expression, routing, Some(1)) {
        Some(DeadlockCertificate::Cycle(claim)) => claim,
        other => panic!("{expression}, {routing}: {other:?}"),
    }
}

fn refused(expression: &str, claim: &DeadlockFreedom) -> BadRoutes {
    let net: Topology = expression.parse().expect("valid");
    let verdict = deadlock_freedom(net.network().expect("valid").as_ref(), claim, &Silent).expect("valid");
    verdict.refuted().cloned().expect("it should be refused")
}

#[test]
fn certificates_of_all_routings_are_read_back_and_accepted() {
    let networks = [
        "ring(5)",
        "mesh(3,3)",
        "torus(4,4)",
        "hypercube(3)",
        "dual(ring(3))",
        "dualcube(2)",
        "hosts(torus(3,3), 2)",
        "fattree(4)",
        "dragonfly(4,2)",
        "hosts(dragonfly(4,2), 1)",
        "kautz(2,2)",
    ];
    let (mut proved, mut refuted) = (0, 0);
    for expression in networks {
        let net: Topology = expression.parse().expect("valid");
        for name in ROUTINGS.iter().map(|entry| entry.name).chain(["valiant"]) {
            for vcs in [None, Some(1)] {
                let Some(certificate) = certified(expression, name, vcs) else { continue };
                match &certificate {
                    DeadlockCertificate::Freedom(_) => proved += 1,
                    DeadlockCertificate::Cycle(_) => refuted += 1,
                }
                let bytes = serde_json::to_vec(&certificate).expect("valid");
                let certificate = AnyCertificate::read(&bytes).expect("valid");
                let answer = AnyCertificateRequest { certificate }.answer(&net, &Silent).expect("valid");
                assert!(answer.holds, "{expression}, {name}, {vcs:?}: {:?}", answer.counterexample);
            }
        }
    }
    assert!(proved > 60 && refuted > 10, "{proved} proved, {refuted} refuted");
}

#[test]
fn adaptive_routings_have_channels_without_ranks() {
    let claim = freedom("torus(4,4)", "adaptive");
    assert!(claim.channels.iter().any(|channel| channel.rank.is_none()));
    assert!(claim.channels.iter().any(|channel| channel.rank.is_some()));
}

#[test]
fn faults_in_deadlock_freedom_are_refused() {
    let (name, routing) = ("torus(3,3)", "dimension");
    let good = freedom(name, routing);
    let changed = |change: &dyn Fn(&mut DeadlockFreedom)| {
        let mut claim = good.clone();
        change(&mut claim);
        refused(name, &claim)
    };
    assert!(matches!(changed(&|c| c.form.push('0')), BadRoutes::Form(_)));
    assert!(matches!(changed(&|c| c.channels[0].port = 9), BadRoutes::Channel(..)));
    assert!(matches!(changed(&|c| c.channels[0].from = 9), BadRoutes::Channel(..)));
    assert!(matches!(changed(&|c| c.channels[0].to = (c.channels[0].to + 1) % 9), BadRoutes::Channel(..)));
    assert!(matches!(changed(&|c| c.channels[0].vc = c.vcs), BadRoutes::Channel(..)));
    assert!(matches!(changed(&|c| c.channels.push(c.channels[0])), BadRoutes::Channel(..)));
    assert!(matches!(changed(&|c| c.packets[0].to = 9), BadRoutes::Packets(..)));
    assert!(matches!(changed(&|c| c.packets[0].states[0].0 = u32::MAX), BadRoutes::Packets(..)));
    assert!(matches!(changed(&|c| c.packets[0].states[0].1.push(u32::MAX)), BadRoutes::Packets(..)));
    assert!(matches!(changed(&|c| c.packets[0].start[0].1.clear()), BadRoutes::Packets(..)));
    assert!(matches!(changed(&|c| c.packets[0].start[0].1 = vec![u32::MAX]), BadRoutes::Packets(..)));
    assert!(matches!(changed(&|c| c.packets[0].start[0].0 = c.packets[0].to), BadRoutes::Packets(..)));
    let stops = |c: &mut DeadlockFreedom| {
        let first = c.packets[0].states.iter_mut().find(|(_, after)| !after.is_empty()).expect("valid");
        first.1.clear();
    };
    assert!(matches!(changed(&stops), BadRoutes::Packets(..)));
    assert!(matches!(changed(&|c| drop(c.packets[3].start.pop())), BadRoutes::Missing(..)));
    assert!(matches!(
        changed(&|c| c.channels.iter_mut().for_each(|c| c.rank = Some(1))),
        BadRoutes::Rank(..)
    ));
    assert!(matches!(
        changed(&|c| c.channels.iter_mut().for_each(|c| c.rank = None)),
        BadRoutes::NoEscape(_)
    ));
    // A circle of states over channels without rank, with a way out everywhere.
    let mut claim = freedom("torus(4,4)", "adaptive");
    let unranked = |c: &DeadlockFreedom, state: u32, p: usize| {
        let (channel, after) = &c.packets[p].states[state as usize];
        let channel = c.channels[*channel as usize];
        (channel.rank.is_none() && !after.is_empty()).then_some(channel)
    };
    let circle = (0..claim.packets.len()).find_map(|p| {
        let states = 0..claim.packets[p].states.len() as u32;
        states.clone().find_map(|a| {
            let to = unranked(&claim, a, p)?.to;
            let back = unranked(&claim, a, p)?.from;
            states
                .clone()
                .find(|&b| unranked(&claim, b, p).is_some_and(|b| b.from == to && b.to == back))
                .map(|b| (p, a, b))
        })
    });
    if let Some((p, a, b)) = circle {
        claim.packets[p].states[a as usize].1.push(b);
        claim.packets[p].states[b as usize].1.push(a);
    } else {
        // Minimal adaptive packets do not have both directions of a link: one is added.
        let (state, channel) = (0..claim.packets[0].states.len() as u32)
            .find_map(|a| Some((a, unranked(&claim, a, 0)?)))
            .expect("valid");
        let net: Topology = "torus(4,4)".parse().expect("valid");
        let net = net.network().expect("valid");
        let (back, port) = net.link(Node(channel.from), crossedge::net::Port(channel.port));
        assert_eq!(back.0, channel.to);
        let reverse = crossedge::certificate::routing::RankedChannel {
            from: channel.to,
            port: port.0,
            to: channel.from,
            ..channel
        };
        let known = claim
            .channels
            .iter()
            .position(|c| (c.from, c.port, c.vc) == (reverse.from, reverse.port, reverse.vc));
        let position = known.unwrap_or_else(|| {
            claim.channels.push(reverse);
            claim.channels.len() - 1
        });
        let escape =
            claim.packets[0].start.iter().find(|(from, _)| *from == channel.from).expect("valid").1.clone();
        let new = claim.packets[0].states.len() as u32;
        claim.packets[0].states.push((position as u32, [escape, vec![state]].concat()));
        claim.packets[0].states[state as usize].1.push(new);
    }
    let bad = refused("torus(4,4)", &claim);
    assert!(matches!(&bad, BadRoutes::Packets(_, why) if why.contains("circle")), "{bad}");
}

#[test]
fn faults_in_a_deadlock_are_refused() {
    let net: Topology = "ring(5)".parse().expect("valid");
    let good = cycle("ring(5)", "minimal");
    let check = |claim: &WaitingCycle| waiting_cycle(net.network().expect("valid").as_ref(), claim);
    assert!(check(&good).holds());
    let changed = |change: &dyn Fn(&mut WaitingCycle)| {
        let mut claim = good.clone();
        change(&mut claim);
        check(&claim).refuted().cloned().expect("it should be refused")
    };
    assert!(matches!(changed(&|c| c.form.clear()), BadRoutes::Form(_)));
    assert!(matches!(changed(&|c| c.packets.truncate(1)), BadRoutes::Form(_)));
    assert!(matches!(changed(&|c| c.packets[0].to = c.packets[0].from), BadRoutes::Packet(0, _)));
    assert!(matches!(changed(&|c| c.packets[1].from = 7), BadRoutes::Packet(1, _)));
    assert!(matches!(changed(&|c| _ = c.packets[0].route.remove(0)), BadRoutes::Packet(0, _)));
    assert!(matches!(changed(&|c| _ = c.packets[0].route.pop()), BadRoutes::Packet(0, _)));
    assert!(matches!(changed(&|c| c.packets[0].route[0].port = 5), BadRoutes::Channel(..)));
    assert!(matches!(changed(&|c| c.packets[0].holds += 1), BadRoutes::Packet(0, _)));
    assert!(matches!(changed(&|c| c.packets[0].holds = u32::MAX), BadRoutes::Packet(0, _)));
    assert!(matches!(changed(&|c| c.packets.push(c.packets[0].clone())), BadRoutes::Packet(..)));
    assert!(matches!(changed(&|c| drop(c.packets.remove(1))), BadRoutes::Packet(..)));
}

#[test]
fn transitivity_has_certificates_exactly_where_it_holds() {
    for (expression, vertices, edges) in [
        ("ring(6)", true, true),
        ("hypercube(3)", true, true),
        ("path(4)", false, false),
        ("complete(5)", true, true),
        ("star(4)", false, true),
        ("dual(ring(3))", true, false),
        (
            "graph([[0,1],[1,2],[2,3],[3,4],[4,0],[5,7],[7,9],[9,6],[6,8],[8,5],[0,5],[1,6],[2,7],[3,8],[4,9]])",
            true,
            true,
        ),
    ] {
        let net: Topology = expression.parse().expect("valid");
        for (on, holds) in [(TransitiveOn::Vertices, vertices), (TransitiveOn::Edges, edges)] {
            let claim = net.automorphisms(on, &Silent).expect("valid");
            assert_eq!(claim.is_some(), holds, "{expression} {on:?}");
            let Some(claim) = claim else { continue };
            let bytes = serde_json::to_vec(&claim).expect("valid");
            let certificate = AnyCertificate::read(&bytes).expect("valid");
            assert!(AnyCertificateRequest { certificate }.answer(&net, &Silent).expect("valid").holds);
        }
    }
    // Roles and widths are not looked at by the search, so machines have none.
    let net: Topology = "fattree(4)".parse().expect("valid");
    assert!(net.automorphisms(TransitiveOn::Vertices, &Silent).expect("valid").is_none());
}

#[test]
fn faults_in_automorphisms_are_refused() {
    let net: Topology = "ring(6)".parse().expect("valid");
    let good = net.automorphisms(TransitiveOn::Vertices, &Silent).expect("valid").expect("valid");
    let changed = |change: &dyn Fn(&mut Automorphisms)| {
        let mut claim = good.clone();
        change(&mut claim);
        let verdict = automorphisms(net.network().expect("valid").as_ref(), &claim, &Silent).expect("valid");
        verdict.refuted().cloned().expect("it should be refused")
    };
    assert!(matches!(changed(&|c| c.form.push('0')), BadSymmetry::Form(_)));
    assert!(matches!(changed(&|c| c.maps[0][0] = c.maps[0][1]), BadSymmetry::Permutation(0)));
    assert!(matches!(changed(&|c| _ = c.maps[0].pop()), BadSymmetry::Permutation(0)));
    assert!(matches!(changed(&|c| c.maps[0].swap(0, 1)), BadSymmetry::Link(0, ..)));
    assert!(matches!(changed(&|c| c.maps.clear()), BadSymmetry::Orbits(..)));
    // An exchange of a host and a switch keeps the links of an edge, and not the roles.
    let machine: Topology = "hosts(complete(1), 1)".parse().expect("valid");
    let claim = Automorphisms { maps: vec![vec![1, 0]], ..good.clone() };
    let verdict = automorphisms(machine.network().expect("valid").as_ref(), &claim, &Silent).expect("valid");
    assert!(matches!(verdict.refuted(), Some(BadSymmetry::Link(0, v, w)) if v == w));
}

#[test]
fn listed_answers_are_replayed() {
    let net: Topology = "dual(ring(4))".parse().expect("valid");
    let ring = serde_json::json!({"command": "ring", "expression": net.to_string(), "exists": true, "kind": "cycle", "length": 3, "nodes": [0, 1, 2]});
    let read = |value: &serde_json::Value| AnyCertificate::read(&serde_json::to_vec(value).expect("valid"));
    let answer = AnyCertificateRequest { certificate: read(&ring).expect("valid") }
        .answer(&net, &Silent)
        .expect("valid");
    assert!(!answer.holds);
    for nodes in [
        serde_json::json!([]),
        serde_json::json!([99, 98, 97]),
        serde_json::json!("x"),
        serde_json::json!([-1]),
    ] {
        let mut ring = ring.clone();
        ring["nodes"] = nodes;
        ring["length"] = ring["nodes"].as_array().map_or(0, Vec::len).into();
        let answer = AnyCertificateRequest { certificate: read(&ring).expect("valid") }
            .answer(&net, &Silent)
            .expect("valid");
        assert!(!answer.holds, "{ring}");
    }
    assert!(read(&serde_json::json!({"command": "load"})).is_err());
    assert!(read(&serde_json::json!({"form": "something"})).is_err());
    assert!(AnyCertificate::read(b"{").is_err());
}
