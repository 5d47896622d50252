//! Writers for other tools. They write to what they are given.
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "ring(3)".parse()?;
//! let mut text = Vec::new();
//! crossedge::export::edges(net.network()?.as_ref(), &mut text, &Silent).expect("memory takes it");
//! assert_eq!(text, b"0 1\n0 2\n1 2\n");
//! # Ok::<(), crossedge::Error>(())
//! ```

mod edges;
pub mod simgrid;

pub use edges::{MAX_PORTS, edges};
