//! Advice for a requirement, on one page: designs, the one that is recommended and why, its routing, collectives, layout and failures, and the files to have.
//! Every metric is the answer of another verb; what could not be had is reported with the reason.

mod answer;
pub(super) mod choose;
mod request;

pub use answer::{
    AdviceAnswer, AdvisedCollectiveAnswer, AdvisedFileAnswer, ComparedObjectiveAnswer, RecommendedAnswer,
};
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{Advice, AdviseRequest};
