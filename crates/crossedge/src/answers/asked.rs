//! A figure that was asked for.

use crate::evidence::{Evidence, Known};

/// A figure that was asked for: its value and how it is known, or why it is not.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked<T> {
    /// The value; null where it is not known.
    pub value: Option<T>,
    /// How it is known, or how it was sought; null where it cannot be had.
    pub evidence: Option<Evidence>,
    /// What shows that the value is no.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub counterexample: Option<String>,
    /// Why it cannot be had.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub reason: Option<String>,
    /// What to do about it.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub help: Option<String>,
}

impl<T> From<Known<T>> for Asked<T> {
    fn from(known: Known<T>) -> Self {
        let Known { value, evidence } = known;
        Asked { value: Some(value), evidence: Some(evidence), counterexample: None, reason: None, help: None }
    }
}
