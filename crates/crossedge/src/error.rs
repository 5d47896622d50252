//! The error returned by every request.
//!
//! A wrong expression or address keeps its place, so that it can be shown with a caret. Help may name fields of the request in backticks
//! (`` `limit` ``): a front end shows them as its own users spell them.
//!
//! ```
//! use crossedge::prelude::*;
//!
//! let wrong = "rdn(rnig(3), 2)".parse::<Topology>().unwrap_err();
//! assert_eq!(wrong.kind(), ErrorKind::Expression);
//! assert!(wrong.render(false).contains("help: did you mean 'ring'?"));
//! ```

use crate::collective::NoTrees;
use crate::cost::Contradiction;
use crate::expr::{self, Class};
use crate::metrics;
use crate::net::BadFaults;
use crate::progress::Stopped;
use crate::render::{MAX_DRAWN, TooManyNodes};
use crate::route::NoRoute;
use crate::route::channels::Unroutable;
use crate::route::flow;
use crate::route::loads::NoLoads;
use crate::verify::{BadRoute, Limit, No, Unfit};
use crate::words::UnknownWord;
use std::fmt;

/// The kinds of error: programs choose an exit code, a status or an exception by them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The expression or an address is wrong.
    Expression,
    /// Another argument is wrong.
    Usage,
    /// The requested object does not exist, or was not found.
    Nothing,
    /// A size limit; the help names a size that works.
    Limit,
    /// A verifier refuses what was requested.
    Refuted,
    /// A file could not be read.
    Input,
    /// Parts of the library contradict each other, and nothing that was found is reported.
    Internal,
    /// The caller has asked to stop.
    Stopped,
}

/// The error returned by every request.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    kind: ErrorKind,
    message: String,
    help: Option<String>,
    place: Option<Box<ErrorPlace>>,
}

/// An error in a text, and the text.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorPlace {
    /// The error, and its position.
    pub error: expr::Error,
    /// The text that it points into.
    pub text: String,
}

impl Error {
    /// An error of a kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), help: None, place: None }
    }

    /// A wrong expression or address, with the text that it points into.
    pub fn at(error: expr::Error, text: impl Into<String>) -> Self {
        let kind = match error.class {
            Class::Usage => ErrorKind::Expression,
            Class::Input => ErrorKind::Input,
            Class::Limit => ErrorKind::Limit,
        };
        let (message, help) = (error.message.clone(), error.help.clone());
        Error { kind, message, help, place: Some(Box::new(ErrorPlace { error, text: text.into() })) }
    }

    /// A wrong argument.
    pub fn usage(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Usage, message)
    }

    /// Something that does not exist, or was not found.
    pub fn nothing(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Nothing, message)
    }

    /// A size limit, and what works.
    pub fn limit(message: impl Into<String>, works: impl Into<String>) -> Self {
        Error::new(ErrorKind::Limit, message).help(works)
    }

    /// A contradiction inside the library.
    pub fn internal(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Internal, message)
    }

    /// The same error with this line of help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        let help = help.into();
        if let Some(place) = &mut self.place {
            place.error.help = Some(help.clone());
        }
        self.help = Some(help);
        self
    }

    /// The kind.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// The message, in one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Advice. Names in backticks are fields of the request.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The place in a text, for wrong expressions and addresses.
    pub fn place(&self) -> Option<&ErrorPlace> {
        self.place.as_deref()
    }

    /// The complete message, with the source text and a caret if the position is known. `color` turns on terminal colours.
    pub fn render(&self, color: bool) -> String {
        match (&self.place, &self.help) {
            (Some(place), _) => place.error.render(&place.text, color),
            (None, Some(help)) => format!("error: {}\nhelp: {help}", self.message),
            (None, None) => format!("error: {}", self.message),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.place, &self.help) {
            (Some(place), _) => place.error.fmt(f),
            (None, Some(help)) => write!(f, "{}; {help}", self.message),
            (None, None) => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Error::new(ErrorKind::Stopped, "stopped")
    }
}

