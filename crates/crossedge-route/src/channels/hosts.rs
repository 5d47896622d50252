//! Hosts on routers: up to the router, then the routing of the network below from router to router, then down to the host.
//!
//! A link to a host has one channel that matters. A channel up follows nothing, and nothing follows a channel down, so that there is no cycle
//! when the network below has none, and no more channels are needed than there.

use super::lists::push_ports;
use super::{Channel, ChannelGraph, Routing, VirtualChannel};
use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{Node, Port, Structure};
use std::sync::Arc;

/// The routing of a network with hosts, over that of its routers.
#[derive(Debug)]
pub(super) struct HostRouting {
    routers: Arc<dyn Structure>,
    below: Arc<dyn Routing>,
    /// Router and host of an endpoint.
    id: Pair,
    each: u32,
    ends: u64,
}

impl HostRouting {
    /// `each` hosts on every endpoint of the base network; its nodes come after the hosts.
    pub fn over_routers(routers: Arc<dyn Structure>, each: u64, below: Arc<dyn Routing>) -> Self {
        let ends = routers.endpoints() * each;
        HostRouting { routers, below, id: Pair::new(each), each: each as u32, ends }
    }

    /// The router that a node is or hangs on, and which of its hosts it is.
    fn router_and_host(&self, v: Node) -> (Node, Option<u64>) {
        match v.0.checked_sub(self.ends) {
            Some(router) => (Node(router), None),
            None => {
                let (router, host) = self.id.split(v.0);
                (Node(router), Some(host))
            }
        }
    }

    /// A channel between routers, as the network below knows it; none of a host's.
    fn router_channel(&self, by: Channel) -> Option<Channel> {
        let (from, host) = self.router_and_host(by.from);
        host.is_none().then_some(Channel { from, ..by })
    }

    /// The ports of a router to its hosts.
    fn host_ports(&self, router: Node) -> std::ops::Range<u32> {
        let degree = self.routers.degree(router);
        if router.0 < self.routers.endpoints() { degree..degree + self.each } else { degree..degree }
    }

    /// The cost of a packet at a router; `by` is the channel between routers that it came by.
    fn at_router(
        &self,
        by: Option<Channel>,
        here: Node,
        via: Option<Node>,
        to: Node,
    ) -> Option<VirtualChannel> {
        let (there, host) = self.router_and_host(to);
        let down = || host.map(|host| VirtualChannel::new(self.routers.degree(here) + host as u32, 0));
        match here == there && (via.is_none() || by.is_none()) {
            true => down(),
            // A detour may pass the router of the target and continue.
            false => self
                .below
                .step(by, here, self.below_node(via), there)
                .or_else(|| if here == there { down() } else { None }),
        }
    }

    /// An intermediate node, which is a router, as the network below knows it.
    fn below_node(&self, via: Option<Node>) -> Option<Node> {
        via.map(|via| self.router_and_host(via).0)
    }
}

impl Routing for HostRouting {
    fn channels(&self) -> u32 {
        self.below.channels().max(1)
    }

    fn start(&self, from: Node, to: Node) -> Option<VirtualChannel> {
        match self.router_and_host(from) {
            (_, Some(_)) => (from != to).then(|| VirtualChannel::new(0, 0)),
            (router, None) => self.at_router(None, router, None, to),
        }
    }

    fn next(&self, by: Channel, at: Node, to: Node) -> Option<VirtualChannel> {
        match self.router_and_host(at) {
            (_, Some(_)) => None,
            (router, None) => self.at_router(self.router_channel(by), router, None, to),
        }
    }

    fn detours(&self, from: Node) -> u64 {
        self.below.detours(self.router_and_host(from).0)
    }

    /// A router.
    fn detour(&self, from: Node, i: u64) -> Node {
        Node(self.below.detour(self.router_and_host(from).0, i).0 + self.ends)
    }

    fn start_by(&self, from: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        match self.router_and_host(from) {
            (_, Some(_)) => self.start(from, to),
            (router, None) => self.at_router(None, router, Some(via), to),
        }
    }

