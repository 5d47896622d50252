//! Writers for other tools. They write to what they are given, as they go: memory does not depend on the network.
//!
//! A format is one file with an entry, and the list below: [`FORMATS`]. The limits of each reader, and its silent failures, are documented
//! with the writer.
//!
//! ```
//! use crossedge::export::{EDGES, Given};
//! use crossedge::prelude::*;
//!
//! let net: Topology = "ring(3)".parse()?;
//! let mut text = Vec::new();
//! let given = Given::new(net.network()?, "ring(3)", &Silent);
//! (EDGES.write)(&given, &mut text).expect("memory takes it");
//! assert_eq!(text, b"0 1\n0 2\n1 2\n");
//! # Ok::<(), crossedge::Error>(())
//! ```

mod anynet;
mod cables;
mod caminos;
mod containerlab;
mod dot;
mod edges;
mod entry;
mod forwarding;
mod given;
mod graph_golf;
mod graphml;
mod infiniband;
mod infragraph;
mod levels;
mod lines;
mod matrix_market;
mod metis;
mod ned;
mod node_link;
mod ns3;
mod platform;
mod routers;
pub mod schedule;
pub mod simgrid;
mod slurm;
mod slurm_cabling;
mod sst;
mod tables;
mod unfit;

pub use anynet::ANYNET;
pub use cables::CABLES;
pub use caminos::CAMINOS;
pub use containerlab::CONTAINERLAB;
pub use dot::DOT;
pub use edges::{EDGES, MAX_PORTS};
pub use entry::FormatEntry;
pub use forwarding::FORWARDING;
pub use given::{ExportLink, Given};
pub use graph_golf::GRAPH_GOLF;
pub use graphml::GRAPHML;
pub use infiniband::{INFINIBAND, fabric};
pub use infragraph::INFRAGRAPH;
pub use levels::LEVELS;
pub use matrix_market::MATRIX_MARKET;
pub use metis::METIS;
pub use ned::NED;
pub use node_link::NODE_LINK;
pub use ns3::NS3;
pub use platform::PLATFORM;
pub use slurm::{SLURM, SLURM_YAML};
pub use slurm_cabling::host_name;
pub use sst::{SST, SST_ROUTES};
pub use tables::{TABLES, tables_fit};
pub use unfit::Unfit;

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::lines::{Number, NumberText};
}

/// The formats, in the order in which they are listed.
pub static FORMATS: [&FormatEntry; 23] = [
    &EDGES,
    &GRAPHML,
    &NODE_LINK,
    &MATRIX_MARKET,
    &METIS,
    &DOT,
    &CABLES,
    &INFINIBAND,
    &FORWARDING,
    &LEVELS,
    &CAMINOS,
    &ANYNET,
    &NS3,
    &GRAPH_GOLF,
    &PLATFORM,
    &SLURM,
    &SLURM_YAML,
    &CONTAINERLAB,
    &INFRAGRAPH,
    &NED,
    &SST,
    &SST_ROUTES,
    &TABLES,
];
