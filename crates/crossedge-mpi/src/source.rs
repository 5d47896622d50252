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
    /// The content.
    pub expr: Expr,
    /// Facts at any size.
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
        let net = to_network(&expr, shape.as_ref(), &graph_file).map_err(tell)?;
        Ok(Source { text: text.to_owned(), expr, shape, net })
    }

    /// The same for searches, which go from node to node: switches and wide links are none of theirs.
    pub fn plain(text: &str, verb: &str) -> Result<Source, Failure> {
        let source = Source::read(text)?;
        direct(source.shape.as_ref(), verb).map_err(|error| {
            Failure::Usage(format!("{}\nhelp: {}", error.message(), error.advice().unwrap_or_default()))
        })?;
        Ok(source)
    }

    /// The endpoint that a text names.
    pub fn endpoint(&self, text: &str) -> Result<Node, Failure> {
        let (v, ends) = (self.node(text)?, self.net.endpoints());
        match v.0 < ends {
            true => Ok(v),
            false => Err(Failure::Usage(format!(
                "{text} is a switch, and ranks are endpoints\nhelp: endpoints have the ids 0 to {}",
                ends - 1
            ))),
        }
    }

    /// The node that a text names.
    pub fn node(&self, text: &str) -> Result<Node, Failure> {
        parse_address(self.net.as_ref(), text).map_err(|e| Failure::Source(e, text.to_owned()))
    }
}
