//! Any way up: on a fat tree a packet may rise by every link up, and the queues decide which one it takes; the way down is the only one.
//!
//! All parents of a node are equally far from a target that is not below it, so that every choice is a shortest way. The channels that
//! follow a channel are those of [`Tree`], up before down, whatever is chosen: one channel is enough. Leiserson 1985; Petrini and
//! Vanneschi, k-ary n-trees: high performance networks for massively parallel architectures (1997).

use super::entry::{RoutingEntry, Symmetry, no_detour};
use super::hosts::Hosts;
use super::tree::Tree;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crate::net::{Layout, Leaf, Node, Parts, Structure};
use std::sync::Arc;

/// Any way up on fat trees.
pub static ADAPTIVE: RoutingEntry = RoutingEntry {
    name: "adaptive",
    summary: "Any way up in a fat tree, by the queues of the switch; then down",
    paper: "Petrini, Vanneschi, k-ary n-trees: high performance networks for massively parallel architectures (1997)",
    missing: |net| (!over_tree(net)).then_some("it is made for fat trees, and hosts on them, so far"),
    make: |net| Ok(make(net)),
    detour: no_detour,
    fewest_channels: |_| false,
    symmetry: Symmetry::Nothing,
};

/// Whether a network is a fat tree, or hosts on one.
fn over_tree(net: &dyn Structure) -> bool {
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, .. }) => over_tree(routers.as_ref()),
        _ => matches!(net.parts(), Parts::Leaf(Leaf::Tree)),
    }
}

fn make(net: &Arc<dyn Structure>) -> Arc<dyn Routing> {
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, each }) => Arc::new(Hosts::over(routers.clone(), each, make(routers))),
        _ => Arc::new(AnyWayUp { tree: Arc::new(Tree { net: net.clone() }) }),
    }
}

/// A fat tree with a choice of parents.
#[derive(Debug)]
struct AnyWayUp {
    tree: Arc<Tree>,
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

    fn candidates(
        &self,
        by: Option<Channel>,
        at: Node,
        via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        match self.step(by, at, via, to) {
            Some(next) if self.tree.up(at, next.port) => self.tree.ports(at, true, out),
            other => out.extend(other),
        }
    }
}
