//! The data model of crossedge: networks and shapes, node addresses, evidence, and the objects that generators produce and verifiers check.
//!
//! The crate `crossedge` re-exports all of this; depend on that one.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod disjoint_sets;
pub mod evidence;
pub mod exact;
pub mod expr;
pub mod id_hash;
pub mod model;
pub mod net;
pub mod progress;
pub mod rng;
pub mod theorems;
pub mod words;
