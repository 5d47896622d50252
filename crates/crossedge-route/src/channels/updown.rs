//! Up*/down* on any connected network: links have an upper end, nearer to node 0, and a route goes up first and then down.
//!
//! No channel that goes down is followed by one that goes up, so that one channel is enough on any network. Routes are the shortest
//! that obey the rule, the smallest port first. The channel graph is the rule itself, and has more dependencies than the routes. Schroeder and
//! others, Autonet: a high-speed, self-configuring local area network (1991).

use super::entry::{RoutingEntry, Symmetry, no_detour};
use super::lists::push_ports;
use super::{Channel, ChannelGraph, Routing, Unroutable, VirtualChannel};
use crossedge_lang::net::address::{Pair, modulo};
use crossedge_lang::net::{MAX_STORED_NODES, Node, Port, Structure};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Up*/down*.
pub static UPDOWN: RoutingEntry = RoutingEntry {
    name: "updown",
    summary: "Up*/down* from node 0",
    paper: "Schroeder and others, Autonet: a high-speed, self-configuring local area network (1991)",
    missing: |_| None,
    make: |net| Ok(Arc::new(UpDown::on_network(net)?)),
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: false,
    symmetry: Symmetry::Nothing,
};

/// Every port is looked at once for the levels, and again for every target.
const MAX_PORTS: u64 = 1 << 31;

/// The distance of a node that cannot be reached.
const UNREACHABLE: u32 = u32::MAX;

/// Up*/down* routing from node 0.
#[derive(Debug)]
struct UpDown {
    net: Arc<dyn Structure>,
    /// The distance of every node from node 0.
    level: Vec<u32>,
    /// The ways to the last targets, each in the slot of its target modulo their number.
    kept: Vec<Mutex<Option<PathLengths>>>,
}

/// The lengths of the ways to one target.
#[derive(Debug)]
struct PathLengths {
    to: Node,
    /// Going down only.
    down: Vec<u32>,
    /// Going up first.
    any: Vec<u32>,
}

/// The ports of all nodes, counted until they are too many.
fn ports(net: &dyn Structure) -> u64 {
    let mut ports = 0u64;
    for v in 0..net.nodes() {
        ports += u64::from(net.degree(Node(v)));
        if ports > MAX_PORTS {
            break;
        }
    }
    ports
}

impl UpDown {
    /// Levels by a search from node 0.
    fn on_network(net: &Arc<dyn Structure>) -> Result<Self, Unroutable> {
        let too_large = |limit| Err(Unroutable::TooLarge { nodes: net.nodes(), limit });
        if net.nodes() > MAX_STORED_NODES {
            return too_large(MAX_STORED_NODES);
        }
        if ports(net.as_ref()) > MAX_PORTS {
            return too_large(Pair::new(u64::from(net.degree(Node(0))).max(1)).split(MAX_PORTS).0);
        }
        let mut level = vec![UNREACHABLE; net.nodes() as usize];
        level[0] = 0;
        let mut queue = VecDeque::from([Node(0)]);
        while let Some(v) = queue.pop_front() {
            for port in 0..net.degree(v) {
                let w = net.link(v, Port(port)).0;
                if level[w.0 as usize] == UNREACHABLE {
                    level[w.0 as usize] = level[v.0 as usize] + 1;
                    queue.push_back(w);
                }
            }
        }
        // Two slots in any case, and no more than 64 megabytes of them.
        let slots = Pair::new(8 * net.nodes()).split(64 << 20).0.clamp(2, 64);
        let kept = (0..slots).map(|_| Mutex::new(None)).collect();
        match level.contains(&UNREACHABLE) {
            true => Err(Unroutable::Apart),
            false => Ok(UpDown { net: net.clone(), level, kept }),
        }
    }

    /// Returns `true` if a hop from `v` to `w` goes up.
    fn goes_up(&self, v: Node, w: Node) -> bool {
        (self.level[w.0 as usize], w) < (self.level[v.0 as usize], v)
    }

    /// The lengths of all paths to a target: down only from the target, then the best continuation of each hop up.
    fn path_lengths(&self, to: Node) -> PathLengths {
        let n = self.level.len();
        let mut down = vec![UNREACHABLE; n];
        down[to.0 as usize] = 0;
        let mut queue = VecDeque::from([to]);
        while let Some(w) = queue.pop_front() {
            for port in 0..self.net.degree(w) {
                let v = self.net.link(w, Port(port)).0;
                if !self.goes_up(v, w) && down[v.0 as usize] == UNREACHABLE {
                    down[v.0 as usize] = down[w.0 as usize] + 1;
                    queue.push_back(v);
                }
            }
        }
        // Upper ends come first, so that each node finds the paths of the nodes above it complete.
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_unstable_by_key(|&v| (self.level[v], v));
        let mut any = down.clone();
        for v in order {
            for port in 0..self.net.degree(Node(v as u64)) {
                let w = self.net.link(Node(v as u64), Port(port)).0;
                if self.goes_up(Node(v as u64), w) {
                    any[v] = any[v].min(any[w.0 as usize].saturating_add(1));
                }
            }
        }
        PathLengths { to, down, any }
    }

    fn next_channel(&self, at: Node, to: Node, may_rise: bool) -> Option<VirtualChannel> {
        if at == to {
            return None;
        }
        let slot = &self.kept[modulo(to.0, self.kept.len() as u64) as usize];
        let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.as_ref().is_none_or(|lengths| lengths.to != to) {
            *kept = Some(self.path_lengths(to));
        }
        let lengths = kept.as_ref()?;
        let here = if may_rise { lengths.any[at.0 as usize] } else { lengths.down[at.0 as usize] };
        let good = |port: &u32| {
            let w = self.net.link(at, Port(*port)).0;
            let left = match self.goes_up(at, w) {
                true if may_rise => lengths.any[w.0 as usize],
                true => return false,
                false => lengths.down[w.0 as usize],
            };
            left != UNREACHABLE && left + 1 == here
        };
        (0..self.net.degree(at)).find(good).map(|port| VirtualChannel::new(port, 0))
    }
}

impl Routing for UpDown {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(from, to, true)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(at, to, self.goes_up(by.from, at))
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }
}

impl ChannelGraph for UpDown {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        push_ports(0..self.net.degree(at), 0, out);
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if by.vc > 0 {
            return;
        }
        let risen = self.goes_up(by.from, at);
        for port in 0..self.net.degree(at) {
            let w = self.net.link(at, Port(port)).0;
            if w != by.from && (risen || !self.goes_up(at, w)) {
                out.push(VirtualChannel::new(port, 0));
            }
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc == 0
    }

    fn tight(&self) -> bool {
        false
    }
}
