//! The result of an evaluator, before it is compared with the paper.

use crate::ratio::Ratio;

/// The result of an evaluator, before it is compared with the paper.
pub struct Found {
    /// The value.
    pub value: Value,
    /// The evidence.
    pub evidence: String,
}

/// A value of ours.
pub enum Value {
    /// An exact number.
    Exact(Ratio),
    /// A number that is rounded as the paper rounds.
    Rounded(f64),
    /// Bounds.
    Between(Ratio, Ratio),
    /// A text.
    Text(String),
}

impl Found {
    /// An exact integers.
    pub fn count(value: u64, evidence: impl Into<String>) -> Found {
        Found { value: Value::Exact(Ratio::int(value)), evidence: evidence.into() }
    }
}
