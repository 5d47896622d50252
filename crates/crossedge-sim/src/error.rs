//! Errors, with advice.

use crossedge::expr;
use crossedge::progress::Stopped;
use std::fmt;

/// Why there is no outcome.
#[derive(Debug, Clone, PartialEq)]
pub enum Error {
    /// The expression of the network; the error points into the text.
    Expression(expr::Error, String),
    /// A setting that cannot be.
    Setting(String),
    /// A size that passes a limit.
    Limit(String),
    /// The verifier has refuted the routing, and no one asked for it all the same.
    Refused(String),
    /// The engine has failed. The message is its own, the configuration is what it was given.
    Engine {
        /// The engine's message.
        message: String,
        /// The settings that it was run with, as canonical text.
        settings: String,
    },
    /// Standard output could not be turned away from the engine's reports.
    Output(String),
    /// Stopped before the end.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Expression(error, text) => f.write_str(error.render(text, false).trim_end()),
            Error::Setting(text) | Error::Limit(text) | Error::Refused(text) => f.write_str(text),
            Error::Engine { message, settings } => write!(
                f,
                "the engine failed: {message}\nsettings: {settings}\nhelp: this is a fault of the engine or of its wrapping; please report it with the settings"
            ),
            Error::Output(why) => {
                write!(f, "standard output could not be turned away from the engine's reports: {why}")
            }
            Error::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::Stopped
    }
}
