//! Many rings: virtual ones without common nodes, and rings without common links.

use crate::common::build;
use crossedge::hamilton::{Apart, RingOptions, Sought, Virtuals, link_disjoint};
use crossedge::net::Faults;
use crossedge::net::{Node, Structure};
use crossedge::progress::Silent;
use crossedge::verify::{self, Claim};
use std::collections::HashSet;

fn virtuals(net: &dyn Structure) -> Virtuals {
    match Virtuals::on_network(net, &RingOptions::default(), &Silent).expect("not cancelled") {
        Sought::Found(virtuals) => virtuals,
        other => panic!("{other:?}"),
    }
}

/// A text of addresses as the paper prints them: (0,0,0) → (0,0,1) → …
fn printed(net: &dyn Structure, nodes: impl Iterator<Item = Node>) -> String {
    nodes.map(|v| net.address(v).to_string()).collect::<Vec<_>>().join(" ")
}

/// HAM, Figures 8 to 10. The text gives the virtual ring of any RDN¹, and that of Figure 9 node by node; the ring of Figure 8(b) is read
/// off the clusters named there. All are the same as ours.
#[test]
fn metrics_of_the_paper() {
    let (_, net) = build("rdn(ring(3), 1)");
    let first = virtuals(net.as_ref()).number(0);
    let ring = |ring: &dyn crossedge::hamilton::NodeOrder| {
        printed(net.as_ref(), (0..ring.positions()).map(|p| ring.node_at(p)))
    };
    assert_eq!(
        ring(first.through_clusters.as_ref()),
        "(0,0,0) (0,0,1) (1,1,0) (1,1,1) (0,1,1) (0,1,2) (1,2,1) (1,2,2) (0,2,2) (0,2,0) (1,0,2) (1,0,0)"
    );
    let figure_8b = "(0,0,0) (0,0,2) (0,0,1) (1,1,0) (1,1,2) (1,1,1) (0,1,1) (0,1,0) (0,1,2) (1,2,1) (1,2,0) (1,2,2) (0,2,2) (0,2,1) \
                     (0,2,0) (1,0,2) (1,0,1) (1,0,0)";
    assert_eq!(ring(first.through_nodes.as_ref()), figure_8b);

    // Section 3 lists the virtual ring of RDN²(B(3)) by following Figure 8(b): (0,u,u) (0,u,v) (1,v,u) (1,v,v) for neighbours u, v.
    let order: Vec<&str> = figure_8b.split(' ').collect();
    let listed: Vec<String> = (0..18)
        .flat_map(|i| {
            let (u, v) = (order[i], order[(i + 1) % 18]);
            [format!("(0,{u},{u})"), format!("(0,{u},{v})"), format!("(1,{v},{u})"), format!("(1,{v},{v})")]
        })
        .collect();
    let (_, net) = build("rdn(ring(3), 2)");
    let second = virtuals(net.as_ref()).number(0);
    let ring = &second.through_clusters;
    assert_eq!(printed(net.as_ref(), (0..72).map(|p| ring.node_at(p))), listed.join(" "));
    assert!(listed[68..].join(" ").ends_with("(0,(1,0,0),(0,0,0)) (1,(0,0,0),(1,0,0)) (1,(0,0,0),(0,0,0))"));

    // Figure 10: two virtual rings of RDN¹(B(4)), from (0,0,0) and from (0,0,2).
    let (_, net) = build("rdn(ring(4), 1)");
    let both = virtuals(net.as_ref());
    assert_eq!(both.count(), 2);
    let start = |s: u64| printed(net.as_ref(), (0..4).map(|p| both.number(s).through_clusters.node_at(p)));
    assert_eq!(start(0), "(0,0,0) (0,0,1) (1,1,0) (1,1,1)");
    assert_eq!(start(1), "(0,0,2) (0,0,3) (1,3,0) (1,3,1)");
}

