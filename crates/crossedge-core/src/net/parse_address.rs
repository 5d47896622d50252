//! From text to node.

use super::address::Address;
use super::{Node, Structure};
use crate::expr::Error;

/// The node that a text names: an id, or an address in the notation of the network. The span of an error counts in `text`.
pub fn parse_address(net: &dyn Structure, text: &str) -> Result<Node, Error> {
    let help = |error: Error| match net.notation() {
        notation if notation == "id" => error.help("write an id"),
        notation => error.help(format!("write an id or {notation}")),
    };
    let address = match Address::parse(text) {
        Ok(address) => address,
        // Names of files may have any characters, such as leaf-03, and need no quotes here.
        Err((at, why)) => {
            let name = Address::Name(text.trim().to_owned());
            return net.node_at(&name).map_err(|_| help(Error::usage(why, at..at + 1)));
        }
    };
    net.node_at(&address).map_err(|why| help(Error::usage(why, 0..text.len())))
}
