//! Collectives at full size. Each test prints its time and peak memory.

use crate::common::build;
use crossedge::collective::{BroadcastRule, Kind, Pace, Tree, allreduce, total_exchange};
use crossedge::net::Node;
use crossedge::progress::Silent;
use crossedge::verify::{self, Model, Ports, Switching};
use std::time::Instant;

const ONE: Model = Model { ports: Ports::One, switching: Switching::HopSynchronous };

/// Peak memory of the process in MiB, if the system reports it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)).and_then(|text| text.parse::<u64>().ok());
    kib.unwrap_or(0) >> 10
}

fn broadcast(text: &str, root: u64, pace: Pace) -> u32 {
    let (_, net) = build(text);
    let start = Instant::now();
    let rule = BroadcastRule::new(&net, Node(root), pace).expect("parts are small");
    let verdict = verify::tree(net.as_ref(), rule, &Silent).expect("not stopped").into_result();
    let steps = verdict.unwrap_or_else(|bad| panic!("{text}: {bad}")).steps();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{text} from {root}, {pace:?}: {steps} steps, verified in {seconds:.1} s, at most {} MiB",
        peak()
    );
    steps
}

#[test]
#[ignore = "heavy: 3,125,000 nodes, twice"]
fn heavy_broadcast_on_three_million_nodes() {
    assert_eq!(broadcast("rdn(torus(5,5), 2)", 0, Pace::Stages), 30);
    assert!(broadcast("rdn(torus(5,5), 2)", 1_234_567, Pace::Eager) <= 26);
}

#[test]
#[ignore = "heavy: 50,000,000 nodes, twice"]
fn heavy_broadcast_on_fifty_million_nodes() {
    assert_eq!(broadcast("rdn(ring(5), 3)", 0, Pace::Stages), 38);
    assert!(broadcast("rdn(ring(5), 3)", 0, Pace::Eager) <= 34);
}

#[test]
#[ignore = "heavy: 4.2 million messages"]
fn heavy_total_exchange_on_2048_nodes() {
    for text in ["dualcube(6)", "rdn(complete(4), 2)"] {
        let (_, net) = build(text);
        assert_eq!(net.nodes(), 2048);
        let start = Instant::now();
        let schedule = total_exchange(&net, 8, false, None);
        let verdict =
            verify::schedule(net.as_ref(), schedule, ONE, &Silent).expect("a verdict").into_result();
        let schedule = verdict.unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let steps = crossedge::collective::Schedule::steps(&*schedule);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{text}: total exchange in {steps} steps, verified in {seconds:.1} s, at most {} MiB",
            peak()
        );
    }
}

#[test]
#[ignore = "heavy: 32,768 nodes, from one node of each class"]
fn heavy_total_exchange_on_32768_nodes_by_symmetry() {
    let (_, net) = build("rdn(hypercube(3), 2)");
    assert_eq!(net.nodes(), 32_768);
    let start = Instant::now();
    let sources = [0, 16_384];
    let schedule = total_exchange(&net, 8, false, Some(&sources));
    let judged =
        verify::from_sources(net.as_ref(), schedule, &sources, &Silent).expect("a verdict").into_result();
    let schedule = judged.unwrap_or_else(|fault| panic!("{fault}"));
    let steps = crossedge::collective::Schedule::steps(schedule.on(net.as_ref()).expect("the same network"));
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "total exchange on 32,768 nodes in {steps} steps, verified in {seconds:.1} s, at most {} MiB",
        peak()
    );
    assert_eq!(steps, 18);
}

#[test]
#[ignore = "heavy: 32,768 sums of 32,768"]
fn heavy_all_reduce_on_32768_nodes() {
    for text in ["rdn(hypercube(3), 2)", "rdn(ring(2), 3)", "hypercube(15)", "dualcube(8)"] {
        let (_, net) = build(text);
        assert_eq!(net.nodes(), 32_768);
        let start = Instant::now();
        let schedule = allreduce(&net, Kind::AllReduce, 4096).expect("parts are small");
        let verdict =
            verify::schedule(net.as_ref(), schedule, ONE, &Silent).expect("a verdict").into_result();
        let schedule = verdict.unwrap_or_else(|fault| panic!("{text}: {fault}"));
        let steps = crossedge::collective::Schedule::steps(&*schedule);
        let seconds = start.elapsed().as_secs_f64();
        println!("{text}: all-reduce in {steps} steps, verified in {seconds:.1} s, at most {} MiB", peak());
    }
}
