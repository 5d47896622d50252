//! Rings around dead links and nodes, verified.

use crate::common::{build, links, stored};
use crossedge::hamilton::{Around, RingOptions, Sought, around};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, Claim};

/// The ring around some faults, verified; `None` if there is none.
fn judged(text: &str, net: &dyn Structure, faults: &Faults) -> Option<Around> {
    match around(net, faults, &RingOptions::default(), &Silent).expect("not cancelled") {
        Sought::Found(around) => {
            let claim = Claim { closed: true, ends: None, faults, left_out: around.left_out };
            let verdict = verify::ring(net, around.found_ring.ring.clone(), &claim, &Silent)
                .expect("not cancelled")
                .into_result();
            if let Err(broken) = verdict {
                panic!("{text} without {faults:?}: {broken}");
            }
            Some(around)
        }
        Sought::Absent(_) => None,
        Sought::Unknown(why) | Sought::TooLarge(why) => panic!("{text} without {faults:?}: {why}"),
    }
}

/// A ring through all nodes around these dead links.
fn whole(text: &str, net: &dyn Structure, dead: &[(u64, u64)]) -> bool {
    let mut faults = Faults::none();
    faults.kill_links(dead.iter().map(|&(v, w)| (Node(v), Node(w))));
    judged(text, net, &faults).is_some_and(|around| around.left_out == 0)
}

#[test]
fn every_single_dead_link() {
    for text in [
        "rdn(ring(3), 2)",
        "rdn(ring(3), 1)",
        "rdn(ring(5), 1)",
        "dualcube(3)",
        "rdn(complete(4), 1)",
        "torus(4,4)",
        "hypercube(4)",
    ] {
        let (_, net) = build(text);
        for link in links(&stored(net.as_ref())) {
            assert!(whole(text, net.as_ref(), &[link]), "{text} without {link:?}");
        }
    }
}

/// Over a complete graph of four nodes the general proof does not count enough turns: here every pair is tried.
#[test]
fn every_two_dead_links() {
    for text in ["rdn(complete(4), 1)", "dualcube(4)"] {
        let (_, net) = build(text);
        let all = links(&stored(net.as_ref()));
        for (i, &one) in all.iter().enumerate() {
            for &two in all[i + 1..].iter().step_by(if text == "dualcube(4)" { 17 } else { 1 }) {
                assert!(whole(text, net.as_ref(), &[one, two]), "{text} without {one:?} and {two:?}");
            }
        }
    }
}

/// All links of a node but two: the ring must go through these.
#[test]
fn dead_links_at_one_node() {
    for text in ["rdn(ring(3), 2)", "rdn(ring(4), 2)", "rdn(torus(3,3), 1)"] {
        let (_, net) = build(text);
        for v in [0, 1, net.nodes() / 2 + 7, net.nodes() - 1] {
            let around: Vec<u64> = crossedge::net::neighbors(net.as_ref(), Node(v)).map(|w| w.0).collect();
            for i in 0..around.len() {
                for j in i + 1..around.len() {
                    let dead: Vec<(u64, u64)> =
                        (0..around.len()).filter(|&k| k != i && k != j).map(|k| (v, around[k])).collect();
                    assert!(whole(text, net.as_ref(), &dead), "{text} without {dead:?}");
                }
            }
        }
    }
}

/// One more than the degree less two may leave a node with one link, and then there is no ring.
#[test]
fn one_more_is_too_many() {
    let (_, net) = build("rdn(ring(3), 2)");
    let around: Vec<u64> = crossedge::net::neighbors(net.as_ref(), Node(5)).map(|w| w.0).collect();
    let mut faults = Faults::none();
    faults.kill_links(around[1..].iter().map(|&w| (Node(5), Node(w))));
    let answer = judged("rdn(ring(3), 2)", net.as_ref(), &faults).expect("a ring through the others");
    assert_eq!(answer.left_out, 1);
}

fn draws(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut x = seed;
    move |n| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(x) * u128::from(n)) >> 64) as u64
    }
}

/// A random link.
fn link(net: &dyn Structure, draw: &mut impl FnMut(u64) -> u64) -> (u64, u64) {
    let v = Node(draw(net.nodes()));
    let port = crossedge::net::Port(draw(net.degree(v).into()) as u32);
    (v.0, net.link(v, port).0.0)
}

fn random(text: &str, count: u64, dead: usize) {
    let (_, net) = build(text);
    let mut draw = draws(11);
    for i in 0..count {
        let dead: Vec<(u64, u64)> = (0..dead).map(|_| link(net.as_ref(), &mut draw)).collect();
        assert!(whole(text, net.as_ref(), &dead), "{text}, number {i}, without {dead:?}");
    }
}

#[test]
fn random_dead_links() {
    random("rdn(ring(3), 2)", 300, 2);
    random("rdn(ring(4), 2)", 20, 2);
    random("rdn(ring(5), 2)", 10, 2);
    random("dualcube(5)", 20, 3);
}

#[test]
#[ignore = "heavy: 10,000 rings of 648 nodes, verified"]
fn heavy_ten_thousand_pairs_of_dead_links() {
    random("rdn(ring(3), 2)", 10_000, 2);
}

#[test]
#[ignore = "heavy: 100 rings of 839,808 nodes, verified"]
fn heavy_hundred_triples_of_dead_links() {
    random("rdn(ring(3), 3)", 100, 3);
}

/// Dead nodes: all others if a ring through them is found; equally many from each side if it is bipartite.
#[test]
fn dead_nodes() {
    let left_out = |text: &str, dead: &[u64]| {
        let (_, net) = build(text);
        let mut faults = Faults::none();
        faults.kill_nodes(dead.iter().map(|&v| Node(v)));
        judged(text, net.as_ref(), &faults).map(|around| around.left_out)
    };
    assert_eq!(left_out("rdn(ring(3), 1)", &[0]), Some(0));
    assert_eq!(left_out("rdn(ring(3), 2)", &[0]), Some(0));
    assert_eq!(left_out("rdn(ring(3), 2)", &[17, 300, 301]), Some(0));
    assert_eq!(left_out("rdn(ring(3), 3)", &[5, 400_000]), Some(0));
    // One dead node of a bipartite network takes one of the other side with it.
    assert_eq!(left_out("rdn(ring(4), 1)", &[3]), Some(1));
    assert_eq!(left_out("hypercube(5)", &[3]), Some(1));
    assert_eq!(left_out("hypercube(5)", &[3, 2]), Some(0));
    assert_eq!(left_out("rdn(hypercube(3), 2)", &[77]), Some(1));
    assert_eq!(left_out("complete(9)", &[1, 2, 3, 4, 5, 6]), Some(0));
    assert_eq!(left_out("ring(9)", &[1]), None);
    // The ring stays inside one block.
    assert_eq!(left_out("graph([[0,1],[1,2],[2,0],[2,3],[3,4],[4,5],[5,2]])", &[]), Some(2));
}
