//! The shape of an expression: what is known at any size, with big integers. A network is made from it when ids fit.

use super::network::Structure;
use num_bigint::BigUint;
use num_traits::One;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

/// How many nodes have each degree.
pub type DegreeCounts = BTreeMap<u64, BigUint>;

/// Counts beyond this many bits are refused as a limit of size: 39,000 decimal digits.
pub const MAX_BITS: u64 = 1 << 17;

/// Why a shape has no network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TooLarge {
    /// Ids do not fit 64 bits.
    Ids,
    /// A node has more than 2^32 - 1 ports.
    Ports,
    /// The network is stored, and would take more memory than the limit.
    Stored {
        /// What would be stored.
        what: String,
        /// The limit, in the same units.
        limit: u64,
    },
}

/// What is known of a network of any size, and the way to build it.
pub trait Shape: Debug + Send + Sync {
    /// How many nodes.
    fn nodes(&self) -> BigUint;
    /// How many nodes have each degree.
    fn degrees(&self) -> DegreeCounts;
    /// The network itself, when its ids fit 64 bits.
    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge>;

    /// The parts of a product as written, each with its own arithmetic; none for everything else.
    fn product_parts(&self) -> Option<Vec<Arc<dyn Shape>>> {
        None
    }

    /// The factors of a Cartesian product in order, down to those that are no product; none for everything else.
    fn factors(&self) -> Option<Vec<Arc<dyn Shape>>> {
        None
    }

    /// How many dual constructions are nested in this one.
    fn levels(&self) -> u32 {
        0
    }

    /// What a user should know of this choice of arguments, one line each.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// How many links: half the sum of the degrees.
pub fn links(shape: &dyn Shape) -> BigUint {
    let ends: BigUint = shape.degrees().iter().map(|(&degree, count)| count * degree).sum();
    ends >> 1u32
}

/// Whether ids below `nodes` fit 64 bits, and their count too.
pub fn fits(nodes: &BigUint) -> Result<u64, TooLarge> {
    u64::try_from(nodes).map_err(|_| TooLarge::Ids)
}

/// All nodes of one degree.
pub fn regular(degree: u64, nodes: BigUint) -> DegreeCounts {
    BTreeMap::from([(degree, nodes)])
}

/// The degree of all nodes, when they have the same and it fits a port number.
pub fn regular_degree(degrees: &DegreeCounts) -> Option<u32> {
    let mut each = degrees.keys();
    match (each.next(), each.next()) {
        (Some(&degree), None) => u32::try_from(degree).ok(),
        _ => None,
    }
}

/// The degrees of a Cartesian product: every sum, as often as it occurs.
pub fn product_degrees(a: &DegreeCounts, b: &DegreeCounts) -> DegreeCounts {
    let mut out = DegreeCounts::new();
    for (da, ca) in a {
        for (db, cb) in b {
            *out.entry(da + db).or_default() += ca * cb;
        }
    }
    out
}

/// The degrees of a Cartesian power.
pub fn power_degrees(base: &DegreeCounts, mut exponent: u64) -> DegreeCounts {
    let mut square = base.clone();
    let mut out = regular(0, BigUint::one());
    while exponent > 0 {
        if exponent & 1 == 1 {
            out = product_degrees(&out, &square);
        }
        exponent >>= 1;
        if exponent > 0 {
            square = product_degrees(&square, &square);
        }
    }
    out
}
