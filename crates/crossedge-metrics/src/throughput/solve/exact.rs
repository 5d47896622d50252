//! Exact solution of integer systems of linear equations: modulo a prime, lifted to its powers, and converted back to fractions
//! (Dixon, Exact solution of linear equations using p-adic expansions, 1982). A solution is returned only after it was substituted into the equations.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A prime below 2^31, so that products of two numbers below it fit 64 bits.
const PRIME: u64 = 2_147_483_629;

/// A square matrix of integers, and its factors modulo the prime.
#[derive(Debug)]
pub struct ModularMatrix {
    /// Entries by row: column and value.
    rows: Vec<Vec<(usize, BigInt)>>,
    /// The same in machine words, if they fit.
    small: Option<Vec<Vec<(usize, i64)>>>,
    factors: ModularFactors,
}

/// A solution: numerators over one denominator.
pub type Fractions = (Vec<BigInt>, BigUint);

impl ModularMatrix {
    /// Of a matrix by rows; `None` if it has no inverse modulo the prime.
    pub fn new(rows: Vec<Vec<(usize, BigInt)>>) -> Option<Self> {
        let factors = ModularFactors::new(&rows)?;
        let word = |(column, value): &(usize, BigInt)| Some((*column, i64::try_from(value).ok()?));
        let small = rows.iter().map(|row| row.iter().map(word).collect()).collect();
        Some(ModularMatrix { rows, small, factors })
    }

    /// Solves A·x = right, or with the rows and columns of A exchanged. `most` is the largest size of numbers that is tried, in bits.
    pub fn solve(&self, right: &[BigInt], exchanged: bool, most: u64) -> Option<Fractions> {
        let n = self.rows.len();
        let prime = BigInt::from(PRIME);
        let mut rest = Remainder::new(right, self.small.is_some());
        let mut digits: Vec<Vec<u32>> = Vec::new();
        let mut goal = 4;
        while (digits.len() as u64) * 31 <= most {
            while digits.len() < goal {
                let digit = self.factors.solve(rest.modulo_prime(), exchanged);
                match (&mut rest, &self.small) {
                    (Remainder::Small(rest), Some(rows)) => {
                        subtract(rows, exchanged, &digit, |to, value, digit| {
                            rest[to] -= i128::from(*value) * i128::from(digit);
                        });
                        rest.iter_mut().for_each(|r| *r /= i128::from(PRIME));
                    }
                    (rest, _) => {
                        let rest = rest.large();
                        subtract(&self.rows, exchanged, &digit, |to, value, digit| rest[to] -= value * digit);
                        rest.iter_mut().for_each(|r| *r /= &prime);
                    }
                }
                digits.push(digit);
            }
            let modulus = prime.pow(goal as u32);
            let whole: Vec<BigInt> = (0..n)
                .map(|i| digits.iter().rev().fold(BigInt::zero(), |all, digit| all * PRIME + digit[i]))
                .collect();
            if let Some(fractions) = read_back(&whole, &modulus)
                && self.holds(&fractions, right, exchanged)
            {
                return Some(fractions);
            }
            goal *= 2;
        }
        None
    }

    /// Returns `true` if these fractions solve the system.
    pub fn holds(&self, (numerators, over): &Fractions, right: &[BigInt], exchanged: bool) -> bool {
        let mut sums: Vec<BigInt> = right.iter().map(|r| -(r * BigInt::from(over.clone()))).collect();
        for (row, entries) in self.rows.iter().enumerate() {
            for (column, value) in entries {
                let (to, from) = if exchanged { (*column, row) } else { (row, *column) };
                sums[to] += value * &numerators[from];
            }
        }
        sums.iter().all(Zero::is_zero)
    }
}

/// The fractions that are these numbers modulo `modulus`, over one denominator, where both are small enough to be reported.
fn read_back(whole: &[BigInt], modulus: &BigInt) -> Option<Fractions> {
    let bound = BigInt::from((modulus.magnitude() >> 1u32).sqrt());
    let mut over = BigInt::one();
    for x in whole {
        // The remainder after dividing by the current denominator; often the numerator alone.
        let scaled = (x * &over).mod_floor(modulus);
        let (mut a, mut b) = (modulus.clone(), scaled);
        let (mut s, mut t) = (BigInt::zero(), BigInt::one());
        if b > modulus - &bound {
            continue;
        }
        while b > bound {
            let (quotient, rest) = a.div_rem(&b);
            (a, b) = (b, rest);
            let next = s - quotient * &t;
            (s, t) = (t, next);
        }
        if t.is_zero() {
            return None;
        }
        over *= t.abs();
        if over > bound {
            return None;
        }
    }
    let half = modulus >> 1u32;
    let reported = whole
        .iter()
        .map(|x| {
            let value = (x * &over).mod_floor(modulus);
            if value > half { value - modulus } else { value }
        })
        .collect();
    let (_, over) = over.into_parts();
    Some((reported, over))
}

/// Calls `each` with the target, the entry and the digit of every product of the matrix, or its transpose, with these digits.
fn subtract<T>(
    rows: &[Vec<(usize, T)>],
    exchanged: bool,
    digit: &[u32],
    mut each: impl FnMut(usize, &T, u32),
) {
    for (row, entries) in rows.iter().enumerate() {
        for (column, value) in entries {
            let (to, from) = if exchanged { (*column, row) } else { (row, *column) };
            if digit[from] != 0 {
                each(to, value, digit[from]);
            }
        }
    }
}

/// The right side that remains. With entries of 63 bits it stays below n·2^94, since every step divides by the prime.
enum Remainder {
    Small(Vec<i128>),
    Large(Vec<BigInt>),
}

