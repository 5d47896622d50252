//! `jellyfish(n,d,seed)`: a random connected simple graph of n nodes, each of degree d. The same arguments give the same graph for ever.
//!
//! Draws: ChaCha8 with `seed_from_u64(seed)`; a number below m is the top bits of a 64-bit word, as many as m - 1 has, drawn again while
//! they are not below m. d = 2: a ring through the nodes in shuffled order. Else each node d times, shuffled, paired off from the front;
//! a pair that is a loop or a repetition trades ends with random links until it fits. From d > (n-1)/2 on the complement of such a graph.
//! Disconnected graphs are redrawn. Singla, Hong, Popa, Godfrey, Jellyfish: networking data centers randomly, 2012; trades: McKay,
//! Wormald, Uniform generation of random regular graphs of moderate degree, 1990 (the graph here is near uniform, not exactly).

use crate::net::shape::regular;
use crate::net::{Args, Entry, Shape};
use crossedge_core::expr::Error;
use crossedge_core::id_hash::BuildIdHasher;
use crossedge_core::net::stored::table::{Later, Table};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "jellyfish",
    signature: "jellyfish(n,d,seed)",
    summary: "random connected d-regular graph of n nodes, from ChaCha8 with this seed",
    paper: "Singla, Hong, Popa and Godfrey, Jellyfish: networking data centers randomly, 2012",
    examples: &[
        "jellyfish(8,3,1)",
        "jellyfish(20,4,7)",
        "jellyfish(6,5,0)",
        "jellyfish(9,2,3)",
        "jellyfish(2,1,0)",
    ],
    build,
};

/// Number of trades that are tried for one pair before the graph is drawn again.
const MAX_TRADES: usize = 1000;

type NodePair = (u64, u64);

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let (n, d, seed) = (args.int("n", 2)?, args.int("d", 1)?, args.int("seed", 0)?);
    let usage = |message: String, help: &str| Err(Error::usage(message, args.span()).help(help));
    if d >= n {
        return usage(
            format!("jellyfish needs d below n, found n = {n}, d = {d}"),
            "a node has at most n-1 neighbours",
        );
    }
    if n & d & 1 == 1 {
        return usage(
            format!("jellyfish needs n or d even, found n = {n}, d = {d}"),
            "n*d is twice the number of links; change n or d by one",
        );
    }
    if d == 1 && n > 2 {
        return usage(format!("no graph of {n} nodes of degree 1 is connected"), "choose d of at least 2");
    }
    Ok(Arc::new(Later::new(n.into(), regular(d, n.into()), move || table(n, d, seed))))
}

/// The first connected graph of the stream. There is one: every pairing can be drawn, and some are connected for each n and d that is
/// let in. For d >= 3 nearly all are.
fn table(n: u64, d: u64, seed: u64) -> Table {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let Some(links) = random_regular(n, d, &mut rng) else { continue };
        let table = Table::from_edges(n, links).expect("pairs are distinct and no loops");
        if table.connected() {
            return table;
        }
    }
}

/// One d-regular graph; `None` when a pair found no trade.
fn random_regular(n: u64, d: u64, rng: &mut ChaCha8Rng) -> Option<Vec<NodePair>> {
    if d == 2 {
        let mut nodes: Vec<u64> = (0..n).collect();
        shuffle_items(&mut nodes, rng);
        let next = nodes.iter().cycle().skip(1);
        return Some(nodes.iter().copied().zip(next.copied()).collect());
    }
    let others = n - 1 - d;
    if d <= others {
        return sparse_regular(n, d, rng).map(|(links, _)| links);
    }
    let (_, absent) = sparse_regular(n, others, rng)?;
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
    Some(pairs.filter(|pair| !absent.contains(pair)).collect())
}

/// A d-regular graph by pairing and trades, as a list and as a set.
fn sparse_regular(
    n: u64,
    d: u64,
    rng: &mut ChaCha8Rng,
) -> Option<(Vec<NodePair>, HashSet<NodePair, BuildIdHasher>)> {
    let mut ends: Vec<u64> = (0..n).flat_map(|v| (0..d).map(move |_| v)).collect();
    shuffle_items(&mut ends, rng);
    let (mut links, mut rest) = (Vec::with_capacity(ends.len() >> 1), Vec::new());
    let mut set = HashSet::with_capacity_and_hasher(ends.len() >> 1, BuildIdHasher::default());
    for pair in ends.chunks_exact(2) {
        let (a, b) = (pair[0], pair[1]);
        if a != b && set.insert(link(a, b)) { links.push((a, b)) } else { rest.push((a, b)) }
    }
    for (a, b) in rest {
        swap_links(a, b, &mut links, &mut set, rng)?;
    }
    Some((links, set))
}

/// Places the pair a, b, which is no new link: a link c – e is replaced by a – c and b – e, both new.
fn swap_links(
    a: u64,
    b: u64,
    links: &mut Vec<NodePair>,
    set: &mut HashSet<NodePair, BuildIdHasher>,
    rng: &mut ChaCha8Rng,
) -> Option<()> {
    for _ in 0..MAX_TRADES {
        let place = random_below(links.len() as u64, rng)? as usize;
        let (mut c, mut e) = links[place];
        if random_below(2, rng)? == 1 {
            (c, e) = (e, c);
        }
        let (first, second) = (link(a, c), link(b, e));
        let fresh = |link: &NodePair| link.0 != link.1 && !set.contains(link);
        if first != second && fresh(&first) && fresh(&second) {
            set.remove(&link(c, e));
            set.extend([first, second]);
            links[place] = (a, c);
            links.push((b, e));
            return Some(());
        }
    }
    None
}

/// A link, the smaller id first.
fn link(a: u64, b: u64) -> NodePair {
    (a.min(b), a.max(b))
}

/// Fisher and Yates, from the end.
pub fn shuffle_items(items: &mut [u64], rng: &mut ChaCha8Rng) {
    for i in (1..items.len()).rev() {
        if let Some(j) = random_below(i as u64 + 1, rng) {
            items.swap(i, j as usize);
        }
    }
}

/// A uniform number below `m`; `None` when there is none. Own code, for library samplers change with their versions.
fn random_below(m: u64, rng: &mut ChaCha8Rng) -> Option<u64> {
    let shift = m.checked_sub(1)?.leading_zeros();
    loop {
        // A shift by 64 leaves 0, the only number below 1.
        let drawn = rng.next_u64().checked_shr(shift).unwrap_or(0);
        if drawn < m {
            return Some(drawn);
        }
    }
}
