//! `kautz(d,k)`: undirected Kautz graph. Nodes: words of k letters 0..=d without equal neighbours, (d+1)·d^(k-1) of them. Links: s1 s2 … sk –
//! s2 … sk x, for each x != sk; two nodes that follow each other (abab…, baba…) are joined once. kautz(d,1) is the complete graph.
//!
//! Id: the word as a number of digits, the first most significant and base d+1, the others base d: the digit of a letter is its place among
//! the letters other than the one before it. Degree at most 2d, diameter k for d >= 2. Kautz, Bounds on directed (d,k) graphs, 1968.

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
    name: "kautz",
    signature: "kautz(d,k)",
    summary: "undirected Kautz graph: words of k letters out of d+1 without equal neighbours",
    paper: "Kautz, Bounds on directed (d,k) graphs, 1968",
    examples: &["kautz(2,2)", "kautz(2,3)", "kautz(3,2)", "kautz(2,1)", "kautz(1,4)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let (d, k) = (args.int("d", 1)?, args.int("k", 1)?);
    // Two letters make two words of any length, so that only the length 2 has to be written out.
    let k = if d == 1 { k.min(2) } else { k };
    if d >= 1 << 63 {
        return Err(degree_limit(args.span()));
    }
    let tails = bounded_power(&d.into(), k - 1).ok_or_else(|| too_many_digits(args.span()))?;
    let nodes = tails * (d + 1);
    Ok(Arc::new(Later::new(nodes.clone(), degrees(d, k, nodes), move || table(d, k))))
}

/// A node has 2d neighbours, but the words abab… count one node twice.
fn degrees(d: u64, k: u64, nodes: BigUint) -> DegreeCounts {
    if k == 1 {
        return DegreeCounts::from([(d, nodes)]);
    }
    let turning = BigUint::from(d) * (BigUint::from(d) + 1u32);
    let rest = nodes - &turning;
    let counts = [(d - 1 + d, turning), (d + d, rest)];
    counts.into_iter().filter(|(_, count)| *count > BigUint::ZERO).collect()
}

/// The graph, when its nodes are within the limits of a table.
fn table(d: u64, k: u64) -> Table {
    let mut links = Vec::new();
    let nodes = d.pow(k as u32 - 1) * (d + 1);
    if k == 1 {
        links.extend((0..nodes).flat_map(|v| (v + 1..nodes).map(move |w| (v, w))));
    } else {
        // A digit is counted from the letter before it, so that dropping the first letter changes only the digit after it, which becomes
        // the first; and the new last digit takes all values.
        let (rest, first, last) =
            (Pair::new(d.pow(k as u32 - 2)), Pair::new(d.pow(k as u32 - 1)), Pair::new(d));
        for v in 0..nodes {
            let (head, tail) = rest.split(v);
            let (before, second) = last.split(head);
            let letter = second + u64::from(second >= before);
            let next = (0..d).map(|x| first.join(letter, last.join(tail, x)));
            links.extend(next.map(|w| (v.min(w), v.max(w))));
        }
    }
    links.sort_unstable();
    links.dedup();
    let graph = Table::from_edges(nodes, links).expect("no loops and no repetitions are left");
    graph.named(Words::kautz(d, k))
}
