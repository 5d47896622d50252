//! From the text of an argument to expression, shape, network and node.

use crate::failure::Failure;
use crossedge::expr::{Expr, MAX_LENGTH, parse};
use crossedge::net::{Node, Shape, Structure, elaborate, parse_address, to_network};
use std::io::{self, Read};
use std::sync::Arc;

/// A network as the user wrote it.
pub struct Source {
    /// The text.
    pub text: String,
    /// What it says.
    pub expr: Expr,
    /// What is known at any size.
    pub shape: Arc<dyn Shape>,
}

/// Reads a file that an expression names.
pub fn load(path: &str) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| e.to_string())
}

impl Source {
    /// Reads an expression: the text itself, or standard input for `-`.
    pub fn read(text: &str) -> Result<Source, Failure> {
        match text.trim() {
            "-" => Source::of(&standard_input()?),
            _ => Source::of(text),
        }
    }

    /// Reads an expression.
    pub fn of(text: &str) -> Result<Source, Failure> {
        let tell = |error| Failure::Source(error, text.to_owned());
        let expr = parse(text).map_err(tell)?;
        let shape = elaborate(&expr, &load).map_err(tell)?;
        Ok(Source { text: text.to_owned(), expr, shape })
    }

    /// The network, if its ids fit.
    pub fn network(&self) -> Result<Arc<dyn Structure>, Failure> {
        to_network(&self.expr, self.shape.as_ref(), &load).map_err(|e| Failure::Source(e, self.text.clone()))
    }
}

/// All of standard input. More than an expression may have is not read.
fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    let limit = 2 * MAX_LENGTH as u64;
    io::stdin().lock().take(limit).read_to_string(&mut text)?;
    Ok(text)
}

/// The node that a text names.
pub fn node(net: &dyn Structure, text: &str) -> Result<Node, Failure> {
    parse_address(net, text).map_err(|e| Failure::Source(e, text.to_owned()))
}
