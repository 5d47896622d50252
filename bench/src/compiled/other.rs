//! What is no tower: cubes, products, and networks that are asked themselves.

use super::{Flat, Out};
use crossedge::net::address::Digits;
use crossedge::net::{Node, Structure};

/// A cube: bits are fixed from the left.
#[derive(Debug)]
pub(super) struct Cube {
    pub bits: u32,
}

impl Flat for Cube {
    fn nodes(&self) -> u64 {
        1 << self.bits
    }

    fn longest(&self) -> Option<u64> {
        Some(self.bits.into())
    }

    fn distance(&self, a: u64, b: u64) -> u64 {
        (a ^ b).count_ones().into()
    }

    fn next(&self, a: u64, b: u64) -> u64 {
        match (a ^ b).checked_ilog2() {
            Some(bit) => a ^ 1 << bit,
            None => a,
        }
    }

    fn path(&self, base: u64, a: u64, b: u64, out: &mut Out<'_>) {
        let mut at = a;
        while let Some(bit) = (at ^ b).checked_ilog2() {
            at ^= 1 << bit;
            out.push_if(base + at, true);
        }
    }
}

/// A product: one coordinate after the other.
#[derive(Debug)]
pub(super) struct Product<'a> {
    parts: Vec<Box<dyn Flat + 'a>>,
    digits: Digits,
}

impl<'a> Product<'a> {
    /// Over factors in flat form; `None` when the ids pass 64 bits.
    pub fn new(parts: Vec<Box<dyn Flat + 'a>>) -> Option<Self> {
        let digits = Digits::new(parts.iter().map(|part| part.nodes()).collect())?;
        Some(Product { parts, digits })
    }
}

impl Flat for Product<'_> {
    fn nodes(&self) -> u64 {
        self.digits.size()
    }

    fn longest(&self) -> Option<u64> {
        self.parts.iter().map(|part| part.longest()).try_fold(0u64, |sum, part| sum.checked_add(part?))
    }

    fn distance(&self, a: u64, b: u64) -> u64 {
        let digits = |i| (self.digits.digit(a, i), self.digits.digit(b, i));
        let parts = self.parts.iter().enumerate();
        parts.fold(0u64, |sum, (i, part)| {
            let (x, y) = digits(i);
            sum.saturating_add(part.distance(x, y))
        })
    }

    fn next(&self, a: u64, b: u64) -> u64 {
        for (i, part) in self.parts.iter().enumerate() {
            let (x, y) = (self.digits.digit(a, i), self.digits.digit(b, i));
            if x != y {
                return self.digits.with_digit(a, i, x, part.next(x, y));
            }
        }
        a
    }

    fn path(&self, base: u64, a: u64, b: u64, out: &mut Out<'_>) {
        let mut at = a;
        for (i, part) in self.parts.iter().enumerate() {
            let (x, y) = (self.digits.digit(a, i), self.digits.digit(b, i));
            let start = out.len;
            part.path(0, x, y, out);
            for node in &mut out.nodes[start..out.len] {
                node.0 = base + self.digits.with_digit(at, i, x, node.0);
            }
            at = self.digits.with_digit(at, i, x, y);
        }
    }
}

/// A network that is asked itself.
#[derive(Debug)]
pub(super) struct Plain<'a> {
    net: &'a dyn Structure,
}

impl<'a> Plain<'a> {
    pub fn new(net: &'a dyn Structure) -> Self {
        Plain { net }
    }
}

impl Flat for Plain<'_> {
    fn nodes(&self) -> u64 {
        self.net.nodes()
    }

    fn longest(&self) -> Option<u64> {
        None
    }

    fn distance(&self, a: u64, b: u64) -> u64 {
        self.net.distance(Node(a), Node(b)).unwrap_or(u64::MAX)
    }

    fn next(&self, a: u64, b: u64) -> u64 {
        self.net.next_port(Node(a), Node(b)).map_or(a, |port| self.net.link(Node(a), port).0.0)
    }

    fn path(&self, base: u64, a: u64, b: u64, out: &mut Out<'_>) {
        let mut at = Node(a);
        while let Some(port) = self.net.next_port(at, Node(b)) {
            at = self.net.link(at, port).0;
            out.push_if(base + at.0, true);
        }
    }
}
