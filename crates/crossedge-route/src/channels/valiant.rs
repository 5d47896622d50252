//! Valiant's routing over any other: to a node drawn at random, and from there to the target, the second path on a channel set of its
//! own. It has no cycle when the routing below has none, with twice its channels. Valiant, Brebner, Universal schemes for parallel
//! communication (1981).

use super::lists::push_mapped;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::Node;
use std::sync::{Arc, OnceLock};

/// Valiant's routing over another.
#[derive(Debug)]
pub(super) struct Valiant {
    base: Arc<dyn Routing>,
    nodes: u64,
    /// The channels of the routing below.
    half: OnceLock<u32>,
}

impl Valiant {
    /// Over a routing of a network of this many endpoints.
    pub fn over_routing(base: Arc<dyn Routing>, nodes: u64) -> Self {
        Valiant { base, nodes, half: OnceLock::new() }
    }

    #[inline]
    fn channels_per_half(&self) -> u32 {
        *self.half.get_or_init(|| self.base.channels())
    }

    /// A channel of the second path.
    fn second_half(&self, out: VirtualChannel) -> VirtualChannel {
        VirtualChannel { vc: out.vc + self.channels_per_half(), ..out }
    }

    /// A channel as the routing below sees it, and whether it is of the second path.
    fn base_channel(&self, by: Channel) -> (Channel, bool) {
        let half = self.channels_per_half();
        let second = by.vc >= half;
        (Channel { vc: by.vc - if second { half } else { 0 }, ..by }, second)
    }
}

impl Routing for Valiant {
    fn channels(&self) -> u32 {
        self.channels_per_half().saturating_mul(2)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.base.start(from, to).map(|out| self.second_half(out))
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let (inner, _) = self.base_channel(by);
        self.base.next(inner, at, to).map(|out| self.second_half(out))
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        let base = self.base.clone().channel_graph()?;
        Some(Arc::new(ValiantGraph { rule: self, base }))
    }

    fn detours(&self, _from: Node) -> u64 {
        self.nodes
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.base.start(from, via).or_else(|| self.start(from, to))
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        let (inner, second) = self.base_channel(by);
        if second {
            return self.next(by, at, to);
        }
        self.base.next(inner, at, via).or_else(|| self.start(at, to))
    }
}

/// Its channel dependency graph, over that of the routing below.
#[derive(Debug)]
struct ValiantGraph {
    rule: Arc<Valiant>,
    base: Arc<dyn ChannelGraph>,
}

impl ChannelGraph for ValiantGraph {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        self.base.injection(at, out);
        push_mapped(out, |out| self.base.injection(at, out), |out| self.rule.second_half(out));
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let (inner, second) = self.rule.base_channel(by);
        if second {
            let below = |out: &mut Vec<_>| self.base.dependencies(inner, at, out);
            return push_mapped(out, below, |out| self.rule.second_half(out));
        }
        self.base.dependencies(inner, at, out);
        if self.base.ejects(inner, at) {
            push_mapped(out, |out| self.base.injection(at, out), |out| self.rule.second_half(out));
        }
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        self.base.ejects(self.rule.base_channel(by).0, at)
    }

    fn tight(&self) -> bool {
        self.base.tight()
    }
}
