//! Networks with switches and widths, against facts from a program that shares no code with this library: counts, classes, degrees,
//! distances between endpoints, diameters, and the sha256 of the sorted edge list.

use crate::common::{load, search, stored, testdata};
use crate::laws::laws;
use crossedge::expr::parse;
use crossedge::net::{
    Node, Port, Shape, Structure, classes, elaborate, endpoint_degrees, endpoints, links, no_files,
    switch_degrees, to_network,
};
use proptest::prelude::*;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

fn facts() -> Vec<Value> {
    let text = std::fs::read_to_string(testdata().join("golden/machines.json")).expect("golden file");
    serde_json::from_str(&text).expect("golden JSON")
}

/// The network of a text; `None` if a construction is unknown, or not in this form.
fn built(text: &str) -> Option<(Arc<dyn Shape>, Arc<dyn Structure>)> {
    let expr = parse(text).ok()?;
    match elaborate(&expr, &no_files) {
        Ok(shape) => {
            let net = to_network(&expr, shape.as_ref(), &no_files).unwrap_or_else(|e| panic!("{text}: {e}"));
            Some((shape, net))
        }
        Err(error) if error.message.starts_with("unknown construction") => None,
        Err(error) => panic!("{text}: {error}"),
    }
}

/// The facts of one network.
fn check(g: &Value, shape: &dyn Shape, net: &dyn Structure) {
    let text = g["expr"].as_str().expect("expr");
    let number = |key: &str| g[key].as_u64().unwrap_or_else(|| panic!("{text}: {key}"));
    let (nodes, ends) = (number("nodes"), number("endpoints"));
    assert_eq!((shape.nodes(), net.nodes()), (nodes.into(), nodes), "{text}: nodes");
    assert_eq!((endpoints(shape), net.endpoints()), (ends.into(), ends), "{text}: endpoints");
    assert_eq!(links(shape), number("links").into(), "{text}: links");
    let golden: BTreeMap<u64, u64> = serde_json::from_value(g["degree_histogram"].clone()).expect("degrees");
    let small = |counts: crossedge::net::DegreeCounts| -> BTreeMap<u64, u64> {
        counts.into_iter().map(|(d, c)| (d, u64::try_from(c).expect("small"))).collect()
    };
    let counted = |ids: std::ops::Range<u64>| {
        let mut counts = BTreeMap::<u64, u64>::new();
        ids.for_each(|v| *counts.entry(net.degree(Node(v)).into()).or_default() += 1);
        counts
    };
    assert_eq!(small(shape.degrees()), golden, "{text}: degrees of the shape");
    assert_eq!(counted(0..nodes), golden, "{text}: degrees of the network");
    assert_eq!(small(endpoint_degrees(shape)), counted(0..ends), "{text}: degrees of endpoints");
    assert_eq!(small(switch_degrees(shape)), counted(ends..nodes), "{text}: degrees of switches");

    let names = net.link_classes();
    let mut by_class = vec![0u64; names.len()];
    let mut edges = Vec::new();
    for v in 0..nodes {
        for port in (0..net.degree(Node(v))).map(Port) {
            let (w, back) = net.link(Node(v), port);
            assert_eq!(net.link(w, back), (Node(v), port), "{text}: link {v} {port:?}");
            let class = net.link_class(Node(v), port);
            assert_eq!(class, net.link_class(w, back), "{text}: class of {v}–{w:?}");
            if v < w.0 {
                by_class[class] += 1;
                edges.push((v, w.0));
            }
        }
    }
    let golden = g["links_by_class"].as_object().expect("classes");
    let pairs: Vec<(&String, u64)> =
        golden.iter().map(|(name, count)| (name, count.as_u64().expect("count"))).collect();
    let ours: Vec<(&String, u64)> = names.iter().zip(by_class.iter().copied()).collect();
    let sorted = |mut pairs: Vec<(&String, u64)>| {
        pairs.sort();
        pairs.iter().map(|(name, count)| format!("{name}: {count}")).collect::<Vec<_>>()
    };
    assert_eq!(sorted(ours), sorted(pairs), "{text}: links by class");
    if let Some(told) = classes(shape) {
        assert_eq!(
            told.iter().map(|class| &class.name).collect::<Vec<_>>(),
            names.iter().collect::<Vec<_>>(),
            "{text}"
        );
        for (i, class) in told.iter().enumerate() {
            assert_eq!(class.width, net.width(i), "{text}: width of {}", class.name);
            assert!(
                class.links.as_ref().is_none_or(|links| *links == by_class[i].into()),
                "{text}: {class:?}"
            );
        }
    }
    for (i, name) in names.iter().enumerate() {
        let width = g["width"].get(name).map_or(1, |width| width.as_u64().expect("width"));
        assert_eq!(net.width(i), width, "{text}: width of {name}");
    }
    edges.sort_unstable();
    let list = edges.iter().fold(String::new(), |mut out, (v, w)| {
        writeln!(out, "{v} {w}").expect("a string takes all");
        out
    });
    let hash: String = Sha256::digest(&list).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, g["edge_list_sha256"].as_str().expect("hash"), "{text}: edges");
    distances(g, text, shape, net);
}

