//! A published work.

use std::fmt;

/// A published work, as BibTeX has it.
#[derive(Debug)]
pub struct Publication {
    /// The key to cite it by.
    pub key: &'static str,
    /// `article`, `inproceedings`, …
    pub kind: &'static str,
    /// Fields and values, in order.
    pub fields: &'static [(&'static str, &'static str)],
}

impl fmt::Display for Publication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "@{}{{{},", self.kind, self.key)?;
        for (name, value) in self.fields {
            writeln!(f, "  {name} = {{{value}}},")?;
        }
        writeln!(f, "}}")
    }
}
