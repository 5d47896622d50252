//! Errors of the library as exceptions: one class for each kind, with the caret and the line of help in the text.

use crossedge::error::ErrorKind;
use crossedge::{Error, words::UnknownWord};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;

/// The class of `crossedge.errors` for a kind.
fn error_class(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Expression => "ExpressionError",
        ErrorKind::Usage => "UsageError",
        ErrorKind::Nothing => "NothingError",
        ErrorKind::Limit => "LimitError",
        ErrorKind::Refuted => "RefutedError",
        ErrorKind::Input => "InputError",
        ErrorKind::Internal => "InternalError",
        ErrorKind::Stopped => "StoppedError",
    }
}

/// An error as an exception.
pub fn to_exception(py: Python<'_>, error: &Error) -> PyErr {
    if error.kind() == ErrorKind::Stopped {
        return PyKeyboardInterrupt::new_err("stopped");
    }
    let place = error.place().map(|place| (place.text.clone(), place.error.span.start, place.error.span.end));
    let made = || {
        let class = py.import("crossedge.errors")?.getattr(error_class(error.kind()))?;
        class.call1((error.render(false).trim_end(), error.message(), error.advice(), place))
    };
    match made() {
        Ok(exception) => PyErr::from_value(exception),
        Err(_) => PyRuntimeError::new_err(error.to_string()),
    }
}

/// An error whose text has several lines, the last of which may be help.
pub fn error_from_text(kind: ErrorKind, text: &str) -> Error {
    match text.split_once("\nhelp: ") {
        Some((message, help)) => Error::new(kind, message).help(help),
        None => Error::new(kind, text),
    }
}

/// A name given by a caller.
pub fn word<T: std::str::FromStr<Err = UnknownWord>>(text: &str) -> Result<T, Error> {
    text.parse().map_err(Error::from)
}

/// The same where there may be none.
pub fn words<T: std::str::FromStr<Err = UnknownWord>>(text: Option<&str>) -> Result<Option<T>, Error> {
    text.map(word).transpose()
}
