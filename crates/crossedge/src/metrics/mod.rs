//! Exact figures with evidence: closed forms where a theorem gives them, search at full size where none does.

pub mod bfs;
pub mod bisection;
mod connectivity;
mod measure;
mod moore;
mod partition;
pub mod spectrum;
mod symmetry;
pub mod throughput;
pub mod traffic;

pub use connectivity::Connectivity;
pub use measure::{Diameter, Effort, Error, KnownDistances, Metric, Metrics, cost_ratio, log2};
pub use moore::{Moore, moore};
pub use symmetry::Symmetry;