fn distances(g: &Value, text: &str, shape: &dyn Shape, net: &dyn Structure) {
    let graph = stored(net);
    let ends = net.endpoints() as usize;
    let (mut histogram, mut farthest) = (Vec::new(), 0);
    for a in 0..net.nodes() {
        let row = search(&graph, a);
        farthest = farthest.max(row.iter().copied().filter(|&d| d != u64::MAX).max().unwrap_or(0));
        for (b, &d) in row.iter().enumerate() {
            // Of large networks a part of the pairs is enough here; the laws look at more.
            let looked = (a + b as u64).is_multiple_of(1 + net.nodes() / 128);
            if looked && let Some(claimed) = net.distance(Node(a), Node(b as u64)) {
                assert_eq!(claimed, d, "{text}: distance {a} to {b}");
            }
            if (a as usize) < ends && b < ends && d != u64::MAX {
                histogram.resize(histogram.len().max(d as usize + 1), 0u64);
                histogram[d as usize] += 1;
            }
        }
    }
    let golden: Vec<u64> =
        serde_json::from_value(g["endpoint_distance_histogram"].clone()).expect("histogram");
    assert_eq!(histogram, golden, "{text}: distances");
    if g["connected"] == true {
        assert_eq!(g["diameter_nodes"], farthest, "{text}: diameter over all nodes");
    }
    if let Some(told) = shape.distances() {
        let told: Vec<u64> =
            told.value.pairs().into_iter().map(|c| u64::try_from(c).expect("small")).collect();
        assert_eq!(told, golden, "{text}: distances of the shape");
    }
    if let Some(told) = shape.diameter() {
        assert_eq!(told.value, (golden.len() - 1).into(), "{text}: diameter of the shape");
    }
}

#[test]
fn golden_machines() {
    let facts = facts();
    let mut reached = 0;
    let mut left: Vec<&str> = Vec::new();
    for g in &facts {
        let text = g["expr"].as_str().expect("expr");
        match built(text) {
            Some((shape, net)) => {
                check(g, shape.as_ref(), net.as_ref());
                reached += 1;
            }
            None => left.push(text),
        }
    }
    assert_eq!((reached, facts.len()), (REACHED, 178), "not reached: {left:?}");
}

/// Number of the networks that can be written.
const REACHED: usize = 178;

/// A small network without switches.
fn plain() -> impl Strategy<Value = String> {
    let atom = atom().boxed();
    prop_oneof![
        4 => atom.clone(),
        1 => algebra(atom),
    ]
}

