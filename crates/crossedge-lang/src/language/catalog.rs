//! A construction of the language: its meaning, an example, and its builder.

use super::args::Args;
use crate::net::Shape;
use crossedge_core::expr::Error;
use std::sync::Arc;

/// One construction of the language: its meaning, an example, and its builder.
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// The syntax: `ring(n)`.
    pub signature: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// The defining reference.
    pub paper: &'static str,
    /// Expressions that build; the first is the smallest worth showing.
    pub examples: &'static [&'static str],
    /// From arguments to shape.
    pub build: fn(&mut Args<'_>) -> Result<Arc<dyn Shape>, Error>,
}
