//! A map of a network of any size: a place for every node, and what a window shows of it, from the rule.
//!
//! No data is stored per node. An area ([`area::Area`]) is made by recursion over the construction: blocks of copies of copies, grids, trees, a
//! router with its hosts; a copy is the same area in another place. A window descends from the root and skips what it does not intersect; parts
//! too small to see are merged into one box. So every answer is bounded, regardless of the network and the window.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::render::Map;
//!
//! let net: Topology = "rdn(ring(5), 3)".parse()?;
//! let map = Map::from_network(net.network()?);
//! let overview = map.window(None, (1400.0, 900.0));
//! let (x, y) = map.place(Node(12_345_678));
//! let near = map.window(Some([x - 10.0, y - 10.0, x + 10.0, y + 10.0]), (1400.0, 900.0));
//! assert!(overview.points.is_empty() && near.points.iter().any(|point| point.node == Node(12_345_678)));
//! # Ok::<(), crossedge::Error>(())
//! ```

pub(super) mod area;
mod build;
mod facing;
pub(super) mod grid;
mod nest;
mod points;
mod seen;
mod tree;
mod walk;
mod window;

pub use seen::{
    MAX_BOXES, MAX_BUNDLES, MAX_LINKS, MAX_POINTS, Seen, SeenBox, SeenBundle, SeenLink, SeenPoint,
};
pub use window::Map;
