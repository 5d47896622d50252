//! The addresses on a small network without known structure: its channel dependency graph is what all its routes make, walked once.
//!
//! One channel if that has no cycle, a dateline on a ring, else a channel for every hop. The rule needs the walk only to know which;
//! callers that need only first hops do not pay for it.

use super::connected::is_connected;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::{Network, Node, Port, Structure};
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

/// The routes of a network of more nodes than this are not all walked.
pub const MAX_ENUMERATED: u64 = 2500;

/// The assignment of virtual channels to the hops of a leaf's routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ChannelRule {
    /// One channel for all.
    One,
    /// A ring whose port 0 leads to port 1 of the next node: channel 1 from the hop between the last node and node 0 on.
    Dateline,
    /// A channel for every hop.
    Hops,
}

/// The addresses on a small connected network.
#[derive(Debug)]
pub(super) struct Enumerated {
    net: Arc<dyn Structure>,
    ring: bool,
    walked: OnceLock<(ChannelRule, RouteGraph)>,
}

/// Address routing with the channel graph of all routes, regardless of the structure: the reference for closed-form graphs.
/// `None` when the network is too large for that, or not connected.
pub fn enumerated_routing(net: &Arc<dyn Structure>) -> Option<Arc<dyn Routing>> {
    let small = net.nodes() <= MAX_ENUMERATED && is_connected(net.as_ref());
    small.then(|| Arc::new(Enumerated::new(net.clone())) as Arc<dyn Routing>)
}

impl Enumerated {
    /// The caller has looked at the size, and the network is connected.
    pub fn new(net: Arc<dyn Structure>) -> Self {
        Enumerated { ring: is_ring(net.as_ref()), net, walked: OnceLock::new() }
    }

    fn route_graph(&self) -> &(ChannelRule, RouteGraph) {
        self.walked.get_or_init(|| {
            let net = self.net.as_ref();
            let by = |rule: ChannelRule| {
                let walked =
                    RouteGraph::new(net, net.nodes(), |at, to, before| rule.next_hop(net, at, to, before));
                (rule, walked)
            };
            let one = by(ChannelRule::One);
            match one.1.is_acyclic(net) {
                true => one,
                false if self.ring => by(ChannelRule::Dateline),
                false => by(ChannelRule::Hops),
            }
        })
    }
}

impl Routing for Enumerated {
    fn channels(&self) -> u32 {
        self.route_graph().1.channels
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        // Without a dateline, the first hop is on channel 0 by every rule.
        let rule = if self.ring { self.route_graph().0 } else { ChannelRule::One };
        rule.next_hop(self.net.as_ref(), from, to, None)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.route_graph().0.next_hop(self.net.as_ref(), at, to, Some(by.vc))
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        self.route_graph();
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }

    fn longest(&self) -> Option<u64> {
        Some(self.route_graph().1.longest)
    }
}

impl ChannelGraph for Enumerated {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        self.route_graph().1.injection(at, out);
    }

    fn dependencies(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        self.route_graph().1.dependencies(by, out);
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        self.route_graph().1.ejects(by)
    }
}

impl ChannelRule {
    /// The channel of the hop that leaves `at` by `port`, after a hop on channel `before`.
    fn channel_of_hop(self, net: &dyn Structure, at: Node, port: Port, before: Option<u32>) -> u32 {
        match self {
            ChannelRule::One => 0,
            ChannelRule::Hops => before.map_or(0, |vc| vc + 1),
            ChannelRule::Dateline => {
                let edge = if port.0 == 0 { net.nodes() - 1 } else { 0 };
                u32::from(at.0 == edge || before == Some(1))
            }
        }
    }

    fn next_hop(
        self,
        net: &dyn Structure,
        at: Node,
        to: Node,
        before: Option<u32>,
    ) -> Option<VirtualChannel> {
        let port = net.next_port(at, to)?;
        Some(VirtualChannel { port, vc: self.channel_of_hop(net, at, port, before) })
    }
}

/// The successors of a channel, and whether a packet can be delivered from it.
type Follows = (Vec<VirtualChannel>, bool);

/// The graph of all routes.
#[derive(Debug)]
pub(super) struct RouteGraph {
    channels: u32,
    longest: u64,
    injection: Vec<Vec<VirtualChannel>>,
    /// Offset of the ports of each node.
    ports: Vec<usize>,
    /// For each port and virtual channel.
    follows: Vec<Follows>,
}

