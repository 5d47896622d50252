//! Faults of machines: hosts, switches and links, sets of nodes by pattern, and the remaining network.

use crate::common::build;
use crossedge::answers::{LeftRequest, PacketRequest, Request};
use crossedge::metrics::remains::remaining_network;
use crossedge::net::{Faults, Node, Structure, neighbors};
use crossedge::prelude::*;
use crossedge::route::fault::{Diameter, JourneyEnd, Router, Setting, Survey};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet, VecDeque};

fn left(text: &str, faults: &str) -> crossedge::answers::LeftAnswer {
    let on: Topology = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    on.left(faults).unwrap_or_else(|e| panic!("{text} without {faults}: {e}"))
}

/// Distance of a node from every other, over live links, by the textbook.
fn reach(net: &dyn Structure, dead: &Faults, from: Node) -> BTreeMap<Node, u64> {
    let mut far = BTreeMap::from([(from, 0)]);
    let mut queue = VecDeque::from([from]);
    while let Some(v) = queue.pop_front() {
        for w in neighbors(net, v).filter(|&w| !dead.node(w) && !dead.link(v, w)) {
            if !far.contains_key(&w) {
                far.insert(w, far[&v] + 1);
                queue.push_back(w);
            }
        }
    }
    far
}

/// Compares the remaining network with a search from every live endpoint.
fn check(net: &dyn Structure, dead: &Faults) {
    let found = remaining_network(net, dead, &Silent).expect("small");
    let live: Vec<Node> = (0..net.endpoints()).map(Node).filter(|v| !dead.node(*v)).collect();
    assert_eq!(found.alive, live.len() as u64);
    let mut parts = BTreeMap::<u64, u64>::new();
    let mut counts = BTreeMap::<u64, u64>::new();
    let (mut seen, mut largest) = (HashSet::new(), 0);
    for &v in &live {
        let far: Vec<(Node, u64)> =
            reach(net, dead, v).into_iter().filter(|(w, _)| w.0 < net.endpoints()).collect();
        far.iter().for_each(|(_, far)| *counts.entry(*far).or_default() += 1);
        if seen.insert(v) {
            seen.extend(far.iter().map(|(w, _)| *w));
            *parts.entry(far.len() as u64).or_default() += 1;
            largest = largest.max(far.len() as u64);
        }
    }
    assert_eq!((found.largest, &found.parts), (largest, &parts));
    assert_eq!(found.cut_off.len() as u64, found.alive - largest);
    let distances = found.distances.expect("small");
    let told: BTreeMap<u64, u64> = (0u64..).zip(distances.counts).filter(|(_, count)| *count > 0).collect();
    assert_eq!(told, counts);
    assert_eq!(
        u128::from(counts.iter().filter(|(far, _)| **far > 0).map(|(_, count)| count).sum::<u64>()),
        { parts.iter().map(|(&size, &count)| u128::from(size * (size - 1) * count)).sum() }
    );
}

/// Typical failures of a fat tree of 8-port switches: one core, one pod, one leaf lost.
#[test]
fn a_core_a_pod_a_leaf() {
    let core = left("fattree(8)", "(3,(0,0,0))");
    assert_eq!((core.dead_switches.len(), core.dead_endpoints.len()), (1, 0));
    assert_eq!((core.alive.0, core.connected.0), (128, 128));
    assert_eq!(core.diameter.value, Some(Exact(6)));
    let links: Vec<(u64, u64)> =
        core.classes.iter().map(|class| (class.remaining.0, class.links.0)).collect();
    assert_eq!(links, [(128, 128), (128, 128), (120, 128)], "eight links to pods");

    let pod = left("fattree(8)", "(0..2,(0,*,*))");
    assert_eq!((pod.dead_switches.len(), pod.dead_endpoints.len()), (8, 16));
    assert_eq!((pod.alive.0, pod.connected.0, pod.connected_pairs.0), (112, 112, 112 * 111));
    assert_eq!(pod.parts, BTreeMap::from([(112, Exact(1))]));

    let leaf = left("fattree(8)", "(1,(0,0,0))");
    assert_eq!((leaf.alive.0, leaf.connected.0, leaf.connected_pairs.0), (128, 124, 124 * 123));
    assert_eq!(leaf.parts, BTreeMap::from([(1, Exact(4)), (124, Exact(1))]), "four hosts, each alone");
    assert_eq!(leaf.cut_off, (0..4).map(Node).collect::<Vec<_>>());

    // All spines of a pod: its leaves are isolated with their hosts.
    let spines = left("fattree(8)", "(2,(0,*,*))");
    assert_eq!(spines.parts, BTreeMap::from([(4, Exact(4)), (112, Exact(1))]));
    // All links of one pod to the cores, by pattern.
    let cables = left("fattree(8)", "(2,(0,*,*))-(3,*)");
    assert_eq!((cables.dead_links.len(), cables.connected.0), (16, 112));
    assert_eq!(cables.parts, BTreeMap::from([(16, Exact(1)), (112, Exact(1))]));
}

