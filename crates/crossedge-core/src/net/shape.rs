//! The shape of an expression: facts of any size, with big integers. A network is built from it if ids fit.

use super::algebra::distance_polynomial::Distances;
use super::network::Structure;
use super::parts::{Leaf, Parts, ShapeParts};
use crate::evidence::{Evidence, Known};
use num_bigint::BigUint;
use num_traits::One;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

/// Number of nodes that have each degree.
pub type DegreeCounts = BTreeMap<u64, BigUint>;

/// Counts beyond this many bits are refused as the size limit: 39,456 decimal digits.
pub const MAX_BITS: u64 = 1 << 17;

/// Why a shape has no network.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// Ids do not fit 64 bits.
    #[error("ids hold 2^64 - 1 nodes, and here are more")]
    Ids,
    /// A node has more than 2^32 - 1 ports.
    #[error("a node has more than 2^32 - 1 ports")]
    Ports,
    /// The network is stored, and would take more memory than the limit.
    #[error("{what} would be stored, and the limit is {limit}")]
    Stored {
        /// The object that would be stored.
        what: String,
        /// The limit, in the same units.
        limit: u64,
    },
}

/// The metrics of a network that are known at any size, and its constructor.
pub trait Shape: Debug + Send + Sync {
    /// Number of nodes.
    fn nodes(&self) -> BigUint;
    /// Number of nodes that have each degree.
    fn degrees(&self) -> DegreeCounts;
    /// The network itself, when its ids fit 64 bits.
    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge>;

    /// The node count of the network, or the error of [`Shape::network`], without building anything.
    fn check(&self) -> Result<u64, TooLarge> {
        counts_fit(&self.nodes(), &self.degrees())
    }

    /// The evidence of the counts: the definition, unless nodes and links were read from a file.
    fn counts_known(&self) -> Evidence {
        Evidence::proved("follows from the definition [definition-counts]")
    }

    /// The composition of the shape, for facts that recur over it. The default is a leaf.
    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Other)
    }

    /// Switches and link widths, if any. The default is a direct network with links of width 1.
    fn machine(&self) -> Option<&dyn Machine> {
        None
    }

    /// Number of endpoints that are at each distance from an endpoint, where a theorem gives it in closed form.
    fn distances(&self) -> Option<Known<Distances>> {
        None
    }

    /// The largest distance of two endpoints, where a theorem gives it. It is known for sizes whose distances are too many to list.
    fn diameter(&self) -> Option<Known<BigUint>> {
        Some(self.distances()?.map(|d| d.diameter().into()))
    }

    /// Reason for vertex transitivity, if a theorem gives it.
    fn node_symmetric(&self) -> Option<String> {
        None
    }

    /// Reason for edge transitivity, if a theorem gives it.
    fn edge_symmetric(&self) -> Option<String> {
        None
    }
}

/// A shape with switches, or with links of more than one width.
pub trait Machine: Shape {
    /// Number of endpoints of each degree; their sum is the number of endpoints.
    fn endpoint_degrees(&self) -> DegreeCounts;

    /// The classes of links, in the order of [`Structure::link_classes`]; `None` if they are not known at this size.
    fn classes(&self) -> Option<Vec<LinkClass>>;

    /// The factors, when this is a product: a product inside a product is one with it.
    fn factors(&self) -> Option<&[Arc<dyn Shape>]> {
        None
    }

    /// Returns `true` if two endpoints are linked directly; `None` if unknown.
    fn joins_endpoints(&self) -> Option<bool> {
        None
    }

    /// Returns `true` if cables have different rates, so that widths are no numbers of cables. Only fabrics from files do.
    fn mixed_rates(&self) -> bool {
        false
    }

    /// Notes for the user, one line each.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }
}

/// A class of links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkClass {
    /// Its name.
    pub name: String,
    /// Link width: flits per cycle and direction.
    pub width: u64,
    /// Number of links, where that is known.
    pub links: Option<BigUint>,
}

/// Several reasons in one line, each once.
pub fn reasons(parts: impl IntoIterator<Item = String>) -> String {
    let mut out: Vec<String> = Vec::new();
    for part in parts {
        for reason in part.split("; ") {
            if !reason.is_empty() && !out.iter().any(|have| have == reason) {
                out.push(reason.to_owned());
            }
        }
    }
    out.join("; ")
}

/// The evidence of a theorem's conclusion from other metrics: proved if they all are, else computed.
pub fn follows(theorem: &str, from: impl IntoIterator<Item = Evidence>) -> Evidence {
    let mut proved = true;
    let mut why = vec![theorem.to_owned()];
    for evidence in from {
        proved &= matches!(evidence, Evidence::Proved(_));
        why.push(evidence.by());
    }
    if proved { Evidence::proved(reasons(why)) } else { Evidence::computed(reasons(why)) }
}

/// Number of links: half the sum of the degrees.
pub fn links(shape: &dyn Shape) -> BigUint {
    let ends: BigUint = shape.degrees().iter().map(|(&degree, count)| count * degree).sum();
    ends >> 1u32
}

/// Returns `true` if ids below `nodes` fit 64 bits, and their count too.
pub fn check_id_range(nodes: &BigUint) -> Result<u64, TooLarge> {
    u64::try_from(nodes).map_err(|_| TooLarge::Ids)
}

/// Returns `true` if ids and ports fit their types; the node count when they do.
pub fn counts_fit(nodes: &BigUint, degrees: &DegreeCounts) -> Result<u64, TooLarge> {
    let nodes = check_id_range(nodes)?;
    match degrees.keys().next_back() {
        Some(&most) if most > u64::from(u32::MAX) => Err(TooLarge::Ports),
        _ => Ok(nodes),
    }
}

/// base^exponent, when it has at most [`MAX_BITS`] bits.
pub fn bounded_power(base: &BigUint, exponent: u64) -> Option<BigUint> {
    if *base <= BigUint::one() {
        return Some(if exponent == 0 { BigUint::one() } else { base.clone() });
    }
    // A number of at least `bits` and at most twice as many bits: numbers of that length are always computed.
    let least = (base.bits() - 1).checked_mul(exponent)?;
    let power = (least < MAX_BITS).then(|| base.pow(exponent as u32))?;
    (power.bits() <= MAX_BITS).then_some(power)
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

/// A number for display: in full up to 20 digits, then approximately as a power of ten.
pub fn magnitude(value: &BigUint) -> String {
    let digits = value.to_string();
    match digits.len() {
        0..=20 => digits,
        len => format!("about {}.{}·10^{}", &digits[..1], &digits[1..3], len - 1),
    }
}
