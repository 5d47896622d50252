//! A published work, as the bibliography has it.

use std::fmt;

/// The bibliography in BibTeX: every entry begins with `@` at the start of a line and has one field a line.
const BIBLIOGRAPHY: &str = include_str!("../../references.bib");

/// A published work, as BibTeX has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Publication {
    /// The key to cite it by.
    pub key: &'static str,
    text: &'static str,
}

impl Publication {
    /// The value of a field, e.g. `title`; `None` if the entry has no such field.
    pub fn field(&self, name: &str) -> Option<&'static str> {
        self.text.lines().find_map(|line| {
            let value = line.strip_prefix("  ")?.strip_prefix(name)?.strip_prefix(" = {")?;
            value.strip_suffix("},")
        })
    }
}

impl fmt::Display for Publication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "@{}", self.text)
    }
}

/// All works, sorted by key.
pub fn all_publications() -> impl Iterator<Item = Publication> {
    // Text before the first entry is a comment.
    BIBLIOGRAPHY.split("\n@").skip(1).filter_map(|entry| {
        let (_, rest) = entry.split_once('{')?;
        let key = rest.split(',').next()?;
        Some(Publication { key, text: entry.trim_end() })
    })
}
