//! A metric that was requested.

use crate::evidence::{Evidence, Known};

/// A requested metric: its value and evidence, or why it is unavailable.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asked<T> {
    /// The value; null if it is not known.
    pub value: Option<T>,
    /// The evidence, or the attempted method; null if unavailable.
    pub evidence: Option<Evidence>,
    /// The counterexample, if the value is no.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// Why it is unavailable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Advice.
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
    /// An unavailable metric, the reason, and advice.
    pub(super) fn gap(reason: &str, help: &str) -> Asked<T> {
        let (reason, help) = (Some(reason.to_owned()), Some(help.to_owned()));
        Asked { value: None, evidence: None, counterexample: None, reason, help }
    }
}
