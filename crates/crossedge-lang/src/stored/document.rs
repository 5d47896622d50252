//! JSON and YAML as a tree of values with their lines, from one parser: JSON is YAML of one kind. Anchors are not read: a small file could then
//! mean an exponentially large one.

use super::read::{ReadError, wrong};
use saphyr_parser::{Event, Parser, ScalarStyle};
use std::collections::HashSet;

/// A value and its line, from 1.
#[derive(Debug, Clone)]
pub(super) struct Value {
    pub line: u64,
    kind: DocumentKind,
}

#[derive(Debug, Clone)]
enum DocumentKind {
    Scalar { text: String, plain: bool },
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// Deeper values are refused.
const MAX_DEPTH: usize = 200;

/// The first document of a text.
pub(super) fn document(bytes: &[u8]) -> Result<Value, ReadError> {
    let Ok(text) = std::str::from_utf8(bytes) else { return wrong(1, "the file is not UTF-8 text") };
    let text = text.trim_start_matches('\u{feff}');
    let mut open: Vec<Value> = Vec::new();
    // The key that waits for its value, and the keys already read, for each open value.
    let mut keys: Vec<(Option<String>, HashSet<String>)> = Vec::new();
    let mut parser = Parser::new_from_str(text);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.or_else(|error| wrong(error.marker().line() as u64, error.info()))?;
        let line = span.start.line() as u64;
        let value = match event {
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() == MAX_DEPTH => {
                return wrong(line, format!("values are nested deeper than {MAX_DEPTH} levels"));
            }
            Event::SequenceStart(..) => {
                open.push(Value { line, kind: DocumentKind::List(Vec::new()) });
                keys.push(Default::default());
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Value { line, kind: DocumentKind::Map(Vec::new()) });
                keys.push(Default::default());
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                keys.pop();
                match open.pop() {
                    Some(value) => value,
                    None => continue,
                }
            }
            Event::Scalar(text, style, ..) => {
                let plain = style == ScalarStyle::Plain;
                Value { line, kind: DocumentKind::Scalar { text: text.into_owned(), plain } }
            }
            Event::Alias(_) => return wrong(line, "anchors and aliases are not read"),
            _ => continue,
        };
        let Some(parent) = open.last_mut() else { return Ok(value) };
        let (key, seen) = keys.last_mut().expect("a key for every open value");
        match (&mut parent.kind, key.take()) {
            (DocumentKind::List(items), _) => items.push(value),
            (DocumentKind::Map(entries), Some(name)) => entries.push((name, value)),
            (DocumentKind::Map(_), None) => match value.kind {
                DocumentKind::Scalar { text, .. } => {
                    if !seen.insert(text.clone()) {
                        return wrong(line, format!("the key {text:?} occurs twice"));
                    }
                    *key = Some(text);
                }
                _ => return wrong(line, "a key must be plain or quoted text"),
            },
            (DocumentKind::Scalar { .. }, _) => {}
        }
    }
    wrong(1, "the file is empty")
}

impl Value {
    /// The value of a key; `None` for what is not a map, or has no such key, or null.
    pub fn get(&self, key: &str) -> Option<&Value> {
        let DocumentKind::Map(entries) = &self.kind else { return None };
        entries.iter().find(|(name, _)| name == key).map(|(_, value)| value).filter(|value| !value.is_null())
    }

    /// Keys and values of a map; nothing for other values.
    pub fn entries(&self) -> &[(String, Value)] {
        match &self.kind {
            DocumentKind::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a list. A value that is not a list is a list of its own: some tools print lists of one item so.
    pub fn items(&self) -> &[Value] {
        match &self.kind {
            DocumentKind::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// The text of a scalar: a number, or bare or quoted text.
    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            DocumentKind::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// `true` for the scalar `true` without quotes.
    pub fn is_true(&self) -> bool {
        matches!(&self.kind, DocumentKind::Scalar { text, plain: true } if text == "true")
    }

    fn is_null(&self) -> bool {
        matches!(&self.kind, DocumentKind::Scalar { text, plain: true } if matches!(text.as_str(), "" | "~" | "null"))
    }
}
