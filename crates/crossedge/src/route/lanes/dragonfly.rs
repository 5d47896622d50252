//! The textbook routing of the dragonfly: local, global, local, with a second channel for the local hop behind the global one.
//!
//! With a detour: to another group first (local, global), then local, global, local; three local and two global channels. Kim, Dally,
//! Scott, Abts, Technology-driven, highly-scalable dragonfly topology (2008).

use super::{Channel, Lane, Routing};
use crate::net::address::{Pair, sub_mod};
use crate::net::{Node, Port, Structure};

/// Local, global, local; with or without a detour over another group.
#[derive(Debug)]
pub(super) struct Dragonfly {
    routers: u64,
    groups: u64,
    globals: u32,
    id: Pair,
    offset: Pair,
    detour: bool,
}

impl Dragonfly {
    /// The routing, when the network is a dragonfly with global links.
    pub fn of(net: &dyn Structure, detour: bool) -> Option<Dragonfly> {
        let (routers, globals) = net.dragonfly().filter(|&(_, globals)| globals > 0)?;
        let id = Pair::new(routers);
        let groups = id.split(net.nodes()).0;
        Some(Dragonfly { routers, groups, globals: globals as u32, id, offset: Pair::new(globals), detour })
    }

    fn group(&self, v: Node) -> u64 {
        self.id.split(v.0).0
    }

    /// The port of `at` towards `to`, over the one link between their groups.
    fn port(&self, at: Node, to: Node) -> Option<(u32, bool)> {
        let ((here, r), (there, s)) = (self.id.split(at.0), self.id.split(to.0));
        let local = |to: u64| if to < r { to as u32 } else { to as u32 - 1 };
        if here == there {
            return (r != s).then(|| (local(s), false));
        }
        let (gate, j) = self.offset.split(sub_mod(there, here, self.groups) - 1);
        Some(if gate == r { ((self.routers - 1 + j) as u32, true) } else { (local(gate), false) })
    }

    fn is_global(&self, port: Port) -> bool {
        u64::from(port.0) >= self.routers - 1
    }

    /// The channel of a way to the target, after the detour if there is one.
    fn base(&self) -> u32 {
        u32::from(self.detour)
    }

    fn locals(&self, vc: u32, out: &mut Vec<Lane>) {
        out.extend((0..self.routers as u32 - 1).map(|port| Lane::new(port, vc)));
    }

    fn globals(&self, vc: u32, out: &mut Vec<Lane>) {
        let first = self.routers as u32 - 1;
        out.extend((first..first + self.globals).map(|port| Lane::new(port, vc)));
    }
}

impl Routing for Dragonfly {
    fn channels(&self) -> u32 {
        2 + self.base()
    }

    fn start(&self, from: Node, to: Node) -> Option<Lane> {
        self.port(from, to).map(|(port, _)| Lane::new(port, self.base()))
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<Lane> {
        let (port, global) = self.port(at, to)?;
        // Behind a global hop the local channel is the next one.
        let behind = self.is_global(by.lane.port) && !global;
        Some(Lane::new(port, by.lane.vc + u32::from(behind)))
    }

    fn first(&self, at: Node, out: &mut Vec<Lane>) {
        let _ = at;
        for vc in 0..=self.base() {
            self.locals(vc, out);
            self.globals(vc, out);
        }
    }

    fn after(&self, by: Channel, _at: Node, out: &mut Vec<Lane>) {
        let (global, vc) = (self.is_global(by.lane.port), by.lane.vc);
        if !global && vc <= self.base() {
            self.globals(vc, out);
        } else if global && vc <= self.base() {
            self.locals(vc + 1, out);
            if vc < self.base() {
                self.globals(vc + 1, out);
            }
        }
    }

    fn ends(&self, by: Channel, _at: Node) -> bool {
        // The first local hop of a detour only leads to the gate.
        let gate = self.detour && by.lane.vc == 0 && !self.is_global(by.lane.port);
        let most = self.base() + u32::from(!self.is_global(by.lane.port));
        !gate && by.lane.vc <= most
    }

    fn longest(&self) -> Option<u64> {
        let locals = if self.routers > 1 { 1 } else { 0 };
        Some(if self.detour { 2 + 3 * locals } else { 1 + 2 * locals })
    }

    fn detours(&self) -> bool {
        self.detour
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<Lane> {
        match self.detour && self.group(from) != self.group(via) {
            true => self.port(from, via).map(|(port, _)| Lane::new(port, 0)),
            false => self.start(from, to),
        }
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<Lane> {
        if !self.detour || by.lane.vc > 0 {
            return self.next(by, at, to);
        }
        match self.group(at) == self.group(via) {
            // In the other group the way to the target begins.
            true => self.start(at, to),
            false => self.port(at, via).map(|(port, _)| Lane::new(port, 0)),
        }
    }
}
