//! One-page advice for a requirement: designs, the recommended one with the reasons, its routing, collectives, layout and failures, and useful files.
//! Every metric is the answer of another verb; if one could not be computed, the reason is reported.

mod answer;
pub(super) mod choose;
mod request;

pub use answer::{
    AdviceAnswer, AdvisedCollectiveAnswer, AdvisedFileAnswer, ComparedObjectiveAnswer, RecommendedAnswer,
};
#[cfg(feature = "schema")]
pub(super) use request::ENTRY;
pub use request::{Advice, AdviseRequest};
