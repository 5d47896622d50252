//! The work limit of one elaboration. An expression may come from anywhere; its shape or an error must come soon.
//!
//! Work is counted, not timed, so that the same text always has the same answer.

use super::args::Load;
use crate::net::shape::{DegreeCounts, product_degrees, regular};
use crossedge_core::expr::{Error, Span};
use num_bigint::BigUint;
use num_traits::One;
use std::cell::Cell;

/// Work units of an elaboration. A unit is 20 to 100 nanoseconds; all of it takes about a second and a half.
pub const MAX_WORK: u64 = 1 << 24;

/// More different degrees than this are refused: the count of each is exact, and their number grows with every factor.
const MAX_DEGREES: usize = 1024;

/// One elaboration: its file loader, and the remaining work.
pub struct Elaboration<'a> {
    load: Load<'a>,
    left: Cell<u64>,
}

impl<'a> Elaboration<'a> {
    /// An elaboration that may spend `units`.
    pub fn new(load: Load<'a>, units: u64) -> Self {
        Elaboration { load, left: Cell::new(units) }
    }

    /// The remaining work.
    pub fn remaining_work(&self) -> u64 {
        self.left.get()
    }

    /// Takes `units` off; `span` is where to point when they are not there.
    pub fn spend(&self, units: u64, span: &Span) -> Result<(), Error> {
        match self.left.get().checked_sub(units) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.left.set(0);
                Err(Error::limit("the expression takes too much work to read", span.clone())
                    .help("take fewer or smaller parts"))
            }
        }
    }

    /// The bytes of a file.
    pub fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        (self.load)(name)
    }

    /// The degrees of a Cartesian product.
    pub fn product_degrees(
        &self,
        a: &DegreeCounts,
        b: &DegreeCounts,
        span: &Span,
    ) -> Result<DegreeCounts, Error> {
        // Lower bound on the number of distinct sums, for any degrees.
        if a.len() + b.len() > MAX_DEGREES + 1 {
            return Err(too_many_degrees(span));
        }
        let most = |counts: &DegreeCounts| counts.keys().next_back().copied().unwrap_or(0);
        if most(a).checked_add(most(b)).is_none() {
            return Err(degree_limit(span.clone()));
        }
        // Counts are long numbers, and a product takes time by the lengths of both.
        let words = |counts: &DegreeCounts| counts.values().map(|c| c.bits() / 64 + 1).max().unwrap_or(1);
        self.spend((a.len() * b.len()) as u64 * (8 + words(a) * words(b) / 8), span)?;
        let out = product_degrees(a, b);
        if out.len() > MAX_DEGREES { Err(too_many_degrees(span)) } else { Ok(out) }
    }

    /// The degrees of a Cartesian power.
    pub fn power_degrees(
        &self,
        base: &DegreeCounts,
        mut exponent: u64,
        span: &Span,
    ) -> Result<DegreeCounts, Error> {
        let mut square = base.clone();
        let mut out = regular(0, BigUint::one());
        while exponent > 0 {
            if exponent & 1 == 1 {
                out = self.product_degrees(&out, &square, span)?;
            }
            exponent >>= 1;
            if exponent > 0 {
                square = self.product_degrees(&square, &square, span)?;
            }
        }
        Ok(out)
    }
}

/// The limit on a single degree.
pub fn degree_limit(span: Span) -> Error {
    Error::limit("a degree passes 64 bits", span)
}

fn too_many_degrees(span: &Span) -> Error {
    Error::limit(format!("the network has more than {MAX_DEGREES} different degrees"), span.clone())
        .help("regular factors have one degree together")
}