/// Corollary 1 with erratum E10: half the nodes of the level below, no node in common, and each grows into a ring through all nodes.
#[test]
fn virtual_rings() {
    for (text, count) in [
        ("rdn(ring(3), 1)", 1),
        ("rdn(ring(4), 1)", 2),
        ("rdn(ring(3), 2)", 9),
        ("rdn(ring(5), 2)", 25),
        ("rdn(torus(5,5), 1)", 12),
        ("dualcube(4)", 4),
    ] {
        let (_, net) = build(text);
        let virtuals = virtuals(net.as_ref());
        assert_eq!(virtuals.count(), count, "{text}");
        let faults = Faults::none();
        let mut seen = HashSet::new();
        for s in 0..count {
            let grown = virtuals.number(s);
            let (small, all) = (grown.through_clusters, grown.through_nodes);
            assert!((0..small.positions()).all(|p| seen.insert(small.node_at(p))), "{text}, number {s}");
            let claim = Claim {
                closed: true,
                ends: None,
                faults: &faults,
                left_out: net.nodes() - small.positions(),
            };
            let verdict =
                verify::ring(net.as_ref(), small, &claim, &Silent).expect("not cancelled").into_result();
            assert!(verdict.is_ok(), "{text}, number {s}: {verdict:?}");
            let claim = Claim { left_out: 0, ..claim };
            let verdict =
                verify::ring(net.as_ref(), all, &claim, &Silent).expect("not cancelled").into_result();
            assert!(verdict.is_ok(), "{text}, number {s}: {verdict:?}");
        }
    }
}

#[test]
fn others_have_no_virtual_rings() {
    let (_, net) = build("torus(5,5)");
    let answer = Virtuals::on_network(net.as_ref(), &RingOptions::default(), &Silent).expect("not cancelled");
    assert!(matches!(answer, Sought::Absent(why) if why == "only a dual construction has virtual rings"));
    let (_, net) = build("dual(path(3))");
    let answer = Virtuals::on_network(net.as_ref(), &RingOptions::default(), &Silent).expect("not cancelled");
    assert!(
        matches!(answer, Sought::Absent(why) if why.starts_with("the base has no ring: node 0 has 1 of"))
    );
}

/// Edge-disjoint Hamiltonian cycles, verified one by one and together.
fn apart(text: &str) -> Apart {
    let (_, net) = build(text);
    let Sought::Found(apart) =
        link_disjoint(net.as_ref(), &RingOptions::default(), &Silent).expect("not cancelled")
    else {
        panic!("{text} has a ring")
    };
    let faults = Faults::none();
    let claim = Claim { closed: true, ends: None, faults: &faults, left_out: 0 };
    let mut judged = Vec::new();
    for found in &apart.rings {
        match verify::ring(net.as_ref(), found.ring.clone(), &claim, &Silent)
            .expect("not cancelled")
            .into_result()
        {
            Ok(checked) => judged.push(checked),
            Err(broken) => panic!("{text}: {broken}"),
        }
    }
    if let Err(shared) = verify::link_disjoint(net.as_ref(), &judged).expect("closed rings").into_result() {
        panic!("{text}: {shared}");
    }
    apart
}

#[test]
fn rings_without_common_links() {
    for (text, count) in [
        ("ring(7)", 1),
        ("complete(5)", 2),
        ("complete(7)", 3),
        ("torus(3,3)", 2),
        ("torus(5,5)", 2),
        ("torus(2,3,5)", 2),
        ("hypercube(4)", 2),
        ("hypercube(6)", 3),
        ("rdn(ring(3), 1)", 1),
        ("rdn(complete(4), 1)", 2),
        ("rdn(hypercube(3), 1)", 2),
        ("rdn(torus(5,5), 1)", 2),
    ] {
        let apart = apart(text);
        assert_eq!((apart.rings.len() as u64, apart.most), (count, count), "{text}");
    }
}

#[test]
fn rings_that_share_a_link_are_refused() {
    let (_, net) = build("ring(5)");
    let Sought::Found(one) =
        link_disjoint(net.as_ref(), &RingOptions::default(), &Silent).expect("not cancelled")
    else {
        panic!("it has a ring")
    };
    let faults = Faults::none();
    let claim = Claim { closed: true, ends: None, faults: &faults, left_out: 0 };
    let ring = one.rings[0].ring.clone();
    let checked = verify::ring(net.as_ref(), ring, &claim, &Silent)
        .expect("not cancelled")
        .into_result()
        .expect("a ring");
    let shared = verify::link_disjoint(net.as_ref(), &[checked.clone(), checked])
        .expect("closed rings")
        .into_result()
        .expect_err("the same ring twice");
    assert_eq!(shared.to_string(), "rings 1 and 2 both use the link between nodes 0 and 1");
}
