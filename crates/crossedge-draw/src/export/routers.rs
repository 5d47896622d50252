//! A network as hosts on routers, for readers that support nothing else. An endpoint with one port on a switch is a host. If endpoints forward
//! messages or are linked to each other, every node is a router, and every endpoint gets a host of its own.

use super::Given;
use crossedge_lang::net::{Node, Port, Structure};

/// The routers.
#[derive(Clone, Copy)]
pub(super) struct Routers<'a> {
    net: &'a dyn Structure,
    /// Endpoints are hosts, and no routers.
    hosted: bool,
}

/// The other end of a router port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leads {
    /// A host.
    Host(u64),
    /// A router and its port there.
    Router(u64, u32),
}

impl<'a> Routers<'a> {
    pub fn from_given(given: &Given<'a>) -> Self {
        let net = given.net;
        let ends = net.endpoints();
        let host = |v: u64| net.degree(Node(v)) == 1 && net.link(Node(v), Port(0)).0.0 >= ends;
        Routers { net, hosted: ends < net.nodes() && (0..ends).all(host) }
    }

    pub fn hosts(&self) -> u64 {
        self.net.endpoints()
    }

    pub fn count(&self) -> u64 {
        if self.hosted { self.net.nodes() - self.hosts() } else { self.net.nodes() }
    }

    /// The node that a router is.
    pub fn node(&self, router: u64) -> Node {
        Node(if self.hosted { router + self.hosts() } else { router })
    }

    /// The router that a node is.
    fn router_of(&self, v: Node) -> u64 {
        if self.hosted { v.0 - self.hosts() } else { v.0 }
    }

    /// The router and port that a host hangs on.
    pub fn of_host(&self, host: u64) -> (u64, u32) {
        match self.hosted {
            true => {
                let (switch, port) = self.net.link(Node(host), Port(0));
                (self.router_of(switch), port.0)
            }
            false => (host, self.net.degree(Node(host))),
        }
    }

    /// Number of ports a router has; that of its own host is the last.
    pub fn degree(&self, router: u64) -> u32 {
        let own = !self.hosted && router < self.hosts();
        self.net.degree(self.node(router)) + u32::from(own)
    }

    /// The other end of a router port.
    pub fn other_end(&self, router: u64, port: u32) -> Leads {
        let v = self.node(router);
        if port == self.net.degree(v) {
            return Leads::Host(router);
        }
        let (w, back) = self.net.link(v, Port(port));
        match self.hosted && w.0 < self.hosts() {
            true => Leads::Host(w.0),
            false => Leads::Router(self.router_of(w), back.0),
        }
    }

    /// The width of a link of a router; that of its own host is 1.
    pub fn width(&self, router: u64, port: u32) -> u64 {
        let v = self.node(router);
        if port == self.net.degree(v) { 1 } else { self.net.width(self.net.link_class(v, Port(port))) }
    }

    /// Number of cables of a link of a router; one to its own host.
    pub fn cables_of_link(&self, router: u64, port: u32) -> u64 {
        let v = self.node(router);
        if port == self.net.degree(v) { 1 } else { self.net.cables(self.net.link_class(v, Port(port))) }
    }

    /// The port of a router towards a host.
    pub fn port_to_host(&self, router: u64, host: u64) -> u32 {
        let v = self.node(router);
        self.net.next_port(v, Node(host)).map_or_else(|| self.net.degree(v), |port| port.0)
    }

    /// The port of a router towards another; none at itself.
    pub fn port_towards(&self, router: u64, to: u64) -> Option<u32> {
        self.net.next_port(self.node(router), self.node(to)).map(|port| port.0)
    }
}

/// Ports of routers, one for each cable: a link of w cables takes w successive ports.
pub(super) struct CablePorts<'a> {
    routers: Routers<'a>,
    /// The first port of every link of every router, and after the last one the number of ports.
    first: Vec<Vec<u32>>,
}

/// A cable at a port of a router.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CableEnd {
    /// The port, from 0.
    pub port: u32,
    /// The far end of the cable, by its port there.
    pub leads: Leads,
    /// The port of the host, from 0, where it leads to one.
    pub host_port: u32,
}

impl<'a> CablePorts<'a> {
    pub fn from_routers(routers: Routers<'a>) -> Self {
        let row = |router: u64| {
            let mut next = 0u32;
            let mut row = vec![0];
            for port in 0..routers.degree(router) {
                let cables = u32::try_from(routers.cables_of_link(router, port)).unwrap_or(u32::MAX);
                next = next.saturating_add(cables);
                row.push(next);
            }
            row
        };
        CablePorts { routers, first: (0..routers.count()).map(row).collect() }
    }

    /// Number of used ports of a router.
    pub fn degree(&self, router: u64) -> u32 {
        self.first[router as usize].last().copied().unwrap_or(0)
    }

    /// The port of cable `i` of a link, counted round.
    pub fn port(&self, router: u64, link: u32, i: u64) -> u32 {
        let row = &self.first[router as usize];
        let (first, next) = (row[link as usize], row[link as usize + 1]);
        first + (i % u64::from((next - first).max(1))) as u32
    }

    /// Every cable of a router, by port.
    pub fn cables_of_router(&self, router: u64) -> impl Iterator<Item = CableEnd> + '_ {
        let row = &self.first[router as usize];
        (0..row.len() as u32 - 1).flat_map(move |link| {
            let (first, leads) = (row[link as usize], self.routers.other_end(router, link));
            (first..row[link as usize + 1]).map(move |port| {
                let host_port = port - first;
                let leads = match leads {
                    Leads::Router(to, back) => {
                        Leads::Router(to, self.first[to as usize][back as usize] + host_port)
                    }
                    host => host,
                };
                CableEnd { port, leads, host_port }
            })
        })
    }
}
