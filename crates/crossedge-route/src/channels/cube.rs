//! Dimension-order routing on a hypercube of d bits, leftmost bit first, by arithmetic on machine words: one channel is enough. On a folded hypercube, if more
//! than half of the bits differ, the long link, which flips all bits, is taken first: one channel is still enough.

use super::lists::push_ports;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::Node;
use std::sync::Arc;

/// Dimension order on the cube of this many bits; port i flips the i-th bit from the left.
#[derive(Debug)]
pub(super) struct Cube {
    pub bits: u32,
}

impl Routing for Cube {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        let differ = from.0 ^ to.0;
        (differ != 0).then(|| VirtualChannel::new(self.bits - 1 - differ.ilog2(), 0))
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.start(at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }

    fn longest(&self) -> Option<u64> {
        Some(self.bits.into())
    }
}

impl ChannelGraph for Cube {
    fn injection(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        push_ports(0..self.bits, 0, out);
    }

    fn dependencies(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        if by.vc == 0 {
            push_ports(by.port.0 + 1..self.bits, 0, out);
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc == 0
    }
}

/// The folded cube of at least two bits; port i flips the i-th bit from the left, port d all of them.
#[derive(Debug)]
pub(super) struct FoldedCube {
    pub bits: u32,
}

impl Routing for FoldedCube {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        let differ = from.0 ^ to.0;
        let long = 2 * differ.count_ones() > self.bits + 1;
        let port = || if long { self.bits } else { self.bits - 1 - differ.ilog2() };
        (differ != 0).then(|| VirtualChannel::new(port(), 0))
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.start(at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }

    fn longest(&self) -> Option<u64> {
        Some(self.bits.div_ceil(2).into())
    }
}

impl ChannelGraph for FoldedCube {
    fn injection(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        push_ports(0..self.bits + 1, 0, out);
    }

    fn dependencies(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        if by.vc > 0 {
            return;
        }
        match by.port.0 == self.bits {
            // Fewer than half of the bits are left after the long link: one at least from four bits on.
            true if self.bits > 3 => push_ports(0..self.bits, 0, out),
            // Two bits are flipped one by one where the long link is no shorter.
            false if self.bits > 2 => push_ports(by.port.0 + 1..self.bits, 0, out),
            _ => {}
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc == 0
    }
}
