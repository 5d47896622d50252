//! The adjacency matrix in blocks: counts are those of all links one by one, and of closed forms where there are too many to visit.

use crossedge::net::{Node, neighbors};
use crossedge::prelude::*;
use crossedge::render::Quotient;
use crossedge_web::internals::answer_page;
use serde_json::{Value, json};

fn net(text: &str) -> Topology {
    text.parse().unwrap_or_else(|error: crossedge::Error| panic!("{text}: {error}"))
}

/// The complete matrix, as the page gets it.
fn matrix(text: &str) -> Result<Value, crossedge::Error> {
    let given = json!({ "expr": text });
    answer_page("matrix", given.as_object().cloned().unwrap_or_default())
        .map(|answer| answer["answer"].clone())
}

/// Numbers that look random, the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 20) % most
    }
}

/// Every example of the catalog of at most 3,000 nodes: positions are a numbering of the nodes, and counts of any two ranges are those of all links.
#[test]
fn quotients_count_the_links_of_every_example() {
    let more = [
        "rdn(ring(3), 2)",
        "dual(ring(3), ring(5))",
        "dual(torus(3,3), hypercube(2))",
        "hdn(torus(2,3,5), [{1,2}])",
        "ring(5) * rdn(ring(3), 1)",
        "complete(5) * path(3) * hypercube(3)",
        "dualcube(4)",
        "star(9)",
        "hosts(dragonfly(4,2), 2)",
        "fattree(8)",
    ];
    let examples = crossedge::net::ENTRIES.iter().flat_map(|entry| entry.examples.iter().copied());
    let mut compared = 0;
    for text in examples.chain(more) {
        let Ok(net) = text.parse::<Topology>() else { continue };
        let Ok(network) = net.network() else { continue };
        let (network, nodes) = (network.as_ref(), network.nodes());
        if nodes > 3_000 {
            continue;
        }
        let quotient = Quotient::from_network(network);
        assert_eq!(quotient.nodes(), nodes, "{text}");
        let ids: Vec<u64> = (0..nodes).map(|at| quotient.node(at).0).collect();
        let mut positions = vec![u64::MAX; nodes as usize];
        for (at, id) in ids.iter().enumerate() {
            assert_eq!(positions[*id as usize], u64::MAX, "{text}: node {id} has two positions");
            positions[*id as usize] = at as u64;
        }
        let links: Vec<(u64, u64)> = (0..nodes)
            .flat_map(|v| neighbors(network, Node(v)).map(move |w| (v, w.0)))
            .map(|(v, w)| (positions[v as usize], positions[w as usize]))
            .collect();
        let mut dice = Dice(nodes);
        for _ in 0..40 {
            let mut range = || {
                let (a, b) = (dice.below(nodes + 1), dice.below(nodes + 1));
                a.min(b)..a.max(b)
            };
            let (a, b) = (range(), range());
            let counted = links.iter().filter(|(v, w)| a.contains(v) && b.contains(w)).count() as u128;
            assert_eq!(quotient.link_ends(a.clone(), b.clone()), Ok(counted), "{text}: {a:?} × {b:?}");
            compared += 1;
        }
        let whole = matrix(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let entries = &whole["entries"];
        let total: u64 = (0..entries["row"].as_array().map_or(0, Vec::len))
            .map(|i| {
                let once = entries["row"][i] == entries["column"][i];
                entries["links"][i].as_u64().unwrap_or(0) * if once { 2 } else { 1 }
            })
            .sum();
        assert_eq!(num_bigint::BigUint::from(total), net.links() * 2u32, "{text}: blocks hold all links");
    }
    assert!(compared >= 3_000, "{compared} ranges");
}

/// Windows of networks of any size: bounded, in blocks of one partition, with names, and with the counts of the network.
#[test]
fn windows_of_large_matrices_are_exact() {
    for text in [
        "rdn(ring(3), 4)",
        "rdn(ring(5), 3)",
        "rdn(torus(5,5), 2)",
        "hypercube(40)",
        "torus(100000,100000)",
        "complete(100000)",
        "hyperx(8,8,8)",
    ] {
        let net = net(text);
        let network = net.network().unwrap_or_else(|error| panic!("{text}: {error}"));
        let quotient = Quotient::from_network(network.as_ref());
        let nodes = quotient.nodes();
        let mut dice = Dice(1);
        let mut span = nodes;
        while span > 1 {
            let from = [dice.below(nodes), dice.below(nodes)];
            let seen = quotient.window(from, span, 64).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert!(
                seen.rows.len() <= 400 && seen.columns.len() <= 400,
                "{text}: {} blocks",
                seen.rows.len()
            );
            for blocks in [&seen.rows, &seen.columns] {
                for pair in blocks.windows(2) {
                    assert_eq!(pair[0].range.end, pair[1].range.start, "{text}: {pair:?}");
                    assert!(!pair[0].name.is_empty(), "{text}: {pair:?} have no name");
                }
            }
            for entry in &seen.entries {
                let (a, b) = (&seen.rows[entry.row].range, &seen.columns[entry.column].range);
                assert!(a == b || a.end <= b.start || b.end <= a.start, "{text}: {a:?} and {b:?} overlap");
                assert!(
                    entry.links > 0 && entry.density > 0.0 && entry.density <= 1.0 + 1e-12,
                    "{text}: {entry:?}"
                );
            }
            // A single node: what it is linked to.
            let node = quotient.node(from[0]);
            assert_eq!(
                quotient.link_ends(from[0]..from[0] + 1, 0..nodes),
                Ok(u128::from(network.degree(node))),
                "{text}"
            );
            let to = neighbors(network.as_ref(), node)
                .next()
                .unwrap_or_else(|| panic!("{text}: {node:?} is alone"));
            assert!(to.0 < nodes);
            span /= 3;
        }
        let all = quotient.link_ends(0..nodes, 0..nodes).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(num_bigint::BigUint::from(all), net.links() * 2u32, "{text}");
    }
}

/// A window that no closed form counts is refused with what to do.
#[test]
fn matrices_without_closed_form_have_a_limit() {
    let error = matrix("dragonfly(64,32)").err();
    let error = error.map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("ports"), "{error}");
}
