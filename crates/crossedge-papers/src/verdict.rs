//! The six things that a claim can come to.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The verdict on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It holds in every case looked at, or by a theorem.
    Holds,
    /// It holds under a condition that the paper does not state.
    Condition,
    /// Its value bounds the truth, and is not always the truth.
    Bound,
    /// A case refutes it.
    False,
    /// The text is ambiguous, or incomplete.
    Unclear,
    /// Our bounds leave it open.
    Open,
}

impl Verdict {
    /// All of them, in order.
    pub const ALL: [Verdict; 6] =
        [Verdict::Holds, Verdict::Condition, Verdict::Bound, Verdict::False, Verdict::Unclear, Verdict::Open];

    /// The name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Condition => "condition",
            Verdict::Bound => "bound",
            Verdict::False => "false",
            Verdict::Unclear => "unclear",
            Verdict::Open => "open",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Holds => "holds",
            Verdict::Condition => "holds with a condition",
            Verdict::Bound => "bound only",
            Verdict::False => "false",
            Verdict::Unclear => "unclear in the text",
            Verdict::Open => "not settled",
        })
    }
}
