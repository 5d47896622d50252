//! What a failure takes away, and how jobs fit: the worst of every kind, not a sample.

mod cases;
pub(super) mod frame;
mod jobs;
mod request;

#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use jobs::JobAnswer;
pub use request::{FailureAnswer, FailuresAnswer, FailuresRequest, OperatedAnswer};
