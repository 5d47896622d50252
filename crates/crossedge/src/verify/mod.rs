//! Judges: they never use a generator, and replay what is claimed the slow, plain way.

mod checked;
mod cut;
pub mod deadlock;
pub mod disjoint;
mod distances;
mod fingerprint;
mod from_sources;
mod links;
mod network;
mod ring;
mod route;
mod schedule;
mod sources;
mod tree;
mod verdict;

pub use checked::{Asserted, Checked, Unfit};
pub use cut::{BadCut, CutCount, cut};
pub use distances::{WrongDistance, distances};
pub use fingerprint::Fingerprint;
pub use from_sources::{BadSources, BySymmetry, from_sources};
pub use links::{Conflict, Switching, conflicts};
pub use network::{Refuted, Verified, network};
pub use ring::{Broken, Claim, MAX_JUDGED, Shared, link_disjoint, ring};
pub use route::{BadRoute, route};
pub use schedule::{Fault, MAX_CHUNKS, Model, Ports, Reason, schedule};
pub use tree::{BadTree, tree};
pub use verdict::{Limit, No, Verdict};
