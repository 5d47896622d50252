//! First fit: the steps that are in use, and the first free one.

/// Steps as bits.
#[derive(Debug, Clone, Default)]
pub struct Busy(Vec<u64>);

impl Busy {
    /// Takes a step.
    pub fn take_step(&mut self, step: usize) {
        let (word, bit) = (step / 64, step % 64);
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << bit;
    }
}

/// The first step from `floor` on that none of them has taken.
pub fn first_free(all: &[&Busy], floor: usize) -> usize {
    let before = (1u64 << (floor % 64)) - 1;
    let taken = |word: usize| {
        let below = if word == floor / 64 { before } else { 0 };
        all.iter().fold(below, |bits, busy| bits | busy.0.get(word).copied().unwrap_or(0))
    };
    let word = (floor / 64..).find(|&word| taken(word) != u64::MAX).unwrap_or(0);
    word * 64 + taken(word).trailing_ones() as usize
}
