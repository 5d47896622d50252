//! A part of a map: a piece of the plane with nodes on it, which gives the place of each, and draws the part in a window.
//!
//! An area knows its nodes by local ids. Its container gives their ids in the map ([`Owner`]) and the position of its plane
//! ([`AreaView`]), so a copy costs nothing.

use super::walk::{Full, MapWalk};
use std::fmt::Debug;

/// A place, in units.
pub type At = (f64, f64);

/// Facts about an area without visiting its nodes.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// Number of nodes.
    pub nodes: u64,
    /// Local ids below are endpoints.
    pub endpoints: u64,
    /// Width and height.
    pub size: At,
    /// The radius of a node.
    pub radius: f64,
    /// No two nodes are closer.
    pub closest: f64,
    /// Number of boxes that are inside each other.
    pub depth: u32,
}

/// A piece of the plane with nodes on it.
pub trait Area: Debug + Send + Sync {
    /// Counts and sizes.
    fn extent(&self) -> Extent;

    /// The place of a node, inside the area.
    fn place(&self, local: u64) -> At;

    /// Returns `true` if its inside is visible, or if it is shown as one box.
    fn opens(&self, view: &AreaView, walk: &MapWalk<'_>) -> bool;

    /// Draws what the window shows of its inside.
    fn walk(
        &self,
        view: &AreaView,
        owner: &dyn Owner,
        level: u32,
        walk: &mut MapWalk<'_>,
    ) -> Result<(), Full>;
}

/// The map ids of local ids.
pub trait Owner {
    /// The least id of what a node of the area stands for.
    fn id(&self, local: u64) -> u64;

    /// Number of map nodes that a number of area nodes represents, with the endpoints among them.
    fn count(&self, nodes: u64, endpoints: u64) -> u64;

    /// Extent of the nodes represented by a node, in units of the area.
    fn reach(&self) -> f64;

    /// Every node of the map that a node of the area stands for.
    fn each(&self, local: u64, visit: &mut dyn FnMut(u64));

    /// A node of the area is in the window; the view has its place for its origin.
    fn point(&self, local: u64, view: &AreaView, level: u32, walk: &mut MapWalk<'_>) -> Result<(), Full>;
}

/// The position of an area's plane on the map.
#[derive(Debug, Clone, Copy)]
pub struct AreaView {
    /// Its origin.
    pub origin: At,
    /// Units of the map for one of the area.
    pub scale: f64,
    /// `true` if y goes up instead of down.
    pub flipped: bool,
}

impl AreaView {
    /// The map itself.
    pub const ENTIRE_MAP: AreaView = AreaView { origin: (0.0, 0.0), scale: 1.0, flipped: false };

    /// A place of the area on the map.
    pub fn to_map(self, place: At) -> At {
        let up = if self.flipped { -self.scale } else { self.scale };
        (self.origin.0 + self.scale * place.0, self.origin.1 + up * place.1)
    }

    /// A part of the area with its own origin, in this many of our units for one of its own.
    pub fn sub_area(&self, at: At, scale: f64) -> AreaView {
        AreaView { origin: self.to_map(at), scale: self.scale * scale, flipped: self.flipped }
    }

    /// The same upside down, for an area of this height.
    pub fn upside_down(&self, height: f64) -> AreaView {
        AreaView { origin: self.to_map((0.0, height)), flipped: !self.flipped, ..*self }
    }

    /// The box on the map of one in the area, by its corner and its size.
    pub fn area(&self, at: At, size: At) -> Rect {
        let (a, b) = (self.to_map(at), self.to_map((at.0 + size.0, at.1 + size.1)));
        Rect { low: (a.0.min(b.0), a.1.min(b.1)), high: (a.0.max(b.0), a.1.max(b.1)) }
    }

    /// The box in the area of one on the map.
    pub fn to_area(self, rect: &Rect) -> Rect {
        let back = |p: At| {
            let y = (p.1 - self.origin.1) / self.scale;
            ((p.0 - self.origin.0) / self.scale, if self.flipped { -y } else { y })
        };
        let (a, b) = (back(rect.low), back(rect.high));
        Rect { low: (a.0.min(b.0), a.1.min(b.1)), high: (a.0.max(b.0), a.1.max(b.1)) }
    }
}

/// A box by its corners.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left and top.
    pub low: At,
    /// Right and bottom.
    pub high: At,
}

impl Rect {
    /// Width and height.
    pub fn size(&self) -> At {
        (self.high.0 - self.low.0, self.high.1 - self.low.1)
    }

    /// The middle.
    pub fn middle(&self) -> At {
        ((self.low.0 + self.high.0) / 2.0, (self.low.1 + self.high.1) / 2.0)
    }

    /// Returns `true` if they have a place in common.
    pub fn intersects(&self, other: &Rect) -> bool {
        self.low.0 <= other.high.0
            && other.low.0 <= self.high.0
            && self.low.1 <= other.high.1
            && other.low.1 <= self.high.1
    }

    /// The same with a margin on every side.
    pub fn with_margin(&self, by: f64) -> Rect {
        Rect { low: (self.low.0 - by, self.low.1 - by), high: (self.high.0 + by, self.high.1 + by) }
    }
}
