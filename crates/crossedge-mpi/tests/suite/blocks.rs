//! Blocks of nodes on ranks, the bytes that they exchange, and vectors summed by every algorithm.

use crossedge::collective::{Algorithm, Collective, Kind};
use crossedge_mpi::blocks::Blocks;
use crossedge_mpi::bytes::{chunks_after, chunks_before, fill_chunk, fill_expected};
use crossedge_mpi::source::Source;
use crossedge_mpi::vector::Vector;

#[test]
fn every_node_has_one_rank() {
    for nodes in [1, 2, 3, 17, 18, 32, 648, 1000] {
        for ranks in [1, 2, 3, 4, 5, 18, 32, 700] {
            let blocks = Blocks::new(nodes, ranks);
            let mut next = 0;
            for rank in 0..ranks {
                let block = blocks.nodes_of(rank);
                assert_eq!(block.start, next);
                assert!(block.end - block.start <= blocks.largest_block());
                next = block.end;
                assert!(block.clone().all(|v| blocks.rank(v) == rank), "{nodes} on {ranks}, rank {rank}");
            }
            assert_eq!(next, nodes);
        }
    }
}

#[test]
fn large_ids_do_not_overflow() {
    let blocks = Blocks::new(u64::MAX, 1000);
    assert_eq!(blocks.rank(u64::MAX - 1), 999);
    assert_eq!(blocks.rank(0), 0);
}

#[test]
fn blocks_are_distinguished() {
    let bytes = |source, chunk| {
        let mut out = [0; 24];
        fill_chunk(source, chunk, &mut out);
        out
    };
    let mut seen = std::collections::HashSet::new();
    assert!((0..100).all(|s| (0..100).all(|c| seen.insert(bytes(s, c)))));
    // The first bytes of a longer block are those of a shorter one.
    let mut short = [0; 5];
    fill_chunk(3, 4, &mut short);
    assert_eq!(short, bytes(3, 4)[..5]);
}

#[test]
fn a_reduced_chunk_is_the_sum_of_all() {
    let c = Collective::new(Kind::AllReduce, 3, 0, 11);
    let (mut sum, mut slow) = ([0; 11], [0u8; 11]);
    fill_expected(&c, 0, &mut sum);
    for source in 0..3 {
        let mut one = [0; 11];
        fill_chunk(source, 0, &mut one);
        (0..11).for_each(|i| slow[i] = slow[i].wrapping_add(one[i]));
    }
    assert_eq!(sum, slow);
}

#[test]
fn every_promised_chunk_is_held_by_a_node() {
    for kind in Kind::ALL {
        for pieces in [1, 3] {
            let c = Collective::new(kind, 4, 2, 6).cut(pieces);
            let held: std::collections::HashSet<u64> = (0..4).flat_map(|v| chunks_before(&c, v)).collect();
            assert!((0..4).flat_map(|v| chunks_after(&c, v)).all(|chunk| held.contains(&chunk)), "{kind}");
            assert_eq!(held.len() as u64, c.chunks(), "{kind}");
        }
    }
}

/// All nodes in one process, with a sum of integers.
fn all(expr: &str, algorithm: &'static Algorithm, count: u64) {
    let net = Source::read(expr).expect("a good expression").net;
    let n = net.nodes();
    let vectors: Vec<Vector> = (0..n).map(|v| Vector::new(&net, v, algorithm).expect("a schedule")).collect();
    let mut data: Vec<Vec<u64>> = (0..n).map(|v| (0..count).map(|i| v * 1000 + i).collect()).collect();
    for step in 0..vectors[0].turns.len() {
        let before = data.clone();
        for v in 0..n as usize {
            for piece in &vectors[v].turns[step].receives {
                let (start, length) = vectors[v].piece_range(piece.piece, count);
                for i in start..start + length {
                    let more = before[piece.rank as usize][i as usize];
                    let mine = &mut data[v][i as usize];
                    *mine = if piece.add { *mine + more } else { more };
                }
            }
        }
    }
    let right: Vec<u64> = (0..count).map(|i| (0..n).map(|v| v * 1000 + i).sum()).collect();
    assert!(data.iter().all(|have| *have == right), "{expr} {algorithm} {count}");
}

#[test]
fn every_algorithm_sums_vectors_of_any_length() {
    let mut summed = 0;
    for expr in ["rdn(ring(3),1)", "hypercube(3)", "torus(3,4)"] {
        let net = Source::read(expr).expect("a good expression").net;
        // Some algorithms are for some networks only.
        let here = |a: &&'static Algorithm| Vector::new(&net, 0, a).is_ok();
        for algorithm in Algorithm::all(Kind::AllReduce).filter(here) {
            summed += 1;
            for count in [0, 1, 7, 100] {
                all(expr, algorithm, count);
            }
        }
    }
    assert!(summed >= 20, "{summed}");
}
