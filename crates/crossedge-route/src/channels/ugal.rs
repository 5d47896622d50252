//! The source chooses, packet by packet and by the queues, between the shortest path and a detour.
//!
//! On dual constructions a detour is spread over the cross-edges of the own cluster, on dragonflies it goes by another group, elsewhere by any
//! node (Valiant). Both kinds of paths are in the channel graph of the detour, so that the choice of the source adds no dependency:
//! a proof of that graph holds for any rule. Singh, Load-balanced routing in interconnection networks (2005); Kim, Dally, Scott, Abts,
//! Technology-driven, highly-scalable dragonfly topology (2008); Jiang, Kim, Dally, Indirect adaptive routing on large scale
//! interconnection networks (2009), for the knowledge of remote queues.

use super::dragonfly::{Dragonfly, PathChoice};
use super::entry::{RoutingEntry, Symmetry, no_detour};
use super::hosts::HostRouting;
use super::recursion::by_addresses;
use super::spread::{self, spread_routing};
use super::valiant::Valiant;
use super::{Channel, ChannelGraph, ORDER, Routing, Unroutable, VirtualChannel};
use crossedge_lang::net::{Layout, Node, Port, Structure};
use std::sync::Arc;

/// The source chooses.
pub static UGAL: RoutingEntry = RoutingEntry {
    name: "ugal",
    summary: "The source chooses by queue length: the minimal path, or a detour via another group or any node",
    paper: "Singh, Load-balanced routing in interconnection networks (2005)",
    missing: missing_switches,
    make: make_ugal,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::Nothing,
};

/// The same, with order routing inside clusters that are dual constructions themselves.
pub static UGAL_OVER_ORDER: RoutingEntry = RoutingEntry {
    name: "ugal over order",
    summary: "The same, with order routing in the levels below: four channels over tori at any depth",
    paper: "Singh, Load-balanced routing in interconnection networks (2005)",
    missing: |net| spread::missing_spread(net, true),
    make: |net| spread_routing(net, |base| ORDER.routing(base), true),
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::Nothing,
};

/// The same by any node, on every network: over shortest paths, on two sets of channels.
pub static UGAL_OVER_NODES: RoutingEntry = RoutingEntry {
    name: "ugal over nodes",
    summary: "The source chooses by queue length: the minimal path, or Valiant's via any node",
    paper: "Singh, Load-balanced routing in interconnection networks (2005)",
    missing: missing_switches,
    make: |net| over_nodes(net, by_addresses(net)?),
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::Nothing,
};

/// Hosts on a direct network route between switches by its routers.
fn missing_switches(net: &dyn Structure) -> Option<&'static str> {
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, .. }) => missing_switches(routers.as_ref()),
        _ if net.endpoints() < net.nodes() => Some("its routes go up and down switches without detours"),
        _ => None,
    }
}

fn make_ugal(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    if spread::missing_spread(net.as_ref(), false).is_none() {
        return spread_routing(net, by_addresses, true);
    }
    if let Some(Layout::Hosts { routers, each }) = net.roles().map(|roles| roles.layout()) {
        return Ok(Arc::new(HostRouting::over_routers(routers.clone(), each, make_ugal(routers)?)));
    }
    match Dragonfly::on_network(net, PathChoice::Detour) {
        Some(dragonfly) => Ok(Arc::new(Ugal { detour: Arc::new(dragonfly) })),
        None => over_nodes(net, RoutingEntry::below_detour(net.as_ref()).routing(net)?),
    }
}

fn over_nodes(net: &Arc<dyn Structure>, base: Arc<dyn Routing>) -> Result<Arc<dyn Routing>, Unroutable> {
    if let Some(Layout::Hosts { routers, each }) = net.roles().map(|roles| roles.layout()) {
        let below = over_nodes(routers, by_addresses(routers)?)?;
        return Ok(Arc::new(HostRouting::over_routers(routers.clone(), each, below)));
    }
    Ok(Arc::new(Ugal { detour: Arc::new(Valiant::over_routing(base, net.endpoints())) }))
}

/// A choice between the paths of a routing with detours and those without.
#[derive(Debug)]
struct Ugal {
    detour: Arc<dyn Routing>,
}

impl Routing for Ugal {
    fn channels(&self) -> u32 {
        self.detour.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.detour.start(from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.detour.next(by, at, to)
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.detour.start_by(from, via, to)
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        self.detour.next_by(by, at, via, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        self.detour.clone().channel_graph()
    }

    fn detours(&self, from: Node) -> u64 {
        self.detour.detours(from)
    }

    fn detour(&self, from: Node, i: u64) -> Node {
        self.detour.detour(from, i)
    }

    fn source_chooses(&self) -> bool {
        true
    }

    fn gate(&self, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> Option<(Node, Port)> {
        self.detour.gate(by, at, via, to)
    }
}
