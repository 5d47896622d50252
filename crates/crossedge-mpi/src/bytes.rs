//! The semantics of a collective, byte by byte: the chunks of a node before and after, and their bytes.
//!
//! The data of node s for chunk c is a stream of pseudo-random bytes that (s, c) names, so that no two blocks are equivalent and a byte
//! in a wrong place shows. A reduction adds bytes modulo 256: the sum of all nodes lacks or doubles a contribution visibly. This is
//! written from the table in `crossedge::collective::Collective` and shares no code with generators, verifier or executor.

use crossedge::collective::{Collective, Kind};
use std::ops::Range;

/// The fill pattern of unwritten memory, so that a missing message is detected.
pub const POISON_BYTE: u8 = 0xa5;

/// A barrier is run as an all-reduce of this many bytes: a rank with the sum knows that all have arrived.
pub const BARRIER_BYTES: u64 = 8;

/// SplitMix64.
fn mix_bits(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// Eight bytes at a time of the data of `source` for `chunk`.
fn data_words(source: u64, chunk: u64) -> impl Iterator<Item = [u8; 8]> {
    let key = mix_bits(mix_bits(source) ^ chunk.rotate_left(32));
    (0u64..).map(move |i| mix_bits(key.wrapping_add(i)).to_le_bytes())
}

/// Writes the data of `source` for `chunk`.
pub fn fill_chunk(source: u64, chunk: u64, out: &mut [u8]) {
    for (part, word) in out.chunks_mut(8).zip(data_words(source, chunk)) {
        part.copy_from_slice(&word[..part.len()]);
    }
}

/// Adds the data of `source` for `chunk`, byte by byte.
pub fn fill_add(source: u64, chunk: u64, out: &mut [u8]) {
    for (part, word) in out.chunks_mut(8).zip(data_words(source, chunk)) {
        add(part, &word[..part.len()]);
    }
}

/// The operator of every reduction: bytes are added modulo 256.
pub fn add(into: &mut [u8], more: &[u8]) {
    into.iter_mut().zip(more).for_each(|(sum, &byte)| *sum = sum.wrapping_add(byte));
}

/// The chunks of a range of blocks.
fn block_chunks(c: &Collective, of: Range<u64>) -> Range<u64> {
    of.start * c.pieces..of.end * c.pieces
}

/// The chunks that a node holds before, in order.
pub fn chunks_before(c: &Collective, v: u64) -> Range<u64> {
    let all = block_chunks(c, 0..c.blocks());
    match c.kind {
        Kind::Broadcast | Kind::Scatter => {
            if v == c.root {
                all
            } else {
                0..0
            }
        }
        Kind::Gather | Kind::AllGather => block_chunks(c, v..v + 1),
        Kind::Reduce | Kind::ReduceScatter | Kind::AllReduce | Kind::Barrier => all,
        Kind::AllToAll => block_chunks(c, v * c.nodes..(v + 1) * c.nodes),
    }
}

/// The chunks that a node must hold afterwards, in order.
pub fn chunks_after(c: &Collective, v: u64) -> Vec<u64> {
    let all = block_chunks(c, 0..c.blocks());
    match c.kind {
        Kind::Broadcast | Kind::AllGather | Kind::AllReduce | Kind::Barrier => all.collect(),
        Kind::Gather | Kind::Reduce if v == c.root => all.collect(),
        Kind::Gather | Kind::Reduce => Vec::new(),
        Kind::Scatter | Kind::ReduceScatter => block_chunks(c, v..v + 1).collect(),
        Kind::AllToAll => {
            (0..c.nodes).flat_map(|s| block_chunks(c, s * c.nodes + v..s * c.nodes + v + 1)).collect()
        }
    }
}

/// Writes what a chunk must be afterwards, wherever it is held.
pub fn fill_expected(c: &Collective, chunk: u64, out: &mut [u8]) {
    let block = chunk / c.pieces;
    match c.kind {
        Kind::Broadcast | Kind::Scatter => fill_chunk(c.root, chunk, out),
        Kind::Gather | Kind::AllGather => fill_chunk(block, chunk, out),
        Kind::AllToAll => fill_chunk(block / c.nodes, chunk, out),
        Kind::Reduce | Kind::ReduceScatter | Kind::AllReduce | Kind::Barrier => {
            out.fill(0);
            (0..c.nodes).for_each(|source| fill_add(source, chunk, out));
        }
    }
}
