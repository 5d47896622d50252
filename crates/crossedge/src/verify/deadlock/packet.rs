//! A packet of a witness, and what is wrong with one.

use crate::net::Node;
use std::fmt;

/// A packet, by its ends and the node of a detour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Packet {
    /// Where it begins.
    pub from: Node,
    /// The node that it visits first, with a detour.
    pub via: Option<Node>,
    /// Where it ends.
    pub to: Node,
}

impl fmt::Display for Packet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.via {
            Some(via) => write!(f, "from {} by {} to {}", self.from.0, via.0, self.to.0),
            None => write!(f, "from {} to {}", self.from.0, self.to.0),
        }
    }
}

/// A route that breaks its own description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The packet.
    pub packet: Packet,
    /// What it does.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the packet {}: {}", self.packet, self.what)
    }
}
