//! The nouns of crossedge: networks and shapes, node addresses, evidence, and the data that generators make and verifiers check.
//!
//! Users take the crate `crossedge`, which re-exports all of this.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod evidence;
pub mod exact;
pub mod expr;
pub mod model;
pub mod net;
pub mod progress;
pub mod rng;
pub mod words;
