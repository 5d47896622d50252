//! Certificates: claims with witnesses that anyone can recount. This module has bounds on a throughput, [`routing`] deadlock freedom and deadlocks, [`symmetry`]
//! transitivity.
//!
//! Bounds on a throughput with a witness for each: a flow that attains the lower bound, and link lengths that prove the upper one
//! (LP duality). Plain data in integers, which anyone can recount: `verify::throughput` does.
//!
//! A flow gives for every source the amount sent over each link, in each direction. Amounts are relative to a scale: `scale` is one
//! packet per cycle. All demands arrive, and at the rate of the lower bound no link carries more than its width. The upper bound is the
//! sum of capacity times length over all links, divided by the sum of demand times distance over all pairs.
//!
//! ```
//! use crossedge::answers::ThroughputRequest;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "circulant(8, [1,2])".parse()?;
//! let certificate = ThroughputRequest::uniform().certify(&net, &Silent)?;
//! assert_eq!((certificate.lower.clone(), certificate.upper.clone()), (Ratio::new(21u32, 8u32), Ratio::new(21u32, 8u32)));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod demands;
pub mod routing;
pub mod symmetry;

pub use demands::Demands;

use crate::exact::{Exact, Ratio};
use num_bigint::BigUint;

/// Format tag of certificates.
pub const FORM: &str = "crossedge throughput certificate 1";

/// Bounds on a throughput, with a witness for each.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certificate {
    /// The form: [`FORM`].
    pub form: String,
    /// The network.
    pub expression: String,
    /// The traffic, as text.
    pub traffic: String,
    /// The demands of every endpoint.
    pub demands: Demands,
    /// The lower bound: packets carried per packet offered.
    pub lower: Ratio,
    /// The upper bound.
    pub upper: Ratio,
    /// Witness of the lower bound.
    pub flow: Flow,
    /// Witness of the upper bound: for every node, the length of the outgoing link at each port.
    pub lengths: Vec<Vec<Exact<BigUint>>>,
}

/// A flow that carries all demands.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flow {
    /// The amount that corresponds to one packet per cycle.
    pub scale: Exact<BigUint>,
    /// The flow of each source over links.
    pub sources: Vec<Sent>,
}

/// The flow of one source over links.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sent {
    /// The source.
    pub from: u64,
    /// A node, one of its ports, and how much leaves by it; every port once at most.
    pub amounts: Vec<(u64, u32, Exact<BigUint>)>,
}
