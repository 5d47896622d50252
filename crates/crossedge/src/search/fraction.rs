//! Fractions of integers that are compared exactly, without numbers of any size: a search compares millions of them.

use num_integer::Integer;
use std::cmp::Ordering;

/// A fraction; over zero where nothing limits.
#[derive(Debug, Clone, Copy)]
pub struct Fraction {
    /// The numerator.
    pub over: u128,
    /// The denominator.
    pub under: u128,
}

impl Fraction {
    /// Zero.
    pub const NOTHING: Fraction = Fraction { over: 0, under: 1 };
    /// Without limit.
    pub const UNLIMITED: Fraction = Fraction { over: 1, under: 0 };

    /// One number over another, in lowest terms.
    pub fn new(over: impl Into<u128>, under: impl Into<u128>) -> Self {
        let (over, under) = (over.into(), under.into());
        let common = over.gcd(&under).max(1);
        Fraction { over: over / common, under: under / common }
    }

    /// A multiple; `None` if numbers exceed 128 bits.
    pub fn times(self, over: impl Into<u128>, under: impl Into<u128>) -> Option<Self> {
        let factor = Fraction::new(over, under);
        // Crosswise in lowest terms, so that products are as small as they can be.
        let (a, d) = (Fraction::new(self.over, factor.under), Fraction::new(factor.over, self.under));
        Some(Fraction { over: a.over.checked_mul(d.over)?, under: a.under.checked_mul(d.under)? })
    }

    /// Its value, rounded.
    pub fn value(self) -> f64 {
        self.over as f64 / self.under as f64
    }

    /// The smaller of two.
    pub fn least(self, other: Self) -> Self {
        if other < self { other } else { self }
    }
}

impl Ord for Fraction {
    /// Integer parts first, then the remainders, inverted: Euclid's algorithm on two fractions at once.
    fn cmp(&self, other: &Self) -> Ordering {
        let ([mut a, mut b], [mut c, mut d]) = ([self.over, self.under], [other.over, other.under]);
        let mut turned = false;
        loop {
            let order = match (b, d) {
                (0, 0) => Some(Ordering::Equal),
                (0, _) => Some(Ordering::Greater),
                (_, 0) => Some(Ordering::Less),
                _ => match (a / b).cmp(&(c / d)) {
                    Ordering::Equal => None,
                    unequal => Some(unequal),
                },
            };
            if let Some(order) = order {
                return if turned { order.reverse() } else { order };
            }
            (a, b, c, d) = (b, a % b, d, c % d);
            turned = !turned;
        }
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fraction {}
