//! Errors as the page sees them: a status, a kind, and help with a caret.

use crossedge::Error;
use crossedge::error::ErrorKind;
use serde_json::{Map, Value, json};

/// An error with its status.
#[derive(Debug, Clone)]
pub struct HttpError {
    /// The status of the answer.
    pub status: u16,
    /// The report.
    pub details: Value,
}

impl HttpError {
    /// An error of the server itself.
    pub fn new(status: u16, kind: &str, message: &str, help: &str) -> Self {
        HttpError { status, details: json!({ "kind": kind, "message": message, "help": help }) }
    }

    /// All that is answered.
    pub fn response_body(&self) -> Value {
        json!({ "error": self.details })
    }
}

/// Number of UTF-16 units before a byte, as JavaScript counts.
fn utf16_units(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    text[..byte].encode_utf16().count()
}

impl From<&Error> for HttpError {
    fn from(error: &Error) -> Self {
        let (status, kind) = match error.kind() {
            ErrorKind::Expression => (400, "expression"),
            ErrorKind::Usage => (400, "usage"),
            ErrorKind::Input => (400, "input"),
            ErrorKind::Nothing => (404, "nothing"),
            ErrorKind::Refuted => (409, "refuted"),
            ErrorKind::Limit => (422, "limit"),
            ErrorKind::Internal => (500, "internal"),
            ErrorKind::Stopped => (410, "stopped"),
        };
        let mut details = Map::new();
        details.insert("kind".to_owned(), kind.into());
        details.insert("message".to_owned(), error.message().into());
        details.insert("help".to_owned(), error.advice().map_or(Value::Null, Into::into));
        if let Some(place) = error.place() {
            let span = &place.error.span;
            details.insert("text".to_owned(), place.text.clone().into());
            details.insert("from".to_owned(), utf16_units(&place.text, span.start).into());
            details.insert("to".to_owned(), utf16_units(&place.text, span.end).into());
        }
        details.insert("rendered".to_owned(), error.render(false).into());
        HttpError { status, details: Value::Object(details) }
    }
}

impl From<Error> for HttpError {
    fn from(error: Error) -> Self {
        HttpError::from(&error)
    }
}
