//! A throughput between two ends with what shows each: a flow that carries the lower end, and lengths of links by which none carries more
//! than the upper one. Plain data in whole numbers, which anybody can recount: `verify::throughput` does.
//!
//! A flow tells for every source how much it sends over which link, in which direction. Amounts are parts of a scale: `scale` stands for one
//! packet per cycle. Everything that is offered arrives, and at the rate of the lower end no link carries more than its width. By the
//! lengths, capacity times length of all links, over what is sent times the distances that it must go, is the upper end.
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

pub use demands::Demands;

use crate::exact::{Exact, Ratio};
use num_bigint::BigUint;

/// What certificates of this form begin with.
pub const FORM: &str = "crossedge throughput certificate 1";

/// A throughput between two ends, and what shows each.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certificate {
    /// The form: [`FORM`].
    pub form: String,
    /// The network.
    pub expression: String,
    /// The traffic, in words.
    pub traffic: String,
    /// What every endpoint sends.
    pub demands: Demands,
    /// So much can be carried: packets per cycle for each that is offered.
    pub lower: Ratio,
    /// And no more than this.
    pub upper: Ratio,
    /// What shows the lower end.
    pub flow: Flow,
    /// What shows the upper end: for every node, the length of the link at each of its ports, in the direction out.
    pub lengths: Vec<Vec<Exact<BigUint>>>,
}

/// Everything that is offered, on its way.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flow {
    /// A packet per cycle is so much.
    pub scale: Exact<BigUint>,
    /// What each source sends over links.
    pub sources: Vec<Sent>,
}

/// What one source sends over links.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sent {
    /// The source.
    pub from: u64,
    /// A node, one of its ports, and how much leaves by it; every port once at most.
    pub amounts: Vec<(u64, u32, Exact<BigUint>)>,
}
