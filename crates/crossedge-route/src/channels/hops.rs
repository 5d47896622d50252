//! The addresses with a channel for every hop: no cycle on any network, for the channels of a path are numbered upwards.
//!
//! It needs as many channels as the longest path has hops. These are walked on a network of a few thousand nodes; on a larger one they are
//! at most twice the distance of the farthest node from node 0 where paths are shortest, and fewer than the nodes on any. Gopal,
//! Prevention of store-and-forward deadlock in computer networks (1985).

use super::lists::push_ports;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::{Leaf, MAX_STORED_NODES, Node, Port, Structure};
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::{Arc, OnceLock};

/// Up to this many nodes the longest path is found by walking to every target.
const MAX_WALKED: u64 = 1 << 13;

/// The addresses, with a channel for every hop.
#[derive(Debug)]
pub(super) struct Hops {
    net: Arc<dyn Structure>,
    /// The longest path, and whether that is exact.
    longest: OnceLock<(u64, bool)>,
}

impl Hops {
    /// The caller has looked whether the network is connected.
    pub fn new(net: Arc<dyn Structure>) -> Self {
        Hops { net, longest: OnceLock::new() }
    }

    fn longest_path(&self) -> (u64, bool) {
        *self.longest.get_or_init(|| {
            let net = self.net.as_ref();
            let n = net.nodes();
            match net.parts().leaf() {
                Leaf::Wk { digits, .. } => (u64::MAX >> (64 - digits.clamp(1, 64)), true),
                _ if n <= MAX_WALKED => {
                    let longest = (0..n).into_par_iter().map(|to| longest_to(net, Node(to))).max();
                    (longest.unwrap_or(0), true)
                }
                _ if net.minimal() && n <= MAX_STORED_NODES => (2 * eccentricity(net, Node(0)), false),
                // A path that arrives is at no node twice.
                _ => (n - 1, false),
            }
        })
    }
}

/// The hops of the longest path to a target: each node is one hop farther than the one that it sends to.
fn longest_to(net: &dyn Structure, to: Node) -> u64 {
    const UNKNOWN_HOPS: u32 = u32::MAX;
    let mut hops = vec![UNKNOWN_HOPS; net.nodes() as usize];
    hops[to.0 as usize] = 0;
    let mut path = Vec::new();
    let mut most = 0;
    for from in 0..net.nodes() {
        let mut at = Node(from);
        while hops[at.0 as usize] == UNKNOWN_HOPS {
            let Some(port) = net.next_port(at, to) else { break };
            path.push(at);
            at = net.link(at, port).0;
        }
        let mut length = hops[at.0 as usize];
        while let Some(v) = path.pop() {
            length = length.saturating_add(1);
            hops[v.0 as usize] = length;
            most = most.max(length);
        }
    }
    most.into()
}

/// The distance of the node that is farthest from a node.
pub(super) fn eccentricity(net: &dyn Structure, from: Node) -> u64 {
    let mut seen = vec![false; net.nodes() as usize];
    seen[from.0 as usize] = true;
    let mut queue = VecDeque::from([(from, 0)]);
    let mut depth = 0;
    while let Some((v, distance)) = queue.pop_front() {
        depth = distance;
        for port in 0..net.degree(v) {
            let w = net.link(v, Port(port)).0;
            if !std::mem::replace(&mut seen[w.0 as usize], true) {
                queue.push_back((w, distance + 1));
            }
        }
    }
    depth
}

impl Routing for Hops {
    fn channels(&self) -> u32 {
        u32::try_from(self.longest_path().0).unwrap_or(u32::MAX).max(1)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.net.next_port(from, to).map(|port| VirtualChannel { port, vc: 0 })
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.net.next_port(at, to).map(|port| VirtualChannel { port, vc: by.vc.saturating_add(1) })
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }

    fn longest(&self) -> Option<u64> {
        let (longest, exact) = self.longest_path();
        exact.then_some(longest)
    }
}

impl ChannelGraph for Hops {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        push_ports(0..self.net.degree(at), 0, out);
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if by.vc < self.channels() - 1 {
            push_ports(0..self.net.degree(at), by.vc + 1, out);
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc < self.channels()
    }

    fn tight(&self) -> bool {
        false
    }
}
