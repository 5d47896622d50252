//! One case of the instruction counts, by name: `bench/count` runs every case under callgrind and compares it with `bench/counts.toml`.
//!
//! Only what happens inside `measured` is counted; networks and searches are prepared before. Without a name, the names are listed.

use crossedge::expr::parse;
use crossedge::metrics::bfs::{Method, Search, all_pairs};
use crossedge::metrics::traffic::Traffic;
use crossedge::net::Faults;
use crossedge::net::{Network, Node, Shape, Structure, elaborate, no_files, to_network};
use crossedge::progress::Silent;
use crossedge::route::channels::RoutingName;
use crossedge::route::loads::loads;
use crossedge::verify::deadlock::judge;
use std::hint::black_box;
use std::sync::Arc;

/// The counted work.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}

fn build(text: &str) -> (Arc<dyn Shape>, Arc<dyn Structure>) {
    let expr = parse(text).expect("an expression");
    let shape = elaborate(&expr, &no_files).expect("a shape");
    let net = to_network(&expr, shape.as_ref(), &no_files).expect("a network");
    (shape, net)
}

/// Pairs of nodes, always the same.
fn pairs(net: &dyn Network, count: usize) -> Vec<(Node, Node)> {
    let mut state = 1u64;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Node((state >> 20) % net.nodes())
    };
    (0..count).map(|_| (draw(), draw())).collect()
}

/// The distance of a thousand pairs.
fn distance(text: &str) {
    let (_, net) = build(text);
    let pairs = pairs(net.as_ref(), 1000);
    measured(&mut || {
        for &(a, b) in &pairs {
            black_box(net.distance(a, b));
        }
    });
}

/// The first hop of a thousand pairs.
fn next_port(text: &str) {
    let (_, net) = build(text);
    let pairs = pairs(net.as_ref(), 1000);
    measured(&mut || {
        for &(a, b) in &pairs {
            black_box(net.next_port(a, b));
        }
    });
}

/// The distance polynomial, from the text on.
fn polynomial(text: &str) {
    let expr = parse(text).expect("an expression");
    measured(&mut || {
        let shape = elaborate(&expr, &no_files).expect("a shape");
        black_box(shape.distances());
    });
}

/// One search, its preparation included.
fn search(method: Method, text: &str) {
    let (_, net) = build(text);
    let dead = Faults::none();
    measured(&mut || {
        let search = Search::new(net.as_ref(), &dead);
        black_box(search.levels_by(method, Node(0), &Silent)).expect("searched");
    });
}

/// Every source, on one core.
fn pairs_of(text: &str) {
    let (_, net) = build(text);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    one.install(|| {
        measured(&mut || {
            black_box(all_pairs(net.as_ref(), &Faults::none(), &Silent)).expect("searched");
        });
    });
}

/// Work on one core, so that all of it is counted.
fn on_one_core(work: &mut (dyn FnMut() + Send)) {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    one.install(|| measured(work));
}

/// Every law on every node and link.
fn verify(text: &str) {
    let (shape, net) = build(text);
    on_one_core(&mut || {
        let verdict = crossedge::verify::network(net.as_ref(), &shape.degrees(), &Silent);
        assert!(black_box(verdict).expect("verified").holds());
    });
}

/// Link loads of uniform traffic.
fn load(text: &str) {
    let (_, net) = build(text);
    on_one_core(&mut || {
        black_box(loads(&net, RoutingName::default(), Traffic::Uniform, &Silent)).expect("counted");
    });
}

/// The proof that minimal routing is deadlock-free.
fn deadlock(text: &str) {
    let (_, net) = build(text);
    let routing = RoutingName::default().on(&net).expect("a routing");
    on_one_core(&mut || {
        let verdict = judge(net.as_ref(), &routing, routing.channels(), &Silent);
        assert!(black_box(verdict).expect("a verdict").holds());
    });
}

/// A name, and what it runs.
type Case = (&'static str, fn());

const CASES: &[Case] = &[
    ("distance-rdn", || distance("rdn(torus(5,5), 2)")),
    ("distance-rdn-deep", || distance("rdn(ring(5), 3)")),
    ("distance-hdn", || distance("hdn(torus(2,3,5), [{1}, {1}])")),
    ("distance-torus", || distance("torus(16,16,16)")),
    ("distance-ccc", || distance("ccc(9)")),
    ("distance-wk", || distance("wk(8,7)")),
    ("next-port-rdn", || next_port("rdn(torus(5,5), 2)")),
    ("next-port-rdn-deep", || next_port("rdn(ring(5), 3)")),
    ("next-port-hdn", || next_port("hdn(torus(2,3,5), [{1}, {1}])")),
    ("next-port-torus", || next_port("torus(16,16,16)")),
    ("next-port-ccc", || next_port("ccc(9)")),
    ("next-port-wk", || next_port("wk(8,7)")),
    ("polynomial-rdn", || polynomial("rdn(ring(3), 7)")),
    ("polynomial-torus", || polynomial("torus(64,64,64)")),
    ("search-rows-rdn", || search(Method::Rows, "rdn(torus(3,4), 2)")),
    ("search-rows-hdn", || search(Method::Rows, "hdn(torus(2,3,5), [{1,2}, {1}])")),
    ("search-rows-torus", || search(Method::Rows, "torus(24,32,64)")),
    ("search-rows-cube", || search(Method::Rows, "hypercube(16)")),
    ("search-rows-ccc", || search(Method::Rows, "ccc(12)")),
    ("search-rows-wk", || search(Method::Rows, "wk(8,5)")),
    ("search-queue-rdn", || search(Method::Queue, "rdn(torus(3,4), 2)")),
    ("search-queue-mesh", || search(Method::Queue, "mesh(200,200)")),
    ("search-plain-torus", || search(Method::Plain, "torus(24,32,16)")),
    ("verify-rdn", || verify("rdn(torus(3,3), 2)")),
    ("verify-torus", || verify("torus(16,16,16)")),
    ("load-rdn", || load("rdn(torus(3,4), 2)")),
    ("load-torus", || load("torus(32,32,32)")),
    ("deadlock-rdn", || deadlock("rdn(torus(3,3), 2)")),
    ("deadlock-torus", || deadlock("torus(16,16,16)")),
    ("all-pairs-hdn", || pairs_of("hdn(torus(2,3,5), [{2,3}, {1,2,3}])")),
];

fn main() {
    match std::env::args().nth(1) {
        None => CASES.iter().for_each(|(name, _)| println!("{name}")),
        Some(name) => match CASES.iter().find(|case| case.0 == name) {
            Some((_, run)) => run(),
            None => {
                eprintln!("there is no case {name}");
                std::process::exit(2);
            }
        },
    }
}