/// Products, swaps and lifts of small networks without switches; some have wide links.
fn algebra(part: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let two = || (part.clone(), part.clone());
    prop_oneof![
        (two(), any::<bool>()).prop_map(|((h, g), loops)| {
            format!("swap({h},{g},loops={})", if loops { "yes" } else { "no" })
        }),
        two().prop_map(|(g, h)| format!("lex({g},{h})")),
        two().prop_map(|(g, h)| format!("strong({g},{h})")),
        (part.clone(), 1u64..4).prop_map(|(g, n)| format!("blow({g},{n})")),
        (part.clone(), 1u64..5, 0u64..50).prop_map(|(g, k, seed)| format!("lift({g},{k},{seed})")),
        (part.clone(), Just(vec![0u64, 1, 2, 3]).prop_shuffle(), 0usize..3).prop_map(|(g, f, which)| {
            let h = ["ring(4)", "star(4)", "graph([[0,1]],nodes=4)"][which];
            format!("starproduct({g},{h},{f:?})")
        }),
        (
            prop_oneof![Just("polarity(2)"), Just("polarity(3)"), Just("ring(4)"), Just("complete(4)")],
            0usize..5
        )
            .prop_map(|(g, which)| {
                let h = ["iq(0)", "iq(3)", "iq(4)", "paley(5)", "paley(9)"][which];
                format!("starproduct({g},{h})")
            }),
        (Just("polarity(3)"), Just(vec![0u64, 1, 2, 3, 4]).prop_shuffle())
            .prop_map(|(g, f)| format!("starproduct({g},ring(5),{f:?})")),
        (part, 2u64..4).prop_map(|(g, w)| format!("swap(complete(2),width(path(3),\"path\",{w})) * {g}")),
    ]
}

fn atom() -> impl Strategy<Value = String> {
    prop_oneof![
        (1u64..6).prop_map(|n| format!("ring({n})")),
        (1u64..4).prop_map(|n| format!("path({n})")),
        (1u64..5).prop_map(|n| format!("complete({n})")),
        Just("star(4)".to_owned()),
        Just("torus(2,3)".to_owned()),
        Just("hypercube(2)".to_owned()),
        Just("dragonfly(2,1)".to_owned()),
        Just("dual(ring(3))".to_owned()),
        Just("jellyfish(8,3,1)".to_owned()),
        Just("debruijn(2,3)".to_owned()),
        Just("ccc(3)".to_owned()),
        Just("re(ring(4), ring(3), 1, policy=degree)".to_owned()),
        Just("graph([[0,1],[1,2],[2,0],[2,3]])".to_owned()),
        Just("graph([[0,1]], nodes=3)".to_owned()),
        prop_oneof![Just(2u64), Just(3), Just(4), Just(5)].prop_map(|q| format!("polarity({q})")),
        prop_oneof![Just(5u64), Just(9), Just(13)].prop_map(|q| format!("paley({q})")),
        prop_oneof![Just(0u64), Just(3), Just(4), Just(8)].prop_map(|d| format!("iq({d})")),
        (1u64..5).prop_map(|n| format!("stargraph({n})")),
        (1u64..5).prop_map(|n| format!("pancake({n})")),
        (1u64..5, -5i64..6, -3i64..4)
            .prop_map(|(a, b, c)| format!("lattice([[{a},{b}],[0,4]],extra=[[1,{c}]])")),
    ]
}

