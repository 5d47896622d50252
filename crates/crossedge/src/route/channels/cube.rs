//! Dimension order on a cube of d bits, the first bit first, in arithmetic on whole words: one channel is enough.

use super::{Channel, Routing, VirtualChannel};
use crate::net::Node;

/// Dimension order on the cube of so many bits; port i flips the i-th bit from the left.
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

    fn first(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        out.extend((0..self.bits).map(|port| VirtualChannel::new(port, 0)));
    }

    fn after(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        if by.lane.vc == 0 {
            out.extend((by.lane.port.0 + 1..self.bits).map(|port| VirtualChannel::new(port, 0)));
        }
    }

    fn ends(&self, by: Channel, _at: Node) -> bool {
        by.lane.vc == 0
    }

    fn longest(&self) -> Option<u64> {
        Some(self.bits.into())
    }
}
