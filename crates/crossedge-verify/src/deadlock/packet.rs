//! A packet of a witness, and what is wrong with one.

use crossedge_core::net::Node;
use std::fmt;

/// A packet, by its ends and the node of a detour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Packet {
    /// The start.
    pub from: Node,
    /// The node that it visits first, with a detour.
    pub via: Option<Node>,
    /// The destination.
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

/// The conditions on every state that a packet can reach, by name. J2, that the channels have ranks, is refuted by a cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// J1: a packet takes channels that exist, arrives, and does nothing that is not described.
    Described,
    /// J3: the escape is offered at every node, and a packet on it has no other candidate.
    Offered,
    /// J4: no packet runs in a circle.
    Ends,
    /// J5: channels of the escape are not put together with others.
    Apart,
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Condition::Described => "J1, it follows its description",
            Condition::Offered => "J3, the escape is offered everywhere and not left",
            Condition::Ends => "J4, no packet runs in a circle",
            Condition::Apart => "J5, the escape has its own channels",
        })
    }
}

/// A route that breaks its own description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// The violated condition.
    pub condition: Condition,
    /// The packet; `None` if the fault is that of a channel.
    pub packet: Option<Packet>,
    /// The behaviour.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.packet {
            Some(packet) => write!(f, "{}: the packet {packet}: {}", self.condition, self.what),
            None => write!(f, "{}: {}", self.condition, self.what),
        }
    }
}

impl std::error::Error for Broken {}
