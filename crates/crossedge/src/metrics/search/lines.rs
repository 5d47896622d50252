//! Bit matrices in lines of L words, and the few operations that every search on them is made of.
//!
//! The loops over the words of a line are plain; [`vectorised`] compiles them for each vector instruction set, and the processor at
//! hand decides which one runs.

use fearless_simd::{Level, dispatch};

/// So many bits of one row: 64 · L.
pub type Line<const L: usize> = [u64; L];

/// A line without bits.
pub const fn empty<const L: usize>() -> Line<L> {
    [0; L]
}

/// A line with its first `bits` bits set.
pub fn first_bits<const L: usize>(bits: usize) -> Line<L> {
    std::array::from_fn(|w| match bits.saturating_sub(64 * w) {
        64.. => !0,
        rest => (1 << rest) - 1,
    })
}

/// Runs `work` with the widest vectors of the processor, if `work` is inlined all the way.
#[inline(always)]
pub fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    dispatch!(Level::new(), _ => work())
}

/// Adds the bits of `more` to `line`.
#[inline(always)]
pub fn add<const L: usize>(line: &mut Line<L>, more: &Line<L>) {
    for w in 0..L {
        line[w] |= more[w];
    }
}

/// Whether two lines differ.
#[inline(always)]
pub fn differ<const L: usize>(a: &Line<L>, b: &Line<L>) -> bool {
    let mut any = 0;
    for w in 0..L {
        any |= a[w] ^ b[w];
    }
    any != 0
}

/// Many lines, the first at a border of 64 bytes, so that a line of 8 words is one line of the cache.
#[derive(Debug)]
pub struct Lines<const L: usize> {
    words: Vec<u64>,
    skip: usize,
    count: usize,
}

impl<const L: usize> Lines<L> {
    /// So many lines without bits.
    pub fn new(count: usize) -> Self {
        let words = vec![0; count * L + 8];
        // An allocator that cannot tell leaves the lines where they are.
        let skip = words.as_ptr().align_offset(64).min(8);
        Lines { words, skip, count }
    }

    /// The lines.
    pub fn get(&self) -> &[Line<L>] {
        self.words[self.skip..self.skip + self.count * L].as_chunks().0
    }

    /// The lines, to change.
    pub fn get_mut(&mut self) -> &mut [Line<L>] {
        self.words[self.skip..self.skip + self.count * L].as_chunks_mut().0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_begin_at_a_border_of_the_cache() {
        for count in [1, 5, 1000] {
            let mut lines = Lines::<8>::new(count);
            assert_eq!(lines.get().len(), count);
            assert_eq!(lines.get().as_ptr().align_offset(64), 0);
            lines.get_mut()[count - 1] = [!0; 8];
            assert_eq!(lines.get()[count - 1], [!0; 8]);
        }
        assert_eq!(first_bits::<3>(70), [!0, 63, 0]);
        assert_eq!(first_bits::<2>(128), [!0, !0]);
    }
}
