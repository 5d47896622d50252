//! Loads of networks with switches and widths, compared with every packet walked on its own, hop by hop.

use crate::common::build;
use crossedge::answers::{LoadRequest, Pattern, Request};
use crossedge::net::{ENTRIES, Node, Port, Structure};
use crossedge::prelude::*;
use std::collections::BTreeMap;

/// Fractions as two numbers.
type Fraction = (u128, u128);

fn same(found: &Ratio, (a, b): Fraction, what: &str) {
    assert_eq!(&found.numerator * b, &found.denominator * a, "{what}: {found:?} and {a}/{b}");
}

/// Every packet of every endpoint follows the addresses; a link counts each packet that takes it.
fn packets(
    net: &dyn Structure,
    targets: impl Fn(u64) -> Vec<u64>,
) -> (BTreeMap<(u64, u32), u128>, u128, u128) {
    let (mut counts, mut sent, mut hops) = (BTreeMap::new(), 0, 0);
    for from in 0..net.endpoints() {
        for to in targets(from).into_iter().filter(|&to| to != from) {
            sent += 1;
            let mut at = Node(from);
            while let Some(port) = net.next_port(at, Node(to)) {
                *counts.entry((at.0, port.0)).or_insert(0) += 1;
                hops += 1;
                at = net.link(at, port).0;
            }
            assert_eq!(at.0, to);
        }
    }
    (counts, sent, hops)
}

