//! Broadcast in steps: the papers' schedule, ours, and what no schedule can beat, on the golden networks. Every schedule is verified.
//!
//!     cargo run --release -p crossedge-bench --features measure --bin improvement > docs/BROADCAST.md

use crossedge::collective::{BroadcastRule, Collective, Kind, Pace, Tree, bounds};
use crossedge::expr::parse;
use crossedge::net::{Node, Structure, elaborate, no_files, to_network};
use crossedge::progress::Silent;
use crossedge::verify::{self, Verdict};
use std::path::Path;
use std::sync::Arc;

/// Networks next to the golden ones: tori and cubes up to three million nodes.
const MORE: &[&str] = &[
    "torus(3,3)",
    "torus(7,7)",
    "torus(8,8,8)",
    "torus(9,9,9)",
    "torus(32,32,32)",
    "torus(128,128,128)",
    "hypercube(5)",
    "hypercube(15)",
    "hypercube(21)",
    "dualcube(8)",
    "dualcube(11)",
];

fn steps(net: &Arc<dyn Structure>, pace: Pace) -> Option<u32> {
    let rule = BroadcastRule::new(net, Node(0), pace)?;
    match verify::tree(net.as_ref(), rule, &Silent) {
        Ok(Verdict::Holds(checked)) => Some(checked.steps()),
        other => panic!("{other:?}"),
    }
}

fn main() {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../testdata/golden/dual.json");
    let text = std::fs::read_to_string(golden).expect("golden file");
    let cases: Vec<serde_json::Value> = serde_json::from_str(&text).expect("golden JSON");
    let golden = cases.iter().filter_map(|case| case["expr"].as_str());
    let wanted = ["torus", "hypercube", "rdn", "hdn", "dualcube"];
    let named = golden.chain(MORE.iter().copied()).filter(|e| wanted.iter().any(|word| e.starts_with(word)));
    let mut rows: Vec<(u64, String)> = Vec::new();
    for text in named {
        let expr = parse(text).expect("a network");
        let shape = elaborate(&expr, &no_files).expect("a network");
        let net = to_network(&expr, shape.as_ref(), &no_files).expect("a network");
        let n = net.nodes();
        if n > 3_200_000 {
            continue;
        }
        let of = Collective::new(Kind::Broadcast, n, 0, 0);
        let reach = bounds::reach(net.as_ref(), Node(0), &Silent).ok().flatten().expect("connected");
        let degree = shape.degrees().keys().next_back().copied().unwrap_or(0);
        let bound = bounds::steps(&of, reach, degree, true);
        let (Some(stages), Some(ours)) = (steps(&net, Pace::Stages), steps(&net, Pace::Eager)) else {
            continue;
        };
        let ours = ours.min(stages);
        let mark = match (u64::from(ours) == bound, ours < stages) {
            (true, _) => "optimal",
            (false, true) => "better",
            (false, false) => "",
        };
        rows.push((n, format!("| `{text}` | {n} | {stages} | {ours} | {bound} | {mark} |")));
    }
    rows.sort();
    println!("# Broadcast, in steps\n");
    println!(
        "After reading this page you can compare the papers' broadcast with ours on many networks. One message in and one out of a node in each step. *Stages* is the schedule of the papers: Algorithm 2 of RDN on dual-nets"
    );
    println!(
        "(with super-nodes, which the papers do not treat, the same by levels), Algorithm 1 of DC on dual-cubes, one dimension after"
    );
    println!(
        "the other on tori and cubes. *Ours* lets every node cross as soon as it has served its own cluster, and searches clusters of"
    );
    println!(
        "up to 256 nodes. The bound is the largest of the distance of the farthest node, ⌈log2 N⌉ and the growth that the degree"
    );
    println!("allows. Every schedule was verified in full when this table was made, by");
    println!("`cargo run --release -p crossedge-bench --features measure --bin improvement`.\n");
    println!("| network | nodes | stages | ours | bound | |");
    println!("|---|---|---|---|---|---|");
    rows.iter().for_each(|(_, row)| println!("{row}"));
}
