//! Distances and next hops of many pairs, read from a file of ids: the loop that `bench/python` compares the Python module with.
//!
//!     cargo run --release -p crossedge-bench --features measure --bin pairs -- 'rdn(torus(5,5), 2)' pairs.bin
//!
//! The file has all sources and then all targets, eight bytes each. Two numbers a line: seconds, and the sum of the answers.

use crossedge::Topology;
use crossedge::net::{Node, Structure};
use rayon::prelude::*;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let [_, text, file] = &args[..] else { return Err("usage: pairs EXPR FILE".into()) };
    let net: Topology = text.parse()?;
    let net: &dyn Structure = net.network()?.as_ref();
    let bytes = std::fs::read(file)?;
    let ids: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|chunk| u64::from_le_bytes(*chunk)).collect();
    let (a, b) = ids.split_at(ids.len() / 2);
    for what in ["distance", "next hop"] {
        let mut best = f64::INFINITY;
        let mut sum = 0;
        for _ in 0..3 {
            let start = Instant::now();
            let one = |(&a, &b): (&u64, &u64)| match what {
                "distance" => net.distance(Node(a), Node(b)).unwrap_or(u64::MAX),
                _ => net.next_port(Node(a), Node(b)).map_or(a, |port| net.link(Node(a), port).0.0),
            };
            let distances: Vec<u64> = a.par_iter().zip(b).map(one).collect();
            best = best.min(start.elapsed().as_secs_f64());
            sum = distances.iter().fold(0u64, |sum, value| sum.wrapping_add(*value));
        }
        println!("{what}\t{best:.4}\t{sum}");
    }
    Ok(())
}
