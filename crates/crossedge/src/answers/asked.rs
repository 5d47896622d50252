//! A figure that was asked for.

use crate::evidence::{Evidence, Known};

/// A figure that was asked for: its value and how it is known, or why it is not.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked<T> {
    /// The value; null where it is not known.
    pub value: Option<T>,
    /// How it is known, or how it was sought; null where it cannot be had.
    pub evidence: Option<Evidence>,
    /// What shows that the value is no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// Why it cannot be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl<T> From<Known<T>> for Asked<T> {
    fn from(known: Known<T>) -> Self {
        let Known { value, evidence } = known;
        Asked { value: Some(value), evidence: Some(evidence), counterexample: None, reason: None, help: None }
    }
}

impl<T> Asked<T> {
    /// A figure that is not told, why, and what to do about it.
    pub(super) fn gap(reason: &str, help: &str) -> Asked<T> {
        let (reason, help) = (Some(reason.to_owned()), Some(help.to_owned()));
        Asked { value: None, evidence: None, counterexample: None, reason, help }
    }
}
