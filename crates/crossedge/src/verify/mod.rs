//! Judges: they never use a generator, and replay what is claimed the slow, plain way.

pub mod disjoint;
mod network;

pub use network::{Refuted, Verified, network};
