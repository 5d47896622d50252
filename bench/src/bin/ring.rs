//! Speed of rings, against the array algorithm of the HAM paper and against plain writes to memory.
//!
//! `cargo run --release -p crossedge-bench --features measure --bin ring`. All methods take turns in one process; each metric is the least of several runs, in CPU time of
//! the thread, so that a loaded machine changes ratios little.

use crossedge::expr::parse;
use crossedge::hamilton::{Cursor, Direction, NodeOrder, RingOptions, Sought, cycle, fill};
use crossedge::net::{Node, elaborate, no_files, to_network};
use crossedge::progress::Silent;
use rustix::time::{ClockId, clock_gettime};
use std::hint::black_box;
use std::sync::Arc;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    println!("ring                 nodes      array  cursor  ratio  state    blocks  plain write  ratio");
    println!("                                M nodes/s             bytes    GB/s    GB/s");
    for (text, base, levels) in
        [("rdn(ring(3), 3)", 3, 3), ("rdn(torus(5,5), 2)", 25, 2), ("rdn(ring(5), 3)", 5, 3)]
    {
        if names.is_empty() || names.iter().any(|n| text.contains(n.as_str())) {
            row(text, base, levels);
        }
    }
}

fn row(text: &str, base: u64, levels: u32) {
    let small = ring(text, &RingOptions::default());
    let large = ring(text, &RingOptions::for_blocks());
    // The ring of the base, which the array algorithm is given.
    let first: Vec<u32> = match text.contains("torus") {
        true => {
            let base = ring("torus(5,5)", &RingOptions::default());
            (0..base.positions()).map(|p| base.node_at(p).0 as u32).collect()
        }
        false => (0..base as u32).collect(),
    };
    let n = small.positions();
    let mut block = vec![1u64; n as usize];
    let expected: u64 = (0..n).fold(0, |sum, v| sum.wrapping_add(v));
    let runs = if n > 10_000_000 { 5 } else { 15 };
    let mut kept = Vec::new();
    let [mut array, mut cursor, mut blocks, mut plain] = [f64::INFINITY; 4];
    for _ in 0..runs {
        array = array.min(time(|| {
            let order = paper(&first, levels);
            assert_eq!(order.len() as u64, n);
            // Every ring gets new memory; none of it is freed, or the next round would find it in the cache.
            kept.push(black_box(order));
        }));
        cursor = cursor.min(time(|| {
            let sum =
                Cursor::new(small.as_ref(), 0, Direction::Up).fold(0u64, |sum, Node(v)| sum.wrapping_add(v));
            assert_eq!(black_box(sum), expected);
        }));
        blocks = blocks.min(time(|| {
            // A megabyte at a time, as a writer to a file or to a network would ask for it.
            for (i, part) in block.chunks_mut(1 << 17).enumerate() {
                fill(large.as_ref(), (i as u64) << 17, Direction::Up, part);
            }
            black_box(&block);
        }));
        plain = plain.min(time(|| {
            for part in block.chunks_mut(1 << 17) {
                part.fill(black_box(7));
            }
            black_box(&block);
        }));
    }
    let rate = |seconds: f64| n as f64 / seconds / 1e6;
    let state = size_of::<Cursor<'_>>() + small.bytes();
    println!(
        "{text:<20} {n:<10} {:<6.0} {:<7.0} {:<6.2} {state:<8} {:<7.2} {:<12.2} {:.2}",
        rate(array),
        rate(cursor),
        array / cursor,
        rate(blocks) * 8e-3,
        rate(plain) * 8e-3,
        plain / blocks
    );
}

fn ring(text: &str, options: &RingOptions) -> Arc<dyn NodeOrder> {
    let expr = parse(text).expect("parses");
    let shape = elaborate(&expr, &no_files).expect("builds");
    let net = to_network(&expr, shape.as_ref(), &no_files).expect("fits");
    match cycle(net.as_ref(), options, &Silent).expect("it is not cancelled") {
        Sought::Found(found_ring) => found_ring.ring,
        other => panic!("{text}: {other:?}"),
    }
}

/// Algorithm 1 of the paper: the ring of every level as an array, from that of the level below, by runs of 32-bit ids.
fn paper(first: &[u32], levels: u32) -> Vec<u32> {
    let mut order = first.to_vec();
    for _ in 0..levels {
        let n = order.len();
        let mut next: Vec<u32> = Vec::with_capacity(2 * n * n);
        for i in 0..n {
            let (u, v) = (order[i] * n as u32, order[if i + 1 == n { 0 } else { i + 1 }] * n as u32);
            for offset in [u, (n * n) as u32 + v] {
                // The longer of the two paths from u to v, in both directions along the array.
                next.extend(order[..=i].iter().rev().map(|x| offset + x));
                next.extend(order[i + 1..].iter().rev().map(|x| offset + x));
            }
        }
        order = next;
    }
    order
}

/// CPU time of some work on this thread, in seconds.
fn time(work: impl FnOnce()) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    let before = now();
    work();
    now() - before
}
