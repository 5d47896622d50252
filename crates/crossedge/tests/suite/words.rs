//! Compares the constructions for machines with the table that defined them, also at larger sizes, and their closed-form distances with searches.

use crate::common::{build, links, load, search, stored, testdata, walk};
use crate::machines::machine;
use crossedge::expr::parse;
use crossedge::net::{ENTRIES, Node, Port, elaborate, endpoints};
use crossedge::references::references_of;
use num_bigint::BigUint;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    word: Vec<Word>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Word {
    name: String,
    example: String,
    nodes: u64,
    endpoints: u64,
    same: Option<String>,
}

/// Constructions that are older than the table of machines.
const BEFORE: &[&str] = &[
    "ring",
    "path",
    "complete",
    "star",
    "torus",
    "mesh",
    "hyperx",
    "hypercube",
    "foldedcube",
    "rdn",
    "hdn",
    "dualcube",
    "re",
    "ccc",
    "wk",
    "dragonfly",
    "slimfly",
    "kautz",
    "debruijn",
    "jellyfish",
    "graph",
    "without",
    "file",
];

#[test]
fn the_table_and_the_catalog_agree() {
    let text = std::fs::read_to_string(testdata().join("golden/words.toml")).expect("the table");
    let words = toml::from_str::<Words>(&text).expect("a table of constructions").word;
    let told: BTreeSet<&str> =
        words.iter().map(|word| word.name.as_str()).chain(BEFORE.iter().copied()).collect();
    let catalog: BTreeSet<&str> = ENTRIES.iter().map(|entry| entry.name).collect();
    assert_eq!(told, catalog, "names in the table and in the catalog");
    for word in &words {
        let text = &word.example;
        assert!(text.starts_with(&format!("{}(", word.name)), "{text} is no example of {}", word.name);
        let (shape, net) = build(text);
        assert_eq!((shape.nodes(), net.nodes()), (word.nodes.into(), word.nodes), "{text}");
        assert_eq!(
            (endpoints(shape.as_ref()), net.endpoints()),
            (word.endpoints.into(), word.endpoints),
            "{text}"
        );
        if let Some(same) = &word.same {
            let other = build(same).1;
            assert_eq!(links(&stored(net.as_ref())), links(&stored(other.as_ref())), "{text} and {same}");
            assert_eq!(net.endpoints(), other.endpoints(), "{text} and {same}");
        }
    }
}

/// Every construction of the catalog has citable references, or is folklore.
#[test]
fn every_word_has_works() {
    for entry in ENTRIES {
        let folklore = ["folklore", "none"].contains(&entry.paper);
        assert_ne!(folklore, !references_of(entry.name).is_empty(), "{}: {}", entry.name, entry.paper);
    }
}

/// Constructions that no other test of random nestings covers.
const NEW: &[&str] = &[
    "swap",
    "starproduct",
    "polarity",
    "paley",
    "iq",
    "lex",
    "strong",
    "blow",
    "stargraph",
    "pancake",
    "lift",
    "lattice",
];

/// Compares closed-form distances with searches on random nestings, for at least this many pairs.
fn closed_distances(pairs: u64) {
    let mut runner = TestRunner::deterministic();
    let networks = machine(3000);
    let (mut looked, mut seen) = (0, BTreeSet::new());
    let mut by_word: BTreeMap<&str, u64> = BTreeMap::new();
    while looked < pairs {
        let text = networks.new_tree(&mut runner).expect("a network").current();
        if !seen.insert(text.clone()) {
            continue;
        }
        let (_, net) = build(&text);
        let graph = stored(net.as_ref());
        let sources = net.nodes().min(24);
        let before = looked;
        for a in (0..sources).map(|i| i * net.nodes() / sources) {
            for (b, distance) in (0..).zip(search(&graph, a)) {
                if let Some(claimed) = net.distance(Node(a), Node(b)) {
                    assert_eq!(claimed, distance, "{text}: {a} to {b}");
                    looked += 1;
                }
            }
        }
        for word in NEW.iter().filter(|word| text.contains(&format!("{word}("))) {
            *by_word.entry(word).or_default() += looked - before;
        }
    }
    println!("{looked} pairs of {} networks: {by_word:?}", seen.len());
    for word in NEW {
        assert!(by_word.get(word).is_some_and(|&count| count >= pairs / 200), "{word}: {by_word:?}");
    }
}

