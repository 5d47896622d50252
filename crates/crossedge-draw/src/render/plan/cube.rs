//! Cubes: three bits are a cube drawn askew, four a cube within a cube, five and six a square and a cube of cubes.

use super::places::{NODE, Plan};

/// Seen from above and a little from the left: how far the back of a cube is aside and up, in sides.
const BACK_OFFSET: (f64, f64) = (0.25, 0.55);

// The directions of the bits, found by search: each three make a cube, copies do not overlap, and links stay clear of nodes.
const FIVE_BITS: [(f64, f64); 5] = [(1.22, 0.21), (-0.22, 1.41), (0.56, -0.74), (2.51, -0.23), (0.17, 2.89)];
const SIX_BITS: [(f64, f64); 6] =
    [(1.99, -0.14), (0.26, 1.2), (0.5, -0.5), (3.99, 0.25), (0.03, 4.67), (0.99, -2.28)];
const SEVEN_BITS: [(f64, f64); 7] =
    [(7.39, 0.0), (0.0, 5.8), (20.88, -8.61), (3.64, 3.83), (5.26, 15.64), (13.74, 0.56), (5.43, 7.99)];
// In both directions the steps are 4 : 2 : 1, so that all sums differ.
const FOUR_BITS: [(f64, f64); 4] = [(1.24, 0.0), (0.0, 1.24), (0.62, 0.31), (0.31, -0.62)];

/// Places for all nodes of a cube of this many dimensions.
pub fn cube_plan(bits: u32) -> Plan {
    if bits == 4 { nested_cubes() } else { spread_corners(bits) }
}

/// The same for something larger than a node at each corner: no two corners are much closer than others.
pub fn spread_corners(bits: u32) -> Plan {
    let step = |bit: u32| match (bits, bit) {
        (0..=3, 0) => (1.0, 0.0),
        (0..=3, 1) => (0.0, 1.0),
        (0..=3, _) => (0.42, -0.38),
        (5, _) => FIVE_BITS[bit as usize],
        (6, _) => SIX_BITS[bit as usize],
        (7, _) => SEVEN_BITS[bit as usize],
        (_, 0..=3) => FOUR_BITS[bit as usize],
        _ => {
            let offset = 3.4 * f64::from(1 << ((bit - 4) / 2));
            if bit.is_multiple_of(2) { (offset, 0.17) } else { (0.17, offset) }
        }
    };
    let place = |v: u64| {
        (0..bits)
            .filter(|bit| v >> bit & 1 == 1)
            .fold((0.0, 0.0), |sum: (f64, f64), bit| (sum.0 + step(bit).0, sum.1 + step(bit).1))
    };
    let node = if (5..=6).contains(&bits) { 0.21 } else { NODE };
    Plan { node, ..Plan::from_places((0..1u64 << bits).map(place).collect()) }
}

/// A cube within a cube: the fourth bit selects the inner or the outer one.
fn nested_cubes() -> Plan {
    let corner = |v: u64, side: f64| {
        let bit = |i: u32| (v >> i & 1) as f64 - 0.5;
        (side * (bit(0) + BACK_OFFSET.0 * bit(2)), side * (bit(1) - BACK_OFFSET.1 * bit(2)))
    };
    let place = |v: u64| corner(v & 7, if v & 8 == 0 { 3.5 } else { 1.55 });
    Plan { node: 0.22, ..Plan::from_places((0..16).map(place).collect()) }
}
