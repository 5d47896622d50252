//! Bit matrices in lines of L words, and the few operations that every search on them uses.
//!
//! A line is one vector, or as many as the processor needs for it: the functions here are generic over the instruction set, and
//! `fearless_simd::dispatch` chooses it when the program runs.

use fearless_simd::{Simd, SimdBase, SimdInt, u64x2, u64x4, u64x8};

/// 64 · L bits of one row.
pub type BitLine<const L: usize> = [u64; L];

/// The lengths a line may have, each with its vector.
pub trait Vectors<const L: usize> {
    /// The vector that holds a line.
    type Of<S: Simd>: SimdInt<S, Element = u64, Array = BitLine<L>>;

    /// Shifts the lanes up by one; the first becomes zero.
    fn words_up<S: Simd>(simd: S, line: Self::Of<S>) -> Self::Of<S>;

    /// Shifts the lanes down by one; the last becomes zero.
    fn words_down<S: Simd>(simd: S, line: Self::Of<S>) -> Self::Of<S>;
}

/// Lines of 2, 4 and 8 machine words of 64 bits.
#[derive(Debug)]
pub struct Words;

impl Vectors<2> for Words {
    type Of<S: Simd> = u64x2<S>;

    #[inline(always)]
    fn words_up<S: Simd>(simd: S, line: u64x2<S>) -> u64x2<S> {
        empty_vector::<S, 2>(simd).slide::<1>(line)
    }

    #[inline(always)]
    fn words_down<S: Simd>(simd: S, line: u64x2<S>) -> u64x2<S> {
        line.slide::<1>(empty_vector::<S, 2>(simd))
    }
}

impl Vectors<4> for Words {
    type Of<S: Simd> = u64x4<S>;

    #[inline(always)]
    fn words_up<S: Simd>(simd: S, line: u64x4<S>) -> u64x4<S> {
        empty_vector::<S, 4>(simd).slide::<3>(line)
    }

    #[inline(always)]
    fn words_down<S: Simd>(simd: S, line: u64x4<S>) -> u64x4<S> {
        line.slide::<1>(empty_vector::<S, 4>(simd))
    }
}

impl Vectors<8> for Words {
    type Of<S: Simd> = u64x8<S>;

    #[inline(always)]
    fn words_up<S: Simd>(simd: S, line: u64x8<S>) -> u64x8<S> {
        empty_vector::<S, 8>(simd).slide::<7>(line)
    }

    #[inline(always)]
    fn words_down<S: Simd>(simd: S, line: u64x8<S>) -> u64x8<S> {
        line.slide::<1>(empty_vector::<S, 8>(simd))
    }
}

/// The vector of a line.
pub type Vector<S, const L: usize> = <Words as Vectors<L>>::Of<S>;

/// A line as a vector.
#[inline(always)]
pub fn load_line<S: Simd, const L: usize>(simd: S, line: &BitLine<L>) -> Vector<S, L>
where
    Words: Vectors<L>,
{
    SimdBase::load_array_ref(simd, line)
}

/// A vector without bits.
#[inline(always)]
pub fn empty_vector<S: Simd, const L: usize>(simd: S) -> Vector<S, L>
where
    Words: Vectors<L>,
{
    SimdBase::load_array(simd, [0; L])
}

/// Returns `true` if two vectors differ.
#[inline(always)]
pub fn vectors_differ<S: Simd, V: SimdInt<S, Element = u64>>(a: V, b: V) -> bool {
    (a ^ b).as_slice().iter().fold(0, |any, word| any | word) != 0
}

/// Every bit one place up, and one place down: both together.
#[inline(always)]
pub fn shift_both_ways<S: Simd, const L: usize>(simd: S, line: Vector<S, L>) -> Vector<S, L>
where
    Words: Vectors<L>,
{
    let up = (line << 1) | (Words::words_up(simd, line) >> 63);
    let down = (line >> 1) | (Words::words_down(simd, line) << 63);
    up | down
}

/// A line with its first `bits` bits set.
pub fn first_bits<const L: usize>(bits: usize) -> BitLine<L> {
    std::array::from_fn(|w| match bits.saturating_sub(64 * w) {
        64.. => !0,
        rest => (1 << rest) - 1,
    })
}

