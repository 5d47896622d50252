//! `debruijn(d,k)`: undirected de Bruijn graph. Nodes: words of k letters 0..d, d^k of them; the id is the word as a number base d, the first
//! letter most significant. Links: s1 s2 … sk – s2 … sk x for each letter x; loops (aa…a) are dropped, and two nodes that follow each
//! other (abab…, baba…) are joined once. Degree at most 2d, diameter k for d >= 2. De Bruijn, A combinatorial problem, 1946.

use super::product::too_many_digits;
use crate::language::budget::degree_limit;
use crate::net::address::Pair;
use crate::net::shape::{DegreeCounts, bounded_power};
use crate::net::{Args, Entry, Shape};
use crossedge_core::expr::Error;
use crossedge_core::net::stored::names::Words;
use crossedge_core::net::stored::table::{Later, Table};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "debruijn",
    signature: "debruijn(d,k)",
    summary: "undirected de Bruijn graph: words of k letters out of d, linked by a shift",
    paper: "De Bruijn, A combinatorial problem, 1946",
    examples: &["debruijn(2,3)", "debruijn(2,4)", "debruijn(3,2)", "debruijn(4,1)", "debruijn(1,1)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let (d, k) = (args.int("d", 1)?, args.int("k", 1)?);
    // One letter makes one word of any length.
    let k = if d == 1 { 1 } else { k };
    if d >= 1 << 63 {
        return Err(degree_limit(args.span()));
    }
    let nodes = bounded_power(&d.into(), k).ok_or_else(|| too_many_digits(args.span()))?;
    Ok(Arc::new(Later::new(nodes.clone(), degrees(d, k, nodes), move || table(d, k))))
}

/// A node has 2d neighbours. The d words aa…a lose a link at both ends, which is a loop, and the words abab… count one node twice.
fn degrees(d: u64, k: u64, nodes: BigUint) -> DegreeCounts {
    if k == 1 {
        return DegreeCounts::from([(d - 1, nodes)]);
    }
    let (same, turning) = (BigUint::from(d), BigUint::from(d) * (d - 1));
    let rest = nodes - &same - &turning;
    let counts = [(d - 1 + d - 1, same), (d - 1 + d, turning), (d + d, rest)];
    counts.into_iter().filter(|(_, count)| *count > BigUint::ZERO).collect()
}

/// The graph, when d^k is within the limits of a table.
fn table(d: u64, k: u64) -> Table {
    let tails = d.pow(k as u32 - 1);
    let (first, last) = (Pair::new(tails), Pair::new(d));
    let mut links = Vec::new();
    for v in 0..tails * d {
        let (_, tail) = first.split(v);
        let next = (0..d).map(|x| last.join(tail, x)).filter(|&w| w != v);
        links.extend(next.map(|w| (v.min(w), v.max(w))));
    }
    links.sort_unstable();
    links.dedup();
    let graph = Table::from_edges(tails * d, links).expect("no loops and no repetitions are left");
    graph.named(Words::all_words(d, k))
}
