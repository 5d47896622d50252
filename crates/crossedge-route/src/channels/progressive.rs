//! Progressive adaptive routing (PAR) on dragonflies: the source chooses between the shortest path and one by another group, and a packet on
//! its shortest path chooses again at the router that the path leaves the group from. Jiang, Kim, Dally, Indirect adaptive routing on large
//! scale interconnection networks (2009).
//!
//! A packet makes at most two local hops in its own group, then global, local, global, local. The channels in the order of a route: local 0
//! (a shortest path, which can still be left), local 1 (to the router of a detour), global 0, local 2, global 1, local 3. Every route
//! ascends, so there is no cycle: four channels of local links, two of global ones.
//!
//! The intermediate node of a packet is a node of the group that it takes if it leaves the shortest path, at its source or later: all
//! three routes, by no detour, by one from the source, and by one from the second router, are candidates of the same packet.

use super::dragonfly::{Dragonfly, PathChoice};
use super::entry::{RoutingEntry, Symmetry, is_dragonfly, no_detour};
use super::hosts::HostRouting;
use super::{Channel, ChannelGraph, Routing, Unroutable, VirtualChannel};
use crossedge_lang::net::{Layout, Node, Port, Structure};
use std::sync::Arc;

/// The source chooses, and the router where the shortest path leaves the group does so again.
pub static PAR: RoutingEntry = RoutingEntry {
    name: "par",
    summary: "Progressive adaptive: as ugal, and the choice is repeated where the minimal path leaves the group",
    paper: "Jiang, Kim, Dally, Indirect adaptive routing on large scale interconnection networks (2009)",
    missing: missing_dragonfly,
    make: make_par,
    detour: no_detour,
    fewest_channels: |_| false,
    own_ways: true,
    symmetry: Symmetry::Nothing,
};

fn missing_dragonfly(net: &dyn Structure) -> Option<&'static str> {
    match net.roles().map(|roles| roles.layout()) {
        Some(Layout::Hosts { routers, .. }) => missing_dragonfly(routers.as_ref()),
        _ if is_dragonfly(net) => None,
        _ => Some("progressive adaptive routing is for dragonflies and hosts on these"),
    }
}

fn make_par(net: &Arc<dyn Structure>) -> Result<Arc<dyn Routing>, Unroutable> {
    if let Some(Layout::Hosts { routers, each }) = net.roles().map(|roles| roles.layout()) {
        return Ok(Arc::new(HostRouting::over_routers(routers.clone(), each, make_par(routers)?)));
    }
    let dragonfly = Dragonfly::on_network(net, PathChoice::Textbook);
    let dragonfly = dragonfly.ok_or_else(|| Unroutable::Undefined("no global links".to_owned()))?;
    Ok(Arc::new(Progressive { dragonfly, nodes: net.nodes() }))
}

/// The routing.
#[derive(Debug)]
struct Progressive {
    /// Ports and groups; its channels are not used.
    dragonfly: Dragonfly,
    nodes: u64,
}

/// Where a packet is on its route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// In its own group, on its shortest path or not yet sent.
    Revocable,
    /// In its own group, on its detour.
    Committed,
    /// In the intermediate group.
    Between,
    /// In the group of the target, by the last global link.
    Last,
}

impl Progressive {
    fn stage(&self, by: Option<Channel>) -> Stage {
        match by {
            None => Stage::Revocable,
            Some(by) => match (self.dragonfly.is_global(by.port), by.vc) {
                (false, 0) => Stage::Revocable,
                (false, 1) => Stage::Committed,
                (true, 0) | (false, 2) => Stage::Between,
                _ => Stage::Last,
            },
        }
    }

    /// The next hop of the shortest path, in a stage.
    fn direct(&self, stage: Stage, at: Node, to: Node) -> Option<VirtualChannel> {
        let (port, global) = self.dragonfly.port(at, to)?;
        let local = match stage {
            Stage::Revocable | Stage::Committed => 0,
            Stage::Between => 2,
            Stage::Last => 3,
        };
        Some(VirtualChannel::new(port, if global { 1 } else { local }))
    }

    /// The next hop of a detour that has not left the group; `None` if the intermediate node is in this group.
    fn aside(&self, at: Node, via: Node) -> Option<VirtualChannel> {
        if self.dragonfly.group_of(at) == self.dragonfly.group_of(via) {
            return None;
        }
        let (port, global) = self.dragonfly.port(at, via)?;
        Some(VirtualChannel::new(port, u32::from(!global)))
    }
}

impl Routing for Progressive {
    fn channels(&self) -> u32 {
        4
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.direct(Stage::Revocable, from, to)
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        self.direct(self.stage(Some(by)), at, to)
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        if from == to {
            return None;
        }
        self.aside(from, via).or_else(|| self.start(from, to))
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        match self.stage(Some(by)) {
            Stage::Revocable if at == to => None,
            Stage::Revocable | Stage::Committed => self.aside(at, via).or_else(|| self.next(by, at, to)),
            Stage::Between | Stage::Last => self.next(by, at, to),
        }
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn longest(&self) -> Option<u64> {
        Some(2 + if self.dragonfly.routers() > 1 { 4 } else { 0 })
    }

    fn detours(&self, _from: Node) -> u64 {
        self.nodes
    }

    fn source_chooses(&self) -> bool {
        true
    }

    fn chooses_again(&self, by: Channel, at: Node, to: Node) -> bool {
        self.stage(Some(by)) == Stage::Revocable && at != to
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
        let own = self.step(by, at, via, to);
        out.extend(own);
        if via.is_some() && self.stage(by) == Stage::Revocable {
            out.extend(self.step(by, at, None, to).filter(|&straight| own != Some(straight)));
        }
    }

    fn gate(&self, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> Option<(Node, Port)> {
        let own_group = matches!(self.stage(by), Stage::Revocable | Stage::Committed);
        let aside =
            via.filter(|&via| own_group && self.dragonfly.group_of(via) != self.dragonfly.group_of(at));
        self.dragonfly.gate_towards(at, aside.unwrap_or(to))
    }
}

impl ChannelGraph for Progressive {
    fn injection(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        for vc in 0..2 {
            self.dragonfly.push_locals(vc, out);
            self.dragonfly.push_globals(vc, out);
        }
    }

    fn dependencies(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        match (self.dragonfly.is_global(by.port), by.vc) {
            (false, 0) => {
                self.dragonfly.push_locals(1, out);
                self.dragonfly.push_globals(0, out);
                self.dragonfly.push_globals(1, out);
            }
            (false, 1) => self.dragonfly.push_globals(0, out),
            (true, 0) => {
                self.dragonfly.push_locals(2, out);
                self.dragonfly.push_globals(1, out);
            }
            (false, 2) => self.dragonfly.push_globals(1, out),
            (true, 1) => self.dragonfly.push_locals(3, out),
            _ => {}
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        match self.dragonfly.is_global(by.port) {
            true => by.vc < 2,
            false => by.vc != 1 && by.vc < 4,
        }
    }

    /// Alone in its group, a router never goes back by the link that it came by.
    fn tight(&self) -> bool {
        self.dragonfly.routers() > 1
    }
}
