//! Throughput: the largest rate at which a pattern of traffic can be carried, over any paths at once, exactly.
//!
//! A link of width w carries w packets per cycle and direction. A rate θ is the most iff some flow carries it and some lengths on
//! the links show that no flow carries more: capacity times length, over traffic times distance by these lengths. For uniform traffic the
//! construction gives it at any size ([`composition`](uniform)); for edge-transitive networks it is their capacity over the mean distance.
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
