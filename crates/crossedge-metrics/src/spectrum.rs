//! The second smallest eigenvalue of the Laplacian (algebraic connectivity), in closed form for rule-built networks.
//!
//! A product has the least of its parts. For the dual construction, products φ(a)·ψ(b) of eigenvectors of the base make the Laplacian
//! fall into blocks [[λ_ψ + 1, -1], [-1, λ_φ + 1]], one for each pair of eigenvalues of the base, so the least positive one is
//! 1 + λ/2 - √(1 + λ²/4) with λ that of the base. A cut into halves of N nodes has at least λ·⌊N/2⌋·⌈N/2⌉/N links (Fiedler 1973,
//! Mohar 1989). For a small stored graph the value is found by iteration and certified: the number of negative pivots of L - σ·I
//! counts the eigenvalues below σ (Sylvester), and must be one.
//!
//! ```
//! use crossedge::metrics::spectrum::algebraic_connectivity;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "hypercube(10)".parse()?;
//! assert_eq!(algebraic_connectivity(net.shape()).expect("a closed form").value, 2.0);
//! # Ok::<(), crossedge::Error>(())
//! ```

use crossedge_core::evidence::{Evidence, Known};
use crossedge_lang::net::{Leaf, Parts, Shape, Table, follows};
use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// Stored graphs of more nodes than this are not iterated: certifying takes time cubic in the nodes.
const MAX_DENSE: u64 = 1024;

/// Upper bound on rounding errors.
const ROUNDING_SLACK: f64 = 1e-9;

/// Returns the algebraic connectivity, the second smallest eigenvalue of the Laplacian, with its evidence.
///
/// A lower bound on the bisection follows from it, see [`least_cut`]. The value is proved if every part of the construction has a closed form.
/// Otherwise it is computed, or a certified lower bound.
///
/// Returns `None` for a single node, for a disconnected network, and for parts without closed form of more than 1,024
/// nodes, because the certificate takes time cubic in the nodes.
///
/// # Example
///
/// ```
/// use crossedge::metrics::spectrum::algebraic_connectivity;
/// use crossedge::prelude::*;
///
/// let net: Topology = "complete(5)".parse()?;
/// let known = algebraic_connectivity(net.shape()).expect("a closed form");
/// assert_eq!((known.value, known.evidence.kind()), (5.0, "proved"));
/// # Ok::<(), crossedge::Error>(())
/// ```
pub fn algebraic_connectivity(shape: &dyn Shape) -> Option<Known<f64>> {
    let proved = |value, why: &str| Some(Known::new(value, Evidence::proved(why)));
    match shape.parts() {
        Parts::Relabelled(same) => algebraic_connectivity(same.as_ref()),
        Parts::Leaf(Leaf::Cube(0)) => None,
        Parts::Leaf(Leaf::Cube(_)) => proved(2.0, "spectrum of the cube [elementary-spectrum]"),
        Parts::Product(parts) => {
            let mut least: Option<Known<f64>> = None;
            for part in parts.iter().filter(|p| p.nodes() > 1u32.into()) {
                let here = algebraic_connectivity(part.as_ref())?;
                if least.as_ref().is_none_or(|l| here.value < l.value) {
                    least = Some(here);
                }
            }
            least
        }
        Parts::Level(base) => match base.nodes() > 1u32.into() {
            true => algebraic_connectivity(base.as_ref()).map(of_dual),
            false => proved(2.0, "one link [single-node]"),
        },
        Parts::Leaf(_) | Parts::Expansion(_) | Parts::Made(_) => {
            match of_leaf(shape.parts().leaf(), &shape.nodes()) {
                Some(value) => proved(value, "closed form of the base [elementary-connectivity]"),
                None if shape.nodes() <= MAX_DENSE.into() => {
                    lanczos_value(&Table::from_network(shape.network().ok()?.as_ref()))
                }
                None => None,
            }
        }
    }
}

