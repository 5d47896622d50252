//! The addresses on rings, paths, complete graphs and stars of any size, with their channel dependency graphs in closed form.
//!
//! A ring of four nodes or more has a dateline in each direction: up between the last node and node 0, down between node 0 and the last
//! one. A packet is on channel 1 from the hop over it on. Dally, Seitz (1987).

use super::lists::push_ports;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::Node;
use crossedge_lang::net::address::{add_mod, sub_mod};
use std::sync::Arc;

/// A ring: port 0 leads to the next id, port 1 to the one before. Up when that is no longer than down.
#[derive(Debug)]
pub(super) struct RingRouting {
    n: u64,
    /// The longest path up and the longest path down.
    reach: [u64; 2],
}

impl RingRouting {
    /// The ring of at least three nodes.
    pub fn with_nodes(n: u64) -> RingRouting {
        RingRouting { n, reach: [n >> 1, n - (n >> 1) - 1] }
    }

    fn has_datelines(&self) -> bool {
        self.reach[0] > 1
    }

    /// Hops from the dateline to `v` in the direction of a port; 0 before the dateline.
    fn hops_past_dateline(&self, v: Node, port: u32) -> u64 {
        if port == 0 { add_mod(v.0, 1, self.n) } else { sub_mod(0, v.0, self.n) }
    }

    fn virtual_channel(&self, at: Node, port: u32, before: u32) -> VirtualChannel {
        let crosses = self.has_datelines() && self.hops_past_dateline(at, port) == 0;
        VirtualChannel::new(port, before | u32::from(crosses))
    }

    fn port_towards(&self, at: Node, to: Node) -> u32 {
        u32::from(sub_mod(to.0, at.0, self.n) > self.reach[0])
    }

    /// Returns whether packets use a channel, and whether a packet on it with the fewest possible hops continues.
    fn channel_use(&self, by: Channel) -> (bool, bool) {
        let (past, reach) = (self.hops_past_dateline(by.from, by.port.0), self.reach[by.port.0 as usize]);
        match by.vc {
            0 => (past > 0 || !self.has_datelines(), reach > 1),
            // Behind the dateline a packet has made past + 1 hops at least.
            1 => (self.has_datelines() && past < reach, past + 1 < reach),
            _ => (false, false),
        }
    }
}

impl Routing for RingRouting {
    fn channels(&self) -> u32 {
        1 + u32::from(self.has_datelines())
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        (from != to).then(|| self.virtual_channel(from, self.port_towards(from, to), 0))
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        (at != to).then(|| self.virtual_channel(at, self.port_towards(at, to), by.vc))
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }

    fn longest(&self) -> Option<u64> {
        Some(self.reach[0])
    }
}

impl ChannelGraph for RingRouting {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        out.extend([0, 1].map(|port| self.virtual_channel(at, port, 0)));
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if self.channel_use(by) == (true, true) {
            out.push(self.virtual_channel(at, by.port.0, by.vc));
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        self.channel_use(by).0
    }
}

/// A path: port 0 leads up, port 1 down, and the last node has the latter as port 0.
#[derive(Debug)]
pub(super) struct PathRouting {
    pub n: u64,
}

impl PathRouting {
    fn virtual_channel(&self, at: Node, up: bool) -> VirtualChannel {
        VirtualChannel::new(u32::from(!up && at.0 + 1 != self.n), 0)
    }
}

impl Routing for PathRouting {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        (from != to).then(|| self.virtual_channel(from, to > from))
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
        Some(self.n - 1)
    }
}

impl ChannelGraph for PathRouting {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        let sides = u32::from(at.0 > 0) + u32::from(at.0 + 1 < self.n);
        push_ports(0..sides, 0, out);
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let up = at > by.from;
        let goes_on = if up { at.0 + 1 < self.n } else { at.0 > 0 };
        if by.vc == 0 && goes_on {
            out.push(self.virtual_channel(at, up));
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc == 0
    }
}

/// A complete graph: port p leads to node p, or to p + 1 from the node itself on.
#[derive(Debug)]
pub(super) struct Complete {
    pub n: u64,
}

impl Routing for Complete {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        (from != to).then(|| VirtualChannel::new((to.0 - u64::from(to > from)) as u32, 0))
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
        Some((self.n - 1).min(1))
    }
}

impl ChannelGraph for Complete {
    fn injection(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        push_ports(0..(self.n - 1) as u32, 0, out);
    }

    fn dependencies(&self, _by: Channel, _at: Node, _out: &mut Vec<VirtualChannel>) {}

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc == 0
    }
}

/// A star: port i of node 0 leads to node i + 1, whose only port leads back.
#[derive(Debug)]
pub(super) struct Star {
    pub n: u64,
}

impl Routing for Star {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        (from != to).then(|| VirtualChannel::new(if from.0 == 0 { (to.0 - 1) as u32 } else { 0 }, 0))
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
        Some((self.n - 1).min(2))
    }
}

impl ChannelGraph for Star {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        push_ports(0..if at.0 == 0 { (self.n - 1) as u32 } else { 1 }, 0, out);
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        // From the centre to every other node but the one that it came from.
        if by.vc == 0 && at.0 == 0 {
            let back = (by.from.0 - 1) as u32;
            push_ports(0..back, 0, out);
            push_ports(back + 1..(self.n - 1) as u32, 0, out);
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc == 0
    }
}
