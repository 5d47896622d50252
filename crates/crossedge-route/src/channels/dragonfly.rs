//! Routings of the dragonfly. The textbook's: local, global, local, with a second channel for the local hop behind the global one. With
//! a detour: to another group first (local, global), then local, global, local; three local and two global channels. Kim, Dally, Scott,
//! Abts, Technology-driven, highly-scalable dragonfly topology (2008).
//!
//! Shortest paths: the same, or two global links that meet in a third group if that is shorter than three hops. Every hop after a
//! global hop is on the second channel, so that local 0, global 0, then local 1 or global 1 come in this order, and two are enough. The
//! channel graph does not know which two global links meet on a path, and has more dependencies than the routes.

use super::entry::{RoutingEntry, Symmetry, any_part, is_dragonfly};
use super::lists::push_ports;
use super::minimal::Minimal;
use super::recursion::{Rules, routing_by_structure};
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::address::{Pair, sub_mod};
use crossedge_lang::net::{Leaf, Node, Port, Structure};
use std::sync::Arc;

/// The textbook routing of the dragonfly, over the one link between two groups, even where two global links are shorter.
pub static LOCAL_GLOBAL_LOCAL: RoutingEntry = RoutingEntry {
    name: "local-global-local",
    summary: "The textbook routing of the dragonfly",
    paper: "Kim, Dally, Scott, Abts, Technology-driven, highly-scalable dragonfly topology (2008)",
    missing: |net| {
        (!any_part(net, &is_dragonfly))
            .then_some("local, global, local is for dragonflies and what is built of them")
    },
    make: |net| {
        routing_by_structure(net, &Rules { level: Minimal::over_level, dragonfly: PathChoice::Textbook })
    },
    detour: |net| {
        Dragonfly::on_network(net, PathChoice::Detour)
            .map(|dragonfly| Arc::new(dragonfly) as Arc<dyn Routing>)
    },
    fewest_channels: is_dragonfly,
    own_ways: false,
    symmetry: Symmetry::OfParts,
};

/// The choice of path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathChoice {
    /// Over the one link between the two groups.
    Textbook,
    /// The same over another group first.
    Detour,
    /// The shortest.
    Shortest,
}

/// A routing of the dragonfly.
#[derive(Debug)]
pub(super) struct Dragonfly {
    net: Arc<dyn Structure>,
    routers: u64,
    groups: u64,
    globals: u32,
    id: Pair,
    offset: Pair,
    path_choice: PathChoice,
}

impl Dragonfly {
    /// The routing, when the network is a dragonfly with global links.
    pub fn on_network(net: &Arc<dyn Structure>, path_choice: PathChoice) -> Option<Self> {
        let Leaf::Dragonfly { routers, globals: globals @ 1.. } = net.parts().leaf() else { return None };
        let id = Pair::new(routers);
        let groups = id.split(net.nodes()).0;
        let offset = Pair::new(globals);
        Some(Dragonfly {
            net: net.clone(),
            routers,
            groups,
            globals: globals as u32,
            id,
            offset,
            path_choice,
        })
    }

    pub fn group_of(&self, v: Node) -> u64 {
        self.id.split(v.0).0
    }

    /// Routers of a group.
    pub fn routers(&self) -> u64 {
        self.routers
    }

    /// The one link from the group of `at` to that of `to`; `None` if both are the same.
    pub fn gate_towards(&self, at: Node, to: Node) -> Option<(Node, Port)> {
        let (here, there) = (self.group_of(at), self.group_of(to));
        if here == there {
            return None;
        }
        let (gate, j) = self.offset.split(sub_mod(there, here, self.groups) - 1);
        Some((Node(self.id.join(here, gate)), Port((self.routers - 1 + j) as u32)))
    }

    /// The port of `at` towards `to`, and whether it is a global one.
    pub fn port(&self, at: Node, to: Node) -> Option<(u32, bool)> {
        if self.path_choice == PathChoice::Shortest {
            return self.net.next_port(at, to).map(|port| (port.0, self.is_global(port)));
        }
        let ((here, r), (there, s)) = (self.id.split(at.0), self.id.split(to.0));
        let local = |to: u64| if to < r { to as u32 } else { to as u32 - 1 };
        if here == there {
            return (r != s).then(|| (local(s), false));
        }
        let (gate, j) = self.offset.split(sub_mod(there, here, self.groups) - 1);
        Some(if gate == r { ((self.routers - 1 + j) as u32, true) } else { (local(gate), false) })
    }

