//! A hash over shortest paths: at every node a packet takes one of the links that lead nearer to its target, always the same for its flow.
//!
//! A flow is a source and a target; the hosts of a switch are one source, because the machine does not distinguish them. Every link gets a number that
//! is mixed from the flow, the node and the port, and the highest one wins, so that two flows part at every node again. A packet
//! carries its flow's source where others carry an intermediate node: there is one, and nothing is drawn.
//!
//! Shortest paths in any order make circles on most networks, so there is a channel for every hop, as many as the diameter: numbered upwards on
//! every path, they have no cycle, regardless of the hash. A hop can follow another only if the distance of the two ends is 2. On a fat tree a
//! shortest path goes up and then down, and one channel is enough. Hopps, Analysis of an equal-cost multi-path algorithm, RFC 2992 (2000);
//! Gopal, Prevention of store-and-forward deadlock in computer networks (1985).

use super::connected::is_connected;
use super::entry::{RoutingEntry, Symmetry, no_detour, over_tree};
use super::hops::eccentricity;
use super::hosts::HostRouting;
use super::recursion::by_addresses;
use super::tree::TreeAddresses;
use super::{Channel, ChannelGraph, Routing, Unroutable, VirtualChannel};
use crossedge_lang::net::{Layout, MAX_STORED_NODES, Node, Port, Structure};
use rayon::prelude::*;
use std::sync::{Arc, OnceLock};

/// A hash over shortest paths.
pub static ECMP: RoutingEntry = RoutingEntry {
    name: "ecmp",
    summary: "One shortest path by a hash of source and destination, one VC per hop; on a fat tree one VC",
    paper: "Hopps, Analysis of an equal-cost multi-path algorithm, RFC 2992 (2000)",
    missing: |net| (!has_shortest_ports(net)).then_some("no closed form for the links towards a destination"),
    make: make_routing,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::Nothing,
};

/// Up to this many nodes the diameter is found by a search from every node.
const MAX_SEARCHED: u64 = 1 << 13;

/// Returns `true` if distances are known between all nodes: some constructions know only those between endpoints, or none but 0.
fn has_shortest_ports(net: &dyn Structure) -> bool {
    if let Some(Layout::Hosts { routers, .. }) = net.roles().map(|roles| roles.layout()) {
        return has_shortest_ports(routers.as_ref());
    }
    let last = net.nodes().saturating_sub(1);
    let some =
        [0, 1, net.endpoints().saturating_sub(1), net.endpoints(), last / 2, last].map(|v| Node(v.min(last)));
    over_tree(net) || some.iter().all(|&a| some.iter().all(|&b| net.distance(a, b).is_some()))
}

fn make_routing(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    if let Some(Layout::Hosts { routers, each }) = net.roles().map(|roles| roles.layout()) {
        return Ok(Arc::new(HostRouting::over_routers(routers.clone(), each, make_routing(routers)?)));
    }
    if over_tree(net.as_ref()) {
        return Ok(Arc::new(UpByHash { tree: Arc::new(TreeAddresses { net: net.clone() }) }));
    }
    if net.nodes() <= MAX_STORED_NODES && !is_connected(net.as_ref()) {
        return Err(Unroutable::Apart);
    }
    let ecmp = Ecmp { net: net.clone(), farthest: OnceLock::new() };
    match ecmp.max_hops() {
        Some(_) => Ok(Arc::new(ecmp)),
        None => Err(Unroutable::TooLarge { nodes: net.nodes(), limit: MAX_STORED_NODES }),
    }
}

/// The source of a flow: the node, or the switch of a node with one link.
fn flow_source(net: &dyn Structure, from: Node) -> Node {
    match net.endpoints() < net.nodes() && net.degree(from) == 1 {
        true => net.link(from, Port(0)).0,
        false => from,
    }
}

/// The port with the highest number for a flow.
fn highest_hash_port(
    ports: impl Iterator<Item = Port>,
    at: Node,
    (source, target): (Option<Node>, Node),
) -> Option<Port> {
    let flow = mix_bits(target.0 ^ mix_bits(source.map_or(u64::MAX, |source| source.0)));
    ports.max_by_key(|port| mix_bits(flow ^ mix_bits(at.0 ^ u64::from(port.0).rotate_right(8))))
}