impl RouteGraph {
    /// The routes between the first `count` nodes; a step is the channel that a packet takes at a node to its target, after one before.
    pub fn new(
        net: &dyn Structure,
        ends: u64,
        step: impl Fn(Node, Node, Option<u32>) -> Option<VirtualChannel>,
    ) -> Self {
        let n = net.nodes();
        let mut ports = vec![0];
        for v in 0..n {
            ports.push(ports[v as usize] + net.degree(Node(v)) as usize);
        }
        let injection = vec![Vec::new(); n as usize];
        let mut all = RouteGraph { channels: 1, longest: 0, injection, ports, follows: Vec::new() };
        let mut known = HashMap::new();
        for to in 0..ends {
            for from in (0..ends).filter(|&from| from != to) {
                all.route(net, (Node(from), Node(to)), &step, &mut known);
            }
        }
        all.follows = vec![Default::default(); all.ports[n as usize] * all.channels as usize];
        for (by, facts) in known {
            let place = all.channel_index(by);
            all.follows[place] = facts;
        }
        all
    }

    /// The channels that packets are injected on at a node.
    pub fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        out.extend_from_slice(&self.injection[at.0 as usize]);
    }

    /// The channels that follow one.
    pub fn dependencies(&self, by: Channel, out: &mut Vec<VirtualChannel>) {
        if by.vc < self.channels {
            out.extend_from_slice(&self.follows[self.channel_index(by)].0);
        }
    }

    /// Returns `true` if a packet can be delivered from a channel.
    pub fn ejects(&self, by: Channel) -> bool {
        by.vc < self.channels && self.follows[self.channel_index(by)].1
    }

    fn channel_index(&self, by: Channel) -> usize {
        let port = self.ports[by.from.0 as usize] + by.port.0 as usize;
        port * self.channels as usize + by.vc as usize
    }

    fn route(
        &mut self,
        net: &dyn Structure,
        (from, to): (Node, Node),
        step: &impl Fn(Node, Node, Option<u32>) -> Option<VirtualChannel>,
        known: &mut HashMap<Channel, Follows>,
    ) {
        let Some(mut out) = step(from, to, None) else { return };
        insert_sorted(&mut self.injection[from.0 as usize], out);
        let (mut at, mut hops) = (from, 0);
        loop {
            hops += 1;
            self.channels = self.channels.max(out.vc + 1);
            let by = Channel::new(at, out);
            at = net.link(at, out.port).0;
            let next = step(at, to, Some(by.vc));
            let known = known.entry(by).or_default();
            match next {
                Some(next) => {
                    insert_sorted(&mut known.0, next);
                    out = next;
                }
                None => {
                    known.1 = true;
                    break;
                }
            }
        }
        self.longest = self.longest.max(hops);
    }

    /// Returns `true` if no channel can follow itself, directly or over others: by taking away channels that nothing follows.
    fn is_acyclic(&self, net: &dyn Structure) -> bool {
        // 0 not yet seen, 1 on the way, 2 done.
        let mut state = vec![0u8; self.follows.len()];
        for v in 0..self.injection.len() as u64 {
            for port in 0..net.degree(Node(v)) {
                for vc in 0..self.channels {
                    let from = Channel::new(Node(v), VirtualChannel::new(port, vc));
                    if state[self.channel_index(from)] == 0 && !self.visit_successors(net, from, &mut state) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn visit_successors(&self, net: &dyn Structure, from: Channel, state: &mut [u8]) -> bool {
        let mut stack = vec![(from, 0)];
        state[self.channel_index(from)] = 1;
        while let Some((by, done)) = stack.last_mut() {
            let (place, by) = (self.channel_index(*by), *by);
            let Some(&next) = self.follows[place].0.get(*done) else {
                state[place] = 2;
                stack.pop();
                continue;
            };
            *done += 1;
            let next = Channel::new(net.link(by.from, by.port).0, next);
            let place = self.channel_index(next);
            match state[place] {
                0 => {
                    state[place] = 1;
                    stack.push((next, 0));
                }
                1 => return false,
                _ => {}
            }
        }
        true
    }
}

fn insert_sorted(set: &mut Vec<VirtualChannel>, channel: VirtualChannel) {
    if !set.contains(&channel) {
        set.push(channel);
    }
}

/// Returns `true` if port 0 of every node leads to port 1 of the node with the next id, and round.
fn is_ring(net: &dyn Network) -> bool {
    let n = net.nodes();
    n >= 3
        && (0..n).all(|v| {
            let next = if v + 1 == n { 0 } else { v + 1 };
            net.degree(Node(v)) == 2 && net.link(Node(v), Port(0)) == (Node(next), Port(1))
        })
}
