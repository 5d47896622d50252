//! Random choices that repeat: ChaCha with 8 rounds, from a seed.

use crate::net::address::modulo;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random numbers.
#[derive(Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The source of a seed.
    pub fn new(seed: u64) -> Self {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n >= 1`. The last few of 2^64 draws favour small numbers, by less than n in 2^64.
    pub fn number_below(&mut self, n: u64) -> u64 {
        modulo(self.0.next_u64(), n)
    }

    /// An index of something with `n >= 1` members.
    pub fn index(&mut self, n: usize) -> usize {
        self.number_below(n as u64) as usize
    }
}
