//! The report on a file that was written.

use crate::exact::Exact;

/// A file that was written, and what it shows.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Written<A> {
    /// Its name.
    pub file: String,
    /// Its format.
    pub format: String,
    /// Its size in bytes, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<Exact<u64>>,
    /// The content.
    #[serde(flatten)]
    pub shows: A,
}
