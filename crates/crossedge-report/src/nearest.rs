//! Networks of other kinds whose size is nearest to a given one: what a network is fairly compared with.

use crossedge::metrics::log2;
use num_bigint::BigUint;

/// Another network, and how hard to look at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    /// The network.
    pub expr: String,
    /// From how many nodes to search where no theorem gives the distances; from all by default.
    pub sample: Option<u64>,
    /// Why it is not made at all, where it is too large for a page that should come soon.
    pub left_out: Option<String>,
}

/// A random graph of more links is not made.
const MAX_RANDOM: f64 = 4.0e6;

/// Torus, hypercube, dragonfly, Slim Fly and random regular graph nearest in size; the last has the same degree.
pub fn nearest_networks(nodes: &BigUint, degree: u64, sample: Option<u64>) -> Vec<Neighbour> {
    let size = log2(nodes).exp2();
    if !size.is_finite() || size < 4.0 {
        return Vec::new();
    }
    let mut out = vec![nearest_torus(size), format!("hypercube({})", size.log2().round().max(1.0))];
    out.extend(dragonfly(size));
    out.extend(nearest_slimfly(size));
    if degree >= 3 && (degree as f64) < size {
        // A regular graph needs an even number of ends.
        let n = size.round() as u64;
        let n = if n * degree % 2 == 1 { n + 1 } else { n };
        out.push(format!("jellyfish({n}, {degree}, 1)"));
    }
    let links = size * degree as f64 / 2.0;
    let left_out = |expr: &String| {
        let stored = expr.starts_with("jellyfish") && links > MAX_RANDOM;
        stored.then(|| format!("{links:.0} random links are not drawn for a page"))
    };
    let sample = |expr: &String| {
        // If all nodes would be searched, a sample is enough for a comparison.
        let many = size > 3_000.0 && (expr.starts_with("jellyfish") || expr.starts_with("slimfly"));
        if many { sample.or(Some(12)) } else { sample }
    };
    let look = |expr: String| Neighbour { sample: sample(&expr), left_out: left_out(&expr), expr };
    out.into_iter().map(look).collect()
}

/// Machines with about this many endpoints: a fat tree, hosts on a dragonfly, a Slim Fly and a HyperX, each in the balance of its original
/// proposal, and a torus.
pub fn nearest_machines(endpoints: &BigUint) -> Vec<Neighbour> {
    let size = log2(endpoints).exp2();
    if !(4.0..1.0e12).contains(&size) {
        return Vec::new();
    }
    let half = (size / 2.0).cbrt().round().max(1.0);
    let mut out = vec![format!("fattree({})", 2.0 * half)];
    // p = h hosts on each of 2h routers of 2h² + 1 groups.
    let balanced = |h: u64| (h, (2 * h * h * (2 * h * h + 1)) as f64);
    let near = |a: f64| (a / size).ln().abs();
    let dragonfly = (1..1000).map(balanced).min_by(|a, b| near(a.1).total_cmp(&near(b.1)));
    out.extend(dragonfly.map(|(h, _)| format!("hosts(dragonfly({},{h}), {h})", 2 * h)));
    // 2q² routers of 3q/2 ports among each other, with half as many hosts.
    let wanted = (size / 1.5).cbrt().round() as u64;
    let q = (0..50).flat_map(|d| [wanted.checked_sub(d), Some(wanted + d)]).flatten();
    let q = q.filter(|q| (4..400).contains(q)).find(|&q| prime_power(q));
    out.extend(q.map(|q| format!("hosts(slimfly({q}), {})", (3 * q).div_ceil(4))));
    let side = size.sqrt().sqrt().round().max(2.0);
    out.push(format!("hosts(hyperx({side},{side},{side}), {side})"));
    out.push(nearest_torus(size));
    out.into_iter().map(|expr| Neighbour { expr, sample: None, left_out: None }).collect()
}

/// Three sides as equal as they can be.
fn nearest_torus(size: f64) -> String {
    let a = size.cbrt().round().max(2.0);
    let b = (size / a).sqrt().round().max(2.0);
    let c = (size / a / b).round().max(2.0);
    format!("torus({a}, {b}, {c})")
}

/// Half as many global links as routers in a group, the balance that the dragonfly was proposed with.
fn dragonfly(size: f64) -> Option<String> {
    let of = |h: u64| (h, (2 * h * (2 * h * h + 1)) as f64);
    let (h, _) =
        (1..400).map(of).min_by(|a, b| (a.1 / size).ln().abs().total_cmp(&(b.1 / size).ln().abs()))?;
    (size > 20.0).then(|| format!("dragonfly({}, {h})", 2 * h))
}

/// The prime power nearest to the root of half the size.
fn nearest_slimfly(size: f64) -> Option<String> {
    let wanted = (size / 2.0).sqrt();
    if !(3.0..3_000.0).contains(&wanted) {
        return None;
    }
    let q = wanted.round() as u64;
    let near = (0..50).flat_map(|d| [q.checked_sub(d), Some(q + d)]).flatten();
    near.filter(|&q| q > 3).find(|&q| prime_power(q)).map(|q| format!("slimfly({q})"))
}

fn prime_power(q: u64) -> bool {
    let Some(p) = (2..=q).find(|p| q.is_multiple_of(*p)) else { return false };
    let mut rest = q;
    while rest.is_multiple_of(p) {
        rest /= p;
    }
    rest == 1
}
