//! The networks that a case names.

use crossedge::expr::parse;
use crossedge::net::{Node, Shape, Structure, elaborate, no_files, parse_address, to_network};
use std::sync::Arc;

/// A network of a case.
pub struct Built {
    /// What is known at any size.
    pub shape: Arc<dyn Shape>,
    text: String,
}

impl Built {
    /// From an expression.
    pub fn of(text: &str) -> Result<Built, String> {
        let expr = parse(text).map_err(|e| e.to_string())?;
        let shape = elaborate(&expr, &no_files).map_err(|e| e.to_string())?;
        Ok(Built { shape, text: text.to_owned() })
    }

    /// The network itself.
    pub fn net(&self) -> Result<Arc<dyn Structure>, String> {
        let expr = parse(&self.text).map_err(|e| e.to_string())?;
        to_network(&expr, self.shape.as_ref(), &no_files).map_err(|e| e.to_string())
    }
}

/// The node at an address.
pub fn node(net: &dyn Structure, text: &str) -> Result<Node, String> {
    parse_address(net, text).map_err(|e| e.to_string())
}
