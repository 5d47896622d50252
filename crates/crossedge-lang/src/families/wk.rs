//! `wk(n,t)`: WK-recursive network. Nodes: strings of t digits base n; the id is the number, first digit most significant. Links: two
//! strings that differ in the last digit only, and the flipping links P c e^j – P e c^j, c != e, j >= 1. The n corners e^t have none.
//!
//! Distance to a corner e^m: the sum of 2^position over the digits that are not e. Between subnets i and j: over the link that joins them,
//! or through one third subnet. Della Vecchia, Sanges, A recursively scalable network VLSI implementation, 1988. As a graph it is
//! the Sierpinski graph S(n,t): Klavzar, Milutinovic, Graphs S(n,k) and a variant of the Tower of Hanoi problem, 1997.

use super::product::too_many_digits;
use crate::net::address::{Address, Digits};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::algebra::wk_distances;
use crate::net::shape::{DegreeCounts, Shape, TooLarge, bounded_power, regular};
use crate::net::{
    Args, Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "wk",
    signature: "wk(n,t)",
    summary: "WK-recursive network: n copies joined as a complete graph, t levels deep",
    paper: "Della Vecchia and Sanges, A recursively scalable network VLSI implementation, 1988",
    examples: &["wk(4,2)", "wk(4,3)", "wk(5,1)", "wk(2,5)", "wk(1,3)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let (n, t) = (args.int("n", 1)?, args.int("t", 1)?);
    // A single node, however deep.
    let t = if n == 1 { 1 } else { t };
    bounded_power(&n.into(), t).ok_or_else(|| too_many_digits(args.span()))?;
    Ok(Arc::new(WkShape { n, t: t as u32 }))
}

/// The counts, at any size.
#[derive(Debug, Clone, Copy)]
struct WkShape {
    n: u64,
    t: u32,
}

impl Shape for WkShape {
    fn nodes(&self) -> BigUint {
        BigUint::from(self.n).pow(self.t)
    }

    fn degrees(&self) -> DegreeCounts {
        let mut counts = regular(self.n - 1, self.n.into());
        let inner = self.nodes() - self.n;
        if inner != BigUint::ZERO {
            counts.insert(self.n, inner);
        }
        counts
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Wk { base: self.n, digits: self.t })
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.t > wk_distances::MAX_LEVELS {
            return None;
        }
        let why = "distance of the Sierpinski graph S(n,t), counted by an automaton over digits [sierpinski-distance]";
        Some(Known::new(wk_distances::distances(self.n, self.t), Evidence::proved(why)))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let diameter = if self.n == 1 { BigUint::ZERO } else { (BigUint::from(1u32) << self.t) - 1u32 };
        Some(Known::new(diameter, Evidence::proved("corner to corner, 2^t - 1 [sierpinski-distance]")))
    }

    fn node_symmetric(&self) -> Option<String> {
        (self.t == 1 || self.n == 1)
            .then(|| "any permutation of a complete graph [elementary-symmetry]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let digits = Digits::new(vec![self.n; self.t as usize]).ok_or(TooLarge::Ids)?;
        Ok(Arc::new(Wk { digits, n: self.n }))
    }
}

/// The WK-recursive network. Ports 0..n-1 change the last digit, in the order of the new one; port n-1 is the flipping link.
#[derive(Debug, Clone)]
struct Wk {
    digits: Digits,
    n: u64,
}

impl Wk {
    fn last_digit(&self, v: Node) -> u64 {
        self.digits.digit(v.0, self.digits.len() - 1)
    }

    /// The place and value of the last digit that differs from the digits after it; none at a corner.
    fn last_change(&self, v: Node) -> Option<(usize, u64)> {
        let last = self.last_digit(v);
        let mut digits = (0..self.digits.len()).rev().map(|i| (i, self.digits.digit(v.0, i)));
        digits.find(|&(_, digit)| digit != last)
    }

    /// The distance of the digits of `v` from place `from` on to the corner `e`.
    fn to_corner(&self, v: Node, from: usize, e: u64) -> u64 {
        (from..self.digits.len()).fold(0, |sum, i| sum << 1 | u64::from(self.digits.digit(v.0, i) != e))
    }

    /// The distance from `a` to `b`, and the digit of the corner to go to first, in the subnet that `a` has not in common with `b`.
    ///
    /// `None` when a = b. O(t), for a path through a third subnet k of m digits is no shorter than the link between the subnets, unless
    /// `a` or `b` has k as the next digit: otherwise the two ways to corners k take 2^(m-1) or more each, 2^(m+1) + 1 with the crossing,
    /// and the other path has length at most 2^(m+1) - 1.
    fn corner_route(&self, a: Node, b: Node) -> Option<(u64, u64)> {
        let digit = |v: Node, i| self.digits.digit(v.0, i);
        let differs = (0..self.digits.len()).find(|&i| digit(a, i) != digit(b, i))?;
        let (i, j, rest) = (digit(a, differs), digit(b, differs), differs + 1);
        let direct = (self.to_corner(a, rest, j) + 1 + self.to_corner(b, rest, i), j);
        if rest == self.digits.len() {
            return Some(direct);
        }
        let crossing = (1 << (self.digits.len() - rest)) + 1;
        let through = |k| (self.to_corner(a, rest, k) + crossing + self.to_corner(b, rest, k), k);
        let third = [digit(a, rest), digit(b, rest)].into_iter().filter(|&k| k != i && k != j);
        Some(third.map(through).fold(direct, |best, other| if other.0 < best.0 { other } else { best }))
    }

    /// The port that changes the last digit from `old` to `new`.
    fn port(old: u64, new: u64) -> Port {
        Port(if new < old { new } else { new - 1 } as u32)
    }

    fn flip_port(&self) -> Port {
        Port((self.n - 1) as u32)
    }
}

impl Network for Wk {
    fn nodes(&self) -> u64 {
        self.digits.size()
    }

    fn degree(&self, v: Node) -> u32 {
        let flips = self.last_change(v).is_some();
        (self.n - 1) as u32 + u32::from(flips)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (t, last) = (self.digits.len(), self.last_digit(v));
        if port != self.flip_port() {
            let new = u64::from(port.0) + u64::from(u64::from(port.0) >= last);
            return (Node(self.digits.with_digit(v.0, t - 1, last, new)), Wk::port(new, last));
        }
        let (place, turned) = self.last_change(v).expect("a corner has no flipping port");
        let raised = self.digits.with_digit(v.0, place, turned, last);
        let flipped = (place + 1..t).fold(raised, |w, i| self.digits.with_digit(w, i, last, turned));
        (Node(flipped), port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (_, corner) = self.corner_route(at, to)?;
        let last = self.last_digit(at);
        // The sum of 2^position counts down by one: its last bit by the last digit, a borrow by the flip, which also leaves the corner.
        Some(if last == corner { self.flip_port() } else { Wk::port(last, corner) })
    }
}

impl Structure for Wk {
    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Wk { base: self.n, digits: self.digits.len() as u32 })
    }

    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(self.corner_route(a, b).map_or(0, |(distance, _)| distance))
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(
            "distance of the Sierpinski graph S(n,t), Klavzar and Milutinovic 1997 [sierpinski-distance]",
        )
    }

    fn minimal(&self) -> bool {
        true
    }

    fn link_classes(&self) -> Vec<String> {
        (1..=self.digits.len()).map(|level| format!("level {level}")).collect()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let flipped = self.last_change(v).filter(|_| port == self.flip_port());
        flipped.map_or(0, |(place, _)| self.digits.len() - 1 - place)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for Wk {
    fn address(&self, v: Node) -> Address {
        Address::Tuple(self.digits.split(v.0).into_iter().map(Address::Int).collect())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.digits.size());
        }
        let parts = address.parts(self.digits.len(), || self.notation())?;
        let digits = parts.iter().map(|part| part.coordinate(self.n, "a digit"));
        Ok(Node(self.digits.join(&digits.collect::<Result<Vec<_>, _>>()?)))
    }

    fn notation(&self) -> String {
        format!("({} digits)", self.digits.len())
    }
}
