//! Single failures up to symmetry, and the isolated jobs that a machine can run at once.

mod cases;
mod frame;
mod jobs;

pub(crate) use cases::{FailureCase, NarrowedLink, cases};
pub use frame::NodeCoordinates;
pub use jobs::JobAnswer;
pub(crate) use jobs::jobs;
