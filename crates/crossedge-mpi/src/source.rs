//! From the text of an argument to expression, shape and network. Every rank does it for itself.

use crate::failure::Failure;
use crossedge::answers::direct;
use crossedge::expr::{Expr, parse};
use crossedge::net::{Node, Shape, Structure, elaborate, parse_address, to_network};
use crossedge_campaign::graph_file;
use std::sync::Arc;

/// A network as the user wrote it.
#[derive(Debug)]
pub struct Source {
    /// The text.
    pub text: String,
    /// What it says.
    pub expr: Expr,
    /// What is known at any size.
    pub shape: Arc<dyn Shape>,
    /// The network.
    pub net: Arc<dyn Structure>,
}

impl Source {
    /// Reads an expression whose ids fit.
    pub fn read(text: &str) -> Result<Source, Failure> {
        let tell = |error| Failure::Source(error, text.to_owned());
        let expr = parse(text).map_err(tell)?;
        let shape = elaborate(&expr, &graph_file).map_err(tell)?;
        direct(shape.as_ref(), "mpi").map_err(|error| {
            Failure::Usage(format!("{}\nhelp: {}", error.message(), error.advice().unwrap_or_default()))
        })?;
        let net = to_network(&expr, shape.as_ref(), &graph_file).map_err(tell)?;
        Ok(Source { text: text.to_owned(), expr, shape, net })
    }

    /// The node that a text names.
    pub fn node(&self, text: &str) -> Result<Node, Failure> {
        parse_address(self.net.as_ref(), text).map_err(|e| Failure::Source(e, text.to_owned()))
    }
}
