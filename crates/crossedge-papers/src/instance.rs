//! The result of one case: the paper's value, ours, and their relation.

use crate::claim::Relation;
use crate::ratio::LowestTerms;
use schemars::JsonSchema;
use serde::Serialize;

/// The result of one case of a check.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Instance {
    /// The subject.
    pub what: String,
    /// The paper's value.
    #[serde(rename = "paper_value")]
    pub paper: String,
    /// Ours.
    #[serde(rename = "our_value")]
    pub ours: String,
    /// How ours is known, with the counterexample where there is one.
    pub evidence: String,
    /// How ours is to the paper's.
    pub outcome: Outcome,
    /// Outside the condition that the claim needs.
    pub outside_condition: bool,
    /// The interpretation of the text, where it has several.
    pub interpretation: Option<String>,
}

/// How ours is to the paper's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// As claimed by the paper.
    Agrees,
    /// Not so; ours is larger.
    Above,
    /// Not so; ours is smaller.
    Below,
    /// Not so, and there is no order.
    Differs,
    /// Our bounds do not settle it.
    Open,
}

impl Outcome {
    /// A number of ours against one of the paper's.
    pub(crate) fn compare(ours: &LowestTerms, paper: &LowestTerms, relation: Relation) -> Outcome {
        let agrees = match relation {
            Relation::Equal => ours == paper,
            Relation::AtMost => ours <= paper,
            Relation::AtLeast => ours >= paper,
            Relation::Below => ours < paper,
        };
        match agrees {
            true => Outcome::Agrees,
            false if ours > paper => Outcome::Above,
            false if ours < paper => Outcome::Below,
            false => Outcome::Differs,
        }
    }
}