#[test]
fn patterns_of_other_notations() {
    let count = |text: &str, faults: &str| {
        let (_, net) = build(text);
        let dead = Faults::parse(net.as_ref(), faults).unwrap_or_else(|e| panic!("{text}, {faults}: {e}"));
        (dead.node_count(), dead.link_count())
    };
    assert_eq!(count("hosts(torus(4,4), 3)", "((0,*),*)"), (12, 0), "all hosts of a row");
    assert_eq!(count("hosts(torus(4,4), 3)", "((0,*))"), (4, 0), "its routers");
    assert_eq!(count("dual(ring(5))", "(0,3,*)"), (5, 0), "a cluster");
    assert_eq!(count("torus(5,5)", "3..7,(4,*)"), (10, 0), "ids, and a row");
    assert_eq!(count("ring(9)", "*"), (9, 0));
    assert_eq!(count("torus(4,4)", "(0,*)-(1,*)"), (0, 4), "all links between two rows");
    assert_eq!(count("bcube(4, 1)", "(4,*)"), (4, 0), "the switches of the first digit");
    let wrong = |text: &str, faults: &str| {
        let (_, net) = build(text);
        Faults::parse(net.as_ref(), faults).expect_err("wrong").to_string()
    };
    assert_eq!(
        wrong("fattree(4)", "(7,(0,*,*))"),
        "no node has an address like (7,(0,*,*)); addresses are written (level, (digit, digit, digit))"
    );
    assert_eq!(
        wrong("fattree(4)", "(0,(3..1,*,*))"),
        "'3..1' is not a range of numbers, such as 0..3; in an address * stands for anything, and 0..3 for 0 to 3"
    );
    assert_eq!(
        wrong("fattree(4)", "(0,*)-(3,*)"),
        "there is no link like (0,*)-(3,*); `crossedge node` lists the neighbours of a node"
    );
    assert_eq!(
        wrong("rdn(torus(5,5), 3)", "(0,*,*)"),
        "a pattern is matched against every address, of at most 16777216 nodes (got 19531250000000); name the nodes one by one, or by a range of ids such as 0..99"
    );
}

