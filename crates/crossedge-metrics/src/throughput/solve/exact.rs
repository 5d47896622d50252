//! Systems of linear equations in integers, solved exactly: modulo a prime, lifted to powers of it, and read back as fractions
//! (Dixon, Exact solution of linear equations using p-adic expansions, 1982). A solution is reported only after it was put into the equations.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

/// A prime below 2^31, so that products of two numbers below it fit 64 bits.
const PRIME: u64 = 2_147_483_629;

/// A square matrix of integers, and its inverse modulo the prime.
#[derive(Debug)]
pub struct ModularMatrix {
    /// Entries by row: column and value.
    rows: Vec<Vec<(usize, BigInt)>>,
    /// By row.
    inverse: Vec<u32>,
}

/// A solution: numerators over one denominator.
pub type Fractions = (Vec<BigInt>, BigUint);

impl ModularMatrix {
    /// Of a matrix by rows; `None` if it has no inverse modulo the prime.
    pub fn new(rows: Vec<Vec<(usize, BigInt)>>) -> Option<Self> {
        let inverse = inverse(&rows)?;
        Some(ModularMatrix { rows, inverse })
    }

    /// Solves A·x = right, or with the rows and columns of A exchanged. `most` is the largest size of numbers that is tried, in bits.
    pub fn solve(&self, right: &[BigInt], exchanged: bool, most: u64) -> Option<Fractions> {
        let n = self.rows.len();
        let prime = BigInt::from(PRIME);
        let mut rest: Vec<BigInt> = right.to_vec();
        let mut digits: Vec<Vec<u32>> = Vec::new();
        let mut goal = 4;
        while (digits.len() as u64) * 31 <= most {
            while digits.len() < goal {
                let digit = self.modular(&rest, exchanged);
                for (row, entries) in self.rows.iter().enumerate() {
                    for (column, value) in entries {
                        let (to, from) = if exchanged { (*column, row) } else { (row, *column) };
                        if digit[from] != 0 {
                            rest[to] -= value * digit[from];
                        }
                    }
                }
                for r in &mut rest {
                    *r /= &prime;
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

    fn modular(&self, right: &[BigInt], exchanged: bool) -> Vec<u32> {
        let n = self.rows.len();
        let prime = BigInt::from(PRIME);
        let right: Vec<u64> =
            right.iter().map(|r| r.mod_floor(&prime).iter_u64_digits().next().unwrap_or(0)).collect();
        let mut out = vec![0u64; n];
        for (i, row) in self.inverse.chunks(n).enumerate() {
            match exchanged {
                false => {
                    let sum =
                        row.iter().zip(&right).fold(0u64, |sum, (&a, &b)| (sum + u64::from(a) * b) % PRIME);
                    out[i] = sum;
                }
                true => {
                    for (sum, &a) in out.iter_mut().zip(row) {
                        *sum = (*sum + u64::from(a) * right[i]) % PRIME;
                    }
                }
            }
        }
        out.into_iter().map(|x| x as u32).collect()
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

/// The inverse modulo the prime, by rows.
fn inverse(rows: &[Vec<(usize, BigInt)>]) -> Option<Vec<u32>> {
    let n = rows.len();
    let prime = BigInt::from(PRIME);
    let width = 2 * n;
    let mut all = vec![0u64; n * width];
    for (i, row) in rows.iter().enumerate() {
        for (column, value) in row {
            let small = value.mod_floor(&prime).iter_u64_digits().next().unwrap_or(0);
            all[i * width + column] = (all[i * width + column] + small) % PRIME;
        }
        all[i * width + n + i] = 1;
    }
    for column in 0..n {
        let pivot = (column..n).find(|&r| all[r * width + column] != 0)?;
        if pivot != column {
            for i in 0..width {
                all.swap(pivot * width + i, column * width + i);
            }
        }
        let scale = power(all[column * width + column], PRIME - 2);
        let row = &mut all[column * width..(column + 1) * width];
        row.iter_mut().for_each(|x| *x = *x * scale % PRIME);
        let row = row.to_vec();
        let support: Vec<usize> = (0..width).filter(|&i| row[i] != 0).collect();
        for r in (0..n).filter(|&r| r != column) {
            let factor = all[r * width + column];
            if factor != 0 {
                let negative = PRIME - factor;
                let other = &mut all[r * width..(r + 1) * width];
                support.iter().for_each(|&i| other[i] = (other[i] + negative * row[i]) % PRIME);
            }
        }
    }
    Some((0..n).flat_map(|i| all[i * width + n..(i + 1) * width].iter().map(|&x| x as u32)).collect())
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