#[test]
fn closed_distances_are_those_of_searches() {
    closed_distances(1_000_000);
}

#[test]
#[ignore = "minutes"]
fn heavy_closed_distances_of_many_pairs() {
    closed_distances(30_000_000);
}

/// Counts and diameters of networks whose nodes no id holds.
#[test]
fn words_of_any_size() {
    let power = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
    for (text, nodes, diameter) in [
        ("swap(hypercube(100), hypercube(200))", power(2, 500), 100 + 400),
        ("swap(hypercube(100), hypercube(200), loops=yes)", power(2, 500), 100 + 400),
        ("swap(complete(1), complete(10) ^ 50, loops=yes)", power(10, 100), 1 + 100),
        ("strong(hypercube(300), ring(1000))", power(2, 300) * 1000u32, 500),
        ("lex(hypercube(300), ring(1000))", power(2, 300) * 1000u32, 300),
        ("blow(hypercube(300), 1000)", power(2, 300) * 1000u32, 300),
        ("stargraph(100)", (1..=100u32).product(), 148),
        (
            "starproduct(polarity(2147483647), iq(4294967295))",
            ((power(2, 31) - 1u32).pow(2) + power(2, 31)) * power(2, 33),
            3,
        ),
        ("polarity(2147483647)", (power(2, 31) - 1u32).pow(2) + power(2, 31), 2),
        ("paley(2147483629)", 2_147_483_629u32.into(), 2),
        ("iq(18446744073709551612)", (BigUint::from(u64::MAX) - 2u32) * 2u32, 3),
    ] {
        let shape = elaborate(&parse(text).expect("parses"), &load).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(shape.nodes(), nodes, "{text}");
        assert_eq!(shape.diameter().map(|known| known.value), Some(diameter.into()), "{text}");
        if let Some(distances) = shape.distances() {
            assert_eq!(distances.value.nodes(), nodes, "{text}");
            assert_eq!(distances.value.diameter(), diameter, "{text}");
        }
    }
}

/// Routes and links of large networks that are not stored: routes arrive after the claimed distance, and links are symmetric.
#[test]
fn paths_of_large_networks() {
    for text in [
        "polarity(2147483647)",
        "polarity(65536)",
        "paley(1000033)",
        "paley(2401)",
        "iq(4294967295)",
        "iq(400000000)",
        "stargraph(20)",
        "pancake(20)",
        "swap(hypercube(20), hypercube(20))",
        "swap(complete(1000), torus(1000,1001), loops=yes)",
        "swap(complete(1000), torus(1000,1001))",
        "swap(torus(7,9), hypercube(24))",
        "lex(hypercube(40), ring(1000))",
        "strong(hypercube(10), torus(99999,99999))",
        "blow(torus(99999,99999), 100)",
        "starproduct(polarity(65537), paley(65537))",
        "starproduct(polarity(1009), iq(1000003))",
        "starproduct(hypercube(50), complete(3), [1,2,0])",
    ] {
        let (_, net) = build(text);
        let n = net.nodes();
        for i in 0..40u64 {
            let (a, b) = (spread(2 * i, n), spread(2 * i + 1, n));
            let hops = walk(net.as_ref(), a, b, 1_000_000);
            match net.distance(Node(a), Node(b)) {
                Some(distance) if net.minimal() => assert_eq!(hops, distance, "{text}: {a} to {b}"),
                Some(distance) => assert!(hops >= distance, "{text}: {a} to {b}"),
                None => assert!(!net.minimal(), "{text}: {a} to {b}"),
            }
            let degree = net.degree(Node(a));
            for port in [0, degree / 3, degree / 2, degree - 1].map(Port) {
                let (w, back) = net.link(Node(a), port);
                assert_eq!(net.link(w, back), (Node(a), port), "{text}: {a} {port:?}");
                assert_eq!(net.link_class(Node(a), port), net.link_class(w, back), "{text}: {a} {port:?}");
            }
            let address = net.address(Node(a));
            assert_eq!(net.node_at(&address), Ok(Node(a)), "{text}: {address}");
        }
    }
}

/// A number below `n` for each `i`, spread over all.
fn spread(i: u64, n: u64) -> u64 {
    let mixed = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((u128::from(mixed) * u128::from(n)) >> 64) as u64
}
