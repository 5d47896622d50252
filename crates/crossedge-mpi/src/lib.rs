//! Crossedge on MPI: schedules run between real processes with every byte checked, and exhaustive searches spread over ranks.
//!
//! The parts that need no MPI are tested separately: the nodes of each rank ([`blocks`]), the program of a node
//! ([`programs`]), the plan of a rank ([`plan`]), the semantics of a collective ([`bytes`], [`check`]), the memory it
//! takes ([`memory`]), the share of a rank in a search ([`search`], [`pairs`]), and an all-reduce of any vector, for C
//! ([`vector`]). The feature `mpi` adds the calls of MPI (`ffi`, the only file with unsafe code), the executor between ranks, and
//! the verbs of the program `crossedge-mpi`.

pub mod blocks;
pub mod bytes;
pub mod check;
pub mod dead;
pub mod failure;
pub mod heart;
pub mod local;
pub mod memory;
pub mod mutate;
pub mod pairs;
pub mod plan;
pub mod programs;
pub mod report;
pub mod search;
pub mod source;
pub mod vector;

#[cfg(feature = "mpi")]
pub mod ffi;
#[cfg(feature = "mpi")]
pub mod job;
#[cfg(feature = "mpi")]
pub mod native;
#[cfg(feature = "mpi")]
pub mod pairs_verb;
#[cfg(feature = "mpi")]
pub mod run;
#[cfg(feature = "mpi")]
pub mod search_verb;
