//! Why a network cannot be written in a format.

/// Why a network cannot be written in a format, and what can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// The obstacle.
    pub why: String,
    /// Advice.
    pub help: String,
    /// `true` if it is a matter of size.
    pub limit: bool,
}

impl Unfit {
    /// Too large for the reader.
    pub(super) fn too_large(why: impl Into<String>, help: impl Into<String>) -> Self {
        Unfit { why: why.into(), help: help.into(), limit: true }
    }

    /// The format cannot express it.
    pub(super) fn not_expressible(why: impl Into<String>, help: impl Into<String>) -> Self {
        Unfit { why: why.into(), help: help.into(), limit: false }
    }
}
