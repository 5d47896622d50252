//! From the text of an argument to expression, shape and network. Every rank does it for itself.

use crate::failure::Failure;
use crossedge::expr::{Expr, parse};
use crossedge::net::{MAX_FILE, Node, Shape, Structure, elaborate, parse_address, to_network};
use crossedge_campaign::read_start;
use std::path::Path;
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

/// Reads a file that an expression names.
fn load(path: &str) -> Result<Vec<u8>, String> {
    // One byte too many tells the library that the file is too large for it.
    read_start(Path::new(path), MAX_FILE + 1).map_err(|e| e.to_string())
}

impl Source {
    /// Reads an expression whose ids fit.
    pub fn read(text: &str) -> Result<Source, Failure> {
        let tell = |error| Failure::Source(error, text.to_owned());
        let expr = parse(text).map_err(tell)?;
        let shape = elaborate(&expr, &load).map_err(tell)?;
        let net = to_network(&expr, shape.as_ref(), &load).map_err(tell)?;
        Ok(Source { text: text.to_owned(), expr, shape, net })
    }

    /// The node that a text names.
    pub fn node(&self, text: &str) -> Result<Node, Failure> {
        parse_address(self.net.as_ref(), text).map_err(|e| Failure::Source(e, text.to_owned()))
    }
}
