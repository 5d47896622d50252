//! Data that one part makes and another checks: routes, routings with their channels, node orders, schedules, layouts, wirings and certificates.
//!
//! Generators and verifiers share these types and nothing else.

pub mod certificate;
mod channel;
mod channel_graph;
mod collective;
mod goal;
mod job;
mod layout;
mod order;
mod ring;
pub mod route;
mod routing;
mod schedule;
mod timetable;
mod traffic;
mod trees;
mod wiring;

pub use certificate::{Certificate, Demands, Sent};
pub use channel::{Channel, VirtualChannel};
pub use channel_graph::ChannelGraph;
pub use collective::{Collective, Kind};
pub use goal::{BadGoal, Goal, GoalAct, GoalOp, MAX_RANKS};
pub use job::{Job, NoJob, Phase, Round};
pub use layout::{Cable, Layout, RackPlace, Room};
pub use order::{Cursor, Direction, NodeOrder, Run, fill, predecessor, successor};
pub use ring::{Around, FoundRing};
pub use route::{Case, Hop, NoRoute, Route};
pub use routing::Routing;
pub use schedule::{Action, Itinerary, Listed, Message, Schedule, Tree};
pub use timetable::{TimedRound, Timetable};
pub use traffic::{Groups, RateBound, Traffic};
pub use trees::Rooted;
pub use wiring::{CableEnd, Wiring, WiringFault};
