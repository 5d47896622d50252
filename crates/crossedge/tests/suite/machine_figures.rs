//! Metrics of machines against plain counts: ports, cables, levels, diameters of all nodes, and the least cut among all of them.

use crate::common::{build, search, stored};
use crossedge::metrics::halves::halves;
use crossedge::metrics::machine::{cable_count, diameter_of_nodes, oversubscription, ports};
use crossedge::metrics::{Effort, Metrics};
use crossedge::net::{ENTRIES, Node, Port, Structure, endpoints};
use crossedge::prelude::*;
use crossedge::verify;
use num_bigint::BigUint;

/// Every link once: its ends and its width.
fn wide_links(net: &dyn Structure) -> Vec<(u64, u64, u64)> {
    let mut out = Vec::new();
    for v in 0..net.nodes() {
        for port in (0..net.degree(Node(v))).map(Port) {
            let w = net.link(Node(v), port).0.0;
            if v < w {
                out.push((v, w, net.width(net.link_class(Node(v), port))));
            }
        }
    }
    out
}

/// The catalog's examples that are machines, and some more.
fn machines() -> Vec<String> {
    let more = [
        "width(fattree(8), \"level 3\", 2)",
        "width(width(clos(4, 4, 2), \"level 1\", 2), \"level 2\", 3)",
        "hosts(torus(3,4), 3)",
        "hosts(fattree(4), 2)",
        "width(hosts(width(clos(2, 4, 2), \"level 2\", 3), 2), \"host\", 5)",
        "width(planes(clos(2, 3, 2), 2), \"level 2\", 4)",
        "hosts(slimfly(5), 3)",
        "switch(4) * switch(3)",
        "hosts(megafly(2, 1), 3)",
        "hosts(ring(5), 3)",
        "xgft([3,2,3],[2,2,1])",
        "xgft([1,3],[1,2])",
        "width(mesh(3,4), \"dimension 2\", 3)",
        "hosts(path(1), 3)",
        "fattree(8)",
    ];
    let mut all: Vec<String> = more.map(str::to_owned).to_vec();
    for text in ENTRIES.iter().flat_map(|entry| entry.examples) {
        let (shape, net) = build(text);
        if shape.machine().is_some() && net.nodes() <= 1000 {
            all.push((*text).to_owned());
        }
    }
    all
}

#[test]
fn metrics_agree_with_a_plain_count() {
    for text in machines() {
        let (shape, net) = build(&text);
        let (shape, net) = (shape.as_ref(), net.as_ref());
        let (links, ends) = (wide_links(net), net.endpoints());
        let all: u64 = links.iter().map(|(.., width)| width).sum();
        assert_eq!(cable_count(shape, Some(net)).expect("counted").value, all.into(), "{text}: cables");
        // A port of an endpoint on a switch is the endpoint's own.
        let at_switches: u64 = links
            .iter()
            .map(|&(v, w, width)| match (v < ends, w < ends) {
                (true, false) | (false, true) => width,
                _ => 2 * width,
            })
            .sum();
        assert_eq!(ports(shape, Some(net)).expect("counted").value, at_switches.into(), "{text}: ports");
        let graph = stored(net);
        let far = (0..net.nodes()).flat_map(|v| search(&graph, v)).max().expect("nodes");
        if let Some(known) = diameter_of_nodes(shape) {
            assert_eq!(known.value, far.into(), "{text}: diameter of all nodes");
        }
        if ends == net.nodes() {
            continue;
        }
        // The level of a node is its distance from the nearest endpoint.
        let from_all: Vec<Vec<u64>> = (0..ends).map(|v| search(&graph, v)).collect();
        let level: Vec<u64> = (0..net.nodes() as usize)
            .map(|v| from_all.iter().map(|row| row[v]).min().expect("endpoints"))
            .collect();
        let highest = level.iter().copied().max().unwrap_or(0);
        let between = |lower: u64| -> u64 {
            let joins = |&&(v, w, _): &&(u64, u64, u64)| {
                let (a, b) = (level[v as usize], level[w as usize]);
                a.min(b) == lower && a.max(b) == lower + 1
            };
            links.iter().filter(joins).map(|(.., width)| width).sum()
        };
        let found = oversubscription(shape, Some(net)).expect("counted").value;
        let plain: Vec<(u64, u64)> = (1..highest).map(|i| (between(i - 1), between(i))).collect();
        assert_eq!(found.len(), plain.len(), "{text}: levels");
        for ((a, b), (down, up)) in found.iter().zip(plain) {
            assert_eq!(a * up, b * down, "{text}: oversubscription");
        }
    }
}

/// All halves of the endpoints, and every place of the switches: the least width across.
fn least_of_all(net: &dyn Structure) -> u64 {
    let (ends, nodes, links) = (net.endpoints(), net.nodes(), wide_links(net));
    let halves = (0u64..1 << nodes).filter(|set| {
        let first = u64::from((set & ((1 << ends) - 1)).count_ones());
        first == ends / 2
    });
    let width = |set: u64| {
        links.iter().filter(|(v, w, _)| (set >> v ^ set >> w) & 1 == 1).map(|(.., width)| width).sum()
    };
    halves.map(width).min().expect("a half")
}