    pub fn is_global(&self, port: Port) -> bool {
        u64::from(port.0) >= self.routers - 1
    }

    /// The channel of a path to the target, after the detour if there is one.
    fn base_channel(&self) -> u32 {
        u32::from(self.path_choice == PathChoice::Detour)
    }

    pub fn push_locals(&self, vc: u32, out: &mut Vec<VirtualChannel>) {
        push_ports(0..self.routers as u32 - 1, vc, out);
    }

    pub fn push_globals(&self, vc: u32, out: &mut Vec<VirtualChannel>) {
        let first = self.routers as u32 - 1;
        push_ports(first..first + self.globals, vc, out);
    }
}

impl Routing for Dragonfly {
    fn channels(&self) -> u32 {
        2 + self.base_channel()
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        self.port(from, to).map(|(port, _)| VirtualChannel::new(port, self.base_channel()))
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        let (port, global) = self.port(at, to)?;
        // Behind a global hop the local channel is the next one, and so is a second global one.
        let behind = self.is_global(by.port) && (!global || self.path_choice == PathChoice::Shortest);
        Some(VirtualChannel::new(port, by.vc + u32::from(behind)))
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        Some(self)
    }

    fn memoryless(&self) -> bool {
        self.path_choice != PathChoice::Detour
    }

    fn longest(&self) -> Option<u64> {
        let locals = if self.routers > 1 { 1 } else { 0 };
        match self.path_choice {
            PathChoice::Detour => Some(2 + 3 * locals),
            PathChoice::Textbook => Some(1 + 2 * locals),
            PathChoice::Shortest => None,
        }
    }

    fn detours(&self, _from: Node) -> u64 {
        if self.path_choice == PathChoice::Detour { self.net.nodes() } else { 0 }
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        match self.path_choice == PathChoice::Detour && self.group_of(from) != self.group_of(via) {
            true => self.port(from, via).map(|(port, _)| VirtualChannel::new(port, 0)),
            false => self.start(from, to),
        }
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        if self.path_choice != PathChoice::Detour || by.vc > 0 {
            return self.next(by, at, to);
        }
        match self.group_of(at) == self.group_of(via) {
            // In the other group the path to the target begins.
            true => self.start(at, to),
            false => self.port(at, via).map(|(port, _)| VirtualChannel::new(port, 0)),
        }
    }

    /// The one link to the next group on the way.
    fn gate(&self, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> Option<(Node, Port)> {
        let first = by.is_none_or(|by| by.vc == 0) && self.path_choice == PathChoice::Detour;
        let next = via.filter(|&via| first && self.group_of(via) != self.group_of(at)).unwrap_or(to);
        self.gate_towards(at, next)
    }
}

impl ChannelGraph for Dragonfly {
    fn injection(&self, _at: Node, out: &mut Vec<VirtualChannel>) {
        for vc in 0..=self.base_channel() {
            self.push_locals(vc, out);
            self.push_globals(vc, out);
        }
    }

    fn dependencies(&self, by: Channel, _at: Node, out: &mut Vec<VirtualChannel>) {
        let (global, vc) = (self.is_global(by.port), by.vc);
        if !global && vc <= self.base_channel() {
            self.push_globals(vc, out);
        } else if global && vc <= self.base_channel() {
            self.push_locals(vc + 1, out);
            // Alone in its group, a router is linked to all others.
            if vc < self.base_channel() || (self.path_choice == PathChoice::Shortest && self.routers > 1) {
                self.push_globals(vc + 1, out);
            }
        }
    }

    fn ejects(&self, by: Channel, _at: Node) -> bool {
        // The first local hop of a detour only leads to the gate.
        let gate = self.path_choice == PathChoice::Detour && by.vc == 0 && !self.is_global(by.port);
        let second = !self.is_global(by.port) || self.path_choice == PathChoice::Shortest;
        let most = self.base_channel() + u32::from(second);
        !gate && by.vc <= most
    }

    fn tight(&self) -> bool {
        self.path_choice != PathChoice::Shortest
    }
}
