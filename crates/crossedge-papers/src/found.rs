//! What an evaluator finds, before it is held against the paper.

use crate::ratio::Ratio;

/// What an evaluator found, before it is held against the paper.
pub struct Found {
    /// The value.
    pub value: Value,
    /// How it is known.
    pub evidence: String,
}

/// A value of ours.
pub enum Value {
    /// An exact number.
    Exact(Ratio),
    /// A number that is rounded as the paper rounds.
    Rounded(f64),
    /// Between two ends.
    Between(Ratio, Ratio),
    /// A text.
    Text(String),
}

impl Found {
    /// An exact whole number.
    pub fn count(value: u64, evidence: impl Into<String>) -> Found {
        Found { value: Value::Exact(Ratio::int(value)), evidence: evidence.into() }
    }
}
