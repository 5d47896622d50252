//! The addresses: on a level of dual construction with one set of channels per segment, elsewhere as the parts have them.
//!
//! A path has at most two segments below the level, each followed by at most one crossing. The first segment takes the lower half of
//! the channels, the second the upper half, the crossings channel 0 and 1. So the stages come one after the other, there is no cycle
//! when the level below has none, and k levels over a base B need 2^k · channels(B). The position in a super-node is fixed in the
//! first segment. Routes are minimal when the base's are and super-nodes are nested.

use super::entry::{RoutingEntry, Symmetry, no_detour};
use super::lists::push_mapped;
use super::recursion::by_addresses;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::{Level, Node, Place};
use std::sync::{Arc, OnceLock};

/// Shortest paths by the addresses.
pub static MINIMAL: RoutingEntry = RoutingEntry {
    name: "minimal",
    summary: "Shortest paths by addresses, one set of VCs per segment",
    paper: "Li, Peng, Chu, Recursive dual-net: a new universal network for supercomputers of the next generation (2009)",
    missing: |net| (!net.minimal()).then_some("address routing is not always minimal here"),
    make: by_addresses,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: false,
    symmetry: Symmetry::OfParts,
};

/// The addresses, shortest paths or not.
pub static ADDRESS: RoutingEntry = RoutingEntry {
    name: "address",
    summary: "Address routing, minimal or not, one set of VCs per segment",
    paper: "the papers of the networks, whose addresses they are",
    missing: |_| None,
    make: by_addresses,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: false,
    symmetry: Symmetry::OfParts,
};

/// The routing of the addresses on a level, over that of the level below.
#[derive(Debug)]
pub(super) struct Minimal {
    level: Level,
    lower: Arc<dyn Routing>,
    /// The channels of the level below.
    half: OnceLock<u32>,
}

impl Minimal {
    pub fn over_level(level: Level, lower: Arc<dyn Routing>) -> Arc<dyn Routing> {
        Arc::new(Minimal { level, lower, half: OnceLock::new() })
    }

    /// The node of the level below to go to before the next crossing, or to end at; `None` if it is time to cross, or at the end.
    fn next_target(&self, here: Place, there: Place) -> Option<u64> {
        if here.class == there.class && here.cluster == there.cluster {
            return (here.node != there.node).then_some(there.node);
        }
        let (rank, position) = self.level.split(there.node);
        let moved = if here.class == there.class { rank } else { there.cluster };
        let target = self.level.join(moved, position);
        (here.node != target).then_some(target)
    }

    #[inline]
    fn channels_per_segment(&self) -> u32 {
        *self.half.get_or_init(|| self.lower.channels())
    }

    /// A channel as the level below knows it, and whether it is of the second segment.
    fn lower_channel(&self, tail: Place, by: Channel) -> (Channel, bool) {
        let half = self.channels_per_segment();
        let (vc, second) = if by.vc < half { (by.vc, false) } else { (by.vc - half, true) };
        (Channel { from: Node(tail.node), port: by.port, vc }, second)
    }

    /// A channel of the level below in the first or the second segment.
    fn segment_channel(&self, out: VirtualChannel, second: bool) -> VirtualChannel {
        VirtualChannel { vc: out.vc + if second { self.channels_per_segment() } else { 0 }, ..out }
    }

    fn crossing_channel(&self, here: Place, second: bool) -> VirtualChannel {
        VirtualChannel::new(self.level.cross_port(here.node).0, u32::from(second))
    }

    fn is_cross_edge(&self, tail: Place, by: Channel) -> bool {
        by.port == self.level.cross_port(tail.node)
    }
}

impl Routing for Minimal {
    fn channels(&self) -> u32 {
        self.channels_per_segment().saturating_mul(2)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        let (here, there) = (self.level.place(from), self.level.place(to));
        match self.next_target(here, there) {
            Some(target) => self.lower.start(Node(here.node), Node(target)),
            None => (from != to).then(|| self.crossing_channel(here, false)),
        }
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        if at == to {
            return None;
        }
        let (tail, here, there) = (self.level.place(by.from), self.level.place(at), self.level.place(to));
        let target = self.next_target(here, there);
        if self.is_cross_edge(tail, by) {
            return match target {
                Some(target) => {
                    self.lower.start(Node(here.node), Node(target)).map(|out| self.segment_channel(out, true))
                }
                None => Some(self.crossing_channel(here, true)),
            };
        }
        let (by, second) = self.lower_channel(tail, by);
        let Some(target) = target else { return Some(self.crossing_channel(here, second)) };
        self.lower.next(by, Node(here.node), Node(target)).map(|out| self.segment_channel(out, second))
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        let lower = self.lower.clone().channel_graph()?;
        Some(Arc::new(MinimalGraph { rule: self, lower }))
    }

    fn memoryless(&self) -> bool {
        self.lower.memoryless()
    }

    fn longest(&self) -> Option<u64> {
        match self.lower.longest()? {
            0 => Some(1),
            below if self.level.plain() => Some(2 * below + 2),
            _ => None,
        }
    }
}

/// Its channel dependency graph, over that of the level below.
#[derive(Debug)]
struct MinimalGraph {
    rule: Arc<Minimal>,
    lower: Arc<dyn ChannelGraph>,
}

impl ChannelGraph for MinimalGraph {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        let here = self.rule.level.place(at);
        self.lower.injection(Node(here.node), out);
        out.push(self.rule.crossing_channel(here, false));
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let rule = self.rule.as_ref();
        let (tail, here) = (rule.level.place(by.from), rule.level.place(at));
        if rule.is_cross_edge(tail, by) {
            if by.vc == 0 {
                push_mapped(
                    out,
                    |out| self.lower.injection(Node(here.node), out),
                    |out| rule.segment_channel(out, true),
                );
            }
            return;
        }
        let (inner, second) = rule.lower_channel(tail, by);
        let below = |out: &mut Vec<_>| self.lower.dependencies(inner, Node(here.node), out);
        push_mapped(out, below, |out| rule.segment_channel(out, second));
        if self.lower.ejects(inner, Node(here.node)) && (!second || rule.level.numbering().count() > 1) {
            out.push(rule.crossing_channel(here, second));
        }
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        let rule = self.rule.as_ref();
        let (tail, here) = (rule.level.place(by.from), rule.level.place(at));
        if rule.is_cross_edge(tail, by) {
            return by.vc == 0 || (by.vc == 1 && rule.level.numbering().count() > 1);
        }
        self.lower.ejects(rule.lower_channel(tail, by).0, Node(here.node))
    }

    fn tight(&self) -> bool {
        self.rule.level.plain() && self.lower.tight()
    }
}
