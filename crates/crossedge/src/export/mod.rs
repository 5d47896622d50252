//! Writers for other tools. They write to what they are given.

mod edges;
pub mod simgrid;

pub use edges::{MAX_PORTS, edges};
