//! The cost of a failure away, and how jobs fit: the worst of every kind, not a sample.

mod cases;
pub(super) mod frame;
mod jobs;
mod request;

pub use jobs::JobAnswer;
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{FailureAnswer, FailuresAnswer, FailuresRequest, OperatedAnswer};