/// Closed forms of leaves (Brouwer, Haemers, Spectra of graphs, 2012, section 1.4).
fn of_leaf(leaf: Leaf, nodes: &BigUint) -> Option<f64> {
    let n = nodes.to_f64().filter(|&n| n > 1.0)?;
    match leaf {
        Leaf::Path | Leaf::Star if n == 2.0 => Some(2.0),
        Leaf::Path => Some(4.0 * (std::f64::consts::FRAC_PI_2 / n).sin().powi(2)),
        Leaf::Ring => Some(4.0 * (std::f64::consts::PI / n).sin().powi(2)),
        Leaf::Complete => Some(n),
        Leaf::Star => Some(1.0),
        _ => None,
    }
}

fn of_dual(base: Known<f64>) -> Known<f64> {
    Known::new(
        dual_gap(base.value),
        follows("spectrum of the dual construction [dual-spectrum]", [base.evidence]),
    )
}

fn dual_gap(base: f64) -> f64 {
    // 1 + λ/2 - √(1 + λ²/4), without taking the difference of two near numbers.
    base / (1.0 + base / 2.0 + (1.0 + base * base / 4.0).sqrt())
}

/// Returns a lower bound on the number of links of a cut into halves (Fiedler 1973), from the number of nodes and the algebraic connectivity.
pub fn least_cut(nodes: &BigUint, connectivity: f64) -> Option<BigUint> {
    let n = nodes.to_f64().filter(|n| n.is_finite())?;
    let (half, rest) = ((n / 2.0).floor(), (n / 2.0).ceil());
    let bound = (connectivity * half * rest / n * (1.0 - ROUNDING_SLACK) - ROUNDING_SLACK).ceil().max(0.0);
    // Beyond 2^53 the float itself is rounded; a part in 2^40 less is safe.
    match bound < 9e15 {
        true => Some(BigUint::from(bound as u64)),
        false => num_traits::FromPrimitive::from_f64(bound * (1.0 - 1e-12)),
    }
}

/// Relative distance of the certified bounds that counts as one value.
const CERTIFIED_GAP: f64 = 1e-6;

/// The value by the Lanczos method, certified from below; `None` when the graph is not connected or the certificate fails.
///
/// A Ritz value is a Rayleigh quotient, so it is never below the eigenvalue; negative pivots count eigenvalues below a point. Both together
/// enclose the eigenvalue, also where it is repeated.
fn lanczos_value(graph: &Table) -> Option<Known<f64>> {
    let n = graph.nodes() as usize;
    if n < 2 || !graph.connected() {
        return None;
    }
    let upper = smallest_ritz_value(graph)?;
    let (mut step, mut above) = (1e-9, upper);
    for _ in 0..60 {
        let sigma = upper * (1.0 - step);
        match negative_pivots(graph, sigma) {
            Some(1) => return Some(bisect_interval(graph, sigma, above)),
            Some(_) => above = above.min(sigma),
            // A pivot near zero: the eigenvalue is here, or rounding is; look a little lower.
            None => {}
        }
        step = (step * 4.0).min(0.5);
        if step >= 0.5 {
            break;
        }
    }
    None
}

/// Narrows an interval by bisection until both ends count as one value, and returns a value or a lower bound.
fn bisect_interval(graph: &Table, mut lower: f64, mut upper: f64) -> Known<f64> {
    for _ in 0..24 {
        if upper - lower <= CERTIFIED_GAP * upper {
            break;
        }
        let middle = (lower + upper) / 2.0;
        match negative_pivots(graph, middle) {
            Some(1) => lower = middle,
            Some(_) => upper = middle,
            None => break,
        }
    }
    let evidence = if upper - lower <= CERTIFIED_GAP * upper {
        Evidence::computed("Lanczos method, certified from below by counting negative pivots [lanczos]")
    } else {
        Evidence::bounded(format!("lower bound, by counting negative pivots [lanczos]; at most {upper:.6}"))
    };
    Known::new(lower, evidence)
}

