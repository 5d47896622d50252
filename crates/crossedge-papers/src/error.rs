//! Errors of claims.

/// Why claims were not evaluated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The work was cancelled.
    #[error("stopped")]
    Stopped,
    /// A file of claims that cannot be read.
    #[error("{name}: {why}")]
    File {
        /// The file name.
        name: String,
        /// The error.
        why: String,
    },
    /// A paper that there is not.
    #[error("there is no paper '{asked}'\nhelp: the papers are {}", .known.join(", "))]
    NoPaper {
        /// The name that was requested.
        asked: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// No claim has the text.
    #[error("no claim has '{0}' in its name, place or errata")]
    NoClaim(String),
    /// A case that cannot be evaluated.
    #[error("claim '{claim}', {expr}: {why}")]
    Case {
        /// The claim.
        claim: String,
        /// The network of the case.
        expr: String,
        /// The error.
        why: String,
    },
}
