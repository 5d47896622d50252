//! `stargraph(n)` and `pancake(n)`: permutations of 0 … n-1, in lexicographic order. Star graph: links swap the first entry with the i-th, class
//! `position i`; pancake graph: links turn the first i entries round, class `prefix i`; i = 2 … n, in this order of ports. Akers, Krishnamurthy,
//! A group-theoretic model for symmetric interconnection networks, IEEE Transactions on Computers 38 (1989).
//!
//! Relabelling all entries takes every node to every other one. In the star graph the distance is m + c, m the entries that are wrong in c circles, and
//! 2 less when the first one is among them: an entry is put in its place by one swap, and every circle without the first place costs one more. For
//! the pancake graph no closed form is known. Distances are searched up to n = 9; beyond, a route puts the last wrong entry in its place by at most two turns
//! and is not minimal.

use super::product::too_many_digits;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, MAX_BITS, Shape, TooLarge, counts_fit, regular};
use crate::net::{Args, Entry, Naming, Network, Node, Port, Structure};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use num_traits::One;
use std::sync::{Arc, OnceLock};

/// The catalog entry of `stargraph`.
pub const STARGRAPH: Entry = Entry {
    name: "stargraph",
    signature: "stargraph(n)",
    summary: "star graph: permutations of n entries, a link swaps the first entry with another one",
    paper: "Akers and Krishnamurthy, A group-theoretic model for symmetric interconnection networks, IEEE Trans. Computers 38 (1989)",
    examples: &["stargraph(3)", "stargraph(4)", "stargraph(1)"],
    build: |args| build(args, Moves::Star),
};

/// The catalog entry of `pancake`.
pub const PANCAKE: Entry = Entry {
    name: "pancake",
    signature: "pancake(n)",
    summary: "pancake graph: permutations of n entries, a link turns some first entries round",
    paper: "Akers and Krishnamurthy, A group-theoretic model for symmetric interconnection networks, IEEE Trans. Computers 38 (1989)",
    examples: &["pancake(3)", "pancake(4)", "pancake(2)"],
    build: |args| build(args, Moves::Pancake),
};

/// The permutations that a link applies: swaps with the first place, or reversals of a prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moves {
    Star,
    Pancake,
}

/// Ids of permutations of more entries pass 64 bits.
const MAX_ENTRIES: usize = 20;

/// Size limit for searching distances of the pancake graph, in entries.
const MAX_SEARCHED: usize = 9;

/// Size limit for the distance polynomial of the star graph, in entries.
const MAX_COUNTED: u64 = 512;

fn build(args: &mut Args<'_>, moves: Moves) -> Result<Arc<dyn Shape>, Error> {
    let n = args.int("n", 1)?;
    // n! has more bits than n while n is larger than 3, and many more soon.
    if n > MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    let mut nodes = BigUint::one();
    for i in 2..=n {
        nodes *= i;
        if i.is_multiple_of(64) || i == n {
            args.work().spend(64 + nodes.bits() / 64, &args.span())?;
        }
        if nodes.bits() > MAX_BITS {
            return Err(too_many_digits(args.span()));
        }
    }
    Ok(Arc::new(Permutations { n, nodes, moves, net: OnceLock::new() }))
}

/// The counts, at any size.
#[derive(Debug)]
struct Permutations {
    n: u64,
    nodes: BigUint,
    moves: Moves,
    net: OnceLock<Arc<PermutationNet>>,
}

/// The evidence of distances of the star graph.
const DISTANCE_EVIDENCE: &str = "a swap puts one entry in its place, and a circle that does not pass the first place costs one swap more [star-graph-distance]";

/// How distances of the pancake graph are known.
const SEARCH_EVIDENCE: &str =
    "search from node 0 [bfs]; one source is enough [one-source]: entries can be relabelled";

impl Permutations {
    fn permutation_net(&self) -> &Arc<PermutationNet> {
        self.net.get_or_init(|| Arc::new(PermutationNet::new(self.n as usize, self.moves)))
    }
}

/// Number of permutations of each number of entries move all of them, by their circles: row m has the counts for 0, 1, 2, … circles.
fn without_fixed(n: usize) -> Vec<Vec<BigUint>> {
    let mut rows: Vec<Vec<BigUint>> = vec![vec![BigUint::one()], vec![BigUint::ZERO]];
    for m in 2..=n {
        // The last entry joins a circle of the others, or makes one with one of them.
        let row = (0..=m / 2).map(|c| {
            let count = |row: &[BigUint], c: usize| row.get(c).cloned().unwrap_or_default();
            let joined = count(&rows[m - 1], c);
            let paired = if c == 0 { BigUint::ZERO } else { count(&rows[m - 2], c - 1) };
            (joined + paired) * (m - 1)
        });
        let row = row.collect();
        rows.push(row);
    }
    rows
}

