//! `paley(q)`: the elements of GF(q), q = 1 modulo 4 a prime power, numbered by the Conway polynomial; two are linked when their difference is a
//! square. Ports: neighbours ascending. Class `paley`. -1 is a square, so links have no direction. For `starproduct` it has the permutation
//! f(u) = ν·u, ν the least non-square: the images of the links are the pairs that are not linked.
//!
//! Strongly regular: (q-1)/2 neighbours, and two nodes without a link have (q-1)/4 neighbours in common. Paley 1933; Sachs 1962.

use super::polarity::{MAX_Q, check_order, field_of_order};
use super::prime_power::field_order;
use crate::net::address::Digits;
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::algebra::galois_field::Field;
use crate::net::algebra::primes::prime_power;
use crate::net::shape::{DegreeCounts, Shape, TooLarge, counts_fit, regular};
use crate::net::{Args, Entry, Leaf, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use std::sync::{Arc, OnceLock};

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "paley",
    signature: "paley(q)",
    summary: "Paley graph: elements of GF(q), q = 1 modulo 4, linked when they differ by a square",
    paper: "Paley, On orthogonal matrices, Journal of Mathematics and Physics 12 (1933)",
    examples: &["paley(5)", "paley(9)", "paley(13)", "paley(17)"],
    build: |args: &mut Args<'_>| -> Result<Arc<dyn Shape>, Error> {
        let valid = |q: u64| q & 3 == 1 && prime_power(q).is_some();
        let q = field_order(args, "a prime power q = 1 modulo 4", MAX_Q, valid)?;
        Ok(Arc::new(Paley { q, net: OnceLock::new() }))
    },
};

/// Squares are counted by a table, for at most this many elements.
const MAX_COUNTED: u64 = 1 << 24;

/// The evidence of distances.
const STRONGLY_REGULAR: &str =
    "two elements that do not differ by a square have (q-1)/4 common neighbours [paley-distance]";

/// The counts, at any size.
#[derive(Debug)]
struct Paley {
    q: u64,
    net: OnceLock<Arc<PaleyNet>>,
}

impl Shape for Paley {
    fn nodes(&self) -> BigUint {
        self.q.into()
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.q >> 1, self.nodes())
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Paley(self.q))
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let half = self.q >> 1;
        Some(Known::new(Distances::around_one([1, half, half]), Evidence::proved(STRONGLY_REGULAR)))
    }

    fn node_symmetric(&self) -> Option<String> {
        Some("translations of the field [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        Some("translations of the field and products with squares [elementary-symmetry]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        if let Some(net) = self.net.get() {
            return Ok(net.clone());
        }
        let made = Arc::new(PaleyNet::new(self.q)?);
        Ok(self.net.get_or_init(|| made).clone())
    }

    fn check(&self) -> Result<u64, TooLarge> {
        check_squares(self.q)?;
        counts_fit(&self.nodes(), &self.degrees())
    }
}

/// Returns `true` if the squares of the field of `q` elements are within the limits.
pub fn check_squares(q: u64) -> Result<(), TooLarge> {
    check_order(q)?;
    match q > MAX_COUNTED {
        true => Err(TooLarge::Stored { what: format!("squares among {q} elements"), limit: MAX_COUNTED }),
        false => Ok(()),
    }
}

/// The network. Neighbours are counted, not listed: adding an element turns every digit round, so those below a number are a few blocks of
/// squares.
#[derive(Debug)]
pub struct PaleyNet {
    q: u64,
    field: Field,
    digits: Digits,
    /// Number of squares but 0 that are below each number, q itself included.
    below: Vec<u32>,
    /// The least non-square, and 1 over it.
    factor: [u64; 2],
}

impl PaleyNet {
    /// The network over the field of `q` elements, q = 1 modulo 4 a prime power.
    pub fn new(q: u64) -> Result<Self, TooLarge> {
        check_squares(q)?;
        let field = field_of_order(q)?;
        let (p, e) = prime_power(q).ok_or(TooLarge::Ids)?;
        let digits = Digits::new(vec![p; e as usize]).ok_or(TooLarge::Ids)?;
        let mut square = vec![false; q as usize];
        (1..q).for_each(|x| square[field.mul(x, x) as usize] = true);
        let mut below = vec![0];
        let mut count = 0;
        for &is_square in &square {
            count += u32::from(is_square);
            below.push(count);
        }
        let least = (1..q).find(|&x| !square[x as usize]).unwrap_or(1);
        let factor = [least, field.inverse(least)];
        Ok(PaleyNet { q, field, digits, below, factor })
    }

    /// Returns `true` if there is a link between `u` and `v`.
    pub fn are_linked(&self, u: Node, v: Node) -> bool {
        let difference = self.field.add(u.0, self.field.negate(v.0)) as usize;
        self.below[difference + 1] > self.below[difference]
    }

    /// The image of a node under multiplication by the least non-square.
    pub fn image(&self, u: u64) -> u64 {
        self.field.mul(self.factor[0], u)
    }

    /// The node whose image it is.
    pub fn preimage(&self, u: u64) -> u64 {
        self.field.mul(self.factor[1], u)
    }

    /// Number of neighbours of `u` with ids below `w`.
    fn rank(&self, u: u64, w: u64) -> u64 {
        let count = |from: u64, to: u64| u64::from(self.below[to as usize] - self.below[from as usize]);
        let mut rank = 0;
        // The squares that agree with w - u in the digits read.
        let mut start = 0;
        for i in 0..self.digits.len() {
            let (p, stride) = (self.digits.radix(i), self.digits.stride(i));
            let (from, to) = (self.digits.digit(u, i), self.digits.digit(w, i));
            // Digits below `to` are those of squares from p - from on, round to p - from + to.
            let first = if from == 0 { 0 } else { p - from };
            let place = |digit: u64| start + digit * stride;
            rank += match first + to {
                last if last <= p => count(place(first), place(last)),
                last => count(place(first), place(p)) + count(place(0), place(last - p)),
            };
            let digit = first + to;
            start = place(if digit >= p { digit - p } else { digit });
        }
        rank
    }
}

impl Network for PaleyNet {
    fn nodes(&self) -> u64 {
        self.q
    }

    fn degree(&self, _v: Node) -> u32 {
        (self.q >> 1) as u32
    }

    /// The neighbour of a given rank, by bisection.
    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (mut low, mut high) = (0, self.q);
        while high - low > 1 {
            let middle = low + ((high - low) >> 1);
            if self.rank(v.0, middle) <= u64::from(port.0) { low = middle } else { high = middle }
        }
        (Node(low), Port(self.rank(low, v.0) as u32))
    }

    /// The link to the target, or to the first neighbour that has one.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        if self.are_linked(at, to) {
            return Some(Port(self.rank(at.0, to.0) as u32));
        }
        (0..self.degree(at)).map(Port).find(|&port| self.are_linked(self.link(at, port).0, to))
    }
}

impl Structure for PaleyNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(match a == b {
            true => 0,
            false if self.are_linked(a, b) => 1,
            false => 2,
        })
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(STRONGLY_REGULAR)
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Paley(self.q))
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["paley".to_owned()]
    }
}
