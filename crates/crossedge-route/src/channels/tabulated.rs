//! The routing of a small part in tables: a level queries its base for every hop of every route, and a lookup is cheaper than the recursion.

use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::{Node, Port, Structure, uniform_degree};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Next hops of larger parts are not kept, in pairs of a channel and a target.
const MAX_HOPS: u64 = 1 << 18;

/// Nor is the channel dependency graph of parts with more channels.
const MAX_CHANNELS: u64 = 1 << 17;

/// A routing that keeps its answers.
#[derive(Debug)]
struct Tabulated {
    net: Arc<dyn Structure>,
    inner: Arc<dyn Routing>,
    nodes: u64,
    degree: u32,
    channels: u32,
    /// First channels by source and target; empty if the part is too large.
    starts: Vec<AtomicU32>,
    /// Next channels by channel and target.
    nexts: Vec<AtomicU32>,
}

/// Cells hold 0 until they are computed, [`ARRIVED_CELL`], or a port and a virtual channel with [`KNOWN_CELL`] set.
const ARRIVED_CELL: u32 = 1;
const KNOWN_CELL: u32 = 1 << 31;
/// Bits of a virtual channel.
const CHANNEL_BITS: u32 = 12;

/// The same routing with tables, where the part is regular and small and packets have no choice.
pub(super) fn with_tables(net: &Arc<dyn Structure>, inner: Arc<dyn Routing>) -> Arc<dyn Routing> {
    let chooses = inner.chooses() || inner.source_chooses() || inner.escape().is_some();
    let Some(degree) = uniform_degree(net.as_ref()) else { return inner };
    if chooses || inner.detours(Node(0)) > 0 {
        return inner;
    }
    let (nodes, channels) = (net.nodes(), inner.channels());
    let all = nodes.saturating_mul(u64::from(degree)).saturating_mul(u64::from(channels));
    if all > MAX_CHANNELS {
        return inner;
    }
    let fits = channels <= 1 << CHANNEL_BITS && degree < KNOWN_CELL >> CHANNEL_BITS;
    let keeps = fits && all.saturating_mul(nodes) <= MAX_HOPS && nodes.saturating_mul(nodes) <= MAX_HOPS;
    let cells = |count: u64| (0..if keeps { count } else { 0 }).map(|_| AtomicU32::new(0)).collect();
    let (starts, nexts) = (cells(nodes * nodes), cells(all * nodes));
    Arc::new(Tabulated { net: net.clone(), inner, nodes, degree, channels, starts, nexts })
}

impl Tabulated {
    /// The number of a channel; none of one that the routing never names.
    fn channel_number(&self, by: Channel) -> Option<u64> {
        let known = by.port.0 < self.degree && by.vc < self.channels;
        let link = by.from.0 * u64::from(self.degree) + u64::from(by.port.0);
        known.then_some(link * u64::from(self.channels) + u64::from(by.vc))
    }

    /// The value of a cell, computed on first use.
    fn cached(
        &self,
        cell: &AtomicU32,
        ask: impl FnOnce() -> Option<VirtualChannel>,
    ) -> Option<VirtualChannel> {
        match cell.load(Relaxed) {
            0 => {
                let next_hop = ask();
                cell.store(
                    next_hop.map_or(ARRIVED_CELL, |out| KNOWN_CELL | out.port.0 << CHANNEL_BITS | out.vc),
                    Relaxed,
                );
                next_hop
            }
            ARRIVED_CELL => None,
            known => Some(VirtualChannel::new(
                (known & !KNOWN_CELL) >> CHANNEL_BITS,
                known & ((1 << CHANNEL_BITS) - 1),
            )),
        }
    }
}

impl Routing for Tabulated {
    fn channels(&self) -> u32 {
        self.channels
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        match self.starts.get((from.0 * self.nodes + to.0) as usize) {
            Some(cell) => self.cached(cell, || self.inner.start(from, to)),
            None => self.inner.start(from, to),
        }
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let cell =
            self.channel_number(by).and_then(|number| self.nexts.get((number * self.nodes + to.0) as usize));
        match cell {
            Some(cell) => self.cached(cell, || self.inner.next(by, at, to)),
            None => self.inner.next(by, at, to),
        }
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        let inner = self.inner.clone().channel_graph()?;
        let (mut injection, mut dependencies) = (Lists::default(), Lists::default());
        let mut ejects = Vec::new();
        for v in (0..self.nodes).map(Node) {
            injection.add_list(|out| inner.injection(v, out));
            for port in (0..self.degree).map(Port) {
                let head = self.net.link(v, port).0;
                for vc in 0..self.channels {
                    let by = Channel { from: v, port, vc };
                    dependencies.add_list(|out| inner.dependencies(by, head, out));
                    ejects.push(inner.ejects(by, head));
                }
            }
        }
        Some(Arc::new(TabulatedGraph { rule: self, inner, injection, dependencies, ejects }))
    }

    fn memoryless(&self) -> bool {
        self.inner.memoryless()
    }

    fn longest(&self) -> Option<u64> {
        self.inner.longest()
    }
}

/// Lists one after the other.
#[derive(Debug)]
struct Lists {
    ends: Vec<usize>,
    items: Vec<VirtualChannel>,
}

impl Default for Lists {
    fn default() -> Self {
        Lists { ends: vec![0], items: Vec::new() }
    }
}

impl Lists {
    fn add_list(&mut self, list: impl FnOnce(&mut Vec<VirtualChannel>)) {
        list(&mut self.items);
        self.ends.push(self.items.len());
    }

    fn list_at(&self, i: u64) -> &[VirtualChannel] {
        &self.items[self.ends[i as usize]..self.ends[i as usize + 1]]
    }
}

/// The channel dependency graph of a small part.
#[derive(Debug)]
struct TabulatedGraph {
    rule: Arc<Tabulated>,
    inner: Arc<dyn ChannelGraph>,
    injection: Lists,
    dependencies: Lists,
    ejects: Vec<bool>,
}

impl ChannelGraph for TabulatedGraph {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        out.extend_from_slice(self.injection.list_at(at.0));
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        match self.rule.channel_number(by) {
            // A few channels: a call of memcpy takes longer.
            Some(number) => self.dependencies.list_at(number).iter().for_each(|&channel| out.push(channel)),
            None => self.inner.dependencies(by, at, out),
        }
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        match self.rule.channel_number(by) {
            Some(number) => self.ejects[number as usize],
            None => self.inner.ejects(by, at),
        }
    }

    fn tight(&self) -> bool {
        self.inner.tight()
    }
}
