//! Exact metrics with evidence: closed forms where a theorem gives them, search at full size where none does.
//!
//! # Overview
//!
//! [`Metrics`] is the main type: it holds a network, and computes each metric by the cheapest method that applies, first closed forms, then
//! symmetry, then search. The modules have the methods, for callers that need only one of them:
//!
//! - [`bfs`] counts the nodes at each distance from one node, or from all of them.
//! - [`bisection`] bounds the bisection width of networks without switches, and [`halves`] that of any network.
//! - [`throughput`] computes the throughput with optimal routing, and [`traffic`] has the traffic patterns and the link loads of symmetric networks.
//! - [`spectrum`] has the eigenvalues of the Laplacian.
//! - [`machine`] counts ports and cables, and [`remains`] describes the remaining network after failures.
//!
//! [`METRICS`] lists every metric that the command line shows.
//!
//! # Example
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(ring(3), 2)".parse()?;
//! let bisection = crossedge::metrics::bisection::bisection(net.shape()).expect("a cut is known");
//! assert_eq!(bisection.evidence.kind(), "bounded", "by a cut that can be had");
//! let distances = net.shape().distances().expect("a theorem gives them");
//! assert_eq!(distances.value.diameter(), 10);
//! # Ok::<(), crossedge::Error>(())
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod alike;
mod between;
pub mod bfs;
pub mod bisection;
mod branch;
mod connectivity;
mod cycles;
pub mod halves;
pub mod machine;
mod measure;
mod menger;
pub mod metric;
mod moore;
mod more;
mod partition;
pub mod remains;
mod sample;
mod separate;
pub mod spectrum;
mod spread;
mod symmetry;
pub mod throughput;
pub mod traffic;
mod value;

pub use between::{Between, endpoint_distances};
pub use connectivity::Connectivity;
pub use measure::{Diameter, Effort, Error, KnownDistances, Metrics, cost_ratio, log2};
pub use metric::{METRICS, Measured, Metric, When, zero_load_latency};
pub use moore::{Moore, moore_bound, moore_with_switches};
pub use spread::{LiveGraph, Orbits, ShortestPathLoads, at_least_by_shortest_ways};
pub use symmetry::{Symmetry, symmetry_certificate};
pub use value::{
    BetweenAnswer, BisectionAnswer, CostRatioAnswer, DegreeAnswer, DiameterAnswer, LevelsAnswer, MetricValue,
    MooreAnswer, ShareAnswer, ValueKind,
};

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::alike::{Alike, links as alike_links, nodes as alike_nodes};
    pub use super::branch::least_cut as least_bisection;
    pub use super::menger::Menger;
    pub use super::partition::exact as exact_bisection;
}
