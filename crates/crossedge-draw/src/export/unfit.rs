//! Why a network cannot be written in a format.

/// Why a network cannot be written in a format, and what can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// What is in the way.
    pub why: String,
    /// What to do.
    pub help: String,
    /// Whether it is a matter of size.
    pub limit: bool,
}

impl Unfit {
    /// Too large for the reader.
    pub(super) fn limit(why: impl Into<String>, help: impl Into<String>) -> Self {
        Unfit { why: why.into(), help: help.into(), limit: true }
    }

    /// The format has no word for it.
    pub(super) fn unsaid(why: impl Into<String>, help: impl Into<String>) -> Self {
        Unfit { why: why.into(), help: help.into(), limit: false }
    }
}
