//! Shared by the tests: networks from text, a plain search on a stored copy, and random expressions.

#![allow(dead_code)] // every test file uses its own part

use crossedge::expr::parse;
use crossedge::net::{Network, Node, Shape, Structure, elaborate, neighbors, to_network};
use crossedge::route::channels::{Routing, RoutingEntry, RoutingName, Unroutable};
use proptest::prelude::*;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of test data.
pub fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata")
}

/// Reads files named in expressions: those of `testdata/graphs`.
pub fn load(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(testdata().join("graphs").join(path)).map_err(|e| e.to_string())
}

/// The shape and network of a text.
pub fn build(text: &str) -> (Arc<dyn Shape>, Arc<dyn Structure>) {
    let expr = parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let shape = elaborate(&expr, &load).unwrap_or_else(|e| panic!("{text}: {e}"));
    let net = to_network(&expr, shape.as_ref(), &load).unwrap_or_else(|e| panic!("{text}: {e}"));
    (shape, net)
}

/// The expression of a golden recursive expansion, frames and unit written out as inline graphs.
pub fn golden_expansion(g: &serde_json::Value) -> String {
    let graph = |part: &serde_json::Value| {
        let n = part["n"].as_u64().expect("n");
        format!("graph({}, nodes={n})", part["edges"])
    };
    let frames: Vec<String> = g["frames"].as_array().expect("frames").iter().map(graph).collect();
    let policy = match g["policy"].as_str() {
        Some("sk") => "diameter",
        Some("sd") => "degree",
        other => panic!("unknown policy {other:?}"),
    };
    format!("re([{}], {}, policy={policy})", frames.join(", "), graph(&g["unit"]))
}

/// Every neighbour of every node, stored.
pub fn stored(net: &dyn Network) -> Vec<Vec<u64>> {
    (0..net.nodes()).map(|v| neighbors(net, Node(v)).map(|w| w.0).collect()).collect()
}

/// Distances from `source` in a stored graph, by the textbook; `u64::MAX` where there is no path.
pub fn search(graph: &[Vec<u64>], source: u64) -> Vec<u64> {
    let mut distance = vec![u64::MAX; graph.len()];
    distance[source as usize] = 0;
    let mut queue = VecDeque::from([source]);
    while let Some(v) = queue.pop_front() {
        for &w in &graph[v as usize] {
            if distance[w as usize] == u64::MAX {
                distance[w as usize] = distance[v as usize] + 1;
                queue.push_back(w);
            }
        }
    }
    distance
}

/// The links of a stored graph, each once, sorted.
pub fn links(graph: &[Vec<u64>]) -> Vec<(u64, u64)> {
    let mut all: Vec<(u64, u64)> = (0u64..)
        .zip(graph)
        .flat_map(|(v, row)| row.iter().map(move |&w| (v, w)))
        .filter(|(v, w)| v < w)
        .collect();
    all.sort_unstable();
    all
}

/// Follows `next_port` and counts the hops; a panic when it does not arrive within `limit`.
pub fn walk(net: &dyn Network, from: u64, to: u64, limit: u64) -> u64 {
    let (mut at, mut hops) = (Node(from), 0);
    while let Some(port) = net.next_port(at, Node(to)) {
        assert!(port.0 < net.degree(at), "port {port:?} of {at:?} towards {to}");
        at = net.link(at, port).0;
        hops += 1;
        assert!(hops <= limit, "no arrival from {from} to {to} after {limit} hops");
    }
    assert_eq!(at, Node(to), "stopped on the way from {from}");
    hops
}

