//! The result of an evaluator, before it is compared with the paper.

use crate::ratio::LowestTerms;

/// The result of an evaluator, before it is compared with the paper.
pub struct Evaluated {
    /// The value.
    pub value: ComputedValue,
    /// The evidence.
    pub evidence: String,
}

/// A value of ours.
pub enum ComputedValue {
    /// An exact number.
    Exact(LowestTerms),
    /// A number that is rounded as the paper rounds.
    Rounded(f64),
    /// Bounds.
    Between(LowestTerms, LowestTerms),
    /// A text.
    Text(String),
}

impl Evaluated {
    /// An exact integers.
    pub fn count(value: u64, evidence: impl Into<String>) -> Evaluated {
        Evaluated { value: ComputedValue::Exact(LowestTerms::from_integer(value)), evidence: evidence.into() }
    }
}
