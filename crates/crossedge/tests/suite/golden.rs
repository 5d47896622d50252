//! Every instance of the golden data: node count, link count, degree histogram, and the sha256 of the sorted edge list.
//!
//! The facts were computed by programs that share no code with this library.

use crate::common;
use crossedge::expr::parse;
use crossedge::net::{Network, Node, elaborate, links, neighbors, no_files, to_network};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

fn testdata() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/golden")
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("golden file");
    serde_json::from_str(&text).expect("golden JSON")
}

/// The sorted edge list, one `u v` a line with u < v, hashed as it streams.
fn edges_sha256(net: &dyn Network) -> String {
    let mut hash = Sha256::new();
    let mut text = String::new();
    let mut row = Vec::new();
    for v in 0..net.nodes() {
        row.clear();
        row.extend(neighbors(net, Node(v)).map(|w| w.0).filter(|&w| w > v));
        row.sort_unstable();
        for w in &row {
            writeln!(text, "{v} {w}").expect("a string takes all");
        }
        if text.len() > 1 << 16 {
            hash.update(&text);
            text.clear();
        }
    }
    hash.update(&text);
    hash.finalize().iter().fold(String::new(), |mut out, byte| {
        write!(out, "{byte:02x}").expect("a string takes all");
        out
    })
}

struct Facts<'a> {
    nodes: &'a Value,
    links: &'a Value,
    degrees: &'a Value,
    sha256: &'a Value,
}

fn check(name: &str, text: &str, facts: &Facts<'_>) {
    let expr = parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
    let shape = elaborate(&expr, &no_files).unwrap_or_else(|e| panic!("{name}: {e}"));
    let net = to_network(&expr, shape.as_ref(), &no_files).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert_eq!(shape.nodes(), facts.nodes.as_u64().expect("nodes").into(), "{name}");
    assert_eq!(net.nodes(), facts.nodes.as_u64().expect("nodes"), "{name}");
    assert_eq!(links(shape.as_ref()), facts.links.as_u64().expect("links").into(), "{name}");
    let golden: BTreeMap<u64, u64> = serde_json::from_value(facts.degrees.clone()).expect("degree histogram");
    let shape_degrees: BTreeMap<u64, u64> =
        shape.degrees().into_iter().map(|(d, c)| (d, u64::try_from(c).expect("small"))).collect();
    assert_eq!(shape_degrees, golden, "{name}: degrees of the shape");
    let mut degrees: BTreeMap<u64, u64> = BTreeMap::new();
    for v in 0..net.nodes() {
        *degrees.entry(net.degree(Node(v)).into()).or_default() += 1;
    }
    assert_eq!(degrees, golden, "{name}: degrees of the network");
    // The four largest networks have no hash in the golden data.
    match facts.sha256.as_str() {
        Some(sha256) => assert_eq!(edges_sha256(net.as_ref()), sha256, "{name}: edges"),
        None => assert!(net.nodes() > 800_000, "{name}: hash is missing"),
    }
}

#[test]
fn dual_instances() {
    let instances = read(&testdata().join("dual.json"));
    let instances = instances.as_array().expect("a list");
    assert_eq!(instances.len(), 44);
    for g in instances {
        let facts = Facts {
            nodes: &g["nodes"],
            links: &g["edges"],
            degrees: &g["degree_histogram"],
            sha256: &g["edge_list_sha256"],
        };
        let expr = g["expr"].as_str().expect("expr");
        assert_eq!(parse(expr).expect("parses").to_string(), expr, "golden text is canonical");
        check(g["name"].as_str().expect("name"), expr, &facts);
    }
}

#[test]
fn recursive_expansions() {
    let mut seen = 0;
    for entry in std::fs::read_dir(testdata().join("re")).expect("golden/re") {
        let path = entry.expect("entry").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("name").to_owned();
        if !name.starts_with('g') {
            continue;
        }
        seen += 1;
        let g = read(&path);
        let facts =
            Facts { nodes: &g["n"], links: &g["m"], degrees: &g["degree_hist"], sha256: &g["edges_sha256"] };
        let by_policy = common::golden_expansion(&g);
        check(&name, &by_policy, &facts);
        // The pivots of the golden file, given by hand, make the same network.
        let by_hand = by_policy.split(", policy=").next().expect("policy is last").to_owned();
        check(&name, &format!("{by_hand}, pivots={})", g["pivots"]), &facts);
    }
    assert_eq!(seen, 18);
}
