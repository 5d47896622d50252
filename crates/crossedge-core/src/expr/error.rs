//! Errors in expressions: a reason, a position, and advice.

use super::tree::Span;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;

/// The kind of failure, which determines the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// The expression or address is wrong.
    Usage,
    /// A file could not be read.
    Input,
    /// The request exceeds a size limit.
    Limit,
}

/// A reason, a place in the source text, and help.
#[derive(Debug, Clone, PartialEq)]
pub struct Error {
    /// The kind of failure.
    pub class: Class,
    /// One line: what is wrong.
    pub message: String,
    /// Position in the text.
    pub span: Span,
    /// One line: what to do.
    pub help: Option<String>,
}

impl Error {
    /// A wrong expression.
    pub fn usage(message: impl Into<String>, span: Span) -> Self {
        Error { class: Class::Usage, message: message.into(), span, help: None }
    }

    /// A file that cannot be read.
    pub fn input(message: impl Into<String>, span: Span) -> Self {
        Error { class: Class::Input, message: message.into(), span, help: None }
    }

    /// A size that exceeds a limit.
    pub fn limit(message: impl Into<String>, span: Span) -> Self {
        Error { class: Class::Limit, message: message.into(), span, help: None }
    }

    /// The same error with a line of help.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The complete message, with the source line and a caret under the error.
    ///
    /// `color` turns on terminal colours.
    pub fn render(&self, source: &str, color: bool) -> String {
        let start = floor_char(source, self.span.start);
        // An empty place, such as the end of the text, still gets one caret.
        let end = ceil_char(source, self.span.end.max(start + 1));
        let snippet =
            Snippet::source(source).line_start(1).annotation(AnnotationKind::Primary.span(start..end));
        let mut groups = vec![Group::with_title(Level::ERROR.primary_title(&*self.message)).element(snippet)];
        if let Some(help) = &self.help {
            groups.push(Group::with_title(Level::HELP.secondary_title(&**help)));
        }
        let renderer = if color { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&groups).to_string()
    }
}

/// The nearest character border at or below `at`.
fn floor_char(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The nearest character border at or above `at`.
fn ceil_char(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}..{}", self.message, self.span.start, self.span.end)?;
        match &self.help {
            Some(help) => write!(f, "; {help}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Error {}
