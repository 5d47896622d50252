//! Hamiltonian cycles and paths: all nodes in order, around faults if there are some, or several that share no link.

mod answer;
mod find;

#[cfg(feature = "schema")]
pub(super) use find::ENTRY;
pub use answer::{JudgedAnswer, OneRingAnswer, PlaceAnswer, RingAnswer, RingKind};
pub use find::{RingRequest, RingTell, Rings, RingsOf};
