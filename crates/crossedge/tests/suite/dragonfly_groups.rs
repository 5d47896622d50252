//! Dragonflies with fewer groups than they could have: bundles between groups, against the definition and against search.

use crate::common::routings::{MINIMAL, UPDOWN};
use crate::deadlock::compare_with_search;
use crossedge::answers::{CertificateRequest, MetricValue, Request, ShowRequest, ThroughputRequest};
use crossedge::metrics::bfs;
use crossedge::metrics::metric::CABLES;
use crossedge::net::{Faults, Port, Structure};
use crossedge::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

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

/// The numbers of cables between two groups differ by at most one; every router uses all its global ports, except that one port of a group may be free.
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

/// Sizes as routers of a group, global cables of a router, and groups.
const SIZES: [(u64, u64, u64); 20] = [
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

fn expression((a, h, g): (u64, u64, u64)) -> String {
    format!("dragonfly({a},{h}, groups={g})")
}

/// Nodes, cables and diameter of twenty sizes, against the definition and breadth-first search from every node.
#[test]
fn counts_and_diameters_of_twenty_sizes_are_those_of_search() {
    for (a, h, g) in SIZES {
        let text = expression((a, h, g));
        let net = net(&text);
        let structure = net.network().expect("small");
        assert_eq!(structure.nodes(), a * g, "{text}");
        // One port of every group stays free if cables are left that no pair of groups can share.
        let free = if a * h % (g - 1) % 2 == 1 && g % 2 == 1 { g } else { 0 };
        let cables = g * a * (a - 1) / 2 + (g * a * h - free) / 2;
        let shown = ShowRequest { metrics: vec![CABLES], ..ShowRequest::all() };
        let shown = shown.answer(&net, &Silent).expect("shown");
        let counted = shown.metrics.value(CABLES).and_then(MetricValue::count).map(ToString::to_string);
        assert_eq!(counted, Some(cables.to_string()), "{text}");
        let mut diameter = 0;
        for v in (0..structure.nodes()).map(Node) {
            let levels = bfs::levels(structure.as_ref(), v, &Faults::none(), &Silent).expect("it fits");
            diameter = diameter.max(levels.eccentricity());
        }
        assert!(diameter <= 3, "{text}");
        let known = net.metrics().diameter().expect("known").value;
        assert_eq!(known.to_string(), diameter.to_string(), "{text}");
    }
}

/// The least capacity over load when every pair sends the same, split evenly over all of its shortest paths.
fn spread_over_shortest_paths(net: &dyn Structure) -> f64 {
    let n = net.nodes();
    let links = |v: u64| (0..net.degree(Node(v))).map(move |port| (v, Port(port)));
    let far: Vec<Vec<u64>> = (0..n)
        .map(|from| {
            let (mut far, mut queue) = (vec![u64::MAX; n as usize], VecDeque::from([from]));
            far[from as usize] = 0;
            while let Some(v) = queue.pop_front() {
                for (v, port) in links(v) {
                    let w = net.link(Node(v), port).0.0;
                    if far[w as usize] == u64::MAX {
                        far[w as usize] = far[v as usize] + 1;
                        queue.push_back(w);
                    }
                }
            }
            far
        })
        .collect();
    let mut load: BTreeMap<(u64, Port), f64> = BTreeMap::new();
    for to in 0..n {
        // From the farthest nodes on, each sends its own share and what it was sent.
        let mut order: Vec<u64> = (0..n).filter(|&v| v != to).collect();
        order.sort_by_key(|&v| Reverse(far[to as usize][v as usize]));
        let mut carried = vec![1.0 / (n - 1) as f64; n as usize];
        for v in order {
            let closer = |&(v, port): &(u64, Port)| {
                far[to as usize][net.link(Node(v), port).0.0 as usize] < far[to as usize][v as usize]
            };
            let next: Vec<(u64, Port)> = links(v).filter(closer).collect();
            let each = carried[v as usize] / next.len() as f64;
            for (v, port) in next {
                *load.entry((v, port)).or_default() += each;
                carried[net.link(Node(v), port).0.0 as usize] += each;
            }
        }
    }
    let over =
        |(&(v, port), &load): (&(u64, Port), &f64)| net.width(net.link_class(Node(v), port)) as f64 / load;
    load.iter().map(over).fold(f64::INFINITY, f64::min)
}

/// The least ratio of capacity to demand over all cuts that do not split a group.
fn cut_between_groups(net: &dyn Structure, a: u64, g: u64) -> f64 {
    let mut capacity = vec![vec![0; g as usize]; g as usize];
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(Port) {
            let w = net.link(v, port).0;
            capacity[(v.0 / a) as usize][(w.0 / a) as usize] += net.width(net.link_class(v, port));
        }
    }
    let side = |set: u32, group: usize| set >> group & 1 == 1;
    let cut = |set: u32| {
        let groups = 0..g as usize;
        let pairs = groups.clone().flat_map(|x| groups.clone().map(move |y| (x, y)));
        let crossing = pairs.filter(|&(x, y)| side(set, x) && !side(set, y));
        let width: u64 = crossing.map(|(x, y)| capacity[x][y]).sum();
        let inside = u64::from(set.count_ones()) * a;
        let demand = (inside * (a * g - inside)) as f64 / (a * g - 1) as f64;
        width as f64 / demand
    };
    (1..(1u32 << g) - 1).map(cut).fold(f64::INFINITY, f64::min)
}

/// Throughput of twenty sizes: at least that of shortest paths, at most that of every cut between groups, and certified by the verifier.
#[test]
fn throughput_of_twenty_sizes_is_between_flows_and_cuts_of_search() {
    for (a, h, g) in SIZES {
        let text = expression((a, h, g));
        let net = net(&text);
        let structure = net.network().expect("small").as_ref();
        let theta = net.throughput("uniform").expect("solved");
        let [lower, upper] = [&theta.lower, &theta.upper].map(|bound| bound.value().expect("a number"));
        assert!(lower <= upper && upper <= 1.02 * lower, "{text}: {lower} to {upper}");
        let (flow, cut) = (spread_over_shortest_paths(structure), cut_between_groups(structure, a, g));
        assert!(flow <= upper * (1.0 + 1e-9), "{text}: {flow} over shortest paths, at most {upper}");
        assert!(lower <= cut * (1.0 + 1e-9), "{text}: {lower} through a cut of {cut}");
        let certificate =
            ThroughputRequest::of("uniform").expect("a traffic").certify(&net, &Silent).expect("certified");
        let request = CertificateRequest { certificate: (*certificate).clone() };
        assert!(request.answer(&net, &Silent).expect("recounted").holds, "{text}");
    }
}

/// Deadlock verdicts of twenty sizes, for every number of virtual channels, against a walk of every packet.
#[test]
fn deadlock_verdicts_of_twenty_sizes_are_those_of_search() {
    SIZES.iter().for_each(|&size| compare_with_search(&expression(size), &[MINIMAL, UPDOWN]));
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
