//! What is answered to somebody who needs a machine.

use crate::answers::{DeadlockAnswer, DesignAnswer, LayoutAnswer, OperatedAnswer};
use crate::exact::Exact;

/// Advice for a requirement.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdviceAnswer {
    /// What is required, in sentences.
    pub requirement: Vec<String>,
    /// The designs that meet it, and who wins by what.
    pub designs: DesignAnswer,
    /// The design that is recommended; null where none meets the requirement.
    pub recommended: Option<RecommendedAnswer>,
    /// Its routing and virtual channels, with the verdict on deadlock; null where that was not to be had.
    pub routing: Option<DeadlockAnswer>,
    /// What collectives take on it.
    pub collectives: Vec<AdvisedCollectiveAnswer>,
    /// Its racks and cables; null where that was not to be had.
    pub layout: Option<LayoutAnswer>,
    /// What failures take away from it, and how jobs fit; null where that was not to be had.
    pub failures: Option<OperatedAnswer>,
    /// Files to have, and the command for each.
    pub files: Vec<AdvisedFileAnswer>,
    /// What could not be told, and why.
    pub notes: Vec<String>,
}

/// The design that is recommended, and why.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecommendedAnswer {
    /// The network.
    pub expression: String,
    /// By what rule it was chosen.
    pub rule: String,
    /// How far it is from the best in every objective.
    pub compared: Vec<ComparedObjectiveAnswer>,
    /// What speaks against it.
    pub against: Vec<String>,
}

/// A design beside the best by one objective.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedObjectiveAnswer {
    /// The objective.
    pub objective: String,
    /// Its value, rounded.
    pub value: f64,
    /// The best value among the designs, rounded.
    pub best: f64,
    /// Who has it.
    pub best_of: String,
    /// How many times as good the best is.
    pub factor: f64,
}

/// What a collective takes.
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
    /// No schedule takes less.
    pub least_seconds: f64,
}

/// A file to have.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AdvisedFileAnswer {
    /// What it is called.
    pub name: String,
    /// What is in it.
    pub what: String,
    /// The command that writes it.
    pub command: String,
}
