//! The answer of `advise`.

use crate::answers::{DeadlockAnswer, DesignAnswer, LayoutAnswer, OperatedAnswer};
use crate::exact::Exact;

/// A recommendation for a requirement.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdviceAnswer {
    /// The requirement, in sentences.
    pub requirement: Vec<String>,
    /// The designs that meet it, and the best by each objective.
    pub designs: DesignAnswer,
    /// The recommended design; null if none meets the requirement.
    pub recommended: Option<RecommendedAnswer>,
    /// Its routing and virtual channels, with the deadlock verdict; null if unavailable.
    pub routing: Option<DeadlockAnswer>,
    /// The cost of collectives on it.
    pub collectives: Vec<AdvisedCollectiveAnswer>,
    /// Its racks and cables; null if unavailable.
    pub layout: Option<LayoutAnswer>,
    /// The impact of failures, and the jobs that fit; null if unavailable.
    pub failures: Option<OperatedAnswer>,
    /// Files to write next, and the command for each.
    pub files: Vec<AdvisedFileAnswer>,
    /// Unavailable results, and why.
    pub notes: Vec<String>,
}

/// The recommended design, and why.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecommendedAnswer {
    /// The network.
    pub expression: String,
    /// The rule by which it was chosen.
    pub rule: String,
    /// Its ratio to the best in every objective.
    pub compared: Vec<ComparedObjectiveAnswer>,
    /// Its disadvantages.
    pub disadvantages: Vec<String>,
}

/// A design compared with the best by one objective.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedObjectiveAnswer {
    /// The objective.
    pub objective: String,
    /// Its value, rounded.
    pub value: f64,
    /// The best value among the designs, rounded.
    pub best: f64,
    /// The best design.
    pub best_of: String,
    /// Ratio of the best value to this one.
    pub factor: f64,
}

/// The cost of a collective.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdvisedCollectiveAnswer {
    /// Which one.
    pub collective: String,
    /// Bytes of the vector, or of one endpoint's message.
    pub bytes: Exact<u64>,
    /// The fastest algorithm.
    pub algorithm: String,
    /// Its time.
    pub seconds: f64,
    /// Lower bound on the time of any schedule.
    pub least_seconds: f64,
}

/// A file to write next.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdvisedFileAnswer {
    /// The name.
    pub name: String,
    /// The contents.
    pub what: String,
    /// The command that writes it.
    pub command: String,
}
