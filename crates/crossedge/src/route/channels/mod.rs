//! Routings with virtual channels: which channel a packet takes next, and which channels can follow which.
//!
//! A link carries several virtual channels in each direction. A [`Routing`] takes a packet that has come over one of them and names
//! the next, by its target. Beside that rule every routing has a *closed description* of itself: the channels that can be first at a
//! node, those that can follow a channel, and the channels that can be last, over all targets. Descriptions are made from those of the
//! parts, so that no list of targets is walked. A cycle of "can follow" is a deadlock that can happen; a network without one has none
//! (Dally, Seitz, Deadlock-free message routing in multiprocessor interconnection networks, 1987).

mod build;
mod cube;
mod dragonfly;
mod dual_order;
mod enumerated;
mod minimal;
mod product;
mod scheme;
mod updown;
mod valiant;

pub use build::{Unroutable, routing};
pub use enumerated::MAX_SCANNED;
pub use scheme::Scheme;

use crate::net::{Node, Port};
use std::fmt::Debug;

/// A virtual channel: a port of a node, outwards, and the number of the channel on that link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Channel {
    /// The node that sends.
    pub from: Node,
    /// The port by which it sends.
    pub lane: VirtualChannel,
}

/// A virtual channel as seen from its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VirtualChannel {
    /// The port.
    pub port: Port,
    /// The virtual channel on the link, from 0.
    pub vc: u32,
}

impl VirtualChannel {
    /// A lane by its numbers.
    pub fn new(port: u32, vc: u32) -> VirtualChannel {
        VirtualChannel { port: Port(port), vc }
    }
}

/// A routing: rules for one packet, and the closed description of all of them.
///
/// Law: what the rules do is described. For all `s != t`, the first lane of the way is in `first(s)`, each next one is in `after` the
/// one before, and the last channel `ends`. When [`Routing::exact`], nothing else is described.
pub trait Routing: Debug + Send + Sync {
    /// How many virtual channels a link has at most.
    fn channels(&self) -> u32;
    /// The first lane of a packet from `from` to `to`; none when it is there.
    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel>;
    /// The next lane of a packet that came by `by` to its head `at`; none when it is there.
    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel>;
    /// Adds the lanes that can be first at `at`, for some target.
    fn first(&self, at: Node, out: &mut Vec<VirtualChannel>);
    /// Adds the lanes of `at` that can follow `by`, whose head it is, for some packet. Nothing when no packet takes `by`.
    fn after(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>);
    /// Whether a packet can be delivered from `by`, at its head `at`.
    fn ends(&self, by: Channel, at: Node) -> bool;

    /// Whether the description says no more than the rules do.
    fn exact(&self) -> bool {
        true
    }

    /// The hops of the longest route, where they are known without walking.
    fn longest(&self) -> Option<u64> {
        None
    }

    /// Whether a route goes by a node of its own choice: then [`Routing::start`] and [`Routing::next`] are those of the second half.
    fn detours(&self) -> bool {
        false
    }

    /// The first lane of a packet on its way to `via` and then to `to`.
    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        let _ = via;
        self.start(from, to)
    }

    /// The next lane of a packet on its way to `via` and then to `to`.
    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        let _ = via;
        self.next(by, at, to)
    }
}

/// Adds to `out` what `inside` adds, and maps each of the new lanes.
fn mapped(
    out: &mut Vec<VirtualChannel>,
    inside: impl FnOnce(&mut Vec<VirtualChannel>),
    map: impl Fn(VirtualChannel) -> VirtualChannel,
) {
    let old = out.len();
    inside(out);
    for lane in &mut out[old..] {
        *lane = map(*lane);
    }
}
