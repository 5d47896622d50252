//! Hamiltonian paths of a dual construction between two given nodes (HAM, Theorem 3), from such paths of the base.

mod labels;
pub mod theorem;
mod thread;
