//! Searches against petgraph's breadth-first search on a stored graph, in one run.
//!
//!     cargo run --release -p crossedge-bench --features measure --bin search              every network below
//!     cargo run --release -p crossedge-bench --features measure --bin search -- wk rdn    those whose text contains one of the names
//!
//! For each network: petgraph's `Csr` is filled from ours (not counted), then petgraph's `Bfs` and our search from node 0 take
//! turns, one thread each, and the least processor time of each is kept; what others do on the machine then matters little. Petgraph
//! only visits; ours also counts the levels, and the counts are compared with petgraph's distances. Memory is that of a process of
//! its own: what one search added to its peak.

use crossedge::expr::parse;
use crossedge::metrics::bfs::{Method, Search};
use crossedge::net::Faults;
use crossedge::net::{Network, Node, Structure, elaborate, neighbors, no_files, to_network};
use crossedge::progress::Silent;
use petgraph::csr::Csr;
use petgraph::visit::Bfs;
use rustix::time::{ClockId, clock_gettime};
use std::process::Command;
use std::sync::Arc;

/// The network to search, and the required ratio.
const NETWORKS: &[(&str, f64)] = &[
    ("rdn(torus(5,5), 2)", 50.0),
    ("rdn(ring(3), 3)", 3.0),
    ("rdn(torus(3,3,3), 2)", 3.0),
    ("rdn(ring(5), 3)", 3.0),
    ("hdn(torus(2,3,5), [{1}, {1}])", 3.0),
    ("hdn(torus(2,3,5), [{1}, {3}])", 3.0),
    ("dual(wk(4,5))", 3.0),
    ("dual(ring(1000))", 3.0),
    ("dualcube(11)", 3.0),
    ("torus(128,128,128)", 3.0),
    ("torus(100,100,100)", 3.0),
    ("mesh(1000,1000)", 3.0),
    ("path(7) ^ 7", 3.0),
    ("hypercube(21)", 3.0),
    ("hyperx(32,32,32)", 3.0),
    ("ccc(17)", 3.0),
    ("re(ring(4), ring(3), 9)", 3.0),
    ("re(ring(4), ring(4), 9, policy=degree)", 3.0),
    ("wk(8,7)", 3.0),
    ("wk(4,10)", 3.0),
    ("rdn(ring(4), 2) * torus(20,20)", 3.0),
    ("rdn(ring(3), 3) * ring(5)", 3.0),
    ("ring(2000000)", 3.0),
];

fn net(text: &str) -> Arc<dyn Structure> {
    let expr = parse(text).expect("an expression");
    let shape = elaborate(&expr, &no_files).expect("a shape");
    to_network(&expr, shape.as_ref(), &no_files).expect("a network")
}

fn thread_ms() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    now.tv_sec as f64 * 1e3 + now.tv_nsec as f64 / 1e6
}

fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = thread_ms();
    let result = work();
    (thread_ms() - start, result)
}

fn stored(net: &dyn Network) -> Csr<(), ()> {
    let ends: Vec<(u32, u32)> = (0..net.nodes())
        .flat_map(|v| {
            let mut row: Vec<u32> = neighbors(net, Node(v)).map(|w| w.0 as u32).collect();
            row.sort_unstable();
            row.into_iter().map(move |w| (v as u32, w))
        })
        .collect();
    Csr::from_sorted_edges(&ends).expect("sorted")
}

/// Number of nodes that petgraph finds at each distance from node 0, in the order of its own search.
fn petgraph_levels(graph: &Csr<(), ()>) -> Vec<u64> {
    let mut level = vec![u32::MAX; graph.node_count()];
    let mut counts = vec![];
    level[0] = 0;
    let mut bfs = Bfs::new(graph, 0);
    while let Some(v) = bfs.next(graph) {
        let here = level[v as usize];
        counts.resize(counts.len().max(here as usize + 1), 0);
        counts[here as usize] += 1;
        for &w in graph.neighbors_slice(v) {
            level[w as usize] = level[w as usize].min(here + 1);
        }
    }
    counts
}

/// The peak of this process, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|n| n.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Searches once and prints the peak before and after: run as a process of its own.
fn report_peak(text: &str) {
    let net = net(text);
    let before = peak();
    let dead = Faults::none();
    let levels = Search::new(net.as_ref(), &dead).levels(Node(0), &Silent).expect("searched");
    assert_eq!(levels.reached, net.nodes());
    println!("{before} {}", peak());
}

fn measured_peak(text: &str) -> (u64, u64) {
    let this = std::env::current_exe().expect("this program");
    let output = Command::new(this).args(["--peak", text]).output().expect("it runs again");
    let text = String::from_utf8(output.stdout).expect("plain text");
    let mut numbers = text.split_whitespace().map(|n| n.parse::<u64>().unwrap_or(0));
    let (before, after) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    (after - before, after)
}

