//! The engine's own fat tree and dragonfly, with its own routing, next to ours plugged in: the same servers, traffic, machine and seeds, in
//! one run, each to its last cycle. Latency of an empty network, accepted load at full load, and saturation. And fattree(8) under permutations.
//!
//! Recorded in `bench/runs/next to.txt` by `bench/next to`; the tests compare the two.
//!
//!     cargo run --release -p crossedge-bench --features simulate --bin next to

use crossedge::net::{Node, no_files};
use crossedge::progress::Silent;
use crossedge_sim::{Limits, Prepared, Settings, Theirs, interval, probe, saturation};

const SEEDS: [u64; 3] = [1, 2, 3];

/// Expression, our routing, the engine's topology and routing.
const PAIRS: [(&str, &str, &str, &str); 2] = [
    ("fattree(8)", "adaptive", "XGFT{ height: 2, down: [4, 8], up: [4, 4], servers_per_leaf: 4 }", "UpDown"),
    (
        "hosts(dragonfly(4,2), 2)",
        "local-global-local",
        "Dragonfly{ global_ports_per_router: 2, servers_per_router: 2, group_size: 4, global_arrangement: Palmtree }",
        "AscendantChannelsWithLinkClass{ routing: WeighedShortest{ class_weight: [1, 100] }, bases: [1, 2] }",
    ),
];

fn settings(expression: &str, routing: &str, traffic: &str) -> Settings {
    Settings {
        routing: routing.parse().expect("a routing"),
        traffic: traffic.parse().expect("a traffic"),
        limits: Limits { cycles: 20_000, ..Limits::default() },
        ..Settings::new(expression)
    }
}

/// The mean latency of an empty network over pairs from all over it.
fn empty(prepared: &Prepared) -> f64 {
    let n = prepared.net().endpoints();
    let all = (0..n).flat_map(|a| (0..n).map(move |b| (Node(a), Node(b))));
    let pairs: Vec<(Node, Node)> = all.filter(|(a, b)| a != b).collect();
    let (latencies, _) = probe(prepared, &pairs, &Silent).expect("runs");
    latencies.iter().sum::<u64>() as f64 / latencies.len() as f64
}

fn line(name: &str, prepared: &Prepared) {
    let full = SEEDS.map(|seed| prepared.run_at(1.0, seed, &Silent).expect("runs").accepted_load);
    let (mean, half) = interval(&full);
    let saturation = saturation(prepared, 1.0, 0.01, &SEEDS, &Silent).expect("found");
    println!(
        "  {name:<34} empty {:7.3} cycles, accepts {mean:.4} ± {:.4} at full load, carries {:.4}{}",
        empty(prepared),
        half.unwrap_or(0.0),
        saturation.carried,
        saturation.not_carried.map_or(String::new(), |not| format!(", not {not:.4}"))
    );
}

fn main() {
    let (expression, routing, topology, their_routing) = PAIRS[1];
    println!("{expression}, uniform traffic, seeds 1 to 3, 20,000 cycles");
    let ours = Prepared::new(&settings(expression, routing, "uniform"), &no_files, &Silent)
        .expect("judged")
        .unjudged();
    line(&format!("ours, {routing}, {} channels", ours.vcs), &ours);
    let theirs = Theirs { topology: topology.to_owned(), routing: their_routing.to_owned() };
    line("the engine's own", &ours.by_theirs(theirs).expect("read"));
    for traffic in ["uniform", "shift by 16", "complement", "reverse"] {
        println!("fattree(8), {traffic}");
        let (expression, routing, topology, their_routing) = PAIRS[0];
        let prepared = |routing: &str| {
            Prepared::new(&settings(expression, routing, traffic), &no_files, &Silent).map(Prepared::unjudged)
        };
        match (prepared("minimal"), prepared(routing)) {
            (Ok(one_way), Ok(any_way)) => {
                line("ours, up path by destination", &one_way);
                line("ours, any up path", &any_way);
                let theirs = Theirs { topology: topology.to_owned(), routing: their_routing.to_owned() };
                line("the engine's own, any up path", &any_way.by_theirs(theirs).expect("read"));
            }
            (Err(error), _) | (_, Err(error)) => println!("  {error}"),
        }
    }
}