/// Random nested machines of at most `max` nodes: constructions with switches and widths over each other and over direct networks.
pub fn machine(max: u64) -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        (1u64..6).prop_map(|n| format!("switch({n})")),
        (prop::collection::vec((1u64..4, 1u64..4), 1..4)).prop_map(|levels| {
            let list = |pick: fn(&(u64, u64)) -> u64| {
                levels.iter().map(|l| pick(l).to_string()).collect::<Vec<_>>().join(",")
            };
            format!("xgft([{}],[{}])", list(|l| l.0), list(|l| l.1))
        }),
        (1u64..4, 1u64..4, 1u64..3).prop_map(|(p, l, s)| format!("clos({p},{l},{s})")),
        (1u64..4, 0u64..3).prop_map(|(n, k)| format!("bcube({n},{k})")),
        (1u64..4, 1u64..4, 1u64..4).prop_map(|(a, b, x)| format!("hammingmesh({a},{b},{x},2)")),
        (1u64..4, 0u64..2).prop_map(|(n, k)| format!("dcell({n},{k})")),
        (1u64..4, 1u64..3).prop_map(|(s, h)| format!("megafly({s},{h})")),
        (1u64..4, 1u64..8).prop_map(|(a, b)| format!("lattice([[{a},{b}],[0,4]])")),
        (2u64..20, 1u64..9, 1u64..9).prop_map(|(n, s, t)| format!("circulant({n},[{s},{t}])")),
        Just("twisted(2,2,4)".to_owned()),
    ];
    let nested = atom.prop_recursive(3, 8, 2, move |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) * ({b})")),
            (inner.clone(), plain()).prop_map(|(a, b)| format!("({a}) * ({b})")),
            (plain(), inner.clone()).prop_map(|(a, b)| format!("({a}) * ({b})")),
            (inner.clone(), 0u64..3).prop_map(|(a, k)| format!("({a}) ^ {k}")),
            (inner.clone(), 1u64..4).prop_map(|(a, p)| format!("hosts({a},{p})")),
            (plain(), 1u64..4).prop_map(|(a, p)| format!("hosts({a},{p})")),
            plain(),
            (plain(), 1u64..4).prop_map(|(a, x)| format!("hub({a},{{0}},{x})")),
            (inner.clone(), 1u64..4).prop_map(|(a, k)| format!("planes({a},{k})")),
            (plain(), plain()).prop_map(|(a, b)| format!("dual({a},{b})")),
            inner.clone().prop_map(|a| format!("replace(complete(5),{a},own=[0],h=4)")),
            (1u64..4).prop_map(|w| format!("dual(width(ring(4),\"ring\",{w}))")),
            inner.prop_map(|a| format!("width({a},\"level 1\",3)")),
        ]
    });
    nested.prop_filter("small enough, and it builds", move |text| {
        let expr = parse(text).expect("generated expressions parse");
        elaborate(&expr, &load).is_ok_and(|shape| shape.nodes() <= max.into())
    })
}

/// Distances and diameters of the shape, where a rule gives them, against a search between all endpoints.
fn closed_distances(text: &str) {
    let (shape, net) = crate::common::build(text);
    let graph = stored(net.as_ref());
    let ends = net.endpoints() as usize;
    let mut histogram: Vec<u64> = Vec::new();
    for a in 0..ends {
        for &d in &search(&graph, a as u64)[..ends] {
            if d == u64::MAX {
                assert!(shape.distances().is_none() && shape.diameter().is_none(), "{text} is not connected");
                return;
            }
            histogram.resize(histogram.len().max(d as usize + 1), 0);
            histogram[d as usize] += 1;
        }
    }
    if let Some(told) = shape.distances() {
        let told: Vec<u64> =
            told.value.pairs().into_iter().map(|c| u64::try_from(c).expect("small")).collect();
        assert_eq!(told, histogram, "{text}");
    }
    if let Some(told) = shape.diameter() {
        assert_eq!(told.value, (histogram.len() - 1).into(), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_machines_obey_the_laws(text in machine(3000)) {
        laws(&text);
    }

    #[test]
    fn random_machines_have_their_distances(text in machine(300)) {
        closed_distances(&text);
    }
}

/// A product whose factor is disconnected: between switches of one component a path passes an endpoint of it.
#[test]
fn products_of_disconnected_networks() {
    for text in [
        "hosts(iq(0),1) * switch(1) * xgft([2],[1])",
        "hosts(graph([[1,2]],nodes=3),2) * switch(2)",
        "switch(2) * hosts(graph([[0,2],[1,3]]),1)",
    ] {
        laws(text);
    }
}

/// Counts at sizes that no id holds.
#[test]
fn machines_of_any_size() {
    for text in [
        "switch(10) ^ 99",
        "hosts(switch(10) ^ 98, 10)",
        "planes(switch(10) ^ 99, 4)",
        "width(switch(10) ^ 99, \"dimension 7\", 4)",
        "karytree(10, 99)",
    ] {
        let shape =
            elaborate(&parse(text).expect("parses"), &no_files).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(endpoints(shape.as_ref()), num_bigint::BigUint::from(10u32).pow(99), "{text}");
        assert!(shape.nodes() > endpoints(shape.as_ref()), "{text}");
        assert!(shape.diameter().is_some(), "{text}");
        assert!(classes(shape.as_ref()).is_some(), "{text}");
    }
}
