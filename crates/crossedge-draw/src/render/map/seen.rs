//! The contents of a window, and their limits.

use crossedge_lang::net::Node;

/// Maximum number of boxes in a window.
pub const MAX_BOXES: usize = 1_200;

/// Number of nodes.
pub const MAX_POINTS: usize = 3_500;

/// Number of links.
pub const MAX_LINKS: usize = 4_500;

/// Maximum number of bundles.
pub const MAX_BUNDLES: usize = 1_200;

/// The contents of a window. Places are in units of the map, with y down.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// Left, top, right and bottom of the window.
    pub window: [f64; 4],
    /// Units of a pixel.
    pub pixel: f64,
    /// Clusters and tiles of them, outer ones first.
    pub boxes: Vec<SeenBox>,
    /// Nodes.
    pub points: Vec<SeenPoint>,
    /// Links of these nodes.
    pub links: Vec<SeenLink>,
    /// Links between boxes.
    pub bundles: Vec<SeenBundle>,
    /// Links that did not fit.
    pub links_left_out: u64,
    /// Bundles that did not fit.
    pub bundles_left_out: u64,
}

/// A cluster, or several of them.
#[derive(Debug, Clone, PartialEq)]
pub struct SeenBox {
    /// Left and top.
    pub low: (f64, f64),
    /// Right and bottom.
    pub high: (f64, f64),
    /// Nesting depth of the box.
    pub level: u32,
    /// Number of nodes inside.
    pub nodes: u64,
    /// The smallest node id inside.
    pub first: Node,
    /// `true` if its contents are shown.
    pub open: bool,
    /// Its name; empty where there is none or no room.
    pub label: String,
}

/// A node.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenPoint {
    /// The node.
    pub node: Node,
    /// Its place.
    pub at: (f64, f64),
    /// Its radius.
    pub radius: f64,
}

/// A link with an end that is seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenLink {
    /// One end.
    pub from: Node,
    /// The other.
    pub to: Node,
    /// The place of the one.
    pub from_at: (f64, f64),
    /// The place of the other, which may be far outside.
    pub to_at: (f64, f64),
    /// The kind of link.
    pub class: usize,
}

/// All links of a kind between two boxes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenBundle {
    /// The middle of the one.
    pub from: (f64, f64),
    /// The middle of the other.
    pub to: (f64, f64),
    /// The kind of link.
    pub class: usize,
    /// Number of links.
    pub count: u64,
}
