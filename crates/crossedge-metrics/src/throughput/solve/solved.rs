//! Results and their witnesses.

use super::generate::Solution;
use super::refine::Classes;
use super::weights::SolvedBounds;
use num_bigint::BigUint;

/// A result with bounds.
#[derive(Debug)]
pub struct Solved {
    /// The lower bound: packets carried per packet offered.
    pub lower: (BigUint, BigUint),
    /// The upper bound.
    pub upper: (BigUint, BigUint),
    /// The method.
    pub how: String,
    pub(super) shown: Shown,
}

/// The witnesses of both bounds.
#[derive(Debug)]
pub(super) enum Shown {
    /// Shares of spreads over shortest paths, by classes.
    Programme(Box<(Classes, Solution)>),
    /// Shares of paths, by rounds.
    Rounds(Box<SolvedBounds>),
}