/// 64 lines: L squares of 64 by 64 bits, side by side.
pub type Square<const L: usize> = [BitLine<L>; 64];

/// Transposes L squares at once: bit c of word w in line r goes to bit r of word w in line c.
///
/// Halves change places at distance 32, 16, … 1, three distances while eight lines are in registers.
#[inline(always)]
pub fn transpose_squares<S: Simd, const L: usize>(simd: S, square: &mut Square<L>)
where
    Words: Vectors<L>,
{
    for first in 0..8 {
        let wide = [(32, 0x0000_0000_ffff_ffff), (16, 0x0000_ffff_0000_ffff), (8, 0x00ff_00ff_00ff_00ff)];
        turn_eight(simd, square, first, 8, wide);
    }
    for first in 0..8 {
        let near = [(4, 0x0f0f_0f0f_0f0f_0f0f), (2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)];
        turn_eight(simd, square, 8 * first, 1, near);
    }
}

/// Three distances for the eight lines at `first`, `first + gap` and so on.
#[inline(always)]
fn turn_eight<S: Simd, const L: usize>(
    simd: S,
    square: &mut Square<L>,
    first: usize,
    gap: usize,
    steps: [(u32, u64); 3],
) where
    Words: Vectors<L>,
{
    let mut lines = [empty_vector::<S, L>(simd); 8];
    for (i, line) in lines.iter_mut().enumerate() {
        *line = load_line(simd, &square[first + i * gap]);
    }
    for (stride, (step, mask)) in [4, 2, 1].into_iter().zip(steps) {
        for i in 0..8 {
            if i & stride == 0 {
                let swap = ((lines[i] >> step) ^ lines[i | stride]) & mask;
                lines[i | stride] ^= swap;
                lines[i] ^= swap << step;
            }
        }
    }
    for (i, line) in lines.iter().enumerate() {
        line.store_array(&mut square[first + i * gap]);
    }
}

/// Gathers L turned squares into rows: word w of line m of square k becomes word k of row 64 · w + m. Row r is at
/// `rows[plane + r · planes]`; `most` rows are written.
#[inline(always)]
pub fn gather_rows<S: Simd, const L: usize>(
    simd: S,
    squares: &[Square<L>],
    rows: &mut [BitLine<L>],
    planes: usize,
    plane: usize,
    most: usize,
) where
    Words: Vectors<L>,
{
    let mut words = [empty_vector::<S, L>(simd); L];
    for m in 0..64 {
        for (word, square) in words.iter_mut().zip(squares) {
            *word = load_line(simd, &square[m]);
        }
        // log2(L) perfect shuffles transpose the square of machine words.
        for _ in 0..L.trailing_zeros() {
            let before = words;
            for i in 0..L / 2 {
                words[2 * i] = before[i].zip_low(before[i + L / 2]);
                words[2 * i + 1] = before[i].zip_high(before[i + L / 2]);
            }
        }
        for (w, word) in words.iter().enumerate() {
            let row = 64 * w + m;
            if row < most {
                word.store_array(&mut rows[row * planes + plane]);
            }
        }
    }
}

/// Many lines, aligned to 64 bytes, so that a line of 8 words is one cache line.
#[derive(Debug)]
pub struct AlignedLines<const L: usize> {
    words: Vec<u64>,
    skip: usize,
    count: usize,
}

impl<const L: usize> AlignedLines<L> {
    /// A number of zero lines.
    pub fn new(count: usize) -> Self {
        let words = vec![0; count * L + 8];
        // If the allocator cannot align, the lines stay where they are.
        let skip = words.as_ptr().align_offset(64).min(8);
        AlignedLines { words, skip, count }
    }

    /// The lines.
    pub fn get(&self) -> &[BitLine<L>] {
        self.words[self.skip..self.skip + self.count * L].as_chunks().0
    }

    /// The lines, to change.
    pub fn get_mut(&mut self) -> &mut [BitLine<L>] {
        self.words[self.skip..self.skip + self.count * L].as_chunks_mut().0
    }
}