/// Random nested expressions of at most `max` nodes, every construction of the algebra among them.
pub fn expression(max: u64) -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        (1u64..7).prop_map(|n| format!("ring({n})")),
        (1u64..6).prop_map(|n| format!("path({n})")),
        (1u64..6).prop_map(|n| format!("complete({n})")),
        (1u64..6).prop_map(|n| format!("star({n})")),
        (0u64..4).prop_map(|d| format!("hypercube({d})")),
        (1u64..4).prop_map(|r| format!("dualcube({r})")),
        (1u64..4, 1u64..4).prop_map(|(n, t)| format!("wk({n},{t})")),
        (1u64..4, 1u64..3).prop_map(|(a, h)| format!("dragonfly({a},{h})")),
        (2u64..4, 1u64..4).prop_map(|(d, k)| format!("debruijn({d},{k})")),
        (2u64..4, 1u64..4).prop_map(|(d, k)| format!("kautz({d},{k})")),
        (0u64..50).prop_map(|seed| format!("jellyfish(8,3,{seed})")),
        Just("slimfly(3)".to_owned()),
        Just("graph([[0,1],[1,2],[2,0],[2,3]])".to_owned()),
        (1u64..6).prop_map(|n| format!("ccc({n})")),
        (1u64..4, 1u64..4, 1u64..4).prop_map(|(a, b, c)| format!("torus({a},{b},{c})")),
        (1u64..4, 1u64..4).prop_map(|(a, b)| format!("mesh({a},{b})")),
        (1u64..4, 1u64..4).prop_map(|(a, b)| format!("hyperx({a},{b})")),
        (any::<[u8; 3]>(), 1usize..4).prop_map(|(sets, k)| {
            let set = |bits: u8| {
                let members: Vec<_> = (1..=3).filter(|i| bits >> i & 1 == 1).map(|i| i.to_string()).collect();
                format!("{{{}}}", members.join(","))
            };
            let sets: Vec<_> = sets[..k].iter().map(|&bits| set(bits)).collect();
            format!("hdn(torus(2,2,3), [{}])", sets.join(", "))
        }),
    ];
    let policy = prop_oneof![Just("diameter"), Just("degree")];
    let nested = atom.prop_recursive(3, 8, 2, move |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a}) * ({b})")),
            (inner.clone(), 0u64..3).prop_map(|(a, k)| format!("({a}) ^ {k}")),
            inner.clone().prop_map(|a| format!("dual({a})")),
            (inner.clone(), 0u64..3).prop_map(|(a, k)| format!("rdn({a}, {k})")),
            (inner.clone(), inner.clone(), 0u64..4, policy.clone())
                .prop_map(|(f, u, r, policy)| format!("re({f}, {u}, {r}, policy={policy})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(f, g, u)| format!("re([{f}, {g}], {u})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("hdn(({a}) * ({b}), [{{1}}])")),
        ]
    });
    nested.prop_filter("small enough", move |text| {
        let expr = parse(text).expect("generated expressions parse");
        elaborate(&expr, &load).is_ok_and(|shape| shape.nodes() <= max.into())
    })
}

/// The routings, as constants for tables of cases.
pub mod routings {
    use crossedge::route::channels::{self, RoutingEntry};

    pub const MINIMAL: &RoutingEntry = &channels::MINIMAL;
    pub const ADDRESS: &RoutingEntry = &channels::ADDRESS;
    pub const LOCAL_GLOBAL_LOCAL: &RoutingEntry = &channels::LOCAL_GLOBAL_LOCAL;
    pub const ORDER: &RoutingEntry = &channels::ORDER;
    pub const DIMENSION: &RoutingEntry = &channels::DIMENSION;
    pub const NEGATIVE_FIRST: &RoutingEntry = &channels::NEGATIVE_FIRST;
    pub const UPDOWN: &RoutingEntry = &channels::UPDOWN;
    pub const SPREAD: &RoutingEntry = &channels::SPREAD;
    pub const SPREAD_OVER_ORDER: &RoutingEntry = &channels::SPREAD_OVER_ORDER;
    pub const UGAL: &RoutingEntry = &channels::UGAL;
    pub const UGAL_OVER_ORDER: &RoutingEntry = &channels::UGAL_OVER_ORDER;
    pub const UGAL_OVER_NODES: &RoutingEntry = &channels::UGAL_OVER_NODES;
    pub const PAR: &RoutingEntry = &channels::PAR;
    pub const ADAPTIVE: &RoutingEntry = &channels::ADAPTIVE;
    pub const ECMP: &RoutingEntry = &channels::ECMP;
}

/// A routing, or Valiant's over it.
pub fn routing(
    net: &Arc<dyn Structure>,
    base: &'static RoutingEntry,
    detour: bool,
) -> Result<Arc<dyn Routing>, Unroutable> {
    RoutingName { base: Some(base), detour }.on(net)
}
