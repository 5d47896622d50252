//! Networks: the trait, the shapes, and the catalog of constructions, one file each.
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "rdn(ring(3), 1)".parse()?;
//! let network = net.network()?;
//! let (neighbor, back) = network.link(Node(0), Port(0));
//! assert_eq!(network.link(neighbor, back), (Node(0), Port(0)), "links lead back");
//! # Ok::<(), crossedge::Error>(())
//! ```

pub mod address;
pub mod algebra;
pub(crate) mod apart;
mod families;
mod faults;
mod faulty;
mod language;
mod level;
mod machine;
mod network;
mod node;
mod parts;
mod pattern;
mod shape;
mod stored;

pub use address::Address;
pub use algebra::{Distances, MAX_TERMS, Walks};
pub use families::ENTRIES;
pub use families::complete::Complete;
pub use families::hosts::OVER_ROUTERS;
pub use families::hypercube::Hypercube;
pub use families::product::{factors, of_networks};
pub(crate) use faults::below;
pub use faults::{BadFaults, Draw, Faults};
pub use faulty::Faulty;
pub use language::args::{Args, Load, describe, is_network};
pub use language::catalog::Entry;
pub use language::elaborate::{elaborate, no_files, parse_address, to_network};
pub use language::suggest::{nearest_of, word as nearest_word};
pub use level::{Level, Numbering, Place, SuperNodes, TwoNumberings};
pub use machine::{classes, direct, endpoint_degrees, endpoints, joins_endpoints, switch_degrees};
pub use network::{Layout, Naming, Network, Roles, Structure, neighbors};
pub use node::{Node, Port};
pub use parts::{
    Expanded, ExpandedShape, Leaf, Made, NetworkParts, Parts, Phase, ShapeParts, Sorted, UnitWalks, levels,
    notes, uniform_degree,
};
pub use pattern::NodePattern;
pub use shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, fits, follows, links, power_degrees,
    product_degrees, reasons, regular,
};
pub use stored::file::{MAX_FILE, is_graph_file};
/// Readers of graph files and of cabled fabrics.
pub mod read {
    pub use super::stored::fabric::{Fabric, FabricCable, FabricNode, cable_list, ibnetdiscover};
    pub use super::stored::file::fabric_of;
    pub use super::stored::read::{ReadError, ReadGraph, edge_list, graphml, named_edge_list};
}
pub use stored::table::{MAX_STORED_LINKS, MAX_STORED_NODES, Stored, Table};
