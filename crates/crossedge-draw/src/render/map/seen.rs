//! What a window shows, and how much at most.

use crossedge_lang::net::Node;

/// A window shows so many boxes at most.
pub const MAX_BOXES: usize = 1_200;

/// So many nodes.
pub const MAX_POINTS: usize = 3_500;

/// So many links.
pub const MAX_LINKS: usize = 4_500;

/// And so many bundles.
pub const MAX_BUNDLES: usize = 1_200;

/// What a window shows. Places are in units of the map, with y down.
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
    /// Ends of links that did not fit.
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
    /// How many boxes stand around it.
    pub level: u32,
    /// How many nodes are inside.
    pub nodes: u64,
    /// The least of them.
    pub first: Node,
    /// Whether its inside is shown, too.
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
    /// How many links.
    pub count: u64,
}
