//! Judges: they never use a generator, and replay what is claimed the slow, plain way.

mod checked;
mod cut;
pub mod deadlock;
pub mod disjoint;
mod network;
mod ring;
mod route;

pub use checked::Checked;
pub use cut::{CutCount, cut};
pub use network::{Refuted, Verified, network};
pub use ring::{Broken, Claim, MAX_JUDGED, Shared, link_disjoint, ring};
pub use route::{BadRoute, route};
