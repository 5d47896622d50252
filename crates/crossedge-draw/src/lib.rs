//! Pictures, rack layouts, and exports to the formats of other tools.
//!
//! - [`render`] draws a network as SVG or TikZ: [`render::plan()`] places the nodes, [`render::picture()`] adds links, routes, faults and loads.
//! - [`layout`] places a network in racks, and counts cables by type and length.
//! - [`export`] writes networks and schedules: GraphML, DOT, InfiniBand, SimGrid, GOAL and others, all listed in [`export::FORMATS`].
//!
//! This crate does not open files: functions return text, or write to a [`std::io::Write`] of the caller.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::render::{Options, Overlay, picture};
//!
//! let net: Topology = "torus(4,4)".parse()?;
//! let scene = picture(net.network()?.as_ref(), &Overlay::default(), &Options::default())?;
//! assert!(scene.svg(Theme::Dark).starts_with("<svg"));
//! # Ok::<(), crossedge::Error>(())
//! ```
//!
//! The crate `crossedge` re-exports all three modules; depend on that one.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod export;
pub mod layout;
pub mod render;
