//! Conway polynomials, which define a standard numbering of the elements of GF(p^n).
//!
//! The Conway polynomial of degree n is x^n - a_(n-1) x^(n-1) + a_(n-2) x^(n-2) - … with the least (a_(n-1), …, a_0), compared in this order, such that x
//! is primitive modulo it, and x^((p^n - 1) / (p^d - 1)) is a root of the Conway polynomial of degree d for each d that divides n. The one of degree 1
//! is x - r, where r is the smallest primitive root, so a_0 = r. See Lübeck, Conway polynomials for finite fields.

use super::primes::{prime_factors, primitive_root};
use crate::net::address::{Digits, Pair, modulo};

/// The digits of x^n modulo the Conway polynomial, the highest first; `None` when p^n passes 64 bits.
pub fn conway_digits(p: u64, n: u32) -> Option<Vec<u64>> {
    let order = p.checked_pow(n)? - 1;
    let root = primitive_root(p);
    if n == 1 {
        return Some(vec![root]);
    }
    let quotient = |a: u64, b: u64| Pair::new(b).split(a).0;
    // Primitive: no power of x by a proper divisor of the order is 1.
    let cofactors: Vec<u64> = prime_factors(order).into_iter().map(|r| quotient(order, r)).collect();
    let smaller = (2..n)
        .filter(|&d| modulo(n.into(), d.into()) == 0)
        .map(|d| Some((quotient(order, p.pow(d) - 1), conway_digits(p, d)?)))
        .collect::<Option<Vec<_>>>()?;
    let middle = Digits::new(vec![p; n as usize - 1])?;
    (0..middle.size()).find_map(|number| {
        // Signs alternate in the polynomial, and once more on the other side of the equation.
        let coefficients = middle.split(number).into_iter().chain([root]).enumerate();
        let digits = coefficients.map(|(i, a)| if i & 1 == 0 { a } else { modulo(p - a, p) }).collect();
        let ring = PolynomialRing { p, reduction: digits };
        let x = ring.polynomial_x();
        let fits =
            smaller.iter().all(|(exponent, smaller)| ring.is_root(&ring.power(&x, *exponent), smaller))
                && ring.power(&x, order) == ring.unit_polynomial()
                && cofactors.iter().all(|&cofactor| ring.power(&x, cofactor) != ring.unit_polynomial());
        fits.then_some(ring.reduction)
    })
}

/// Polynomials modulo x^n = reduction; coefficients are kept lowest first, those of the reduction highest first.
struct PolynomialRing {
    p: u64,
    reduction: Vec<u64>,
}

impl PolynomialRing {
    fn constant_polynomial(&self, a: u64) -> Vec<u64> {
        let mut out = vec![0; self.reduction.len()];
        out[0] = a;
        out
    }

    fn unit_polynomial(&self) -> Vec<u64> {
        self.constant_polynomial(1)
    }

    /// x itself; n is at least 2.
    fn polynomial_x(&self) -> Vec<u64> {
        let mut out = vec![0; self.reduction.len()];
        out[1] = 1;
        out
    }

    fn mul(&self, a: &[u64], b: &[u64]) -> Vec<u64> {
        let n = self.reduction.len();
        let mut out = vec![0; 2 * n - 1];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                out[i + j] = modulo(out[i + j] + x * y, self.p);
            }
        }
        for top in (n..out.len()).rev() {
            let high = std::mem::take(&mut out[top]);
            for (i, &r) in self.reduction.iter().rev().enumerate() {
                let place = &mut out[top - n + i];
                *place = modulo(*place + high * r, self.p);
            }
        }
        out.truncate(n);
        out
    }

    fn power(&self, a: &[u64], mut exponent: u64) -> Vec<u64> {
        let (mut out, mut square) = (self.unit_polynomial(), a.to_vec());
        while exponent > 0 {
            if exponent & 1 == 1 {
                out = self.mul(&out, &square);
            }
            square = self.mul(&square, &square);
            exponent >>= 1;
        }
        out
    }

    /// Returns `true` if y^d is what x^d is modulo a smaller polynomial, so that y is a root of that.
    fn is_root(&self, y: &[u64], smaller: &[u64]) -> bool {
        // By Horner, for the reduction and for y^d.
        let mut value = self.constant_polynomial(0);
        for &digit in smaller {
            value = self.mul(&value, y);
            value[0] = modulo(value[0] + digit, self.p);
        }
        value == self.power(y, smaller.len() as u64)
    }
}
