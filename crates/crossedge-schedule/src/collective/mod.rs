//! Collectives: what every node holds before and after, and the schedules that lead from one to the other.
//!
//! A [`Collective`] gives the holders of every chunk before and after. A [`Schedule`] gives, step by step, the chunks sent along
//! which links; it is plain data ([`Listed`]) or a closed form that is evaluated one node and step at a time. A broadcast of one message
//! is a [`Tree`], which streams at any size. Generators are not trusted: [`crossedge_verify`] verifies.
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let net: Topology = "hypercube(4)".parse()?;
//! let best = net.collective(AllReduce::of(1 << 20)).best()?;
//! assert!(best.cost.seconds >= best.bound.seconds());
//! # Ok::<(), crossedge::Error>(())
//! ```

mod along_tree;
mod along_trees;
pub mod bounds;
mod broadcast_rule;
mod broadcast_search;
mod bucket;
mod catalog;
mod chain;
mod choose;
mod clusters;
mod contention_free;
mod conveyor;
mod ends;
mod exchange;
mod first_fit;
mod half_port;
mod means;
mod personalised;
mod recursive_doubling;
pub mod ring;
mod rounds;
mod split_steps;
pub mod training;
mod trees;
mod unmade;
mod volume;

pub use along_tree::Branches;
pub use broadcast_rule::{BroadcastRule, Pace};
pub use broadcast_search::{MAX_PLANNED, SendOrder, plan_broadcast};
pub use catalog::{Algorithm, Beyond, Make, Rings, ScheduleRequest};
pub use clusters::grown;
pub use contention_free::{Clear, contention_free_schedule};
pub use conveyor::{Conveyor, Counted};
pub use crossedge_core::model::{
    Action, BadGoal, Collective, Goal, GoalAct, GoalOp, Itinerary, Kind, Listed, MAX_RANKS, Message, Rooted,
    Schedule, Tree,
};
pub use ends::{EndpointNetwork, MessagePath};
pub use exchange::total_exchange;
pub use half_port::half_port;
pub use means::{MAX_LISTED, Means, means};
pub use personalised::Personalised;
pub use recursive_doubling::{allgather, allreduce, recursive_halving, reduce_scatter};
pub use rounds::Rounds;
pub use trees::{Arborescences, NoTrees, Trees};
pub use unmade::Unmade;
pub use volume::{MAX_VOLUME, Pipes, Turn, Volume, along_a_tree, by_levels, round_a_ring};

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::clusters::MessageClusters;
}

/// Every algorithm, in the order in which they are tried and shown.
pub static ALGORITHMS: [&Algorithm; 15] = [
    &along_tree::STAGES,
    &along_tree::EAGER,
    &along_tree::PIPELINED,
    &chain::CHAIN,
    &along_trees::TREES,
    &recursive_doubling::LEVELS,
    &recursive_doubling::HALVING,
    &bucket::BUCKET,
    &ring::RING,
    &ring::RINGS,
    &exchange::EXCHANGE,
    &exchange::PRINTED,
    &personalised::PERSONALISED,
    &contention_free::CONTENTION_FREE,
    &rounds::ROUNDS,
];
