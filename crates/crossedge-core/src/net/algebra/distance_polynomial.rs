//! Distance polynomials with exact coefficients: how many nodes are at each distance, summed over some sources.
//!
//! The coefficient of x^i counts pairs (source, node) at distance i. For a node-symmetric network one source stands for all. Products
//! of networks multiply polynomials; the dual construction maps A to x·A² + s·A + x²·(A² - s·A), with s the number of sources (I2 of the
//! audit, written so that it holds without symmetry too: it follows from I1 alone).

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// Polynomials of more terms than this are not worked out.
pub const MAX_TERMS: u64 = 1 << 20;

/// Number of nodes at each distance, summed over `sources` representatives, each of equally many nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distances {
    sources: BigUint,
    counts: Vec<BigUint>,
}

impl Distances {
    /// Counts per distance over `sources` nodes. Zeros at the end are dropped.
    pub fn new(sources: impl Into<BigUint>, counts: Vec<BigUint>) -> Self {
        Distances { sources: sources.into(), counts: trim_zeros(counts) }
    }

    /// Counts around one node of a node-symmetric network.
    pub fn around_one(counts: impl IntoIterator<Item = u64>) -> Self {
        Distances::new(1u32, counts.into_iter().map(BigUint::from).collect())
    }

    /// Number of sources the counts are summed over.
    pub fn sources(&self) -> &BigUint {
        &self.sources
    }

    /// Pairs (source, node) at each distance, from 0 on.
    pub fn counts(&self) -> &[BigUint] {
        &self.counts
    }

    /// The largest distance.
    pub fn diameter(&self) -> u64 {
        self.counts.len() as u64 - 1
    }

    /// Number of nodes.
    pub fn nodes(&self) -> BigUint {
        self.counts.iter().sum::<BigUint>() / &self.sources
    }

    /// The sum of all distances from the sources.
    pub fn sum(&self) -> BigUint {
        self.counts.iter().enumerate().map(|(i, count)| count * i).sum()
    }

    /// Mean distance between two different nodes as a ratio in lowest terms; zero for one node.
    pub fn mean(&self) -> (BigUint, BigUint) {
        let pairs = &self.sources * (self.nodes() - 1u32);
        if pairs.is_zero() {
            return (BigUint::zero(), BigUint::one());
        }
        let sum = self.sum();
        let common = sum.gcd(&pairs);
        (sum / &common, pairs / common)
    }

    /// Ordered pairs of nodes at each distance, a node with itself at distance 0.
    pub fn pairs(&self) -> Vec<BigUint> {
        let nodes = self.nodes();
        self.counts.iter().map(|count| count * &nodes / &self.sources).collect()
    }

    /// The distances of a Cartesian product: they add.
    pub fn product(&self, other: &Distances) -> Distances {
        Distances::new(&self.sources * &other.sources, multiply(&self.counts, &other.counts))
    }

    /// The distances of a Cartesian power.
    pub fn power(&self, mut exponent: u64) -> Distances {
        let mut out = Distances::around_one([1]);
        let mut square = self.clone();
        while exponent > 0 {
            if exponent & 1 == 1 {
                out = out.product(&square);
            }
            exponent >>= 1;
            if exponent > 0 {
                square = square.product(&square);
            }
        }
        out
    }

    /// Distances with `each` hosts per node: two hops more, and 2 on one node; a host is at distance 0 from itself.
    pub fn with_hosts(&self, each: u64) -> Distances {
        let mut counts = vec![&self.sources * each, BigUint::zero()];
        counts.extend(self.counts.iter().map(|count| count * each * each));
        counts[2] -= &self.sources * each;
        Distances::new(&self.sources * each, counts)
    }

    /// The distances of the dual construction.
    pub fn dual(&self) -> Distances {
        let square = multiply(&self.counts, &self.counts);
        let mut out = vec![BigUint::zero(); square.len() + 2];
        for (i, count) in square.iter().enumerate() {
            out[i + 1] += count;
            out[i + 2] += count;
        }
        for (i, count) in self.counts.iter().enumerate() {
            let scaled = count * &self.sources;
            out[i] += &scaled;
            out[i + 2] -= scaled;
        }
        Distances::new(&self.sources * &self.sources, out)
    }
}

fn trim_zeros(mut counts: Vec<BigUint>) -> Vec<BigUint> {
    while counts.len() > 1 && counts.last().is_some_and(Zero::is_zero) {
        counts.pop();
    }
    counts
}

/// The product of two polynomials by Kronecker substitution: one product of big integers, its digits are the coefficients.
pub fn multiply(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let widest = |p: &[BigUint]| p.iter().map(BigUint::bits).max().unwrap_or(0);
    let bits = widest(a) + widest(b) + u64::from(a.len().min(b.len()).ilog2()) + 1;
    // Digits of 32 bits make packing and unpacking a copy.
    let digits = bits.div_ceil(32) as usize;
    let product = if std::ptr::eq(a, b) {
        let packed = pack_coefficients(a, digits);
        &packed * &packed
    } else {
        pack_coefficients(a, digits) * pack_coefficients(b, digits)
    };
    let all = product.to_u32_digits();
    let coefficient = |digits: &[u32]| match *digits {
        // Most fit one machine word, which needs no list of digits.
        [low, high] => BigUint::from(u64::from(high) << 32 | u64::from(low)),
        [one] => BigUint::from(one),
        _ => BigUint::from_slice(digits),
    };
    let mut out: Vec<BigUint> = all.chunks(digits).map(coefficient).collect();
    out.resize(a.len() + b.len() - 1, BigUint::zero());
    out
}

fn pack_coefficients(p: &[BigUint], digits: usize) -> BigUint {
    let mut all = vec![0u32; p.len() * digits];
    for (slot, coefficient) in all.chunks_mut(digits).zip(p) {
        for (to, from) in slot.iter_mut().zip(coefficient.iter_u32_digits()) {
            *to = from;
        }
    }
    BigUint::new(all)
}
