//! Any shortest path, by the queues. On most networks with an escape, see [`Escape`]; on fat trees without, for they need none.
//!
//! Up adaptively: on a fat tree a packet may take every link up, chosen by the queues; the path down is unique.
//! All parents of a node are equally far from a target that is not below it, so that every choice is a shortest path. The channels that
//! follow a channel are those of [`TreeAddresses`], up before down, for every choice: one channel is enough. Leiserson 1985; Petrini and
//! Vanneschi, k-ary n-trees: high performance networks for massively parallel architectures (1997).

use super::entry::{RoutingEntry, Symmetry, no_detour, over_tree};
use super::escape::Escape;
use super::hosts::HostRouting;
use super::tree::TreeAddresses;
use super::{Channel, ChannelGraph, LOCAL_GLOBAL_LOCAL, ORDER, Routing, UPDOWN, Unroutable, VirtualChannel};
use crossedge_lang::net::{Layout, Node, Structure};
use std::sync::Arc;

/// Any shortest path.
pub static ADAPTIVE: RoutingEntry = RoutingEntry {
    name: "adaptive",
    summary: "Any shortest path, chosen by queue length, with an escape channel; on a fat tree any up path, then down",
    paper: "Duato, A new theory of deadlock-free adaptive routing in wormhole networks (1993); Petrini, Vanneschi, k-ary n-trees: high performance networks for massively parallel architectures (1997)",
    missing: |net| {
        (!over_tree(net) && net.distance(Node(0), Node(0)).is_none())
            .then_some("no closed form for the links towards a destination")
    },
    make: make_routing,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::Nothing,
};

/// Channels next to those of the escape.
const FREE_CHANNELS: u32 = 2;

fn make_routing(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    if !over_tree(net.as_ref()) {
        return Ok(Arc::new(Escape::over_escape(net.clone(), escape_routing(net)?, FREE_CHANNELS)));
    }
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, each }) => {
            Ok(Arc::new(HostRouting::over_routers(routers.clone(), each, make_routing(routers)?)))
        }
        _ => Ok(Arc::new(AnyWayUp { tree: Arc::new(TreeAddresses { net: net.clone() }) })),
    }
}

/// The escape of a network: order on dual constructions, local-global-local on dragonflies, the usual routing where that has at most two
/// channels, as dimension order has, and up*/down* on anything else.
fn escape_routing(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    let own = [&ORDER, &LOCAL_GLOBAL_LOCAL].into_iter().find(|entry| (entry.missing)(net.as_ref()).is_none());
    if let Some(entry) = own {
        return entry.routing(net);
    }
    let usual = RoutingEntry::default_for(net.as_ref()).routing(net)?;
    match usual.channels() <= 2 {
        true => Ok(usual),
        false => UPDOWN.routing(net),
    }
}

/// A fat tree with a choice of parents.
#[derive(Debug)]
struct AnyWayUp {
    tree: Arc<TreeAddresses>,
}

impl Routing for AnyWayUp {
    fn channels(&self) -> u32 {
        self.tree.channels()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.tree.start(from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.tree.next(by, at, to)
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        self.tree.clone().channel_graph()
    }

    fn chooses(&self) -> bool {
        true
    }

    fn choices(
        &self,
        by: Option<Channel>,
        at: Node,
        via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        match self.step(by, at, via, to) {
            Some(next) if self.tree.leads_up(at, next.port) => self.tree.ports(at, true, out),
            other => out.extend(other),
        }
    }
}
