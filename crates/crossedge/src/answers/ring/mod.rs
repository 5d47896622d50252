//! Hamiltonian cycles and paths: all nodes in order, around faults if there are some, or several that are edge-disjoint.

mod answer;
mod find;
mod parameters;

pub use answer::{OneRingAnswer, PlaceAnswer, RingAnswer, RingKind, VerifiedPositionsAnswer};
#[cfg(feature = "schema")]
pub(super) use find::ENTRY;
pub use find::{RingReport, RingRequest, Rings, RingsOf};
