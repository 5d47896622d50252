//! From the text of an argument to expression, shape, network and node.

use crate::failure::Failure;
use crate::files;
use crossedge::Topology;
use crossedge::expr::{Expr, parse};
use crossedge::net::{Shape, Structure, elaborate, to_network};
use std::sync::Arc;

/// The network that an argument tells: the text itself, or standard input for `-`. Files that it names are read.
pub fn topology(text: &str) -> Result<Topology, Failure> {
    let read = || Topology::builder().files(files::graph);
    Ok(match text.trim() {
        "-" => read().parse(&files::standard_input()?)?,
        _ => read().parse(text)?,
    })
}

/// A network as the user wrote it.
pub struct Source {
    /// The text.
    pub text: String,
    /// What it says.
    pub expr: Expr,
    /// What is known at any size.
    pub shape: Arc<dyn Shape>,
}

impl Source {
    /// Reads an expression: the text itself, or standard input for `-`.
    pub fn read(text: &str) -> Result<Source, Failure> {
        match text.trim() {
            "-" => Source::of(&files::standard_input()?),
            _ => Source::of(text),
        }
    }

    /// Reads an expression.
    pub fn of(text: &str) -> Result<Source, Failure> {
        let tell = |error| Failure::Source(error, text.to_owned());
        let expr = parse(text).map_err(tell)?;
        let shape = elaborate(&expr, &files::graph).map_err(tell)?;
        Ok(Source { text: text.to_owned(), expr, shape })
    }

    /// The network, if its ids fit.
    pub fn network(&self) -> Result<Arc<dyn Structure>, Failure> {
        to_network(&self.expr, self.shape.as_ref(), &files::graph)
            .map_err(|e| Failure::Source(e, self.text.clone()))
    }
}