/// Number of permutations of the star graph at each distance.
fn star_distances(n: usize) -> Vec<BigUint> {
    let mut counts = vec![BigUint::ZERO; 3 * n / 2 + 1];
    // Choices of m - 1 and of m entries out of all but the first.
    let (mut before, mut choices) = (BigUint::ZERO, BigUint::one());
    for (m, row) in without_fixed(n).iter().enumerate().take(n + 1) {
        for (c, count) in row.iter().enumerate().filter(|(_, count)| **count > BigUint::ZERO) {
            counts[m + c] += &choices * count;
            if m > 1 {
                counts[m + c - 2] += &before * count;
            }
        }
        let next = if m < n { &choices * (n - 1 - m) / (m + 1) } else { BigUint::ZERO };
        before = std::mem::replace(&mut choices, next);
    }
    counts
}

impl Shape for Permutations {
    fn nodes(&self) -> BigUint {
        self.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.n - 1, self.nodes.clone())
    }

    fn distances(&self) -> Option<Known<Distances>> {
        match self.moves {
            Moves::Star if self.n <= MAX_COUNTED => {
                let counts = star_distances(self.n as usize);
                Some(Known::new(Distances::new(1u32, counts), Evidence::proved(DISTANCE_EVIDENCE)))
            }
            Moves::Pancake if self.n <= MAX_SEARCHED as u64 => {
                let mut counts: Vec<u64> = Vec::new();
                for &distance in self.permutation_net().distances_from_zero()? {
                    counts.resize(counts.len().max(usize::from(distance) + 1), 0);
                    counts[usize::from(distance)] += 1;
                }
                Some(Known::new(Distances::around_one(counts), Evidence::computed(SEARCH_EVIDENCE)))
            }
            _ => None,
        }
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        match self.moves {
            Moves::Star => {
                Some(Known::new(((self.n - 1) * 3 / 2).into(), Evidence::proved(DISTANCE_EVIDENCE)))
            }
            Moves::Pancake => Some(self.distances()?.map(|d| d.diameter().into())),
        }
    }

    fn node_symmetric(&self) -> Option<String> {
        Some("relabelling of all entries [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        let why =
            "relabelling of all entries and permutations of the places but the first [elementary-symmetry]";
        (self.moves == Moves::Star).then(|| why.to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        Ok(self.permutation_net().clone())
    }

    fn check(&self) -> Result<u64, TooLarge> {
        counts_fit(&self.nodes, &self.degrees())
    }
}

/// A permutation, in the first places of an array.
type Permutation = [u8; MAX_ENTRIES];

/// The network.
#[derive(Debug)]
struct PermutationNet {
    n: usize,
    moves: Moves,
    /// (n-1)!, (n-2)!, …, 1: the weights of the entries of an id.
    factorials: Vec<Pair>,
    nodes: u64,
    /// The distances of all nodes from node 0, of a small pancake graph.
    row: OnceLock<Vec<u8>>,
}

impl PermutationNet {
    /// Permutations of `n` entries, at most [`MAX_ENTRIES`].
    fn new(n: usize, moves: Moves) -> Self {
        let (mut factorials, mut product) = (Vec::new(), 1u64);
        for i in 1..=n as u64 {
            factorials.push(Pair::new(product));
            product *= i;
        }
        factorials.reverse();
        PermutationNet { n, moves, factorials, nodes: product, row: OnceLock::new() }
    }

    fn permutation_of(&self, v: u64) -> Permutation {
        let mut left: Permutation = std::array::from_fn(|i| i as u8);
        let mut out = [0; MAX_ENTRIES];
        let mut rest = v;
        for (i, factorial) in self.factorials.iter().enumerate() {
            let (rank, low) = factorial.split(rest);
            // The entries that are left keep their order behind place i.
            left[i..=i + rank as usize].rotate_right(1);
            out[i] = left[i];
            rest = low;
        }
        out
    }

    fn id(&self, entries: &Permutation) -> u64 {
        let mut seen = 0u32;
        let mut digit = |(factorial, &entry): (&Pair, &u8)| {
            let below = u32::from(entry) - (seen & ((1 << entry) - 1)).count_ones();
            seen |= 1 << entry;
            factorial.join(below.into(), 0)
        };
        self.factorials.iter().zip(entries).map(&mut digit).sum()
    }

    fn apply_move(&self, entries: &mut Permutation, port: usize) {
        match self.moves {
            Moves::Star => entries.swap(0, port + 1),
            Moves::Pancake => entries[..port + 2].reverse(),
        }
    }

    /// For each position, the destination of its entry.
    fn destinations(&self, at: u64, to: u64) -> Permutation {
        let (here, there) = (self.permutation_of(at), self.permutation_of(to));
        let mut place = [0; MAX_ENTRIES];
        (0..).zip(&there[..self.n]).for_each(|(i, &entry)| place[usize::from(entry)] = i);
        let mut out = [0; MAX_ENTRIES];
        out.iter_mut().zip(&here[..self.n]).for_each(|(out, &entry)| *out = place[usize::from(entry)]);
        out
    }

    /// The distances from node 0; `None` if they are too many.
    fn distances_from_zero(&self) -> Option<&[u8]> {
        if self.n > MAX_SEARCHED {
            return None;
        }
        Some(self.row.get_or_init(|| {
            let mut row = vec![u8::MAX; self.nodes as usize];
            row[0] = 0;
            let (mut front, mut distance) = (vec![0u64], 0);
            while !front.is_empty() {
                distance += 1;
                let mut next = Vec::new();
                for v in front {
                    let entries = self.permutation_of(v);
                    for port in 0..self.n - 1 {
                        let mut there = entries;
                        self.apply_move(&mut there, port);
                        let w = self.id(&there);
                        if row[w as usize] == u8::MAX {
                            row[w as usize] = distance;
                            next.push(w);
                        }
                    }
                }
                front = next;
            }
            row
        }))
    }
}

impl Network for PermutationNet {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn degree(&self, _v: Node) -> u32 {
        self.n as u32 - 1
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let mut entries = self.permutation_of(v.0);
        self.apply_move(&mut entries, port.0 as usize);
        (Node(self.id(&entries)), port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        let wanted = self.destinations(at.0, to.0);
        let wrong = |i: &usize| usize::from(wanted[*i]) != *i;
        let port = match (self.moves, self.distances_from_zero()) {
            // The first entry goes to its place; if it is there, the first wrong one comes to the front.
            (Moves::Star, _) => match usize::from(wanted[0]) {
                0 => (1..self.n).find(wrong)? - 1,
                place => place - 1,
            },
            // Reversing `wanted` as well leads to node 0 in the same number of steps.
            (Moves::Pancake, Some(row)) => {
                let remaining = row[self.id(&wanted) as usize];
                (0..self.n - 1).find(|&port| {
                    let mut next = wanted;
                    self.apply_move(&mut next, port);
                    row[self.id(&next) as usize] < remaining
                })?
            }
            // The entry of the last wrong position comes to the front, and from there to its place.
            (Moves::Pancake, None) => {
                let last = (0..self.n).rev().find(wrong)?;
                match wanted[..self.n].iter().position(|&place| usize::from(place) == last)? {
                    0 => last - 1,
                    place => place - 1,
                }
            }
        };
        Some(Port(port as u32))
    }
}

impl Structure for PermutationNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let wanted = self.destinations(a.0, b.0);
        if self.moves == Moves::Pancake {
            return Some(self.distances_from_zero()?[self.id(&wanted) as usize].into());
        }
        let (mut wrong, mut circles, mut seen) = (0, 0, 0u32);
        for start in 0..self.n {
            if usize::from(wanted[start]) == start || seen & (1 << start) != 0 {
                continue;
            }
            circles += 1;
            let mut place = start;
            while seen & (1 << place) == 0 {
                seen |= 1 << place;
                wrong += 1;
                place = wanted[place].into();
            }
        }
        Some(wrong + circles - if wanted[0] == 0 { 0 } else { 2 })
    }

    fn distance_known(&self) -> Evidence {
        match self.moves {
            Moves::Star => Evidence::proved(DISTANCE_EVIDENCE),
            Moves::Pancake => Evidence::computed(SEARCH_EVIDENCE),
        }
    }

    fn minimal(&self) -> bool {
        self.moves == Moves::Star || self.n <= MAX_SEARCHED
    }

    fn link_classes(&self) -> Vec<String> {
        let name = if self.moves == Moves::Star { "position" } else { "prefix" };
        match self.n {
            1 => vec!["link".to_owned()],
            n => (2..=n).map(|i| format!("{name} {i}")).collect(),
        }
    }

    fn link_class(&self, _v: Node, port: Port) -> usize {
        port.0 as usize
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for PermutationNet {
    fn address(&self, v: Node) -> Address {
        let entries = self.permutation_of(v.0);
        Address::Tuple(entries[..self.n].iter().map(|&entry| Address::Int(entry.into())).collect())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes);
        }
        let parts = address.parts(self.n, || self.notation())?;
        let mut entries = [0; MAX_ENTRIES];
        for (i, part) in parts.iter().enumerate() {
            entries[i] = part.coordinate(self.n as u64, "an entry")? as u8;
            if entries[..i].contains(&entries[i]) {
                return Err(format!("entries must be distinct, found {} twice in {address}", entries[i]));
            }
        }
        Ok(Node(self.id(&entries)))
    }

    fn notation(&self) -> String {
        match self.n {
            1 => "(0)".to_owned(),
            n => format!("a permutation of 0,…,{} in brackets", n - 1),
        }
    }
}
