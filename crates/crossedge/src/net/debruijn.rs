//! `debruijn(d,k)`: undirected de Bruijn graph. Nodes: words of k letters 0..d, d^k of them; the id is the word as a number base d, the first
//! letter most significant. Links: s1 s2 … sk – s2 … sk x for each letter x; loops (aa…a) are dropped, and two nodes that follow each
//! other (abab…, baba…) are joined once. Degree at most 2d, diameter k for d >= 2. De Bruijn, A combinatorial problem, 1946.

use super::address::Pair;
use super::table::{Stored, Table, check_stored};
use super::{Args, Entry, Shape};
use crate::expr::Error;
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
    let power = |k: u64| u32::try_from(k).ok().and_then(|k| d.checked_pow(k));
    let (nodes, tails) = (power(k), power(k - 1));
    check_stored("debruijn", nodes, nodes.and_then(|nodes| nodes.checked_mul(d)), args.span())?;
    let (nodes, tails) = nodes.zip(tails).expect("both were tested against the limit");
    let (first, last) = (Pair::new(tails), Pair::new(d));
    let mut links = Vec::new();
    for v in 0..nodes {
        let (_, tail) = first.split(v);
        let next = (0..d).map(|x| last.join(tail, x)).filter(|&w| w != v);
        links.extend(next.map(|w| (v.min(w), v.max(w))));
    }
    links.sort_unstable();
    links.dedup();
    let table = Table::from_edges(nodes, links).map_err(|why| Error::usage(why, args.span()))?;
    Ok(Arc::new(Stored::new(table)))
}
