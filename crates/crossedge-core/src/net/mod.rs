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
mod batched;
mod csr;
pub mod decomposition;
mod faults;
mod faulty;
pub mod level;
pub mod machine;
pub mod network;
mod node;
mod parse_address;
pub mod parts;
pub mod pattern;
pub mod shape;
pub mod stored;

pub use address::Address;
pub use algebra::{Distances, MAX_TERMS, Walks};
pub use batched::BatchedSearch;
pub use csr::Csr;
pub use faults::{BadFaults, Draw, Faults, random_below};
pub use faulty::Faulty;
pub use level::{Level, Numbering, Place, SuperNodes, TwoNumberings};
pub use machine::{classes, direct, endpoint_degrees, endpoints, joins_endpoints, switch_degrees};
pub use network::{Layout, Naming, Network, NodeLinks, Roles, Structure, neighbors};
pub use node::{Node, Port};
pub use parse_address::parse_address;
pub use parts::{
    Expanded, ExpandedShape, Leaf, Made, NetworkParts, Parts, Phase, ShapeParts, Sorted, UnitWalks, levels,
    notes, uniform_degree,
};
pub use pattern::NodePattern;
pub use shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, check_id_range, follows, links,
    power_degrees, product_degrees, reasons, regular,
};
pub use stored::table::{MAX_STORED_LINKS, MAX_STORED_NODES, Stored, Table};