/// Holds the answer of a pattern against a plain count; a load is a count over `unit` and the width.
fn check(text: &str, pattern: Pattern, unit: u128, targets: impl Fn(u64) -> Vec<u64>) {
    let (_, net) = build(text);
    let net = net.as_ref();
    let (counts, sent, hops) = packets(net, targets);
    let on: Topology = text.parse().expect(text);
    let answer = LoadRequest::new(pattern).answer(&on, &Silent).unwrap_or_else(|e| panic!("{text}: {e}"));
    let names = net.link_classes();
    let mut by_class: Vec<Vec<u128>> = vec![Vec::new(); names.len()];
    for v in 0..net.nodes() {
        for port in 0..net.degree(Node(v)) {
            let count = counts.get(&(v, port)).copied().unwrap_or(0);
            by_class[net.link_class(Node(v), Port(port))].push(count);
        }
    }
    let mut most: Option<(Fraction, &str)> = None;
    for ((i, name), (class, counts)) in names.iter().enumerate().zip(answer.classes.iter().zip(&by_class)) {
        let width = u128::from(net.roles().map_or(1, |roles| roles.width(i)));
        let what = format!("{text}, {pattern}, {name}");
        assert_eq!(&class.link_class, name);
        assert_eq!(class.links.0, counts.len() as u128, "{what}");
        assert_eq!(class.width.map_or(1, |width| u128::from(width.0)), width, "{what}");
        let (low, high) =
            (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
        same(&class.least, (low, unit * width), &what);
        same(&class.most, (high, unit * width), &what);
        same(&class.mean, (counts.iter().sum(), unit * width * counts.len().max(1) as u128), &what);
        let here = (high, unit * width);
        if high > 0 && most.is_none_or(|((a, b), _)| high * b >= a * here.1) {
            most = Some((here, name));
        }
    }
    let Some(((a, b), name)) = most else {
        assert!(answer.ideal_throughput.is_none() && answer.bottleneck.is_none(), "{text}: nothing is sent");
        return;
    };
    assert_eq!(answer.bottleneck.as_deref(), Some(name), "{text}, {pattern}");
    same(&answer.max_channel_load, (a, b), text);
    same(&answer.mean_hops, (hops, sent), text);
    let channel = answer.bottleneck_channel.expect("something is sent");
    let count = counts[&(channel.from.0, channel.port)];
    let class = net.link_class(channel.from, Port(channel.port));
    let width = u128::from(net.roles().map_or(1, |roles| roles.width(class)));
    assert_eq!(count * b, a * unit * width, "{text}: the busiest channel");
    match pattern {
        Pattern::AllToAll => same(answer.ideal_cycles.as_ref().expect("cycles"), (a, b), text),
        _ => same(answer.ideal_throughput.as_ref().expect("a rate"), (b, a), text),
    }
    // No routing carries more than the bound on any.
    if let (Some(ideal), Some(any)) = (&answer.ideal_throughput, &answer.cut_bound) {
        let (ideal, any) = (ideal.value().expect("finite"), any.value.value().expect("finite"));
        assert!(ideal <= any * (1.0 + 1e-12), "{text}, {pattern}: {ideal} on the addresses, {any} on any");
    }
}

const NETS: &[&str] = &[
    "fattree(8)",
    "hosts(dragonfly(4,2), 2)",
    "bcube(4, 1)",
    "width(clos(4, 4, 2), \"level 2\", 3)",
    "width(hosts(torus(3,4), 2), \"host\", 4)",
    "width(width(hyperx(4,3), \"dimension 1\", 3), \"dimension 2\", 2)",
    "width(dual(ring(4)), \"cross level 1\", 5)",
    "switch(4) * switch(3)",
    "switch(3) * width(ring(4), \"ring\", 2)",
    "planes(clos(2, 3, 2), 2)",
    "hosts(fattree(4), 2)",
    "hosts(hosts(ring(3), 2), 2)",
    "hosts(slimfly(5), 2)",
    "switch(1)",
    "hosts(path(2), 1)",
    "xgft([2,3],[2,2])",
];

#[test]
fn loads_are_those_of_every_packet() {
    for text in NETS {
        let ends = build(text).1.endpoints();
        let all = move |_| (0..ends).collect::<Vec<u64>>();
        check(text, Pattern::Uniform, u128::from(ends.max(2) - 1), all);
        check(text, Pattern::AllToAll, 1, all);
        check(text, Pattern::Complement, 1, move |v| vec![ends - 1 - v]);
        check(text, Pattern::Shift, 1, move |v| vec![(v + 1) % ends]);
        check(text, Pattern::Hotspot, 1, |_| vec![0]);
    }
}

/// Every machine that the catalog shows.
#[test]
fn loads_of_every_example() {
    let mut machines = 0;
    for text in ENTRIES.iter().flat_map(|entry| entry.examples) {
        let (shape, net) = build(text);
        if shape.machine().is_none() || net.nodes() > 600 {
            continue;
        }
        machines += 1;
        let ends = net.endpoints();
        let all = move |_| (0..ends).collect::<Vec<u64>>();
        check(text, Pattern::Uniform, u128::from(ends.max(2) - 1), all);
    }
    assert!(machines >= 20, "{machines} machines");
}

/// Tornado moves in every coordinate of a product, with switches or without.
#[test]
fn coordinates_of_a_product_with_switches() {
    let around = |v: u64, n: u64| (v + n.div_ceil(2) - 1) % n;
    check("switch(4) * switch(5)", Pattern::Tornado, 1, move |v| {
        vec![around(v / 5, 4) * 5 + around(v % 5, 5)]
    });
    check("hosts(torus(4,4), 2)", Pattern::Tornado, 1, move |v| vec![around(v, 32)]);
    check("fattree(4)", Pattern::Transpose, 1, |v| vec![v % 4 * 4 + v / 4]);
    check("fattree(4)", Pattern::Reverse, 1, |v| vec![v.reverse_bits() >> 60]);
}

/// Valiant's detours go by endpoints: two halves of uniform traffic, or every detour of every packet.
#[test]
fn detours_go_by_endpoints_and_by_routers_of_hosts() {
    for text in ["hosts(ring(4), 2)", "clos(2, 3, 2)", "switch(3) * switch(2)"] {
        let hosted = text.starts_with("hosts");
        let (_, net) = build(text);
        let net = net.as_ref();
        let ends = net.endpoints();
        for pattern in [Pattern::Uniform, Pattern::Shift, Pattern::Hotspot] {
            let mut counts = BTreeMap::<(u64, u32), u128>::new();
            // Towards an endpoint until a node is reached.
            let mut go = |from: u64, to: u64, until: u64| {
                let mut at = Node(from);
                while let Some(port) = net.next_port(at, Node(to)).filter(|_| at.0 != until) {
                    *counts.entry((at.0, port.0)).or_insert(0) += 1;
                    at = net.link(at, port).0;
                }
            };
            // Uniform traffic in units of a packet to each other endpoint.
            let targets = |v: u64| match pattern {
                Pattern::Uniform => (0..ends).filter(|&to| to != v).collect(),
                Pattern::Shift => vec![(v + 1) % ends],
                _ => vec![0].into_iter().filter(|&to| to != v).collect::<Vec<u64>>(),
            };
            for from in 0..ends {
                for to in targets(from) {
                    if hosted {
                        // Two hosts on each of four routers; a detour turns at the router.
                        for router in 0..4 {
                            // Hosts of one router need no detour.
                            let router = if from / 2 == to / 2 { from / 2 } else { router };
                            go(from, 2 * router, ends + router);
                            go(ends + router, to, to);
                        }
                    } else {
                        for via in 0..ends {
                            go(from, via, via);
                            go(via, to, to);
                        }
                    }
                }
            }
            let per = if pattern == Pattern::Uniform { ends - 1 } else { 1 };
            let unit = u128::from(if hosted { 4 } else { ends }) * u128::from(per);
            let on: Topology = text.parse().expect(text);
            let mut request = LoadRequest::new(pattern);
            request.routing.routing = Some("valiant over minimal".parse().expect("a routing"));
            let answer = request.answer(&on, &Silent).expect("an answer");
            for (i, class) in answer.classes.iter().enumerate() {
                let loads =
                    (0..net.nodes()).flat_map(|v| (0..net.degree(Node(v))).map(move |port| (v, port)));
                let here = loads.filter(|&(v, port)| net.link_class(Node(v), Port(port)) == i);
                let most = here.map(|place| counts.get(&place).copied().unwrap_or(0)).max().unwrap_or(0);
                same(&class.most, (most, unit), &format!("{text}, {pattern}"));
            }
        }
    }
}

#[test]
fn traffic_is_between_endpoints() {
    let on: Topology = "fattree(4)".parse().expect("a tree");
    let hot = |node: &str| {
        let mut request = LoadRequest::new(Pattern::Hotspot);
        request.hot = node.into();
        request.answer(&on, &Silent).map(|answer| answer.endpoints.map(|count| count.0))
    };
    assert_eq!(hot("(0,(1,0,1))").expect("a host"), Some(16));
    let error = hot("20").expect_err("a switch");
    assert_eq!(error.message(), "node 20 is a switch, and endpoints receive: their ids run from 0 to 15");
    let error = LoadRequest::new(Pattern::Reverse)
        .answer(&"clos(3, 2, 1)".parse().expect("a tree"), &Silent)
        .map(drop);
    assert_eq!(
        error.expect_err("6 endpoints").message(),
        "bit reversal needs a power of two of endpoints, found 6"
    );
}
