//! Uniform throughput: the largest rate at which every node can send to all others alike, over any ways at once, exactly.
//!
//! Links carry one packet per cycle each way. A rate θ is the most iff some flow carries it and some lengths on the links show that no
//! flow carries more: capacity times length, over traffic times distance by these lengths. Counting traffic to self, θ° = θ·n/(n - 1)
//! follows the construction, without any symmetry:
//!
//! - **Product**: the least of the factors. Ways that move one coordinate after the other bring every copy of a factor its own uniform
//!   traffic; the lengths of the tightest factor, on all of its copies, show that there is no more.
//! - **Dual** over n nodes: min(θ°/2, 2n/(3n - 2)). A way moves each coordinate once, in a cluster that moves it, so that every
//!   cluster has twice the uniform traffic of the base; the cross-edges carry one crossing for a pair in different classes and two for a
//!   pair of one class in different clusters, alike by the choice of the cluster that moves (identity I1). Lengths of the
//!   base, or of the cross-edges alone, meet both.
//! - **Where all links look alike**: equal lengths are best, for the mean over all symmetries of any lengths is as good (convexity), so
//!   θ° is the capacity of all links over the mean distance.
//!
//! Rings, paths, complete graphs and stars have closed forms of their own.
//!
//! ```
//! use crossedge::metrics::throughput::uniform;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let most = uniform(net.shape()).expect("a closed form").value;
//! assert_eq!(most, (15u32.into(), 8u32.into()), "packets per node and cycle");
//! # Ok::<(), crossedge::Error>(())
//! ```

use crate::evidence::{Evidence, Known};
use crate::net::{Leaf, Parts, Shape, follows, links};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use std::cmp::Ordering;

/// A ratio of two counts; over zero where nothing limits.
pub type Ratio = (BigUint, BigUint);

/// The uniform throughput θ: packets per node and cycle, spread evenly over all other nodes. In lowest terms.
///
/// `None` where no rule gives it, and for one node, which has nobody to send to.
///
/// ```
/// use crossedge::metrics::throughput::uniform;
/// use crossedge::{expr::parse, net::{elaborate, no_files}};
/// let shape = elaborate(&parse("rdn(ring(3), 1)")?, &no_files)?;
/// let most = uniform(shape.as_ref()).expect("by the dual construction");
/// assert_eq!(most.value, (17u32.into(), 21u32.into()));
/// # Ok::<(), crossedge::expr::Error>(())
/// ```
pub fn uniform(shape: &dyn Shape) -> Option<Known<Ratio>> {
    let nodes = shape.nodes();
    // The rules below take nodes for endpoints, and links for equally wide.
    if nodes <= BigUint::one() || shape.machine().is_some() {
        return None;
    }
    let found = with_self(shape)?;
    Some(found.map(|(a, b)| lowest((a * (&nodes - 1u32), b * &nodes))))
}

/// θ°: the same with traffic to self counted, which takes no link.
fn with_self(shape: &dyn Shape) -> Option<Known<Ratio>> {
    match shape.parts() {
        Parts::Relabelled(same) => with_self(same.as_ref()),
        Parts::Product(parts) => {
            let found = parts.iter().map(|part| with_self(part.as_ref())).collect::<Option<Vec<_>>>()?;
            let theorem = "uniform throughput of a product is the least of its factors";
            let evidence = follows(theorem, found.iter().map(|part| part.evidence.clone()));
            let least = found.into_iter().map(|part| part.value).min_by(compare)?;
            Some(Known::new(least, evidence))
        }
        // A power of one link.
        Parts::Leaf(Leaf::Cube(dimension)) => Some(cube(dimension)),
        Parts::Level(base) => Some(dual(with_self(base.as_ref())?, base.nodes())),
        Parts::Leaf(leaf) => of_leaf(leaf, shape.nodes()).or_else(|| alike(shape)),
        Parts::Expansion(_) => alike(shape),
    }
}

/// Closed forms of leaves.
fn of_leaf(leaf: Leaf, n: BigUint) -> Option<Known<Ratio>> {
    let (value, why) = match leaf {
        Leaf::Path | Leaf::Star | Leaf::Complete if n.is_one() => {
            ((BigUint::one(), BigUint::ZERO), "one node sends to nobody")
        }
        // ⌊n/2⌋·⌈n/2⌉ of n² pairs go each way over the link in the middle, and no link is busier.
        Leaf::Path => {
            let half = &n >> 1u32;
            let pairs = &half * (&n - &half);
            ((n, pairs), "uniform throughput of a path, by its middle link")
        }
        Leaf::Ring => {
            let value = match n.is_even() {
                true => (8u32.into(), n),
                // Two links for each node, over a mean of (n² - 1)/4n hops.
                false => (&n * 8u32, &n * &n - 1u32),
            };
            (value, "uniform throughput of a ring, whose links are alike")
        }
        Leaf::Complete => {
            ((n, BigUint::one()), "uniform throughput of a complete graph: a link for each pair")
        }
        // A leaf has one link, for what it sends to the n - 1 others and for what it has from them.
        Leaf::Star => {
            let others = &n - 1u32;
            ((n, others), "uniform throughput of a star, by the link of a leaf")
        }
        _ => return None,
    };
    Some(Known::new(value, Evidence::proved(why)))
}

fn cube(dimension: u64) -> Known<Ratio> {
    let value = if dimension == 0 { (BigUint::one(), BigUint::ZERO) } else { (2u32.into(), BigUint::one()) };
    Known::new(value, Evidence::proved("uniform throughput of a cube is that of one link"))
}

fn dual(base: Known<Ratio>, n: BigUint) -> Known<Ratio> {
    let (a, b) = base.value;
    let cross = (&n * 2u32, n * 3u32 - 2u32);
    let least = [(a, b * 2u32), cross].into_iter().min_by(compare).expect("two");
    let theorem =
        "uniform throughput of the dual construction, from half of its base and from its cross-edges";
    Known::new(least, follows(theorem, [base.evidence]))
}

/// Where all links look alike: their capacity over what all pairs need of them.
fn alike(shape: &dyn Shape) -> Option<Known<Ratio>> {
    let why = shape.edge_symmetric()?;
    let distances = shape.distances()?;
    let nodes = shape.nodes();
    // Every link goes both ways; n sources send 1/n to each node.
    let hops = distances.value.sum() * &nodes / distances.value.sources();
    let value = (links(shape) * 2u32 * nodes, hops);
    let theorem = format!("uniform throughput where all links look alike ({why})");
    Some(Known::new(value, follows(&theorem, [distances.evidence])))
}

fn compare(a: &Ratio, b: &Ratio) -> Ordering {
    (&a.0 * &b.1).cmp(&(&b.0 * &a.1))
}

fn lowest((a, b): Ratio) -> Ratio {
    let common = a.gcd(&b);
    (a / &common, b / common)
}
