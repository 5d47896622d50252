//! The worst single failure of every kind and its impact, and how jobs fit.

mod damaged;
mod random;
mod request;

pub use crate::failures::JobAnswer;
pub(super) use damaged::damaged_network;
pub use random::{RandomFailuresAnswer, RandomSampleAnswer};
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{FailureAnswer, FailuresAnswer, FailuresRequest, OperatedAnswer};
