//! Judges: they never use a generator, and replay what is claimed the slow, plain way.

mod checked;
mod cut;
pub mod deadlock;
pub mod disjoint;
mod from_sources;
mod links;
mod network;
mod ring;
mod route;
mod schedule;
mod sources;
mod tree;

pub use checked::Checked;
pub use cut::{CutCount, cut};
pub use from_sources::from_sources;
pub use links::{Conflict, Switching, conflicts};
pub use network::{Refuted, Verified, network};
pub use ring::{Broken, Claim, MAX_JUDGED, Shared, link_disjoint, ring};
pub use route::{BadRoute, route};
pub use schedule::{Fault, MAX_CHUNKS, Model, NoVerdict, Ports, Reason, schedule};
pub use tree::{BadTree, tree};
