//! The Moore bound: how near two nodes can be at best, given the number of nodes and the degree.
//!
//! From any node at most d·(d-1)^(i-1) nodes lie at distance i. Hoffman, Singleton, On Moore graphs with diameters 2 and 3, 1960.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

/// The least diameter and the least mean distance that the degree allows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moore {
    /// The least diameter.
    pub diameter: u64,
    /// The least mean distance between two different nodes, as a ratio in lowest terms.
    pub mean: (BigUint, BigUint),
}

/// The bound for `nodes` nodes of degree at most `degree`; `None` where no connected network has them.
pub fn moore(nodes: &BigUint, degree: u64) -> Option<Moore> {
    let mut left = nodes - BigUint::one();
    if left.is_zero() {
        return Some(Moore { diameter: 0, mean: (BigUint::zero(), BigUint::one()) });
    }
    if degree == 0 || (degree == 1 && !left.is_one()) {
        return None;
    }
    if degree == 2 {
        // A ring: two more nodes at every distance. Summed up at once, for the loop below would take as long as the ring.
        let diameter = nodes >> 1u32;
        let half: BigUint = (nodes - BigUint::one()) >> 1u32;
        let mut sum = &half * (&half + 1u32);
        if nodes.is_even() {
            sum += &diameter;
        }
        return Some(Moore { diameter: u64::try_from(diameter).ok()?, mean: ratio(sum, left) });
    }
    let pairs = left.clone();
    let (mut distance, mut sum) = (0u64, BigUint::zero());
    let mut level = BigUint::from(degree);
    while !left.is_zero() {
        distance += 1;
        let here = if level < left { level.clone() } else { left.clone() };
        sum += &here * distance;
        left -= here;
        level *= degree.saturating_sub(1);
    }
    Some(Moore { diameter: distance, mean: ratio(sum, pairs) })
}

fn ratio(numerator: BigUint, denominator: BigUint) -> (BigUint, BigUint) {
    let common = numerator.gcd(&denominator);
    (numerator / &common, denominator / common)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(nodes: u64, degree: u64) -> Option<(u64, String)> {
        let moore = moore(&nodes.into(), degree)?;
        Some((moore.diameter, format!("{}/{}", moore.mean.0, moore.mean.1)))
    }

    #[test]
    fn known_bounds() {
        assert_eq!(bound(1, 0), Some((0, "0/1".into())));
        assert_eq!(bound(2, 1), Some((1, "1/1".into())));
        assert_eq!(bound(3, 1), None);
        // The Petersen graph meets the bound.
        assert_eq!(bound(10, 3), Some((2, "5/3".into())));
        assert_eq!(bound(7, 2), Some((3, "2/1".into())));
        assert_eq!(bound(8, 2), Some((4, "16/7".into())));
        assert_eq!(bound(50, 7), Some((2, "13/7".into())));
    }
}
