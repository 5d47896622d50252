//! Layers: the addresses, every path on one virtual channel from end to end, so that a packet carries its channel as a service level.
//!
//! An InfiniBand switch takes a packet's channel from its service level, which is constant along the path; channels that increase from hop to hop
//! cannot be expressed. So every pair of nodes, the farthest first, gets the lowest layer in which its route closes no cycle with the routes that
//! are there already: Skeie, Lysne, Theiss, Layered shortest path (LASH) routing in irregular system area networks (2002); Lysne, Skeie, Reinemo, Theiss, Layered
//! routing in irregular networks (2006). Cycles are detected with an order of the channels that is maintained incrementally:
//! Pearce, Kelly, A dynamic topological sort algorithm for directed acyclic graphs (2006).
//!
//! The channel dependency graph for the verifier is rebuilt from all routes, independent of that order.

use super::connected::is_connected;
use super::entry::{RoutingEntry, Symmetry, no_detour};
use super::enumerated::{MAX_ENUMERATED, RouteGraph};
use super::hosts::HostRouting;
use super::{Channel, ChannelGraph, Routing, Unroutable, VirtualChannel};
use crossedge_lang::net::{Layout, Node, Port, Structure};
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// The addresses in layers.
pub static LAYERS: RoutingEntry = RoutingEntry {
    name: "layers",
    summary: "Address routing with one VC per route (LASH), as InfiniBand service levels",
    paper: "Skeie, Lysne, Theiss, Layered shortest path (LASH) routing in irregular system area networks (2002)",
    missing: |_| None,
    make: make_routing,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: false,
    symmetry: Symmetry::Nothing,
};

fn make_routing(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    if let Some(Layout::Hosts { routers, each }) = net.roles().map(|roles| roles.layout()) {
        return Ok(Arc::new(HostRouting::over_routers(routers.clone(), each, make_routing(routers)?)));
    }
    if net.nodes() > MAX_ENUMERATED {
        return Err(Unroutable::TooLarge { nodes: net.nodes(), limit: MAX_ENUMERATED });
    }
    if !is_connected(net.as_ref()) {
        return Err(Unroutable::Apart);
    }
    Ok(Arc::new(Layers { net: net.clone(), laid: OnceLock::new(), walked: OnceLock::new() }))
}

/// The addresses in layers, on a small connected network. Packets go between endpoints.
#[derive(Debug)]
struct Layers {
    net: Arc<dyn Structure>,
    laid: OnceLock<Laid>,
    walked: OnceLock<RouteGraph>,
}

/// The layer of every pair of endpoints.
#[derive(Debug)]
struct Laid {
    ends: u64,
    /// By target, then source.
    layer: Vec<u32>,
    layers: u32,
    longest: u64,
}

impl Laid {
    fn assign_layers(net: &dyn Structure) -> Laid {
        let (ends, nodes) = (net.endpoints(), net.nodes() as usize);
        let (mut first, mut heads) = (vec![0u32], Vec::new());
        for v in (0..net.nodes()).map(Node) {
            heads.extend((0..net.degree(v)).map(|port| net.link(v, Port(port)).0));
            first.push(heads.len() as u32);
        }
        // The channel from every node towards every endpoint, and how far every pair is.
        let mut onward = Vec::new();
        for to in (0..ends).map(Node) {
            let channel = |v: u64| net.next_port(Node(v), to).map(|port| first[v as usize] + port.0);
            onward.extend((0..net.nodes()).map(channel));
        }
        let trace_path = |from: u64, to: u64, path: &mut Vec<u32>| {
            path.clear();
            let mut at = Node(from);
            while let Some(channel) = onward[to as usize * nodes + at.0 as usize] {
                path.push(channel);
                at = heads[channel as usize];
            }
        };
        let mut hops = Vec::new();
        let mut pairs = Vec::new();
        for to in 0..ends {
            for from in 0..ends {
                trace_path(from, to, &mut hops);
                pairs.push((Reverse(hops.len() as u32), to as u32, from as u32));
            }
        }
        // Long paths have the least choice left.
        pairs.sort_unstable();
        let longest = pairs.first().map_or(0, |(length, ..)| length.0.into());
        let mut layers = Vec::<Layer>::new();
        let mut layer = vec![0; pairs.len()];
        for (_, to, from) in pairs {
            trace_path(from.into(), to.into(), &mut hops);
            let fitting = layers.iter_mut().position(|layer| layer.try_add(&hops));
            layer[to as usize * ends as usize + from as usize] = fitting.unwrap_or(layers.len()) as u32;
            if fitting.is_none() {
                let mut fresh = Layer::new(heads.len());
                fresh.try_add(&hops);
                layers.push(fresh);
            }
        }
        Laid { ends, layer, layers: layers.len() as u32, longest }
    }

