//! Layouts in racks, pictures, and files for other tools.
//!
//! Users take the crate `crossedge`, which re-exports all of this.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod export;
pub mod layout;
pub mod render;
