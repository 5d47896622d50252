//! Virtual channels: as seen from their node, and with it.

use crate::net::{Node, Port};

/// A virtual channel as seen from its node: a port, outwards, and the number of the channel on that link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualChannel {
    /// The port.
    pub port: Port,
    /// The virtual channel on the link, from 0.
    pub vc: u32,
}

impl VirtualChannel {
    /// A virtual channel by its numbers.
    #[inline]
    pub fn new(port: u32, vc: u32) -> VirtualChannel {
        VirtualChannel { port: Port(port), vc }
    }
}

/// A virtual channel of the network: the node that sends, and the channel by which it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel {
    /// The node that sends.
    pub from: Node,
    /// The port by which it sends.
    pub port: Port,
    /// The virtual channel on the link, from 0.
    pub vc: u32,
}

impl Channel {
    /// The channel of a node.
    #[inline]
    pub fn new(from: Node, VirtualChannel { port, vc }: VirtualChannel) -> Channel {
        Channel { from, port, vc }
    }

    /// The channel as seen from its node.
    #[inline]
    pub fn out(self) -> VirtualChannel {
        VirtualChannel { port: self.port, vc: self.vc }
    }
}
