//! Verifiers: they share no code with generators, and replay every claim by the plainest algorithm.
//!
//! ```
//! use crossedge::prelude::*;
//! use crossedge::verify;
//!
//! let net: Topology = "rdn(ring(3), 1)".parse()?;
//! let degrees = net.shape().degrees();
//! assert!(verify::network(net.network()?.as_ref(), &degrees, &Silent)?.holds());
//! # Ok::<(), crossedge::Error>(())
//! ```

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod answer;
mod arborescences;
mod automorphisms;
mod checked;
mod cut;
pub mod deadlock;
pub mod disjoint;
mod distances;
mod fingerprint;
mod from_sources;
mod goal;
mod journey;
mod layout;
mod links;
mod listed_routes;
mod network;
mod one_for_all;
mod plan_map;
mod ports;
mod ring;
mod roles;
mod round;
mod route;
mod schedule;
mod schedule_fault;
mod sources;
mod throughput;
mod timetable;
mod tree;
mod verdict;
mod walks;
mod wiring;

pub use answer::{Answer, JUDGED_WHOLE, NotApart, SAMPLE, SAMPLE_SEED, VerifiedExtent, answer, rings_apart};
pub use arborescences::{BadTrees, arborescences};
pub use automorphisms::{BadSymmetry, automorphisms};
pub use checked::{Asserted, Checked, Unfit};
pub use cut::{BadCut, CutCount, cut, halves};
pub use distances::{WrongDistance, distances};
pub use fingerprint::Fingerprint;
pub use from_sources::{BadSources, BySymmetry, from_sources};
pub use goal::{GoalCount, GoalFault, goal};
pub use journey::{BadJourney, journey};
pub use layout::{BadLayout, LayoutCount, layout};
pub use links::{Conflict, Switching, conflicts};
pub use listed_routes::{BadRoutes, ListedCount, deadlock_freedom, waiting_cycle};
pub use network::{Refuted, Verified, network};
pub use one_for_all::{BadProgram, OneForAll, one_for_all};
pub use plan_map::{BadMap, MapClaim, plan_map};
pub use ring::{Broken, Claim, MAX_JUDGED, Shared, link_disjoint, ring};
pub use roles::{BadRole, roles};
pub use round::{RoundSteps, round};
pub use route::{BadRoute, route};
pub use schedule::{MAX_CHUNKS, schedule, widths};
pub use schedule_fault::{Model, Ports, Reason, ScheduleFault};
pub use throughput::{BadCertificate, throughput};
pub use timetable::{BadTimetable, timetable};
pub use tree::{BadTree, tree};
pub use verdict::{Limit, No, Verdict};
pub use walks::{Lost, Walked};
pub use wiring::{BadRepair, wiring};
