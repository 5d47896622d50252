//! From the text of an argument to expression, shape and network. Every rank does it for itself.

use crossedge::Error;
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
    pub fn read(text: &str) -> Result<Source, Error> {
        let locate = |error| Error::at(error, text.to_owned());
        let expr = parse(text).map_err(locate)?;
        let shape = elaborate(&expr, &graph_file).map_err(locate)?;
        let net = to_network(&expr, shape.as_ref(), &graph_file).map_err(locate)?;
        Ok(Source { text: text.to_owned(), expr, shape, net })
    }

    /// The same for searches, which go from node to node: switches and wide links are none of theirs.
    pub fn for_search(text: &str, verb: &str) -> Result<Source, Error> {
        let source = Source::read(text)?;
        direct(source.shape.as_ref(), verb)?;
        Ok(source)
    }

    /// The endpoint that a text names.
    pub fn endpoint(&self, text: &str) -> Result<Node, Error> {
        let (v, ends) = (self.node(text)?, self.net.endpoints());
        match v.0 < ends {
            true => Ok(v),
            false => Err(Error::usage(format!("{text} is a switch, and ranks are endpoints"))
                .help(format!("endpoints have the ids 0 to {}", ends - 1))),
        }
    }

    /// The node that a text names.
    pub fn node(&self, text: &str) -> Result<Node, Error> {
        parse_address(self.net.as_ref(), text).map_err(|e| Error::at(e, text.to_owned()))
    }
}
