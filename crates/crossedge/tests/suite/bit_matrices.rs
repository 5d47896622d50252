//! Bit matrices of the breadth-first search: squares of bits turned over, neighbours in a row of bits, aligned lines.

use crossedge::metrics::bfs::internals::{
    AlignedLines, Square, Vectors, Words, first_bits, gather_rows, load_line, shift_both_ways,
    transpose_squares,
};
use fearless_simd::{Level, SimdBase, dispatch};

/// Squares filled by a generator.
fn squares<const L: usize>() -> Vec<Square<L>> {
    let mut state = 1u64;
    let mut squares = vec![[[0u64; L]; 64]; L];
    for word in squares.iter_mut().flat_map(|square| square.as_flattened_mut()) {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *word = state ^ state >> 29;
    }
    squares
}

fn turned_squares_have_their_bits_across_the_diagonal<const L: usize>()
where
    Words: Vectors<L>,
{
    let before = squares::<L>();
    let mut after = before.clone();
    let mut rows = vec![[7; L]; 64 * L * 3];
    let most = 64 * L - 5;
    dispatch!(Level::new(), simd => {
        after.iter_mut().for_each(|square| transpose_squares(simd, square));
        gather_rows(simd, &after, &mut rows, 3, 1, most);
    });
    for (k, (square, turned)) in before.iter().zip(&after).enumerate() {
        for (r, words) in square.iter().enumerate() {
            for (c, across) in turned.iter().enumerate() {
                for w in 0..L {
                    let bit = words[w] >> c & 1;
                    assert_eq!(across[w] >> r & 1, bit, "{L}: row {r}, column {c}, word {w}");
                    let row = 64 * w + c;
                    if row < most {
                        assert_eq!(rows[row * 3 + 1][k] >> r & 1, bit, "{L}: row {row}, word {k}");
                    }
                }
            }
        }
    }
    assert!((0..64 * L * 3).filter(|row| row % 3 != 1 || *row >= most * 3).all(|row| rows[row] == [7; L]));
}

#[test]
fn squares_are_transposed() {
    turned_squares_have_their_bits_across_the_diagonal::<2>();
    turned_squares_have_their_bits_across_the_diagonal::<4>();
    turned_squares_have_their_bits_across_the_diagonal::<8>();
}

fn bits_move_beside<const L: usize>()
where
    Words: Vectors<L>,
{
    let set = [0, 5, 63, 64, 64 * L - 1];
    let mut line = [0; L];
    set.iter().for_each(|&bit| line[bit >> 6] |= 1 << (bit & 63));
    let moved =
        dispatch!(Level::new(), simd => shift_both_ways::<_, L>(simd, load_line(simd, &line)).to_array());
    for bit in 0..64 * L {
        let right = set.iter().any(|&at| at.abs_diff(bit) == 1);
        assert_eq!(moved[bit >> 6] >> (bit & 63) & 1 == 1, right, "{L}: bit {bit}");
    }
}

#[test]
fn neighbouring_bits_cross_words() {
    bits_move_beside::<2>();
    bits_move_beside::<4>();
    bits_move_beside::<8>();
}

#[test]
fn lines_are_aligned_to_the_cache() {
    for count in [1, 5, 1000] {
        let mut lines = AlignedLines::<8>::new(count);
        assert_eq!(lines.get().len(), count);
        assert_eq!(lines.get().as_ptr().align_offset(64), 0);
        lines.get_mut()[count - 1] = [!0; 8];
        assert_eq!(lines.get()[count - 1], [!0; 8]);
    }
    assert_eq!(first_bits::<3>(70), [!0, 63, 0]);
    assert_eq!(first_bits::<2>(128), [!0, !0]);
}