const NETS: &[&str] = &[
    "fattree(4)",
    "hosts(ring(5), 2)",
    "hosts(dragonfly(2,1), 2)",
    "bcube(3, 1)",
    "switch(3) * ring(4)",
    "megafly(2, 1)",
    "dcell(2, 1)",
    "planes(clos(2, 3, 2), 2)",
    "width(torus(3,4), \"dimension 1\", 2)",
    "torus(3,4)",
    "switch(1)",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn remaining_networks_agree_with_a_search(which in 0..NETS.len(), seeds in prop::collection::vec((any::<u64>(), any::<bool>()), 0..9)) {
        let (_, net) = build(NETS[which]);
        let net = net.as_ref();
        let mut dead = Faults::none();
        for (seed, node) in seeds {
            let v = Node(seed % net.nodes());
            if node {
                dead.kill_node(v);
            } else if net.degree(v) > 0 {
                let port = crossedge::net::Port((seed >> 32) as u32 % net.degree(v));
                dead.kill_link(v, net.link(v, port).0);
            }
        }
        check(net, &dead);
    }

    /// A packet between live endpoints arrives where there is a path, with room for a search.
    #[test]
    fn packets_arrive_if_a_path_exists(which in 0..NETS.len(), ends in any::<(u64, u64)>(), seeds in prop::collection::vec(any::<u64>(), 0..5)) {
        let (_, net) = build(NETS[which]);
        let net = net.as_ref();
        let mut dead = Faults::none();
        let (from, to) = (Node(ends.0 % net.endpoints()), Node(ends.1 % net.endpoints()));
        dead.kill_nodes(seeds.iter().map(|seed| Node(seed % net.nodes())).filter(|v| *v != from && *v != to));
        let journey = Router::with_search(net, 100_000).route(from, to, &dead);
        let way = reach(net, &dead, from).get(&to).copied();
        prop_assert_eq!(journey.end == JourneyEnd::Delivered, way.is_some(), "{}", NETS[which]);
        prop_assert!(journey.hops() >= way.unwrap_or(0));
        for step in journey.path.windows(2) {
            prop_assert!(neighbors(net, step[0]).any(|w| w == step[1]) && dead.passes(step[0], step[1]));
        }
    }
}

/// Trials fail the selected components, and count endpoints.
#[test]
fn trials_speak_of_endpoints() {
    for text in ["fattree(4)", "hosts(torus(3,3), 2)", "bcube(3, 1)"] {
        let (shape, net) = build(text);
        let net = net.as_ref();
        let (ends, nodes) = (net.endpoints(), net.nodes());
        let survey =
            || Survey::new(net, Router::with_search(net, 10_000), 7, &shape.degrees()).expect("small");
        for (first, end) in [(0, ends), (ends, nodes)] {
            let survey = survey().restricted_to(first, end);
            for trial in 0..20 {
                let setting = |diameter| Setting { dead_nodes: 3, dead_links: 0, pairs: 4, diameter };
                let (dead, _) = survey.faults(&setting(Diameter::Exact), trial);
                assert!(dead.nodes().all(|v| (first..end).contains(&v.0)) && dead.node_count() == 3);
                let found = survey.trial(&setting(Diameter::Exact), trial);
                let plain = remaining_network(net, &dead, &Silent).expect("small");
                assert_eq!((found.live, found.largest), (plain.alive, plain.largest), "{text}");
                assert_eq!(found.parts, plain.parts.values().sum::<u64>(), "{text}");
                assert_eq!(found.delivered, found.joined, "{text}: a packet with room to search arrives");
                // The diameter is that of the largest part; there may be others as large.
                if plain.parts.len() == 1 {
                    let far = plain.distances.expect("small").counts.len() as u64 - 1;
                    assert_eq!(found.diameter, far, "{text}");
                }
                let sweep = survey.trial(&setting(Diameter::Sweep), trial).diameter;
                assert!(sweep <= found.diameter && 2 * sweep >= found.diameter, "{text}");
            }
        }
    }
}

/// A dead switch on the way, and a host whose only switch is dead.
#[test]
fn a_packet_around_dead_switches() {
    let on: Topology = "fattree(8)".parse().expect("a tree");
    let packet = |faults: &str| {
        PacketRequest::new("(0,(0,0,0))", "(0,(7,3,3))")
            .around(faults)
            .answer(&on, &Silent)
            .expect("an answer")
    };
    let around = packet("(3,(0,*,*)),(3,(1,*,*))");
    assert_eq!((around.end, around.hops.0), (JourneyEnd::Delivered, 6));
    assert_eq!(packet("(1,(7,3,0))").end, JourneyEnd::Blocked);
    assert_eq!(packet("(0,(7,3,3))").end, JourneyEnd::TargetDead);
    let empty = LeftRequest::default().answer(&on, &Silent).expect("nothing is dead");
    assert_eq!((empty.alive, empty.connected, empty.cut_off.len()), (Exact(128), Exact(128), 0));
}
