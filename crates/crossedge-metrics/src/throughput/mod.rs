//! Throughput: the maximum injection rate θ of a traffic pattern with optimal routing, which may split traffic over several paths.
//!
//! A link of width w carries w packets per cycle and direction. The proof that a rate θ is the maximum has two parts: a flow that carries θ, and link
//! lengths that bound every flow by (sum of capacity times length) / (sum of traffic times distance), which equals θ.
//!
//! For uniform traffic many constructions have a closed form at any size ([`uniform()`]); an edge-transitive network has its capacity over the mean distance.
//!
//! ```
//! use crossedge::metrics::throughput::uniform;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let most = uniform(net.shape()).expect("a closed form").value;
//! assert_eq!(most, (15u32.into(), 8u32.into()), "packets per node and cycle");
//! let tree: Topology = "hosts(dragonfly(16,8), 8)".parse()?;
//! assert_eq!(uniform(tree.shape()).expect("a closed form").value, (1u32.into(), 1u32.into()));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod bounds;
mod composition;
mod leaves;
mod machines;
mod network;
mod solve;
mod uniform;
mod widths;
mod worst;

pub use bounds::{Bounds, Ratio, lowest};
pub use network::{NoThroughput, Shown, shown, throughput, uniform_throughput, worst_throughput};
pub use solve::MAX_WORK;
pub use uniform::{uniform, uniform_bounds};
pub use worst::worst;

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::solve::ArcGraph;
    pub use super::solve::exact::ModularMatrix;
    pub use super::solve::refine::{Classes, refine};
    pub use super::solve::weights::{WHOLE, smaller, whole};
}
