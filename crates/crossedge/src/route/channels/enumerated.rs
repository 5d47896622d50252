//! A routing on a small network, described by walking every route once: tables of what is first, what follows, what is last.

use super::{Channel, Routing, VirtualChannel};
use crate::net::{Network, Node, Port, Structure};
use std::collections::HashMap;

/// A network of more nodes than this is not described by walking all its routes.
pub const MAX_SCANNED: u64 = 2500;

/// How a leaf gives virtual channels to the hops of its routes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// One channel for all.
    One,
    /// A ring whose port 0 leads to port 1 of the next node: channel 1 from the hop between the last node and node 0 on.
    Dateline,
    /// A channel for every hop.
    Hops,
}

/// The routing of the addresses on a small network, with one of the rules for channels.
#[derive(Debug)]
pub(super) struct Scanned<'a> {
    net: &'a dyn Structure,
    rule: Rule,
    channels: u32,
    longest: u64,
    first: Vec<Vec<VirtualChannel>>,
    /// Where the ports of each node begin.
    ports: Vec<usize>,
    /// For each port and virtual channel: what follows, and whether a packet can be delivered from it.
    after: Vec<(Vec<VirtualChannel>, bool)>,
}

impl<'a> Scanned<'a> {
    /// Walks every route. The caller has looked at the size, and the network is connected.
    pub fn new(net: &'a dyn Structure, rule: Rule) -> Self {
        let n = net.nodes();
        let mut ports = vec![0];
        for v in 0..n {
            ports.push(ports[v as usize] + net.degree(Node(v)) as usize);
        }
        let first = vec![Vec::new(); n as usize];
        let mut all = Scanned { net, rule, channels: 1, longest: 0, first, ports, after: Vec::new() };
        let mut known = HashMap::new();
        for to in 0..n {
            for from in (0..n).filter(|&from| from != to) {
                all.route(Node(from), Node(to), &mut known);
            }
        }
        all.after = vec![Default::default(); all.ports[n as usize] * all.channels as usize];
        for (by, facts) in known {
            let place = all.place(by);
            all.after[place] = facts;
        }
        all
    }

    fn place(&self, by: Channel) -> usize {
        let port = self.ports[by.from.0 as usize] + by.lane.port.0 as usize;
        port * self.channels as usize + by.lane.vc as usize
    }

    fn route(&mut self, from: Node, to: Node, known: &mut HashMap<Channel, (Vec<VirtualChannel>, bool)>) {
        let Some(mut lane) = self.start(from, to) else { return };
        put(&mut self.first[from.0 as usize], lane);
        let (mut at, mut hops) = (from, 0);
        loop {
            hops += 1;
            self.channels = self.channels.max(lane.vc + 1);
            let by = Channel { from: at, lane };
            at = self.net.link(at, lane.port).0;
            let next = self.next(by, at, to);
            let known = known.entry(by).or_default();
            match next {
                Some(next) => {
                    put(&mut known.0, next);
                    lane = next;
                }
                None => {
                    known.1 = true;
                    break;
                }
            }
        }
        self.longest = self.longest.max(hops);
    }

    /// Whether no channel can follow itself, directly or over others: by taking away channels that nothing follows.
    pub fn acyclic(&self) -> bool {
        // 0 not yet seen, 1 on the way, 2 done.
        let mut state = vec![0u8; self.after.len()];
        for v in 0..self.first.len() as u64 {
            for port in 0..self.net.degree(Node(v)) {
                for vc in 0..self.channels {
                    let from = Channel { from: Node(v), lane: VirtualChannel::new(port, vc) };
                    if state[self.place(from)] == 0 && !self.descend(from, &mut state) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn descend(&self, from: Channel, state: &mut [u8]) -> bool {
        let mut stack = vec![(from, 0)];
        state[self.place(from)] = 1;
        while let Some((by, done)) = stack.last_mut() {
            let (place, from) = (self.place(*by), *by);
            let Some(&lane) = self.after[place].0.get(*done) else {
                state[place] = 2;
                stack.pop();
                continue;
            };
            *done += 1;
            let next = Channel { from: self.net.link(from.from, from.lane.port).0, lane };
            let place = self.place(next);
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

    /// The channel of the hop that leaves `at` by `port`, after a hop on channel `before`.
    fn vc(&self, at: Node, port: u32, before: Option<u32>) -> u32 {
        match self.rule {
            Rule::One => 0,
            Rule::Hops => before.map_or(0, |vc| vc + 1),
            Rule::Dateline => {
                let edge = if port == 0 { self.net.nodes() - 1 } else { 0 };
                u32::from(at.0 == edge || before == Some(1))
            }
        }
    }

    fn lane(&self, at: Node, to: Node, before: Option<u32>) -> Option<VirtualChannel> {
        let port = self.net.next_port(at, to)?;
        Some(VirtualChannel { port, vc: self.vc(at, port.0, before) })
    }
}

fn put(set: &mut Vec<VirtualChannel>, lane: VirtualChannel) {
    if !set.contains(&lane) {
        set.push(lane);
    }
}

impl Routing for Scanned<'_> {
    fn channels(&self) -> u32 {
        self.channels
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.lane(from, to, None)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.lane(at, to, Some(by.lane.vc))
    }

    fn first(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        out.extend_from_slice(&self.first[at.0 as usize]);
    }

    fn after(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        if by.lane.vc < self.channels {
            out.extend_from_slice(&self.after[self.place(by)].0);
        }
    }

    fn ends(&self, by: Channel, _at: Node) -> bool {
        by.lane.vc < self.channels && self.after[self.place(by)].1
    }

    fn longest(&self) -> Option<u64> {
        Some(self.longest)
    }
}

/// Whether port 0 of every node leads to port 1 of the node with the next id, and round.
pub(super) fn is_ring(net: &dyn Network) -> bool {
    let n = net.nodes();
    (3..=1 << 22).contains(&n)
        && (0..n).all(|v| {
            let next = if v + 1 == n { 0 } else { v + 1 };
            net.degree(Node(v)) == 2 && net.link(Node(v), Port(0)) == (Node(next), Port(1))
        })
}