/// The smallest Ritz value of the Laplacian on vectors orthogonal to the constant one, with full reorthogonalisation.
fn smallest_ritz_value(graph: &Table) -> Option<f64> {
    let n = graph.nodes() as usize;
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let centre = |x: &mut [f64]| {
        let mean = x.iter().sum::<f64>() / n as f64;
        x.iter_mut().for_each(|v| *v -= mean);
    };
    // Any start without symmetry will do.
    let mut x: Vec<f64> = (0..n).map(|i| ((i * 7919 + 13) % 1009) as f64 - 504.0).collect();
    centre(&mut x);
    let norm = dot(&x, &x).sqrt();
    x.iter_mut().for_each(|v| *v /= norm);
    let (mut basis, mut diagonal, mut beside) = (vec![x], Vec::new(), Vec::<f64>::new());
    let mut last = f64::INFINITY;
    for step in 1..n {
        let current = &basis[step - 1];
        let mut y: Vec<f64> = (0..n)
            .map(|v| {
                let around: f64 = graph.row(v).iter().map(|&w| current[w as usize]).sum();
                graph.row(v).len() as f64 * current[v] - around
            })
            .collect();
        diagonal.push(dot(current, &y));
        for _ in 0..2 {
            centre(&mut y);
            for old in &basis {
                let share = dot(old, &y);
                y.iter_mut().zip(old).for_each(|(y, old)| *y -= share * old);
            }
        }
        let norm = dot(&y, &y).sqrt();
        let finished = norm < 1e-10 || step + 1 == n;
        if finished || step % 8 == 0 {
            let value = smallest_of_tridiagonal(&diagonal, &beside);
            if finished || (last - value).abs() <= 1e-13 * value.abs() {
                return Some(value).filter(|value| *value > 0.0);
            }
            last = value;
        }
        y.iter_mut().for_each(|v| *v /= norm);
        beside.push(norm);
        basis.push(y);
    }
    // Two nodes: the only vector is an eigenvector already.
    let value = smallest_of_tridiagonal(&diagonal, &beside);
    Some(if diagonal.is_empty() { 2.0 } else { value }).filter(|value| *value > 0.0)
}

/// The smallest eigenvalue of a symmetric tridiagonal matrix, by bisection on the number of negative pivots.
fn smallest_of_tridiagonal(diagonal: &[f64], beside: &[f64]) -> f64 {
    let radius = |i: usize| {
        let left = if i > 0 { beside[i - 1].abs() } else { 0.0 };
        left + if i + 1 < diagonal.len() { beside[i].abs() } else { 0.0 }
    };
    let mut lower = (0..diagonal.len()).map(|i| diagonal[i] - radius(i)).fold(f64::INFINITY, f64::min);
    let mut upper = diagonal.iter().copied().fold(f64::INFINITY, f64::min);
    let any_below = |sigma: f64| {
        let mut pivot = 1.0;
        (0..diagonal.len()).any(|i| {
            let coupling = if i > 0 { beside[i - 1] * beside[i - 1] / pivot } else { 0.0 };
            pivot = diagonal[i] - sigma - coupling;
            if pivot == 0.0 {
                pivot = f64::MIN_POSITIVE;
            }
            pivot < 0.0
        })
    };
    for _ in 0..200 {
        let middle = lower + (upper - lower) / 2.0;
        if middle <= lower || middle >= upper {
            break;
        }
        if any_below(middle) { upper = middle } else { lower = middle }
    }
    upper
}

/// Number of negative pivots of L - σ·I; `None` if one is too near zero to decide.
fn negative_pivots(graph: &Table, sigma: f64) -> Option<usize> {
    let n = graph.nodes() as usize;
    let mut a = vec![0.0; n * n];
    for v in 0..n {
        a[v * n + v] = graph.row(v).len() as f64 - sigma;
        graph.row(v).iter().for_each(|&w| a[v * n + w as usize] = -1.0);
    }
    let mut negative = 0;
    for k in 0..n {
        let pivot = a[k * n + k];
        if pivot.abs() < 1e-9 {
            return None;
        }
        negative += usize::from(pivot < 0.0);
        let (upper, lower) = a.split_at_mut((k + 1) * n);
        let row = &upper[k * n..];
        for other in lower.chunks_mut(n) {
            let factor = other[k] / pivot;
            if factor != 0.0 {
                for (x, y) in other[k..].iter_mut().zip(&row[k..]) {
                    *x -= factor * y;
                }
            }
        }
    }
    Some(negative)
}
