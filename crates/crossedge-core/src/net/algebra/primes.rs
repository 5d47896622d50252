//! Primes, prime powers and primitive roots, for numbers that trial division can factor.

use crate::net::address::{Pair, modulo};

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

/// a^exponent modulo p, p at most 2^32.
pub fn power_mod(mut a: u64, mut exponent: u64, p: u64) -> u64 {
    let mut out = modulo(1, p);
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = modulo(out * a, p);
        }
        a = modulo(a * a, p);
        exponent >>= 1;
    }
    out
}

/// The primes that divide n. O(sqrt n).
pub fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut out = Vec::new();
    let mut p = 2;
    while p * p <= n {
        if modulo(n, p) == 0 {
            out.push(p);
            while modulo(n, p) == 0 {
                (n, _) = Pair::new(p).split(n);
            }
        }
        p += 1;
    }
    out.extend((n > 1).then_some(n));
    out
}

/// The smallest number whose powers are all residues but 0 of the prime p.
pub fn primitive_root(p: u64) -> u64 {
    let cofactors: Vec<u64> = prime_factors(p - 1).into_iter().map(|r| Pair::new(r).split(p - 1).0).collect();
    let primitive = |a: &u64| cofactors.iter().all(|&cofactor| power_mod(*a, cofactor, p) != 1);
    (1..p).find(primitive).unwrap_or(1)
}
