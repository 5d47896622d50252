//! `kautz(d,k)`: undirected Kautz graph. Nodes: words of k letters 0..=d without equal neighbours, (d+1)·d^(k-1) of them. Links: s1 s2 … sk –
//! s2 … sk x, for each x != sk; two nodes that follow each other (abab…, baba…) are joined once. kautz(d,1) is the complete graph.
//!
//! Id: the word as a number of digits, the first most significant and base d+1, the others base d: the digit of a letter is its place among
//! the letters other than the one before it. Degree at most 2d, diameter k for d >= 2. Kautz, Bounds on directed (d,k) graphs, 1968.

use super::address::Digits;
use super::table::{Stored, Table, check_stored};
use super::{Args, Entry, Shape};
use crate::expr::Error;
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
    let tails = u32::try_from(k - 1).ok().and_then(|k| d.checked_pow(k));
    let nodes = tails.and_then(|tails| tails.checked_mul(d.checked_add(1)?));
    check_stored("kautz", nodes, nodes.and_then(|nodes| nodes.checked_mul(d)), args.span())?;
    let mut radices = vec![d; k as usize];
    radices[0] = d + 1;
    let digits = Digits::new(radices).expect("the radices were tested against the limit");
    let mut links = Vec::new();
    for v in 0..digits.size() {
        let word = letters(&digits, v);
        // The letter before the new one is the last of the word, also when the word is a single letter.
        let before = word[word.len() - 1];
        for x in (0..=d).filter(|&x| x != before) {
            let next: Vec<u64> = word[1..].iter().copied().chain([x]).collect();
            let w = number(&digits, &next);
            links.push((v.min(w), v.max(w)));
        }
    }
    links.sort_unstable();
    links.dedup();
    let table = Table::from_edges(digits.size(), links).map_err(|why| Error::usage(why, args.span()))?;
    Ok(Arc::new(Stored::new(table)))
}

/// The word of an id.
fn letters(digits: &Digits, v: u64) -> Vec<u64> {
    let mut word = digits.split(v);
    for i in 1..word.len() {
        word[i] += u64::from(word[i] >= word[i - 1]);
    }
    word
}

/// The id of a word.
fn number(digits: &Digits, word: &[u64]) -> u64 {
    let before = std::iter::once(u64::MAX).chain(word.iter().copied());
    let places: Vec<u64> =
        word.iter().zip(before).map(|(&letter, before)| letter - u64::from(letter > before)).collect();
    digits.join(&places)
}