impl From<NoTrees> for Error {
    fn from(no: NoTrees) -> Self {
        match no {
            NoTrees::Apart => Error::nothing(no.to_string()),
            NoTrees::TooLarge { nodes, works } => Error::limit(
                format!("no closed form for trees of a part of {nodes} nodes, and it is too large to search"),
                format!(
                    "about {works} nodes of its degree work; rings, paths, complete graphs, cubes, products and duals of such need no search"
                ),
            ),
            NoTrees::Stopped => Stopped.into(),
        }
    }
}

impl From<UnknownWord> for Error {
    fn from(unknown: UnknownWord) -> Self {
        Error::usage(format!("unknown {} '{}'", unknown.what, unknown.given))
            .help(format!("there are {}", unknown.known.join(", ")))
    }
}

impl From<NoRoute> for Error {
    fn from(why: NoRoute) -> Self {
        let kind = match why {
            NoRoute::Stopped => return Stopped.into(),
            NoRoute::Apart { .. } => ErrorKind::Nothing,
            NoRoute::TooLong { .. } | NoRoute::TooMany { .. } => ErrorKind::Limit,
        };
        let error = Error::new(kind, why.to_string());
        match why {
            NoRoute::TooMany { .. } => error.help("`limit` lets it see more nodes"),
            _ => error,
        }
    }
}

impl From<flow::FlowFailure> for Error {
    fn from(why: flow::FlowFailure) -> Self {
        match why {
            flow::FlowFailure::Stopped => Stopped.into(),
            why => Error::new(ErrorKind::Limit, why.to_string()),
        }
    }
}

impl From<metrics::Error> for Error {
    fn from(error: metrics::Error) -> Self {
        match error {
            metrics::Error::Stopped => Stopped.into(),
            metrics::Error::Limit { message, help } => Error::limit(message, help),
            metrics::Error::Usage { message, help } => Error::usage(message).help(help),
        }
    }
}

impl From<BadFaults> for Error {
    fn from(bad: BadFaults) -> Self {
        match bad {
            BadFaults::Address(error, text) => Error::at(*error, text),
            BadFaults::TooMany(_) => Error::limit(bad.message(), bad.advice()),
            bad => Error::usage(bad.message()).help(bad.advice()),
        }
    }
}

/// Advice if a network is too large.
const TRY_SMALLER: &str = "take a smaller network of the same construction";

impl From<Unroutable> for Error {
    fn from(why: Unroutable) -> Self {
        match why {
            Unroutable::TooLarge { .. } => Error::limit(why.to_string(), TRY_SMALLER),
            why => Error::usage(why.to_string()),
        }
    }
}

impl From<NoLoads> for Error {
    fn from(why: NoLoads) -> Self {
        match why {
            NoLoads::Stopped => Stopped.into(),
            NoLoads::Unroutable(why) => why.into(),
            NoLoads::TooMany { .. } => Error::limit(why.to_string(), TRY_SMALLER),
            NoLoads::Chosen(_) => Error::usage(why.to_string()),
            NoLoads::Pattern(why) => Error::usage(why),
        }
    }
}

impl From<Limit> for Error {
    fn from(limit: Limit) -> Self {
        Error::limit(limit.reached(), format!("take {}", limit.works))
    }
}

/// Converts a negative verdict: refuted is an error, and a limit stays a limit.
impl<F: fmt::Display> From<No<F>> for Error {
    fn from(no: No<F>) -> Self {
        match no {
            No::Refuted(fault) => Error::nothing(fault.to_string()),
            No::Undecided(limit) => limit.into(),
        }
    }
}

/// The library verifies what it uses, where it uses it.
impl From<Unfit> for Error {
    fn from(unfit: Unfit) -> Self {
        Error::internal(unfit.to_string())
    }
}

impl From<Contradiction> for Error {
    fn from(wrong: Contradiction) -> Self {
        Error::internal(wrong.to_string())
    }
}

impl From<TooManyNodes> for Error {
    fn from(many: TooManyNodes) -> Self {
        Error::limit(many.to_string(), format!("take at most {MAX_DRAWN} nodes, such as torus(50,50)"))
    }
}

impl From<BadRoute> for Error {
    fn from(bad: BadRoute) -> Self {
        Error::internal(format!("the route does not hold: {bad}"))
    }
}
