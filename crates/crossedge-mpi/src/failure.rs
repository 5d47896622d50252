//! Errors, their messages and exit codes: the same codes as those of `crossedge`.

use crossedge::expr::{Class, Error};
use std::fmt;

/// The reason why a job failed.
#[derive(Debug)]
pub enum Failure {
    /// A wrong expression or address, with the text that it points into.
    Source(Error, String),
    /// Wrong arguments.
    Usage(String),
    /// A size that passes a limit.
    Limit(String),
    /// A file that could not be read or written.
    Io(String),
}

impl Failure {
    /// The exit code of the kind.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Source(error, _) => match error.class {
                Class::Usage => 2,
                Class::Input => 3,
                Class::Limit => 4,
            },
            Failure::Usage(_) => 2,
            Failure::Limit(_) => 4,
            Failure::Io(_) => 3,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Source(error, text) => f.write_str(&error.render(text, false)),
            Failure::Usage(text) | Failure::Limit(text) | Failure::Io(text) => write!(f, "error: {text}"),
        }
    }
}
