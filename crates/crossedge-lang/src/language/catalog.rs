//! A word of the language: what it means, an example, and how it is built.

use super::args::Args;
use crate::net::Shape;
use crossedge_core::expr::Error;
use std::sync::Arc;

/// One word of the language: what it means, an example, and how it is built.
pub struct Entry {
    /// The word.
    pub name: &'static str,
    /// How it is written: `ring(n)`.
    pub signature: &'static str,
    /// One line of what it is.
    pub summary: &'static str,
    /// Where it was defined.
    pub paper: &'static str,
    /// Expressions that build; the first is the smallest worth showing.
    pub examples: &'static [&'static str],
    /// From arguments to shape.
    pub build: fn(&mut Args<'_>) -> Result<Arc<dyn Shape>, Error>,
}
