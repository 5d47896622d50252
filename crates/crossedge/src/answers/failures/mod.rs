//! The worst single failure of every kind and its impact, and how jobs fit.

mod random;
mod request;

pub use crate::failures::JobAnswer;
pub use random::{RandomFailuresAnswer, RandomSampleAnswer};
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{FailureAnswer, FailuresAnswer, FailuresRequest, OperatedAnswer};
