//! Routing speed.
//!
//! `routing count EXPR PAIRS none|distance|next|path` does the same random pairs in each mode and prints the sum of what it finds;
//! under an instruction counter, the difference to `none` is the cost (`bench/count`).
//! `routing compare EXPR SEARCHES` times complete routes side by side with petgraph's A* on the stored graph, in one run.

use crossedge::expr::parse;
use crossedge::net::{Node, Port, Structure, elaborate, no_files, to_network};
use petgraph::algo::astar;
use petgraph::graph::{NodeIndex, UnGraph};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// A* on a stored graph may be slower by this factor at least.
const FACTOR: f64 = 1e4;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let run =
        match words[..] {
            ["count", text, pairs, mode] => {
                pairs.parse().map_err(|_| "a number of pairs".to_owned()).and_then(|n| count(text, n, mode))
            }
            ["compare", text, searches] => {
                searches.parse().map_err(|_| "a number of searches".to_owned()).and_then(|n| compare(text, n))
            }
            _ => Err("routing count EXPR PAIRS none|distance|next|path, or routing compare EXPR SEARCHES"
                .to_owned()),
        };
    match run {
        Ok(code) => code,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn network(text: &str) -> Result<Arc<dyn Structure>, String> {
    let expr = parse(text).map_err(|e| e.to_string())?;
    let shape = elaborate(&expr, &no_files).map_err(|e| e.to_string())?;
    to_network(&expr, shape.as_ref(), &no_files).map_err(|e| e.to_string())
}

/// Random pairs, drawn before anything is measured.
fn draw(n: u64, pairs: usize) -> Vec<(Node, Node)> {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    (0..pairs).map(|_| (Node(random.next_u64() % n), Node(random.next_u64() % n))).collect()
}

fn count(text: &str, pairs: usize, mode: &str) -> Result<ExitCode, String> {
    let net = network(text)?;
    let net = net.as_ref();
    let mut path = Vec::new();
    let mut sum = 0;
    for &(a, b) in &draw(net.nodes(), pairs) {
        sum += match mode {
            "none" => black_box(a.0 ^ b.0) & 1,
            "distance" => black_box(distance(net, a, b)?),
            "next" => black_box(net.next_port(a, b)).map_or(0, |port| u64::from(port.0) & 1),
            "path" => black_box(walk(net, a, b, &mut path)).len() as u64 - 1,
            _ => return Err(format!("unknown mode {mode}")),
        };
    }
    println!("{sum}");
    Ok(ExitCode::SUCCESS)
}

/// The closed-form distance.
fn distance(net: &dyn Structure, a: Node, b: Node) -> Result<u64, String> {
    net.distance(a, b).ok_or_else(|| "distances of this network have no closed form".to_owned())
}

/// The nodes of the route from `a` to `b`.
fn walk<'p>(net: &dyn Structure, a: Node, b: Node, path: &'p mut Vec<Node>) -> &'p [Node] {
    path.clear();
    path.push(a);
    let mut at = a;
    while let Some(port) = net.next_port(at, b) {
        at = net.link(at, port).0;
        path.push(at);
    }
    path
}

/// CPU time of this thread.
fn now() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

fn compare(text: &str, searches: usize) -> Result<ExitCode, String> {
    let net = network(text)?;
    let n = net.nodes();
    let net = net.as_ref();
    let mut path = Vec::new();
    let pairs = draw(n, 1_000_000);
    let (mut hops, mut best) = (0, Duration::MAX);
    // The least of a few rounds: others share the machine.
    for _ in 0..5 {
        let before = now();
        hops = 0;
        for &(a, b) in &pairs {
            hops += black_box(walk(net, a, b, &mut path)).len() - 1;
        }
        best = best.min(now() - before);
    }
    let ours = best.as_secs_f64() / pairs.len() as f64;
    println!("{text}: {n} nodes");
    println!(
        "crossedge: {:.1} ns for a route, {:.2} hops on average",
        ours * 1e9,
        hops as f64 / pairs.len() as f64
    );

    let mut graph: UnGraph<(), (), u32> = UnGraph::with_capacity(n as usize, 0);
    (0..n).for_each(|_| {
        graph.add_node(());
    });
    for v in 0..n {
        for port in 0..net.degree(Node(v)) {
            let w = net.link(Node(v), Port(port)).0.0;
            if v < w {
                graph.add_edge(NodeIndex::new(v as usize), NodeIndex::new(w as usize), ());
            }
        }
    }
    let mut total = Duration::ZERO;
    for &(a, b) in &pairs[..searches] {
        let goal = NodeIndex::new(b.0 as usize);
        let before = now();
        let path = astar(&graph, NodeIndex::new(a.0 as usize), |v| v == goal, |_| 1u32, |_| 0);
        total += now() - before;
        let length = path.map(|(cost, _)| u64::from(cost));
        if length != Some(distance(net, a, b)?) {
            return Err(format!("from {} to {}: petgraph finds {length:?}", a.0, b.0));
        }
    }
    let theirs = total.as_secs_f64() / searches as f64;
    let factor = theirs / ours;
    println!("petgraph A*: {:.1} ms for a route ({searches} searches, same lengths)", theirs * 1e3);
    println!("factor {factor:.0}, at least {FACTOR:.0} expected");
    Ok(if factor >= FACTOR { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
