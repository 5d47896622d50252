//! The finite field GF(q), q = p^e a prime power: polynomials over GF(p) modulo a primitive polynomial of degree e. An element is written
//! as the number whose digits base p are its coefficients, the highest first; for a prime q it is the residue. Lidl, Niederreiter, 1997.

use crate::net::address::{Digits, Pair, modulo};

/// The prime p and the exponent e of q = p^e; `None` when q is no prime power. O(sqrt q).
pub fn prime_power(q: u64) -> Option<(u64, u32)> {
    let divides = |p: u64| modulo(q, p) == 0;
    let p = (2..=q.isqrt()).find(|&p| divides(p)).unwrap_or(q);
    let (mut rest, mut e) = (q, 0);
    while rest > 1 && modulo(rest, p) == 0 {
        (rest, _) = Pair::new(p).split(rest);
        e += 1;
    }
    (rest == 1 && e > 0).then_some((p, e))
}

/// GF(q), by tables: for q of a few hundred.
#[derive(Debug, Clone)]
pub struct Field {
    q: u64,
    /// The powers of the primitive element, from its power 0.
    powers: Vec<u64>,
    /// The exponent of each element but 0.
    logs: Vec<usize>,
    /// The sum of a and b stands at a·q + b.
    sums: Vec<u64>,
}

impl Field {
    /// The field of q elements; `None` when there is none. The primitive element is x for the first primitive polynomial, for a prime q
    /// the smallest primitive root.
    pub fn new(q: u64) -> Option<Field> {
        let (p, e) = prime_power(q)?;
        let digits = Digits::new(vec![p; e as usize])?;
        let powers = (1..q).find_map(|reduction| cycle(&digits, p, reduction))?;
        let mut logs = vec![0; q as usize];
        for (exponent, &power) in powers.iter().enumerate() {
            logs[power as usize] = exponent;
        }
        let split: Vec<Vec<u64>> = (0..q).map(|a| digits.split(a)).collect();
        let sum = |a: &[u64], b: &[u64]| {
            let places = a.iter().zip(b).map(|(a, b)| modulo(a + b, p));
            digits.join(&places.collect::<Vec<_>>())
        };
        let sums = split.iter().flat_map(|a| split.iter().map(move |b| sum(a, b))).collect();
        Some(Field { q, powers, logs, sums })
    }

    /// a + b.
    pub fn add(&self, a: u64, b: u64) -> u64 {
        self.sums[Pair::new(self.q).join(a, b) as usize]
    }

    /// a · b.
    pub fn mul(&self, a: u64, b: u64) -> u64 {
        if a == 0 || b == 0 {
            return 0;
        }
        self.power((self.logs[a as usize] + self.logs[b as usize]) as u64)
    }

    /// The power of the primitive element.
    pub fn power(&self, exponent: u64) -> u64 {
        self.powers[modulo(exponent, self.q - 1) as usize]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prime_powers_below_50() {
        let found: Vec<u64> = (0..50).filter(|&q| prime_power(q).is_some()).collect();
        let known = [2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49];
        assert_eq!(found, known);
    }

    #[test]
    fn the_axioms_of_a_field() {
        for q in [2, 3, 4, 5, 7, 8, 9, 16, 25, 27] {
            let f = Field::new(q).expect("a prime power");
            for a in 0..q {
                assert_eq!((f.add(a, 0), f.mul(a, 1), f.mul(a, 0)), (a, a, 0));
                assert_eq!((0..q).filter(|&b| f.add(a, b) == 0).count(), 1);
                assert_eq!((0..q).filter(|&b| f.mul(a, b) == 1).count(), usize::from(a != 0));
                for b in 0..q {
                    assert_eq!((f.add(a, b), f.mul(a, b)), (f.add(b, a), f.mul(b, a)));
                    for c in 0..q {
                        assert_eq!(f.add(a, f.add(b, c)), f.add(f.add(a, b), c));
                        assert_eq!(f.mul(a, f.mul(b, c)), f.mul(f.mul(a, b), c));
                        assert_eq!(f.mul(a, f.add(b, c)), f.add(f.mul(a, b), f.mul(a, c)));
                    }
                }
            }
        }
        assert!(Field::new(6).is_none() && Field::new(1).is_none() && Field::new(0).is_none());
    }
}
