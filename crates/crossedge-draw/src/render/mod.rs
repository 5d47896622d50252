//! Pictures of networks as SVG text: layouts that show the rule, and what is laid over them.
//!
//! [`plan()`] gives every node a place by recursion over the construction: the two classes of a dual face each other, with clusters in
//! rows; the phases of an expansion are frames of frames; rings are circles, products grids, cubes drawn askew. [`picture()`] draws it
//! with overlays. Networks too large for that are drawn by [`zoom()`]: a cluster becomes one glyph.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::render::{Options, Overlay, picture};
//!
//! let net: Topology = "ring(5)".parse()?;
//! let scene = picture(net.network()?.as_ref(), &Overlay::default(), &Options::default())?;
//! assert!(scene.svg(Theme::Light).starts_with("<svg"));
//! # Ok::<(), crossedge::Error>(())
//! ```

mod caption;
mod course;
mod curve;
mod digits;
mod floor;
mod labels;
mod link_curves;
mod links;
mod map;
mod matrix;
mod options;
mod overlay;
mod picture;
mod plan;
mod quotient;
mod runs;
mod scene;
mod size;
mod theme;
mod tikz;
mod zoom;

pub use curve::Curve;
pub use digits::{decimal, grouped, seconds};
pub use floor::floor_plan;
pub use links::levels;
pub use map::{
    MAX_BOXES, MAX_BUNDLES, MAX_LINKS, MAX_POINTS, Map, Seen, SeenBox, SeenBundle, SeenLink, SeenPoint,
};
pub use matrix::{MAX_VISITED, matrix};
pub use options::{Labels, Options, View};
pub use overlay::{LinkLoad, LoadScale, Mark, Overlay, Stroke, link_loads};
pub use picture::{MAX_DRAWN, TooManyNodes, picture};
pub use plan::{Frame, Lines, Plan, plan};
pub use quotient::{Quotient, QuotientBlock, QuotientEntry, QuotientWindow, TooManyPorts};
pub use scene::{Ink, Item, NodeShape, Scene};
pub use size::{NoSize, Size, Unit};
pub use theme::Theme;
pub use zoom::zoom;

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::map::area::Rect;
    pub use super::map::grid::{Grid, Tile};
    pub use super::runs::Runs;
}
