//! The worst single failure of every kind and its impact, and how jobs fit.

mod request;

pub use crate::failures::JobAnswer;
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{FailureAnswer, FailuresAnswer, FailuresRequest, OperatedAnswer};