    fn next_by(&self, by: Channel, at: Node, via: Node, to: Node) -> Option<VirtualChannel> {
        match self.router_and_host(at) {
            (_, Some(_)) => None,
            (router, None) => self.at_router(self.router_channel(by), router, Some(via), to),
        }
    }

    fn source_chooses(&self) -> bool {
        self.below.source_chooses()
    }

    fn chooses_again(&self, by: Channel, at: Node, to: Node) -> bool {
        match (self.router_and_host(at), self.router_channel(by)) {
            ((router, None), Some(inner)) => {
                self.below.chooses_again(inner, router, self.router_and_host(to).0)
            }
            _ => false,
        }
    }

    fn gate(&self, by: Option<Channel>, at: Node, via: Option<Node>, to: Node) -> Option<(Node, Port)> {
        let by = by.and_then(|by| self.router_channel(by));
        let (here, there) = (self.router_and_host(at).0, self.router_and_host(to).0);
        let (gate, port) = self.below.gate(by, here, self.below_node(via), there)?;
        Some((Node(gate.0 + self.ends), port))
    }

    fn chooses(&self) -> bool {
        self.below.chooses()
    }

    fn choices(
        &self,
        by: Option<Channel>,
        at: Node,
        via: Option<Node>,
        to: Node,
        out: &mut Vec<VirtualChannel>,
    ) {
        let (here, host) = self.router_and_host(at);
        let there = self.router_and_host(to).0;
        match host.is_none() && here != there && self.below.chooses() {
            true => {
                let by = by.and_then(|by| self.router_channel(by));
                self.below.candidates(by, here, self.below_node(via), there, out);
            }
            false => out.extend(self.step(by, at, via, to)),
        }
    }

    fn channel_graph(self: Arc<Self>) -> Option<Arc<dyn ChannelGraph>> {
        let below = self.below.clone().channel_graph()?;
        Some(Arc::new(HostsGraph { rule: self, below }))
    }

    fn memoryless(&self) -> bool {
        self.below.memoryless()
    }

    fn router_of(&self, host: Node) -> Option<Node> {
        let (router, port) = self.router_and_host(host);
        port.map(|_| Node(router.0 + self.ends))
    }

    fn longest(&self) -> Option<u64> {
        let direct = self.routers.endpoints() == self.routers.nodes();
        self.below.longest().filter(|&below| direct && below > 0).map(|below| below + 2)
    }
}

/// Its channel dependency graph, over that of the network below.
#[derive(Debug)]
struct HostsGraph {
    rule: Arc<HostRouting>,
    below: Arc<dyn ChannelGraph>,
}

impl ChannelGraph for HostsGraph {
    fn injection(&self, at: Node, out: &mut Vec<VirtualChannel>) {
        match self.rule.router_and_host(at) {
            (_, Some(_)) => out.push(VirtualChannel::new(0, 0)),
            (router, None) => {
                self.below.injection(router, out);
                push_ports(self.rule.host_ports(router), 0, out);
            }
        }
    }

    fn dependencies(&self, by: Channel, at: Node, out: &mut Vec<VirtualChannel>) {
        let (router, host) = self.rule.router_and_host(at);
        if host.is_some() {
            return;
        }
        match (self.rule.router_channel(by), self.rule.router_and_host(by.from)) {
            // From a host: to another one, or from here on as a packet of the router.
            (None, (_, sender)) if by.vc == 0 => {
                self.below.injection(router, out);
                let down = self.rule.host_ports(router);
                let own = down.start + sender.unwrap_or(0) as u32;
                push_ports(down.start..own, 0, out);
                push_ports(own + 1..down.end, 0, out);
            }
            (None, _) => {}
            (Some(inner), _) => {
                self.below.dependencies(inner, router, out);
                if self.below.ejects(inner, router) {
                    push_ports(self.rule.host_ports(router), 0, out);
                }
            }
        }
    }

    fn ejects(&self, by: Channel, at: Node) -> bool {
        match (self.rule.router_and_host(at), self.rule.router_channel(by)) {
            // Down to a host, or up to a router that is the target itself.
            ((_, Some(_)), _) | (_, None) => by.vc == 0,
            ((router, None), Some(inner)) => self.below.ejects(inner, router),
        }
    }

    fn tight(&self) -> bool {
        self.below.tight()
    }
}
