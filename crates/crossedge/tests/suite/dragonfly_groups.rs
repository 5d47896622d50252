//! Dragonflies with fewer groups than they could have: bundles between groups, against the definition and against search.

use crossedge::metrics::bfs;
use crossedge::net::Faults;
use crossedge::prelude::*;
use std::collections::BTreeMap;

fn net(text: &str) -> Topology {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Cables between each two groups, and of each router to other groups.
fn bundles(text: &str, of_group: u64) -> (BTreeMap<(u64, u64), u64>, BTreeMap<u64, u64>) {
    let net = net(text);
    let net = net.network().expect("small").as_ref();
    let group = |v: Node| match net.address(v) {
        crossedge::net::Address::Tuple(parts) => match parts[0] {
            crossedge::net::Address::Int(group) => group,
            _ => panic!("a group"),
        },
        _ => panic!("an address"),
    };
    let (mut between, mut of_router) = (BTreeMap::new(), BTreeMap::new());
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(crossedge::net::Port) {
            let w = net.link(v, port).0;
            let cables = net.cables(net.link_class(v, port));
            if group(v) != group(w) {
                *of_router.entry(v.0).or_default() += cables;
                if v < w {
                    *between.entry((group(v).min(group(w)), group(v).max(group(w)))).or_default() += cables;
                }
            }
        }
    }
    assert_eq!(net.nodes() % of_group, 0);
    (between, of_router)
}

/// Every two groups are joined by as many cables, or by one more; every router has its global cables, or one port of the group is free.
#[test]
fn bundles_are_as_even_as_possible() {
    for (a, h) in [(2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3), (5, 2), (6, 3), (16, 8)] {
        let cables = a * h;
        for groups in (2..=cables).filter(|g| cables < 20 || [2, 9, 17, 33, 65, 100].contains(g)) {
            for arrangement in ["palmtree", "absolute"] {
                for family in ["dragonfly", "megafly"] {
                    if family == "megafly" && cables > 20 {
                        continue;
                    }
                    let text = format!("{family}({a}, {h}, groups={groups}, arrangement=\"{arrangement}\")");
                    let (between, of_router) = bundles(&text, if family == "dragonfly" { a } else { 2 * a });
                    assert_eq!(between.len() as u64, groups * (groups - 1) / 2, "{text}");
                    let (least, most) =
                        (between.values().min().expect("one"), between.values().max().expect("one"));
                    assert!(
                        *least == cables / (groups - 1) && most - least <= 1,
                        "{text}: {least} to {most}"
                    );
                    assert!(of_router.values().all(|&own| own <= h), "{text}");
                    let used: u64 = of_router.values().sum();
                    let free = groups * cables - used;
                    let odd = cables % (groups - 1) % 2 == 1 && groups % 2 == 1;
                    assert_eq!(free, if odd { groups } else { 0 }, "{text}");
                }
            }
        }
    }
    let (between, _) = bundles("dragonfly(16, 8, groups=33)", 16);
    assert!(between.len() == 528 && between.values().all(|&cables| cables == 4));
}

/// With all groups it is the dragonfly itself, and the absolute arrangement joins every two groups once.
#[test]
fn all_groups_are_the_usual_dragonfly() {
    for (a, h) in [(2, 1), (3, 1), (4, 2), (5, 3)] {
        let usual = net(&format!("dragonfly({a},{h})"));
        let same = net(&format!("dragonfly({a},{h}, groups={})", a * h + 1));
        let (one, other) = (usual.network().expect("small"), same.network().expect("small"));
        assert_eq!(one.nodes(), other.nodes());
        for v in (0..one.nodes()).map(Node) {
            for port in (0..one.degree(v)).map(crossedge::net::Port) {
                assert_eq!(one.link(v, port), other.link(v, port), "dragonfly({a},{h})");
            }
        }
        let (between, of_router) = bundles(&format!("dragonfly({a},{h}, arrangement=\"absolute\")"), a);
        assert!(between.values().all(|&cables| cables == 1) && of_router.values().all(|&own| own == h));
    }
}

/// Counts, distances, throughput and deadlock verdicts of twenty sizes, against breadth-first search and each other.
#[test]
fn twenty_sizes_hold_against_search() {
    let sizes = [
        (2, 1, 2),
        (2, 2, 2),
        (2, 2, 3),
        (2, 2, 4),
        (3, 1, 2),
        (3, 1, 3),
        (3, 2, 3),
        (3, 2, 4),
        (3, 2, 5),
        (3, 2, 6),
        (4, 1, 3),
        (4, 1, 4),
        (4, 2, 3),
        (4, 2, 5),
        (4, 2, 6),
        (4, 2, 8),
        (5, 2, 6),
        (5, 2, 11),
        (6, 2, 7),
        (6, 3, 10),
    ];
    for (a, h, g) in sizes {
        let text = format!("dragonfly({a},{h}, groups={g})");
        let (net, structure) = (net(&text), net(&text).network().expect("small").clone());
        assert_eq!(structure.nodes(), a * g, "{text}");
        let mut diameter = 0;
        for v in (0..structure.nodes()).map(Node) {
            let levels = bfs::levels(structure.as_ref(), v, &Faults::none(), &Silent).expect("it fits");
            diameter = diameter.max(levels.eccentricity());
        }
        assert!(diameter <= 3, "{text}");
        assert_eq!(
            net.metrics().diameter().expect("known").value.to_string(),
            diameter.to_string(),
            "{text}"
        );
        let theta = net.throughput("uniform").expect("solved");
        assert!(theta.lower.value() <= theta.upper.value(), "{text}");
        let answer = net.deadlock("minimal".parse().expect("a routing")).expect("decided");
        assert!(answer.proved || answer.cycle.is_some(), "{text}");
    }
}

#[test]
fn groups_are_refused_word_for_word() {
    for (text, why, help) in [
        (
            "dragonfly(4,2, groups=10)",
            "dragonfly has 2 to 9 groups here, found 10",
            "a group has 8 global cables, one at least for every other group",
        ),
        (
            "megafly(2,2, groups=1)",
            "megafly has 2 to 5 groups here, found 1",
            "a group has 4 global cables, one at least for every other group",
        ),
    ] {
        let error = text.parse::<Topology>().expect_err(text);
        assert!(error.to_string().contains(why), "{error}");
        assert!(format!("{error:?}").contains(help), "{error:?}");
    }
    let error = "dragonfly(4,2, arrangement=\"random\")"
        .parse::<Topology>()
        .expect_err("no such arrangement")
        .to_string();
    assert!(error.contains("\"palmtree\" or \"absolute\""), "{error}");
}