/// The least of `rounds` rounds of each, taking turns.
fn race(rounds: usize, mut a: impl FnMut(), mut b: impl FnMut()) -> (f64, f64) {
    let (mut least_a, mut least_b) = (f64::MAX, f64::MAX);
    for _ in 0..rounds {
        least_a = least_a.min(timed(&mut a).0);
        // Ours is much shorter, so it runs several times for one run of the other.
        for _ in 0..3 {
            least_b = least_b.min(timed(&mut b).0);
        }
    }
    (least_a, least_b)
}

fn run(text: &str, least: f64) -> bool {
    let net = net(text);
    let dead = Faults::none();
    let (setup, search) = timed(|| {
        let search = Search::new(net.as_ref(), &dead);
        search.method();
        search
    });
    let graph = stored(net.as_ref());
    let levels = search.levels(Node(0), &Silent).expect("searched");
    assert_eq!(levels.counts, petgraph_levels(&graph), "{text}");
    let rounds = if net.nodes() > 10_000_000 { 2 } else { 5 };
    let visit = || {
        let mut bfs = Bfs::new(&graph, 0);
        let mut count = 0u64;
        while bfs.next(&graph).is_some() {
            count += 1;
        }
        assert_eq!(count, net.nodes());
    };
    let mut methods = String::new();
    let (theirs, ours) = race(rounds, visit, || {
        std::hint::black_box(search.levels(Node(0), &Silent).expect("searched"));
    });
    for method in search.methods().into_iter().filter(|&m| m != search.method() && m != Method::Plain) {
        let (other, _) = timed(|| search.levels_by(method, Node(0), &Silent).expect("searched"));
        methods += &format!(" ({method:?} {other:.2})");
    }
    let (added, whole) = measured_peak(text);
    let links = graph.edge_count() / 2;
    println!(
        "{text:40} {:>9} {links:>10} {:>4} {theirs:>9.2} {ours:>9.3} {:>7.1} {:>7.2} {setup:>8.2} {:>7.2} {:>7.1} {:?}{methods}",
        net.nodes(),
        levels.eccentricity(),
        theirs / ours,
        theirs / (ours + setup),
        added as f64 / net.nodes() as f64,
        whole as f64 / 1e6,
        search.method(),
    );
    theirs / ours >= least
}

/// The cost of dead nodes and links: the same search around them, as a ratio to the healthy one.
fn faults(text: &str, count: u64) {
    let net = net(text);
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + (state >> 16) % (below - 1)
    };
    let nodes: Vec<Node> = (0..count).map(|_| Node(draw(net.nodes()))).collect();
    let links: Vec<(Node, Node)> = nodes
        .iter()
        .map(|&v| (v, neighbors(net.as_ref(), v).nth(draw(3) as usize - 1).expect("a neighbour")))
        .collect();
    let none = Faults::none();
    let healthy = Search::new(net.as_ref(), &none);
    let some = Faults::new(net.as_ref(), nodes, []).expect("nodes of the network");
    let cut = Faults::new(net.as_ref(), [], links).expect("links of the network");
    for (what, dead) in [("nodes", some), ("links", cut)] {
        let search = Search::new(net.as_ref(), &dead);
        let (least, around) = race(
            12,
            || {
                std::hint::black_box(healthy.levels(Node(0), &Silent).expect("searched"));
            },
            || {
                std::hint::black_box(search.levels(Node(0), &Silent).expect("searched"));
            },
        );
        println!(
            "{text}: {count} dead {what}: {least:.3} ms healthy, {around:.3} ms around them, {:.2} times",
            around / least
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, text] = &words[..]
        && flag == "--peak"
    {
        return report_peak(text);
    }
    let chosen = |text: &str| words.is_empty() || words.iter().any(|word| text.contains(word.as_str()));
    // One thread for both sides.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    println!(
        "{:40} {:>9} {:>10} {:>4} {:>9} {:>9} {:>7} {:>7} {:>8} {:>7} {:>7} method",
        "network",
        "nodes",
        "links",
        "far",
        "petgraph",
        "ours ms",
        "ratio",
        "+setup",
        "setup ms",
        "B/node",
        "peak MB"
    );
    let mut missed = Vec::new();
    pool.install(|| {
        for &(text, least) in NETWORKS.iter().filter(|(text, _)| chosen(text)) {
            if !run(text, least) {
                missed.push(format!("{text} (asked: {least})"));
            }
        }
        for text in ["rdn(torus(5,5), 2)", "torus(100,100,100)", "rdn(ring(5), 3)"]
            .into_iter()
            .filter(|text| chosen(text))
        {
            faults(text, 1000);
        }
    });
    match missed.is_empty() {
        true => println!("every ratio is reached"),
        false => println!("not reached: {}", missed.join("; ")),
    }
}
