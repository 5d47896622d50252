//! Hamiltonian cycles, schedules of collectives, and what they cost.
//!
//! Users take the crate `crossedge`, which re-exports all of this.

#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod collective;
pub mod cost;
pub mod hamilton;
