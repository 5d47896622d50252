//! Symmetries of failures: every permutation that keeps the dead nodes is an automorphism, and orbits change no metric.

use crossedge::answers::internals::NodeCoordinates;
use crossedge::metrics::{LiveGraph, Orbits, ShortestPathLoads};
use crossedge::net::{Faults, Node, neighbors};
use crossedge::prelude::*;

const NETWORKS: [&str; 8] = [
    "torus(4,5)",
    "hyperx(3,4)",
    "hypercube(4)",
    "dual(torus(3,4))",
    "dual(ring(4), complete(3))",
    "fattree(4)",
    "dragonfly(4,2)",
    "hosts(dragonfly(3,2), 2)",
];

/// Every permutation that is offered for no failures at all is an automorphism: nothing but nodes of its kind is left of each.
#[test]
fn symmetries_of_frames_are_automorphisms() {
    for text in NETWORKS {
        let net: Topology = text.parse().expect(text);
        let net = net.network().expect(text).as_ref();
        let frame = NodeCoordinates::new(net).expect(text);
        assert_eq!(frame.labels.len() as u64, net.nodes(), "{text}");
        for dead in [vec![], vec![0], vec![1, (net.nodes() - 1) as u32]] {
            for image in frame.keeping(&dead) {
                let mut met = vec![false; image.len()];
                assert!(image.iter().all(|&w| !std::mem::replace(&mut met[w as usize], true)), "{text}");
                for v in 0..net.nodes() {
                    let moved: std::collections::BTreeSet<u64> =
                        neighbors(net, Node(v)).map(|w| image[w.0 as usize].into()).collect();
                    let there = neighbors(net, Node(image[v as usize].into())).map(|w| w.0).collect();
                    assert_eq!(moved, there, "{text}: {v}");
                }
            }
        }
    }
}

/// Links of one key are in one orbit of automorphisms that a search finds, and paths from all nodes are those from one of every orbit.
#[test]
fn orbits_change_no_metric() {
    for text in NETWORKS {
        let net: Topology = text.parse().expect(text);
        let net = net.network().expect(text).as_ref();
        let frame = NodeCoordinates::new(net).expect(text);
        let near = neighbors(net, Node(0)).next().expect("a neighbour");
        let more = neighbors(net, near).last().expect("a neighbour");
        for links in [vec![], vec![(Node(0), near)], vec![(Node(0), near), (near, more)]] {
            let dead = Faults::new(net, [], links.iter().copied()).expect(text);
            let ends: Vec<u32> = links.iter().flat_map(|(a, b)| [a.0 as u32, b.0 as u32]).collect();
            let Some(graph) = LiveGraph::new(net, &dead) else { continue };
            let alike = Orbits::new(&graph, &frame.keeping(&ends));
            let quiet = &Silent;
            let by_orbits = graph.shortest_paths(&alike, quiet).expect("not cancelled");
            let by_all = graph.shortest_paths(&Orbits::none(&graph), quiet).expect("not cancelled");
            let same = |found: Option<ShortestPathLoads>| {
                found.map(|ways| (ways.at_least(), ways.diameter, ways.hops))
            };
            assert_eq!(same(by_orbits), same(by_all), "{text}: {links:?}");
            for class in graph.classes() {
                let [a, b] = [&alike, &Orbits::none(&graph)]
                    .map(|alike| graph.at_most_by_class(class, alike, quiet).expect("not cancelled"));
                assert_eq!(a, b, "{text}: class {class}");
            }
        }
    }
}
