//! Hamiltonian cycles and paths of stored graphs by search: forced edges, Pósa rotations, long cycles, edge-disjoint cycles.

pub mod block;
pub mod budget;
pub mod edge_disjoint;
pub mod forced;
pub mod graph;
pub mod longest;
pub mod rotation;
