//! The table of docs/link-disjoint-rings.md: `cargo run --release -p crossedge-bench --features measure --bin link_disjoint > docs/link-disjoint-rings.md`.

use crossedge::expr::parse;
use crossedge::hamilton::{RingOptions, Sought, link_disjoint};
use crossedge::net::Faults;
use crossedge::net::{elaborate, no_files, to_network};
use crossedge::progress::Silent;
use crossedge::verify::{self, Claim};

/// The recursive dual-nets, tori and hypercubes of the golden data with at most 2,048 nodes, and a few more of each kind.
const NETWORKS: &[&str] = &[
    "rdn(ring(3), 1)",
    "rdn(ring(3), 2)",
    "rdn(ring(4), 1)",
    "rdn(ring(4), 2)",
    "rdn(complete(4), 1)",
    "rdn(complete(4), 2)",
    "rdn(hypercube(3), 1)",
    "rdn(torus(5,5), 1)",
    "rdn(torus(3,3,3), 1)",
    "torus(5,5)",
    "torus(2,3,5)",
    "torus(8,8)",
    "torus(3,3,3)",
    "torus(6,5,4)",
    "torus(4,4,4,4)",
    "hypercube(4)",
    "hypercube(5)",
    "hypercube(6)",
    "hypercube(7)",
    "hypercube(8)",
    "hypercube(9)",
    "hypercube(10)",
    "hypercube(11)",
];

fn main() {
    println!("# Edge-disjoint Hamiltonian cycles\n");
    println!(
        "Made by `cargo run --release -p crossedge-bench --features measure --bin link_disjoint > docs/link-disjoint-rings.md`. Every ring is verified: all nodes once,"
    );
    println!(
        "along links, closed, and no link in two of them. At most half the degree, rounded down, are possible.\n"
    );
    println!("| network | nodes | degree | rings found | at most | made by |");
    println!("|---|---|---|---|---|---|");
    for text in NETWORKS {
        let expr = parse(text).expect("parses");
        let shape = elaborate(&expr, &no_files).expect("builds");
        let net = to_network(&expr, shape.as_ref(), &no_files).expect("fits");
        let Sought::Found(apart) =
            link_disjoint(net.as_ref(), &RingOptions::default(), &Silent).expect("it is not cancelled")
        else {
            panic!("{text} has a ring")
        };
        let faults = Faults::none();
        let claim = Claim { closed: true, ends: None, faults: &faults, left_out: 0 };
        let judge = |ring| {
            let verdict = verify::ring(net.as_ref(), ring, &claim, &Silent).expect("it is not cancelled");
            verdict.into_result().unwrap_or_else(|broken| panic!("{text}: {broken}"))
        };
        let judged: Vec<_> = apart.rings.iter().map(|found_ring| judge(found_ring.ring.clone())).collect();
        let disjoint = verify::link_disjoint(net.as_ref(), &judged).expect("closed rings");
        if let Some(shared) = disjoint.refuted() {
            panic!("{text}: {shared}");
        }
        let degree: Vec<String> = shape.degrees().keys().map(ToString::to_string).collect();
        let by = apart.rings.last().map(|found_ring| found_ring.by()).unwrap_or_default();
        println!(
            "| `{text}` | {} | {} | {} | {} | {by} |",
            net.nodes(),
            degree.join(", "),
            judged.len(),
            apart.most
        );
    }
}
