//! Dimension order on a Cartesian product: one coordinate after the other, each by the routing of its factor.
//!
//! A packet that leaves a dimension never comes back to it, so that the routing has no cycle when those of the factors have none, and
//! it needs as many channels as the factor that needs most.

use super::entry::{RoutingEntry, Symmetry, no_detour};
use super::factor_table::FactorTable;
use super::lists::push_mapped;
use super::recursion::by_addresses;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::address::Digits;
use crossedge_lang::net::{Leaf, Node, Parts, Port, Structure, uniform_degree};
use std::sync::Arc;

/// Dimension order.
pub static DIMENSION: RoutingEntry = RoutingEntry {
    name: "dimension",
    summary: "Dimension order, with datelines on rings",
    paper: "Dally, Seitz, Deadlock-free message routing in multiprocessor interconnection networks (1987)",
    missing: |net| match net.parts() {
        Parts::Product(parts) if parts.iter().all(|part| matches!(part.parts(), Parts::Leaf(_))) => None,
        Parts::Product(_) => Some("a factor of the product has its own levels or phases"),
        Parts::Leaf(leaf) if leaf.in_line() || matches!(leaf, Leaf::Cube(_)) => None,
        _ => Some("dimension order needs a product, a cube, a ring, a path or a complete graph"),
    },
    // On these networks it is what the addresses do.
    make: by_addresses,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: false,
    symmetry: Symmetry::OfParts,
};

/// Dimension order over routings of the factors.
#[derive(Debug)]
pub(super) struct ProductRouting {
    parts: Vec<RoutedFactor>,
    digits: Digits,
    /// The dimension of every port and the first port of that dimension, if these are the same at all nodes and few.
    ports: Vec<(usize, u32)>,
}

/// More ports have no list.
const MAX_LISTED_PORTS: u32 = 1 << 12;

#[derive(Debug)]
struct RoutedFactor {
    net: Arc<dyn Structure>,
    routing: Arc<dyn Routing>,
    regular: Option<u32>,
}

/// A factor and its routing.
pub(super) type FactorRouting = (Arc<dyn Structure>, Arc<dyn Routing>);

impl ProductRouting {
    /// Over factors and their routings; `None` when the ids pass 64 bits.
    pub fn new(parts: Vec<FactorRouting>) -> Option<Self> {
        let digits = Digits::new(parts.iter().map(|(net, _)| net.nodes()).collect())?;
        let factor = |(net, routing): FactorRouting| RoutedFactor {
            regular: uniform_degree(net.as_ref()),
            net,
            routing,
        };
        let parts: Vec<RoutedFactor> = parts.into_iter().map(factor).collect();
        let ports = listed_ports(&parts).unwrap_or_default();
        Some(ProductRouting { parts, digits, ports })
    }

    #[inline]
    fn degree(&self, at: Node, i: usize) -> u32 {
        let RoutedFactor { net, regular, .. } = &self.parts[i];
        regular.unwrap_or_else(|| net.degree(self.coordinate(at, i)))
    }

    #[inline(always)]
    fn coordinate(&self, v: Node, i: usize) -> Node {
        Node(self.digits.digit(v.0, i))
    }

    /// The dimension of a port, and the first port of that dimension.
    #[inline]
    fn port_dimension(&self, v: Node, port: u32) -> (usize, u32) {
        match self.ports.get(port as usize) {
            Some(&listed) => listed,
            None => self.search_port(v, port),
        }
    }

    fn search_port(&self, v: Node, port: u32) -> (usize, u32) {
        let mut offset = 0;
        for i in 0..self.parts.len() {
            let degree = self.degree(v, i);
            if port < offset + degree {
                return (i, offset);
            }
            offset += degree;
        }
        (self.parts.len(), offset)
    }

    /// The first channel in dimension `i` or a later one, whose first port at `at` is `offset`.
    fn start_from(&self, i: usize, mut offset: u32, at: Node, to: Node) -> Option<VirtualChannel> {
        for j in i..self.parts.len() {
            let (x, y) = (self.coordinate(at, j), self.coordinate(to, j));
            if x != y {
                return self.parts[j].routing.start(x, y).map(|out| shifted_channel(out, offset));
            }
            offset += self.degree(at, j);
        }
        None
    }

    /// A channel as its factor sees it, with the dimension and its first port.
    #[inline]
    fn factor_channel(&self, by: Channel) -> (usize, u32, Channel) {
        let (i, offset) = self.port_dimension(by.from, by.port.0);
        let from = self.coordinate(by.from, i.min(self.parts.len() - 1));
        (i, offset, Channel { from, port: Port(by.port.0 - offset), vc: by.vc })
    }
}

