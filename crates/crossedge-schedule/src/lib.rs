//! Hamiltonian cycles, schedules of collectives, and what they cost.
//!
//! The crate `crossedge` re-exports all of this; depend on that one.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod collective;
pub mod cost;
pub mod hamilton;
