//! Single failures up to symmetry, and the isolated jobs that a machine can run at once.

mod cases;
mod frame;
mod jobs;

pub(crate) use cases::{Case, cases};
pub use frame::Frame;
pub use jobs::JobAnswer;
pub(crate) use jobs::jobs;