    /// Switches send nothing.
    fn layer_of(&self, from: Node, to: Node) -> u32 {
        match from.0 < self.ends && to.0 < self.ends {
            true => self.layer[(to.0 * self.ends + from.0) as usize],
            false => 0,
        }
    }
}

/// Channels, and which follow which, without a cycle.
struct Layer {
    /// Every channel is before those that follow it.
    order: Vec<u32>,
    after: Vec<Vec<u32>>,
    before: Vec<Vec<u32>>,
    /// Dependencies that would close a cycle: final, because nothing is removed.
    never: HashSet<(u32, u32)>,
}

impl Layer {
    fn new(channels: usize) -> Layer {
        let none = vec![Vec::new(); channels];
        Layer {
            order: (0..channels as u32).collect(),
            after: none.clone(),
            before: none,
            never: HashSet::new(),
        }
    }

    /// Adds a route, unless it closes a cycle.
    fn try_add(&mut self, path: &[u32]) -> bool {
        if path.windows(2).any(|hop| self.never.contains(&(hop[0], hop[1]))) {
            return false;
        }
        let mut new = Vec::new();
        for hop in path.windows(2) {
            let (a, b) = (hop[0], hop[1]);
            if self.after[a as usize].contains(&b) {
                continue;
            }
            if !self.put_before(a, b) {
                let alone = new.is_empty();
                // The order holds for what stays, too.
                for (a, b) in new {
                    self.after[a as usize].retain(|&other: &u32| other != b);
                    self.before[b as usize].retain(|&other: &u32| other != a);
                }
                if alone || !self.put_before(a, b) {
                    self.never.insert((a, b));
                }
                return false;
            }
            self.after[a as usize].push(b);
            self.before[b as usize].push(a);
            new.push((a, b));
        }
        true
    }

    /// Makes the first are before the second; false when it follows it already.
    fn put_before(&mut self, a: u32, b: u32) -> bool {
        let (low, high) = (self.order[b as usize], self.order[a as usize]);
        if high < low {
            return true;
        }
        // The successors of the second and the predecessors of the first, as far as they are between the two.
        let Some(mut later) = self.reachable_channels(b, &self.after, |place| place <= high, Some(a)) else {
            return false;
        };
        let Some(mut earlier) = self.reachable_channels(a, &self.before, |place| place >= low, None) else {
            return false;
        };
        let place = |order: &[u32], channel: u32| order[channel as usize];
        later.sort_unstable_by_key(|&channel| place(&self.order, channel));
        earlier.sort_unstable_by_key(|&channel| place(&self.order, channel));
        let all = [earlier, later].concat();
        let mut places: Vec<u32> = all.iter().map(|&channel| place(&self.order, channel)).collect();
        places.sort_unstable();
        for (channel, place) in all.into_iter().zip(places) {
            self.order[channel as usize] = place;
        }
        true
    }

    /// The channels reachable over the given range; `None` if the forbidden one is among them.
    fn reachable_channels(
        &self,
        from: u32,
        over: &[Vec<u32>],
        counts: impl Fn(u32) -> bool,
        never: Option<u32>,
    ) -> Option<Vec<u32>> {
        let (mut reachable, mut seen) = (vec![from], HashSet::from([from]));
        let mut done = 0;
        while let Some(&at) = reachable.get(done) {
            if Some(at) == never {
                return None;
            }
            done += 1;
            for &next in &over[at as usize] {
                if counts(self.order[next as usize]) && seen.insert(next) {
                    reachable.push(next);
                }
            }
        }
        Some(reachable)
    }
}

impl Layers {
    fn assigned_layers(&self) -> &Laid {
        self.laid.get_or_init(|| Laid::assign_layers(self.net.as_ref()))
    }

    fn route_graph(&self) -> &RouteGraph {
        self.walked.get_or_init(|| {
            let (net, laid) = (self.net.as_ref(), self.assigned_layers());
            RouteGraph::new(net, net.endpoints(), |at, to, before| {
                let port = net.next_port(at, to)?;
                Some(VirtualChannel { port, vc: before.unwrap_or_else(|| laid.layer_of(at, to)) })
            })
        })
    }
}

impl Routing for Layers {
    fn channels(&self) -> u32 {
        self.assigned_layers().layers.max(1)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        let port = self.net.next_port(from, to)?;
        Some(VirtualChannel { port, vc: self.assigned_layers().layer_of(from, to) })
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.net.next_port(at, to).map(|port| VirtualChannel { port, vc: by.vc })
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        true
    }

    fn longest(&self) -> Option<u64> {
        Some(self.assigned_layers().longest)
    }
}

impl ChannelGraph for Layers {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        self.route_graph().injection(at, out);
    }

    fn dependencies(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        self.route_graph().dependencies(by, out);
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        self.route_graph().ejects(by)
    }
}
