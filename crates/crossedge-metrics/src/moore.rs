//! The Moore bound: how near two nodes can be at best, given the number of nodes and the degree.
//!
//! From any node at most d·(d-1)^(i-1) nodes are at distance i. Hoffman, Singleton, On Moore graphs with diameters 2 and 3, 1960.
//!
//! If endpoints are attached to switches by one port, a search from one of them is a tree: its switch is the root, every switch has at most
//! radix - 1 others below it, and the other endpoints are the leaves. Their depths add up to the least when they differ by one at most.

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

/// The bound for `nodes` nodes of degree at most `degree`; `None` if no connected network has them.
pub fn moore_bound(nodes: &BigUint, degree: u64) -> Option<Moore> {
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
        return Some(Moore { diameter: u64::try_from(diameter).ok()?, mean: lowest_terms(sum, left) });
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
    Some(Moore { diameter: distance, mean: lowest_terms(sum, pairs) })
}

/// The bound for endpoints of at most `ports` ports among switches of at most `radix` ports; `joined` when endpoints may be linked to each
/// other. `None` if no connected network has them.
pub fn moore_with_switches(ends: &BigUint, ports: u64, radix: u64, joined: bool) -> Option<Moore> {
    let others = ends - BigUint::one();
    if others.is_zero() {
        return Some(Moore { diameter: 0, mean: (BigUint::zero(), BigUint::one()) });
    }
    if ports == 1 && !joined {
        return bound_for_leaves(others, radix.checked_sub(1)?);
    }
    let most = ports.max(radix);
    if ports == 0 || most == 1 {
        return None;
    }
    // Without links between endpoints, no endpoint is at distance one.
    let skipped = u64::from(!joined);
    if most == 2 {
        let layers = others.div_ceil(&ports.into());
        let full = &others / ports;
        let rest = &others - &full * ports;
        let sum = &full * (&full + 1u32) / 2u32 * ports + rest * (&full + 1u32) + &others * skipped;
        return Some(Moore {
            diameter: u64::try_from(layers).ok()? + skipped,
            mean: lowest_terms(sum, others),
        });
    }
    let (mut left, mut sum, mut distance) = (others.clone(), BigUint::zero(), skipped);
    let mut layer = BigUint::from(ports) * BigUint::from(most - 1).pow(skipped as u32);
    while !left.is_zero() {
        distance += 1;
        let here = (&layer).min(&left).clone();
        sum += &here * distance;
        left -= here;
        layer *= most - 1;
    }
    Some(Moore { diameter: distance, mean: lowest_terms(sum, others) })
}

/// A number of leaves of a tree whose inner nodes have at most `below` children, as near to the root as possible.
fn bound_for_leaves(leaves: BigUint, below: u64) -> Option<Moore> {
    if below == 0 || (below == 1 && !leaves.is_one()) {
        return None;
    }
    let (mut depth, mut layer) = (1u64, BigUint::from(below));
    while layer < leaves {
        let next = &layer * below;
        if next >= leaves {
            // Some of this layer have the rest below them.
            let inner = (&leaves - &layer).div_ceil(&(below - 1).into());
            let here = &layer - inner;
            let sum = &here * (depth + 1) + (&leaves - &here) * (depth + 2);
            return Some(Moore { diameter: depth + 2, mean: lowest_terms(sum, leaves) });
        }
        (depth, layer) = (depth + 1, next);
    }
    Some(Moore { diameter: depth + 1, mean: lowest_terms(&leaves * (depth + 1), leaves) })
}

fn lowest_terms(numerator: BigUint, denominator: BigUint) -> (BigUint, BigUint) {
    let common = numerator.gcd(&denominator);
    (numerator / &common, denominator / common)
}