/// The dimension and its first port for every port; `None` if nodes differ.
fn listed_ports(parts: &[RoutedFactor]) -> Option<Vec<(usize, u32)>> {
    let mut ports = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let first = ports.len() as u32;
        let degree = part.regular.filter(|&degree| degree <= MAX_LISTED_PORTS - first)?;
        ports.extend((0..degree).map(|_| (i, first)));
    }
    Some(ports)
}

#[inline]
fn shifted_channel(out: VirtualChannel, offset: u32) -> VirtualChannel {
    VirtualChannel::new(out.port.0 + offset, out.vc)
}

impl Routing for ProductRouting {
    fn channels(&self) -> u32 {
        self.parts.iter().map(|p| p.routing.channels()).max().unwrap_or(1)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.start_from(0, 0, from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let (i, offset, inner) = self.factor_channel(by);
        let (x, y) = (self.coordinate(at, i), self.coordinate(to, i));
        if x != y {
            return self.parts[i].routing.next(inner, x, y).map(|out| shifted_channel(out, offset));
        }
        self.start_from(i + 1, offset + self.degree(at, i), at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        let vcs = self.channels();
        let mut factors: Vec<FactorGraph> = Vec::new();
        for (i, part) in self.parts.iter().enumerate() {
            let graph = part.routing.clone().channel_graph()?;
            // The factors of a power are one network.
            let same = i.checked_sub(1).filter(|&last| {
                let last = &self.parts[last];
                Arc::ptr_eq(&last.net, &part.net) && Arc::ptr_eq(&last.routing, &part.routing)
            });
            let table = match same {
                Some(last) => factors[last].table.clone(),
                None => FactorTable::new(part.net.as_ref(), graph.as_ref(), vcs).map(Arc::new),
            };
            factors.push(FactorGraph { graph, table });
        }
        Some(Arc::new(ProductGraph { rule: self, factors }))
    }

    fn memoryless(&self) -> bool {
        self.parts.iter().all(|p| p.routing.memoryless())
    }

    fn longest(&self) -> Option<u64> {
        self.parts.iter().map(|p| p.routing.longest()).sum()
    }
}

/// Its channel dependency graph, over those of the factors.
#[derive(Debug)]
struct ProductGraph {
    rule: Arc<ProductRouting>,
    factors: Vec<FactorGraph>,
}

/// The graph of a factor, and its lists if it is small.
#[derive(Debug)]
struct FactorGraph {
    graph: Arc<dyn ChannelGraph>,
    table: Option<Arc<FactorTable>>,
}

impl FactorGraph {
    /// Adds the first channels at a node, with ports from `offset` on.
    #[inline]
    fn push_injection(&self, at: Node, offset: u32, out: &mut Vec<VirtualChannel>) {
        match &self.table {
            Some(table) => push_shifted(table.injection(at), offset, out),
            None => push_mapped(
                out,
                |out| self.graph.injection(at, out),
                |channel| shifted_channel(channel, offset),
            ),
        }
    }

    /// Adds the channels after `by` at its head, with ports from `offset` on. Returns `true` if packets can end on it.
    #[inline]
    fn push_dependencies(
        &self,
        by: Channel,
        head: impl Fn() -> Node,
        offset: u32,
        out: &mut Vec<VirtualChannel>,
    ) -> bool {
        if let Some((follow, ejects)) = self.table.as_ref().and_then(|table| table.after(by)) {
            push_shifted(follow, offset, out);
            return ejects;
        }
        let at = head();
        push_mapped(
            out,
            |out| self.graph.dependencies(by, at, out),
            |channel| shifted_channel(channel, offset),
        );
        self.graph.ejects(by, at)
    }
}

fn push_shifted(channels: &[VirtualChannel], offset: u32, out: &mut Vec<VirtualChannel>) {
    out.extend(channels.iter().map(|&channel| shifted_channel(channel, offset)));
}

impl ProductGraph {
    /// The first channels in dimension `i` or a later one, whose first port at `at` is `offset`.
    fn injection_from(&self, i: usize, mut offset: u32, at: Node, out: &mut Vec<VirtualChannel>) {
        for (j, factor) in self.factors.iter().enumerate().skip(i) {
            factor.push_injection(self.rule.coordinate(at, j), offset, out);
            offset += self.rule.degree(at, j);
        }
    }
}

impl ChannelGraph for ProductGraph {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        self.injection_from(0, 0, at, out);
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let (i, offset, inner) = self.rule.factor_channel(by);
        let head = || self.rule.coordinate(at, i);
        if self.factors[i].push_dependencies(inner, head, offset, out) {
            self.injection_from(i + 1, offset + self.rule.degree(at, i), at, out);
        }
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        let (i, _, inner) = self.rule.factor_channel(by);
        self.factors[i].graph.ejects(inner, self.rule.coordinate(at, i))
    }

    fn tight(&self) -> bool {
        self.factors.iter().all(|factor| factor.graph.tight())
    }
}
