//! Minimal adaptive routing with an escape: on the adaptive channels a packet may take any link that leads closer to its target, chosen by queue
//! length, and at every node it may switch to another routing instead, the escape, which it then follows to the destination.
//!
//! The only candidate of a packet on an escape channel is the next escape channel, so the dependencies among these are those of
//! the escape routing, which has no cycle. They drain, the one with the lowest rank first, and so the escape of a packet on any other
//! channel becomes free eventually: there is no deadlock, with virtual cut-through and with wormhole switching, for any routing on the other
//! channels (Duato, A new theory of deadlock-free adaptive routing in wormhole networks, 1993). Every adaptive hop leads closer to the
//! target, so there is no livelock.
//!
//! The base routing only supplies the adaptive channels: the escape is added by `candidates` of [`Routing`], which no routing can override.

use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::{Node, Port, Structure};
use std::sync::{Arc, OnceLock};

/// Any shortest path on some channels, above those of an escape.
#[derive(Debug)]
pub(super) struct Escape {
    net: Arc<dyn Structure>,
    escape: Arc<dyn Routing>,
    /// Number of channels that are free.
    free: u32,
    /// The channels of the escape.
    reserved: OnceLock<u32>,
}

impl Escape {
    /// Over an escape that has no cycle, with this many channels more.
    pub fn over_escape(net: Arc<dyn Structure>, escape: Arc<dyn Routing>, free: u32) -> Self {
        Escape { net, escape, free, reserved: OnceLock::new() }
    }

    #[inline]
    fn reserved_channels(&self) -> u32 {
        *self.reserved.get_or_init(|| self.escape.channels().max(1))
    }
}

impl Routing for Escape {
    fn channels(&self) -> u32 {
        self.reserved_channels().saturating_add(self.free)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.escape.start(from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        match by.vc < self.reserved_channels() {
            true => self.escape.next(by, at, to),
            false => self.escape.start(at, to),
        }
    }

    /// Every choice is allowed on the free channels; the escape has the graph.
    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        None
    }

    fn escape(&self) -> Option<&Arc<dyn Routing>> {
        Some(&self.escape)
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choices(
        &self,
        _by: Option<Channel>,
        at: Node,
        _via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        let reserved = self.reserved_channels();
        if let Some(distance) = self.net.distance(at, to) {
            for port in (0..self.net.degree(at)).map(Port) {
                let head = self.net.link(at, port).0;
                if self.net.distance(head, to).is_some_and(|left| left < distance) {
                    out.extend((0..self.free).map(|i| VirtualChannel { port, vc: reserved + i }));
                }
            }
        }
    }
}