/// All bits from all bits (Steele, Lea, Flood, Fast splittable pseudorandom number generators, 2014).
fn mix_bits(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A hash over shortest paths, with a channel for every hop.
#[derive(Debug)]
struct Ecmp {
    net: Arc<dyn Structure>,
    /// The longest distance, or a bound on it.
    farthest: OnceLock<Option<u64>>,
}

impl Ecmp {
    /// Upper bound on the hops of the longest path; `None` if unknown.
    fn max_hops(&self) -> Option<u64> {
        *self.farthest.get_or_init(|| {
            let net = self.net.as_ref();
            let n = net.nodes();
            if n <= MAX_SEARCHED {
                return (0..n).into_par_iter().map(|v| eccentricity(net, Node(v))).max();
            }
            // Addresses that lead along shortest paths know how long these are.
            let reported = net
                .minimal()
                .then(|| by_addresses(&self.net).ok())
                .flatten()
                .and_then(|routing| routing.longest());
            reported.or_else(|| (n <= MAX_STORED_NODES).then(|| 2 * eccentricity(net, Node(0))))
        })
    }

    fn next_channel(
        &self,
        by: Option<Channel>,
        at: Node,
        source: Option<Node>,
        to: Node,
    ) -> Option<VirtualChannel> {
        let net = self.net.as_ref();
        let distance = net.distance(at, to).filter(|&distance| distance > 0)?;
        let nearer =
            |&port: &Port| net.distance(net.link(at, port).0, to).is_some_and(|left| left < distance);
        let port = highest_hash_port((0..net.degree(at)).map(Port).filter(nearer), at, (source, to))?;
        Some(VirtualChannel { port, vc: by.map_or(0, |by| by.vc.saturating_add(1)) })
    }
}

impl Routing for Ecmp {
    fn channels(&self) -> u32 {
        u32::try_from(self.max_hops().unwrap_or(0)).unwrap_or(u32::MAX).max(1)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(None, from, None, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(Some(by), at, None, to)
    }

    fn detours(&self, _from: Node) -> u64 {
        1
    }

    fn detour(&self, from: Node, _i: u64) -> Node {
        flow_source(self.net.as_ref(), from)
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(None, from, Some(via), to)
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(Some(by), at, Some(via), to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }
}

impl ChannelGraph for Ecmp {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        out.extend((0..self.net.degree(at)).map(|port| VirtualChannel::new(port, 0)));
    }

    /// On to nodes that are two links from the one before.
    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        if by.vc + 1 < self.channels() {
            let net = self.net.as_ref();
            let onward = |&port: &Port| net.distance(by.from, net.link(at, port).0) == Some(2);
            let ports = (0..net.degree(at)).map(Port).filter(onward);
            out.extend(ports.map(|port| VirtualChannel { port, vc: by.vc + 1 }));
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        by.vc < self.channels()
    }

    /// The hash leaves out some paths.
    fn tight(&self) -> bool {
        false
    }
}

/// A fat tree with a hash over parents.
#[derive(Debug)]
struct UpByHash {
    tree: Arc<TreeAddresses>,
}

impl UpByHash {
    fn next_channel(&self, at: Node, source: Option<Node>, to: Node) -> Option<VirtualChannel> {
        let (tree, net) = (self.tree.as_ref(), self.tree.net.as_ref());
        let next = tree.start(at, to)?;
        if !tree.leads_up(at, next.port) {
            return Some(next);
        }
        let up = (0..net.degree(at)).map(Port).filter(|&port| tree.leads_up(at, port));
        highest_hash_port(up, at, (source, to)).map(|port| VirtualChannel { port, vc: 0 })
    }
}

impl Routing for UpByHash {
    fn channels(&self) -> u32 {
        self.tree.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(from, None, to)
    }

    fn next(&self, _by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(at, None, to)
    }

    fn detours(&self, _from: Node) -> u64 {
        1
    }

    fn detour(&self, from: Node, _i: u64) -> Node {
        flow_source(self.tree.net.as_ref(), from)
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(from, Some(via), to)
    }

    fn next_by(&self, _by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.next_channel(at, Some(via), to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        self.tree.clone().channel_graph()
    }
}
