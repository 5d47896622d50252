//! The finite field GF(q), q = p^e a prime power: polynomials over GF(p) modulo a polynomial of degree e. An element is written as the number
//! whose digits base p are its coefficients, the highest first; for a prime q it is the residue. Lidl, Niederreiter, 1997.
//!
//! Which polynomial it is decides which number stands for which element. [`Field::with_order`] takes the first primitive one, [`Field::by_conway_polynomial`] the Conway
//! polynomial; they are the same for q up to 49.

use super::conway_polynomial::conway_digits;
use super::primes::{power_mod, prime_power, primitive_root};
use crate::net::address::{Digits, Pair, modulo};

/// GF(q), q at most 2^32.
#[derive(Debug, Clone)]
pub struct Field {
    q: u64,
    p: u64,
    digits: Digits,
    units: Units,
}

/// The elements but 0.
#[derive(Debug, Clone)]
enum Units {
    /// Residues, of a prime q.
    Residues,
    /// By tables.
    Powers {
        /// The powers of the primitive element, from its power 0.
        powers: Vec<u64>,
        /// The exponent of each element but 0.
        logs: Vec<u32>,
    },
}

impl Field {
    /// The field of q elements; `None` when there is none. The primitive element is x for the first primitive polynomial, for a prime q
    /// the smallest primitive root. Its powers are listed: for q of a few thousand.
    pub fn with_order(q: u64) -> Option<Field> {
        let (p, e) = prime_power(q)?;
        let digits = Digits::new(vec![p; e as usize])?;
        let powers = (1..q).find_map(|reduction| cycle(&digits, p, reduction))?;
        Some(Field { q, p, digits, units: Units::from_powers(powers) })
    }

    /// The field of q elements, numbered by the Conway polynomial; `None` when there is none. A prime q needs no tables.
    pub fn by_conway_polynomial(q: u64) -> Option<Field> {
        let (p, e) = prime_power(q)?;
        let digits = Digits::new(vec![p; e as usize])?;
        let units = match e {
            1 => Units::Residues,
            _ => Units::from_powers(cycle(&digits, p, digits.join(&conway_digits(p, e)?))?),
        };
        Some(Field { q, p, digits, units })
    }

    /// a + b.
    pub fn add(&self, a: u64, b: u64) -> u64 {
        match self.p {
            2 => a ^ b,
            p if p == self.q => modulo(a + b, p),
            p => self.by_digits(|i| modulo(self.digits.digit(a, i) + self.digits.digit(b, i), p)),
        }
    }

    /// -a.
    pub fn negate(&self, a: u64) -> u64 {
        match self.p {
            2 => a,
            p => self.by_digits(|i| modulo(p - self.digits.digit(a, i), p)),
        }
    }

    fn by_digits(&self, digit: impl Fn(usize) -> u64) -> u64 {
        (0..self.digits.len()).map(|i| digit(i) * self.digits.stride(i)).sum()
    }

    /// a · b.
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        match &self.units {
            _ if a == 0 || b == 0 => 0,
            Units::Residues => modulo(a * b, self.q),
            Units::Powers { logs, .. } => {
                self.power(u64::from(logs[a as usize]) + u64::from(logs[b as usize]))
            }
        }
    }

    /// 1 / a, for a ≠ 0.
    pub fn inverse(&self, a: u64) -> u64 {
        match &self.units {
            Units::Residues => power_mod(a, self.q - 2, self.q),
            Units::Powers { logs, .. } => self.power(self.q - 1 - u64::from(logs[a as usize])),
        }
    }

    /// The power of the primitive element: of x, and for a prime q of the smallest primitive root.
    pub fn power(&self, exponent: u64) -> u64 {
        match &self.units {
            Units::Residues => power_mod(primitive_root(self.q), exponent, self.q),
            Units::Powers { powers, .. } => powers[modulo(exponent, self.q - 1) as usize],
        }
    }
}

impl Units {
    fn from_powers(powers: Vec<u64>) -> Units {
        let mut logs = vec![0; powers.len() + 1];
        (0..).zip(&powers).for_each(|(exponent, &power)| logs[power as usize] = exponent);
        Units::Powers { powers, logs }
    }
}

/// All powers of x, when x^e = `reduction` makes x primitive. Then all of the q - 1 elements but 0 are units, so that it is a field.
fn cycle(digits: &Digits, p: u64, reduction: u64) -> Option<Vec<u64>> {
    let order = digits.size() - 1;
    let reduction = digits.split(reduction);
    let top = Pair::new(digits.stride(0));
    let mut powers = vec![1];
    loop {
        let last = *powers.last()?;
        let (high, rest) = top.split(last);
        let shifted = digits.split(rest * p);
        let places = shifted.iter().zip(&reduction).map(|(a, r)| modulo(a + high * r, p));
        let next = digits.join(&places.collect::<Vec<_>>());
        if next == 0 || powers.len() as u64 > order {
            return None;
        }
        if next == 1 {
            return (powers.len() as u64 == order).then_some(powers);
        }
        powers.push(next);
    }
}
