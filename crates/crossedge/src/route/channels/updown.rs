//! Up*/down* on any connected network: links have an upper end, nearer to node 0, and a route goes up first and then down.
//!
//! No channel that goes down is followed by one that goes up, so that one channel is enough on any network. Routes are the shortest
//! that obey the rule, the smallest port first. The description is the rule itself, and says more than the routes do. Schroeder and
//! others, Autonet: a high-speed, self-configuring local area network (1991).

use super::{Channel, Routing, VirtualChannel};
use crate::net::address::{Pair, modulo};
use crate::net::{Node, Port, Structure};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The distance of a node that cannot be reached.
const FAR: u32 = u32::MAX;

/// Up*/down* routing from node 0.
#[derive(Debug)]
pub(super) struct UpDown<'a> {
    net: &'a dyn Structure,
    /// The distance of every node from node 0.
    level: Vec<u32>,
    /// The ways to the last targets, each in the slot of its target modulo their number.
    kept: Vec<Mutex<Option<Ways>>>,
}

/// The lengths of the ways to one target.
#[derive(Debug)]
struct Ways {
    to: Node,
    /// Going down only.
    down: Vec<u32>,
    /// Going up first.
    any: Vec<u32>,
}

impl<'a> UpDown<'a> {
    /// Levels by a search from node 0; `None` when some node cannot be reached.
    pub fn of(net: &'a dyn Structure) -> Option<Self> {
        let mut level = vec![FAR; net.nodes() as usize];
        level[0] = 0;
        let mut queue = VecDeque::from([Node(0)]);
        while let Some(v) = queue.pop_front() {
            for port in 0..net.degree(v) {
                let w = net.link(v, Port(port)).0;
                if level[w.0 as usize] == FAR {
                    level[w.0 as usize] = level[v.0 as usize] + 1;
                    queue.push_back(w);
                }
            }
        }
        // Two slots in any case, and no more than 64 megabytes of them.
        let slots = Pair::new(8 * net.nodes()).split(64 << 20).0.clamp(2, 64);
        let kept = (0..slots).map(|_| Mutex::new(None)).collect();
        (!level.contains(&FAR)).then_some(UpDown { net, level, kept })
    }

    /// Whether a hop from `v` to `w` goes up.
    fn up(&self, v: Node, w: Node) -> bool {
        (self.level[w.0 as usize], w) < (self.level[v.0 as usize], v)
    }

    /// The lengths of all ways to a target: down only from the target, then the best continuation of each hop up.
    fn ways(&self, to: Node) -> Ways {
        let n = self.level.len();
        let mut down = vec![FAR; n];
        down[to.0 as usize] = 0;
        let mut queue = VecDeque::from([to]);
        while let Some(w) = queue.pop_front() {
            for port in 0..self.net.degree(w) {
                let v = self.net.link(w, Port(port)).0;
                if !self.up(v, w) && down[v.0 as usize] == FAR {
                    down[v.0 as usize] = down[w.0 as usize] + 1;
                    queue.push_back(v);
                }
            }
        }
        // Upper ends come first, so that each node finds the ways of the nodes above it complete.
        let mut order: Vec<usize> = (0..n).collect();
        order.sort_unstable_by_key(|&v| (self.level[v], v));
        let mut any = down.clone();
        for v in order {
            for port in 0..self.net.degree(Node(v as u64)) {
                let w = self.net.link(Node(v as u64), Port(port)).0;
                if self.up(Node(v as u64), w) {
                    any[v] = any[v].min(any[w.0 as usize].saturating_add(1));
                }
            }
        }
        Ways { to, down, any }
    }

    fn lane(&self, at: Node, to: Node, may_rise: bool) -> Option<VirtualChannel> {
        if at == to {
            return None;
        }
        let slot = &self.kept[modulo(to.0, self.kept.len() as u64) as usize];
        let mut kept = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.as_ref().is_none_or(|ways| ways.to != to) {
            *kept = Some(self.ways(to));
        }
        let ways = kept.as_ref()?;
        let here = if may_rise { ways.any[at.0 as usize] } else { ways.down[at.0 as usize] };
        let good = |port: &u32| {
            let w = self.net.link(at, Port(*port)).0;
            let left = match self.up(at, w) {
                true if may_rise => ways.any[w.0 as usize],
                true => return false,
                false => ways.down[w.0 as usize],
            };
            left != FAR && left + 1 == here
        };
        (0..self.net.degree(at)).find(good).map(|port| VirtualChannel::new(port, 0))
    }
}

impl Routing for UpDown<'_> {
    fn channels(&self) -> u32 {
        1
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.lane(from, to, true)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.lane(at, to, self.up(by.from, at))
    }

    fn first(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        out.extend((0..self.net.degree(at)).map(|port| VirtualChannel::new(port, 0)));
    }

    fn after(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if by.lane.vc > 0 {
            return;
        }
        let risen = self.up(by.from, at);
        for port in 0..self.net.degree(at) {
            let w = self.net.link(at, Port(port)).0;
            if w != by.from && (risen || !self.up(at, w)) {
                out.push(VirtualChannel::new(port, 0));
            }
        }
    }

    fn ends(&self, by: Channel, _at: Node) -> bool {
        by.lane.vc == 0
    }

    fn exact(&self) -> bool {
        false
    }
}
