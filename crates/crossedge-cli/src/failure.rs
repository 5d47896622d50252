//! Errors, their messages and exit codes.

use crate::clean::{clean_in_place, sanitize};
use crossedge::error::ErrorKind;
use crossedge::expr::{Class, Error};
use crossedge::progress::Stopped;
use crossedge::verify::{No, Unfit};
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// The reason why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// A wrong expression or address, with the text that it points into.
    Source(Error, String),
    /// Wrong arguments, beyond what clap can see.
    Usage(String),
    /// The requested object does not exist, or was not found.
    Nothing(String),
    /// A size that passes a limit of the work itself.
    Limit(String),
    /// Rejected by the verifier.
    Refuted(String),
    /// A file that could not be read or written.
    Io(String),
    /// Our own parts contradict each other; nothing that was found is shown.
    Internal(String),
    /// Interrupted by the user.
    Interrupted,
    /// The reader of our output has gone.
    Closed,
}

impl Failure {
    /// Prints the error to stderr.
    pub fn report(&self) {
        let message = match self {
            // The renderer always colours; the stream strips what the terminal or NO_COLOR does not want.
            Failure::Source(error, text) => {
                let cleaned = Error {
                    message: sanitize(&error.message).into_owned(),
                    help: error.help.as_deref().map(|help| sanitize(&with_option_names(help)).into_owned()),
                    ..error.clone()
                };
                cleaned.render(&clean_in_place(text), true)
            }
            Failure::Usage(message)
            | Failure::Nothing(message)
            | Failure::Limit(message)
            | Failure::Io(message) => {
                format!("error: {}", sanitize(message))
            }
            Failure::Refuted(message) => format!("refuted: {}", sanitize(message)),
            Failure::Internal(message) => {
                format!(
                    "internal error: {}\nhelp: this is a mistake in Crossedge; please report it with the command",
                    sanitize(message)
                )
            }
            Failure::Interrupted => "interrupted".to_owned(),
            Failure::Closed => return,
        };
        // If stderr is closed as well, the exit code remains.
        let _ = writeln!(anstream::stderr(), "{message}");
    }

    /// Its first line, without the kind and without help.
    pub fn first_line(&self) -> String {
        let message = match self {
            Failure::Source(error, _) => &error.message,
            Failure::Usage(message)
            | Failure::Nothing(message)
            | Failure::Limit(message)
            | Failure::Refuted(message)
            | Failure::Io(message)
            | Failure::Internal(message) => message,
            Failure::Interrupted => "interrupted",
            Failure::Closed => "the output is closed",
        };
        message.lines().next().unwrap_or_default().to_owned()
    }

    /// The exit code of the kind.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::Source(error, _) => match error.class {
                Class::Usage => 2,
                Class::Input => 3,
                Class::Limit => 4,
            },
            Failure::Refuted(_) | Failure::Internal(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Nothing(_) => 1,
            Failure::Limit(_) => 4,
            Failure::Io(_) => 3,
            Failure::Interrupted => 130,
            Failure::Closed => 0,
        })
    }
}

/// Converts an error of the library.
impl From<crossedge::Error> for Failure {
    fn from(error: crossedge::Error) -> Self {
        if let Some(place) = error.place() {
            return Failure::Source(place.error.clone(), place.text.clone());
        }
        let advice = error.advice().map(with_option_names);
        let message = with_option_names(error.message());
        let message = match advice {
            Some(advice) => format!("{message}\nhelp: {advice}"),
            None => message,
        };
        match error.kind() {
            ErrorKind::Expression | ErrorKind::Usage => Failure::Usage(message),
            ErrorKind::Nothing => Failure::Nothing(message),
            ErrorKind::Limit => Failure::Limit(message),
            ErrorKind::Refuted => Failure::Refuted(message),
            ErrorKind::Input => Failure::Io(message),
            ErrorKind::Internal => Failure::Internal(message),
            ErrorKind::Stopped => Failure::Interrupted,
        }
    }
}

/// Names of the library that differ from the verbs of this program.
const VERBS: [(&str, &str); 3] = [
    ("the catalog shows", "`crossedge list` shows"),
    ("verifying it names", "`crossedge verify` names"),
    ("sizes and degrees still work", "sizes and degrees still work (crossedge show)"),
];

/// A text as it is typed: the library names the fields of a request in backticks, and here they are options.
pub fn with_option_names(text: &str) -> String {
    let text = VERBS.iter().fold(text.to_owned(), |text, (plain, verb)| text.replace(plain, verb));
    let field = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let pieces: Vec<&str> = text.split('`').collect();
    let piece = |(i, part): (usize, &&str)| match (i % 2 == 1, field(part)) {
        (true, true) => format!("--{}", part.replace('_', "-")),
        (true, false) => format!("`{part}`"),
        (false, _) => (*part).to_owned(),
    };
    match pieces.len() % 2 {
        // Every backtick has its fellow.
        1 => pieces.iter().enumerate().map(piece).collect(),
        _ => text,
    }
}

impl From<Stopped> for Failure {
    fn from(_: Stopped) -> Self {
        Failure::Interrupted
    }
}

/// Converts a negative verdict: refuted is an error, and a limit stays a limit.
impl<F: fmt::Display> From<No<F>> for Failure {
    fn from(no: No<F>) -> Self {
        match no {
            No::Refuted(fault) => Failure::Nothing(fault.to_string()),
            No::Undecided(limit) => Failure::Limit(limit.to_string()),
        }
    }
}

/// The program verifies what it uses, where it uses it.
impl From<Unfit> for Failure {
    fn from(unfit: Unfit) -> Self {
        Failure::Internal(unfit.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::Io(error.to_string()),
        }
    }
}
