//! The all-to-all of a product, by half-time exchange: T(A×B) = max(|B|·T(A), |A|·T(B)).
//!
//! A *cell* is a pair (u, v) of displacements in A and in B. Colour cells like a chessboard, without row u = 0 where |A| is odd and without column v = 0
//! where |B| is odd. White messages move in A in the first half and in B in the second, black ones the other way round; those of the omitted
//! row and column move in one factor only, in its middle round. In a row half of the cells are white and half are black, so A has ⌊|B|/2⌋
//! rounds in each half, and one in the middle if |B| is odd; B likewise. In a round each node of A has one
//! message for each displacement, which is an all-to-all of A in each copy. Of two all-to-alls, the first is entirely white and the second entirely black.

use super::hop::{RoundHop, append_hops};
use super::plan::RoundPlan;
use crossedge_lang::net::address::Pair;

/// A product of two plans.
#[derive(Debug)]
pub(super) struct ProductRounds {
    pub(super) parts: [RoundPlan; 2],
    pub(super) sizes: [u64; 2],
    pub(super) split: Pair,
}

/// The time at which a message moves in one factor.
#[derive(Clone, Copy)]
enum Half {
    First(u64),
    Second(u64),
    Middle,
}

impl ProductRounds {
    pub(super) fn new(parts: [RoundPlan; 2], split: Pair) -> ProductRounds {
        let sizes = [parts[0].nodes(), parts[1].nodes()];
        ProductRounds { parts, sizes, split }
    }

    /// The steps of one factor, with all its rounds.
    fn factor_steps(&self, part: usize, fold: u64) -> u64 {
        let all = fold * self.sizes[1 - part];
        2 * self.parts[part].steps(all / 2) + (all % 2) * self.parts[part].steps(1)
    }

    pub(super) fn steps(&self, fold: u64) -> u64 {
        self.factor_steps(0, fold).max(self.factor_steps(1, fold))
    }

    pub(super) fn number(&self, x: u64, y: u64) -> u64 {
        let ((a, b), (c, d)) = (self.split.split(x), self.split.split(y));
        self.split.join(self.parts[0].number(a, c), self.parts[1].number(b, d))
    }

    pub(super) fn word(&self, fold: u64, copy: u64, (x, y): (u64, u64), out: &mut Vec<RoundHop>) {
        let (from, to) = (self.split.split(x), self.split.split(y));
        let (from, to) = ([from.0, from.1], [to.0, to.1]);
        let cell = [0, 1].map(|i| self.parts[i].number(from[i], to[i]));
        let halves = self.two_halves(fold, copy, cell);
        let first = match halves[0] {
            Half::First(_) => 0,
            _ => 1,
        };
        let mut at = from;
        for part in [first, 1 - first] {
            if from[part] == to[part] {
                continue;
            }
            let (all, plan) = (fold * self.sizes[1 - part] / 2, &self.parts[part]);
            let (start, fold, copy) = match halves[part] {
                Half::First(round) => (0, all, round),
                Half::Second(round) => (self.steps(fold) - plan.steps(all), all, round),
                Half::Middle => (plan.steps(all), 1, 0),
            };
            let other = at[1 - part];
            append_hops(
                out,
                start,
                |v| if part == 0 { self.split.join(v, other) } else { self.split.join(other, v) },
                |out| {
                    plan.word(fold, copy, (from[part], to[part]), out);
                },
            );
            at[part] = to[part];
        }
    }

    fn two_halves(&self, fold: u64, copy: u64, cell: [u64; 2]) -> [Half; 2] {
        let pair = copy / 2;
        let coloured = |white: bool, ranks: [u64; 2]| match white {
            true => [Half::First(ranks[0]), Half::Second(ranks[1])],
            false => [Half::Second(ranks[0]), Half::First(ranks[1])],
        };
        if fold.is_multiple_of(2) || copy + 1 < fold {
            let ranks = [pair * self.sizes[1] + cell[1], pair * self.sizes[0] + cell[0]];
            return coloured(copy.is_multiple_of(2), ranks);
        }
        let odd = self.sizes.map(|size| size % 2);
        if odd[0] == 1 && cell[0] == 0 || odd[1] == 1 && cell[1] == 0 {
            return [Half::Middle; 2];
        }
        // The rank in the row is that of the column in it, and the other way round.
        let rank = |i: usize| pair * self.sizes[i] + (cell[i] - odd[i]) / 2;
        coloured((cell[0] + cell[1]).is_multiple_of(2), [rank(1), rank(0)])
    }
}
