//! Orders of the ranks of a job on a machine: the time of its phases under a mapping, bounds for every mapping, and a search for a good one.
//!
//! A phase takes as long as its most loaded cable: all its messages are sent at once, and latency is left out. Loads are integers: a message is
//! split into 2^20 parts at most, so that a sum over messages is the same in any order. [`bound`] shares only the distances and widths of [`RankMachine`] with the rest.

pub mod bound;
mod classes;
mod demand;
mod machine;
mod orders;
mod search;

pub use demand::{
    Grid, GridDimension, GridPattern, Message, RankGroup, RankJob, RankPhase, RankTraffic, read_messages,
};
pub use machine::{NoMachine, RankMachine, SHARE};
pub use orders::{cyclic_order, host_order, linear_order, random_order};
pub use search::{Ending, PhaseLoad, Placement, SearchLimits, phase_times, search};