impl Remainder {
    fn new(right: &[BigInt], small: bool) -> Self {
        let words = || right.iter().map(|r| i64::try_from(r).ok().map(i128::from)).collect();
        match if small && right.len() < 1 << 24 { words() } else { None } {
            Some(words) => Remainder::Small(words),
            None => Remainder::Large(right.to_vec()),
        }
    }

    fn large(&mut self) -> &mut Vec<BigInt> {
        if let Remainder::Small(words) = self {
            *self = Remainder::Large(words.iter().map(|&r| r.into()).collect());
        }
        match self {
            Remainder::Large(all) => all,
            Remainder::Small(_) => unreachable!("made large above"),
        }
    }

    fn modulo_prime(&self) -> Vec<u64> {
        let prime = BigInt::from(PRIME);
        let digit = |r: &BigInt| r.mod_floor(&prime).iter_u64_digits().next().unwrap_or(0);
        match self {
            Remainder::Small(all) => all.iter().map(|r| r.rem_euclid(i128::from(PRIME)) as u64).collect(),
            Remainder::Large(all) => all.iter().map(digit).collect(),
        }
    }
}

/// Triangular factors modulo the prime: the rows in the order of their pivots are L·U, and L has ones on its diagonal.
#[derive(Debug)]
struct ModularFactors {
    n: usize,
    /// Both factors in one square, by rows.
    square: Vec<u64>,
    /// The row of the matrix at each place.
    order: Vec<usize>,
    /// Inverses of the diagonal of U.
    diagonal: Vec<u64>,
}

impl ModularFactors {
    fn new(rows: &[Vec<(usize, BigInt)>]) -> Option<Self> {
        let n = rows.len();
        let prime = BigInt::from(PRIME);
        let mut square = vec![0u64; n * n];
        for (i, row) in rows.iter().enumerate() {
            for (column, value) in row {
                let small = value.mod_floor(&prime).iter_u64_digits().next().unwrap_or(0);
                square[i * n + column] = (square[i * n + column] + small) % PRIME;
            }
        }
        let mut order: Vec<usize> = (0..n).collect();
        let mut diagonal = Vec::with_capacity(n);
        for k in 0..n {
            let pivot = (k..n).find(|&r| square[r * n + k] != 0)?;
            if pivot != k {
                order.swap(pivot, k);
                let (above, below) = square.split_at_mut(pivot * n);
                above[k * n..(k + 1) * n].swap_with_slice(&mut below[..n]);
            }
            let (above, below) = square.split_at_mut((k + 1) * n);
            let row = &above[k * n..];
            let inverse = power(row[k], PRIME - 2);
            diagonal.push(inverse);
            for other in below.chunks_exact_mut(n).filter(|other| other[k] != 0) {
                let factor = other[k] * inverse % PRIME;
                other[k] = factor;
                let negative = PRIME - factor;
                for (x, &y) in other[k + 1..].iter_mut().zip(&row[k + 1..]) {
                    *x = (*x + negative * y) % PRIME;
                }
            }
        }
        Some(ModularFactors { n, square, order, diagonal })
    }

    /// Solves A·x = right modulo the prime, or with the rows and columns of A exchanged.
    fn solve(&self, right: Vec<u64>, exchanged: bool) -> Vec<u32> {
        let n = self.n;
        let row = |i: usize| &self.square[i * n..(i + 1) * n];
        if exchanged {
            let mut x = right;
            for i in 0..n {
                let value = x[i] % PRIME * self.diagonal[i] % PRIME;
                x[i] = value;
                subtract_multiple(&mut x[i + 1..], &row(i)[i + 1..], value);
            }
            for i in (0..n).rev() {
                let value = x[i] % PRIME;
                x[i] = value;
                subtract_multiple(&mut x[..i], &row(i)[..i], value);
            }
            let mut out = vec![0; n];
            self.order.iter().zip(&x).for_each(|(&place, &value)| out[place] = value as u32);
            return out;
        }
        let mut x: Vec<u64> = self.order.iter().map(|&place| right[place]).collect();
        for i in 0..n {
            x[i] = (x[i] + PRIME - dot(&row(i)[..i], &x[..i])) % PRIME;
        }
        for i in (0..n).rev() {
            let rest = (x[i] + PRIME - dot(&row(i)[i + 1..], &x[i + 1..])) % PRIME;
            x[i] = rest * self.diagonal[i] % PRIME;
        }
        x.into_iter().map(|value| value as u32).collect()
    }
}

/// Twice the square of the prime: sums stay below it, and a product added to them fits 64 bits.
const ROOM: u64 = 2 * PRIME * PRIME;

/// Σ a·b modulo the prime.
fn dot(a: &[u64], b: &[u64]) -> u64 {
    let sum = a.iter().zip(b).fold(0u64, |sum, (&a, &b)| {
        let sum = sum + a * b;
        sum.min(sum.wrapping_sub(ROOM))
    });
    sum % PRIME
}

/// Subtracts a multiple of a row; results are below [`ROOM`] and equal modulo the prime.
fn subtract_multiple(x: &mut [u64], row: &[u64], times: u64) {
    let negative = PRIME - times;
    if times != 0 {
        for (x, &a) in x.iter_mut().zip(row) {
            let sum = *x + negative * a;
            *x = sum.min(sum.wrapping_sub(ROOM));
        }
    }
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut out = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = out * base % PRIME;
        }
        base = base * base % PRIME;
        exponent >>= 1;
    }
    out
}

/// A non-negative integer.
pub fn positive(value: &BigInt) -> Option<BigUint> {
    match value.sign() {
        Sign::Minus => None,
        _ => Some(value.magnitude().clone()),
    }
}
