//! Uniform throughput of machines without parts of their own kind: trees, dragonfly+, hubs. Traffic to self is counted.

use super::bounds::{Bounds, Ratio, compare};
use super::widths::Widths;
use crossedge_lang::net::{Leaf, Shape};
use num_bigint::BigUint;
use num_traits::One;

/// A generalized fat tree. M = m_1⋯m_(i-1) endpoints are below a node of level i - 1 and share W = w_1⋯w_i links up, and W links down; M·(E - M) of E²
/// pairs need them. If traffic is spread evenly over all parents, all links of a level have the same load.
pub fn tree(children: &[u64], parents: &[u64], widths: Widths<'_>) -> Bounds {
    let ends: BigUint = children.iter().map(|&m| BigUint::from(m)).product();
    let why = "uniform throughput of a fat tree, by the links of each level [fat-tree-throughput]";
    let (mut below, mut up) = (BigUint::one(), BigUint::one());
    let mut least = Bounds::unlimited(why);
    for (level, (&m, &w)) in children.iter().zip(parents).enumerate() {
        up *= w;
        if below < ends {
            let value: Ratio = (&up * widths.at(level) * &ends, &below * (&ends - &below));
            least = least.and(Bounds::exactly(value, why));
        }
        below *= m;
    }
    least
}

/// A dragonfly+ of s leaves in a group, E endpoints in all. A leaf has s links up, and everything but its own traffic leaves by them: to each
/// spine that for the groups behind it, and an equal share of that for its own group, which is 1/s of all. Spines of two groups are joined by
/// one link, for s² of E² pairs in each direction.
pub fn megafly(s: u64, ends: &BigUint, widths: Widths<'_>) -> Bounds {
    let why = "uniform throughput of a dragonfly+, by the links of leaves and by those between groups [dragonfly-plus-throughput]";
    if ends.is_one() {
        return Bounds::unlimited(why);
    }
    let up = (BigUint::from(s) * widths.at(0) * ends, ends - 1u32);
    let between = (ends * widths.at(1), BigUint::from(s) * s);
    Bounds::exactly(up, why).and(Bounds::exactly(between, why))
}

/// Longer paths are not looked at link by link.
const MAX_PATH: u64 = 1 << 16;

/// x copies of a path of a nodes, whose ends are linked to the hub, as on the boards of a HammingMesh. Traffic leaving a copy, from a nodes to a·(x - 1)
/// others, shares two links of the hub. By the nearer end, and inside a copy along the path, link i of the path has
/// (a/2 - i)·a·(x - 1) + i·(a - i) of (a·x)² pairs in each direction, i from the end.
pub fn hub(inside: &dyn Shape, linked: &[u64], copies: u64, widths: Widths<'_>) -> Option<Bounds> {
    let a = u64::try_from(&inside.nodes()).ok().filter(|&a| a <= MAX_PATH)?;
    let ends = if a == 1 { vec![0] } else { vec![0, a - 1] };
    if inside.parts().leaf() != Leaf::Path || linked != ends || copies < 2 {
        return None;
    }
    let why = "uniform throughput of paths around a hub, by the links of the hub [hub-throughput]";
    let (width, path) = (widths.at(1), widths.at(0));
    let (a, x) = (BigUint::from(a), BigUint::from(copies));
    let by_hub: Ratio = (&x * width * ends.len(), &a * (&x - 1u32));
    let mut lower = by_hub.clone();
    // Twice the pairs over each link, so that half of an odd path is an integer.
    for i in 1..=ends[ends.len() - 1].div_ceil(2) {
        let leaving = (&a - 2 * i) * &a * (&x - 1u32);
        let inside = (&a - i) * i * 2u32;
        let by_link = (&a * &x * path * 2u32, leaving + inside);
        if compare(&by_link, &lower).is_lt() {
            lower = by_link;
        }
    }
    Some(Bounds::between(lower, by_hub, why))
}