#[test]
fn the_least_cut_is_the_least_of_all() {
    for text in [
        "switch(4)",
        "switch(5)",
        "switch(1)",
        "clos(2, 3, 2)",
        "clos(3, 2, 1)",
        "clos(2, 2, 1)",
        "xgft([2,2],[1,2])",
        "xgft([3,2],[2,2])",
        "xgft([2,3],[1,1])",
        "xgft([3],[3])",
        "xgft([2,2,2],[1,1,2])",
        "fattree(2)",
        "karytree(2, 3)",
        "width(clos(2, 2, 1), \"level 2\", 2)",
        "width(clos(2, 4, 2), \"level 2\", 3)",
        "width(clos(3, 3, 2), \"level 1\", 5)",
        "hosts(ring(4), 2)",
        "hosts(path(3), 2)",
        "hosts(path(3), 3)",
        "hosts(complete(4), 2)",
        "hosts(switch(3), 2)",
        "width(hosts(ring(4), 2), \"host\", 3)",
        "bcube(2, 1)",
        "bcube(3, 1)",
        "switch(2) * ring(4)",
        "planes(switch(3), 3)",
        "planes(clos(2, 2, 1), 2)",
        "width(mesh(2,3), \"dimension 1\", 2)",
        "width(ring(6), \"ring\", 3)",
        "overlay(switch(4), ring(4))",
        "megafly(2, 1)",
        "dcell(2, 1)",
        "hammingmesh(2,2,2,1)",
    ] {
        let (shape, net) = build(text);
        assert!(net.nodes() <= 20, "{text} is too large to try all cuts of");
        let least = BigUint::from(least_of_all(net.as_ref()));
        let found = halves(shape.as_ref()).unwrap_or_else(|| panic!("{text}: no cut"));
        assert!(found.value.lower <= least, "{text}: {} from below, and {least}", found.value.lower);
        assert!(found.value.upper >= least, "{text}: {} from above, and {least}", found.value.upper);
        assert_eq!(found.value.upper, least, "{text}: the best cut is found");
        judge(text);
    }
}

/// The verifier recounts the cut, where it is reported.
fn judge(text: &str) {
    let (shape, net) = build(text);
    let found = halves(shape.as_ref()).expect(text).value;
    assert!(found.lower <= found.upper, "{text}: {} and {}", found.lower, found.upper);
    let side = found.side.unwrap_or_else(|| panic!("{text}: no side"));
    let claimed = u64::try_from(&found.upper).expect("small");
    let side = |v: Node| side.holds(net.as_ref(), v);
    let counted = verify::halves(net.as_ref(), &side, claimed, &Silent).expect("not stopped").into_result();
    counted.unwrap_or_else(|no| panic!("{text}: {no:?}"));
    assert!(
        !verify::halves(net.as_ref(), &side, claimed + 1, &Silent).expect("not stopped").holds(),
        "{text}"
    );
}

/// Cuts of larger ones match their claims.
#[test]
fn cuts_are_recounted() {
    for text in [
        "fattree(8)",
        "fattree(16)",
        "fattree(32)",
        "clos(16, 16, 4)",
        "width(fattree(8), \"level 3\", 2)",
        "width(clos(300, 20, 3), \"level 2\", 7)",
        "hosts(torus(4,4), 3)",
        "hosts(hyperx(6,6,6), 20)",
        "hosts(dragonfly(4,2), 2)",
        "hosts(rdn(torus(3,3), 1), 40)",
        "karytree(4, 5)",
        "karytree(3, 3)",
        "xgft([3,3,3],[1,2,2])",
        "bcube(4, 1)",
        "width(torus(4,6), \"dimension 2\", 3)",
    ] {
        judge(text);
    }
}

#[test]
fn fat_trees_have_full_bisection_or_their_share() {
    let cut = |text: &str| {
        let found = halves(build(text).0.as_ref()).expect(text);
        (found.value.lower.to_string(), found.value.upper.to_string(), found.evidence.kind())
    };
    let exact = |value: &str| (value.to_owned(), value.to_owned(), "proved");
    assert_eq!(cut("fattree(48)"), exact("13824"), "half of 27,648 hosts");
    assert_eq!(cut("clos(16, 16, 4)"), exact("32"), "4 to 1: a quarter of 128");
    assert_eq!(cut("width(clos(16, 16, 4), \"level 2\", 4)"), exact("128"), "made up for by width");
    assert_eq!(cut("xgft([1000,1000,1000,1000],[1,1000,1000,1000])"), exact("500000000000"));
}

/// Distances of hosts follow from those of their routers; the search from every host agrees.
#[test]
fn distances_by_routers_are_those_of_a_search() {
    for text in [
        "hosts(slimfly(5), 3)",
        "hosts(dragonfly(3,1), 2)",
        "hosts(jellyfish(12,3,1), 2)",
        "hosts(megafly(2,1), 2)",
    ] {
        let (shape, net) = build(text);
        let mut metrics = Metrics::new(shape.as_ref(), Some(net.as_ref()), Effort::Exhaustive, &Silent);
        let found = metrics.distances().expect("distances").distances.value.pairs();
        let graph = stored(net.as_ref());
        let ends = net.endpoints() as usize;
        let mut plain = vec![0u64; found.len()];
        (0..ends as u64)
            .for_each(|v| search(&graph, v)[..ends].iter().for_each(|&far| plain[far as usize] += 1));
        assert_eq!(found, plain.into_iter().map(BigUint::from).collect::<Vec<_>>(), "{text}");
        let bound = metrics.moore_bound().expect("a bound").value;
        let (a, b) = metrics.mean_distance().expect("a mean").value;
        assert!(bound.mean.0 * b <= bound.mean.1 * a, "{text}: below the bound for the radix");
        assert_eq!(endpoints(shape.as_ref()), ends.into());
    }
}
