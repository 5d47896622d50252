//! What was found, and what shows it.

use super::generate::Solution;
use super::refine::Classes;
use super::weights::Found;
use num_bigint::BigUint;

/// What was found, between two ends.
#[derive(Debug)]
pub struct Solved {
    /// So much can be carried: packets per cycle for each that is offered.
    pub lower: (BigUint, BigUint),
    /// And no more than this.
    pub upper: (BigUint, BigUint),
    /// How it was found.
    pub how: String,
    pub(super) shown: Shown,
}

/// What shows both ends.
#[derive(Debug)]
pub(super) enum Shown {
    /// Shares of spreads over shortest ways, by classes.
    Programme(Box<(Classes, Solution)>),
    /// Shares of ways, by rounds.
    Rounds(Box<Found>),
}
