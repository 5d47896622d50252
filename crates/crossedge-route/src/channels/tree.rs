//! Up/down routing in a fat tree, by addresses; ids of switches follow those of the endpoints, level by level.
//!
//! A packet between endpoints goes up, then down, and no up link follows a down link. Up channels are ordered by ascending level, down channels
//! by descending level, and every down channel comes after every up channel: one channel is enough. Leiserson 1985; Schroeder et al. 1991.

use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::{Node, Port, Structure};
use std::sync::Arc;

/// The addresses on a tree of switches.
#[derive(Debug)]
pub(super) struct TreeAddresses {
    pub net: Arc<dyn Structure>,
}

impl TreeAddresses {
    fn next_channel(&self, at: Node, to: Node) -> Option<VirtualChannel> {
        self.net.next_port(at, to).map(|port| VirtualChannel { port, vc: 0 })
    }

    /// Returns `true` if a port leads up: to a higher level, where ids are larger.
    pub fn leads_up(&self, at: Node, port: Port) -> bool {
        self.net.link(at, port).0 > at
    }

    /// The ports that lead up, or down.
    pub fn ports(&self, at: Node, up: bool, out: &mut Vec<VirtualChannel>) {
        let ports = (0..self.net.degree(at)).map(Port).filter(|&port| self.leads_up(at, port) == up);
        out.extend(ports.map(|port| VirtualChannel { port, vc: 0 }));
    }
}

impl Routing for TreeAddresses {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(from, to)
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }
}

impl ChannelGraph for TreeAddresses {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        if at.0 < self.net.endpoints() {
            self.ports(at, true, out);
        }
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if by.vc > 0 {
            return;
        }
        if self.leads_up(by.from, by.port) {
            self.ports(at, true, out);
        }
        self.ports(at, false, out);
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        by.vc == 0 && at.0 < self.net.endpoints()
    }

    /// Packets to one target take one of the paths up.
    fn tight(&self) -> bool {
        false
    }
}
