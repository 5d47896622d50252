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

/// Adds to `out` what `inside` adds, and maps each of the new channels.
#[inline]
pub(super) fn mapped(
    out: &mut Vec<VirtualChannel>,
    inside: impl FnOnce(&mut Vec<VirtualChannel>),
    map: impl Fn(VirtualChannel) -> VirtualChannel,
) {
    let old = out.len();
    inside(out);
    for channel in &mut out[old..] {
        *channel = map(*channel);
    }
}

/// Adds one virtual channel of each of these ports.
pub(super) fn each(ports: std::ops::Range<u32>, vc: u32, out: &mut Vec<VirtualChannel>) {
    out.extend(ports.map(|port| VirtualChannel::new(port, vc)));
}
