//! Collectives: what every node holds before and after, and the schedules that lead from one to the other.
//!
//! A [`Collective`] says who holds which chunk before and after. A [`Schedule`] says, step by step, who sends which chunks along
//! which links; it is plain data ([`Listed`]) or a rule that is asked for one node and step at a time. A broadcast of one message
//! is a [`Tree`], which streams at any size. Generators promise nothing: [`crate::verify`] judges.

pub mod bounds;
mod catalog;
mod clear;
mod dualcube;
mod exchange;
mod kind;
mod levels;
mod means;
mod part;
mod plan;
pub mod ring;
mod schedule;
mod trees;
mod volume;

pub use catalog::{ALGORITHMS, Algorithm, Order, Unmade, make, most_nodes, paper};
pub use clear::{Clear, clear};
pub use dualcube::Personalised;
pub use exchange::exchange;
pub use kind::{Collective, Kind};
pub use levels::{allgather, allreduce, halving, reduce_scatter};
pub use means::{MAX_LISTED, Means, means};
pub use part::{Pace, Rule};
pub use plan::{MAX_PLANNED, Plan, plan};
pub use schedule::{Action, Listed, Message, Schedule, Tree};
pub use trees::Branches;
pub use volume::{MAX_VOLUME, Turn, Volume, along_a_tree, by_levels, round_a_ring};
