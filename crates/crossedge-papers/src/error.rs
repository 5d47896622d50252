//! Errors of claims.

use std::fmt;

/// Why claims were not evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The work was cancelled.
    Stopped,
    /// A file of claims that cannot be read.
    File {
        /// The file name.
        name: String,
        /// The error.
        why: String,
    },
    /// A paper that there is not.
    NoPaper {
        /// The name that was requested.
        asked: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// No claim has the text.
    NoClaim(String),
    /// A case that cannot be evaluated.
    Case {
        /// The claim.
        claim: String,
        /// The network of the case.
        expr: String,
        /// The error.
        why: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Stopped => f.write_str("stopped"),
            Error::File { name, why } => write!(f, "{name}: {why}"),
            Error::NoPaper { asked, known } => {
                write!(f, "there is no paper '{asked}'\nhelp: the papers are {}", known.join(", "))
            }
            Error::NoClaim(text) => write!(f, "no claim has '{text}' in its name, place or errata"),
            Error::Case { claim, expr, why } => write!(f, "claim '{claim}', {expr}: {why}"),
        }
    }
}

impl std::error::Error for Error {}
