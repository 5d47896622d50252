//! Layouts: blocks on boards, boards in racks, racks in a room, by the rule of the construction and then improved; and the cables between them.
//!
//! Lengths are integer millimetres, so that totals are exact. An independent verifier recounts every cable
//! ([`crossedge_verify::layout`]).
//!
//! ```
//! use crossedge::layout::{Room, blocks, place_blocks};
//! use crossedge::prelude::*;
//!
//! let net: Topology = "dual(torus(4,4))".parse()?;
//! let network = net.network()?;
//! let blocks = blocks(network.as_ref(), 16);
//! assert_eq!(blocks.len(), 32, "a cluster is a block");
//! let room = Room::for_nodes(network.nodes(), 32);
//! let layout = place_blocks(&blocks, &room).expect("the room is large enough");
//! assert_eq!(layout.places.len(), 512);
//! # Ok::<(), crossedge::Error>(())
//! ```

mod blocks;
mod cables;
mod improve;
mod place;

pub use blocks::blocks;
pub use cables::{CABLE_LENGTHS, cables, length_class};
pub use crossedge_core::model::{Cable, Layout, RackPlace, Room};
pub use improve::{improve, shuffled_layout};
pub use place::{NoRoom, place_blocks};
