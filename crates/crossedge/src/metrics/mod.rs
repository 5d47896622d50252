//! Exact figures with evidence: closed forms where a theorem gives them, search at full size where none does.

pub mod bisection;
mod connectivity;
mod figures;
pub mod loads;
mod moore;
mod partition;
pub mod search;
pub mod spectrum;
mod symmetry;
pub mod throughput;
pub mod traffic;

pub use connectivity::Connectivity;
pub use figures::{Diameter, Effort, Error, Figures, Key, Known, cost_ratio, log2};
pub use moore::{Moore, moore};
pub use symmetry::Symmetry;
