//! The translation of a machine to the engine. An endpoint with one port on a switch is a server of the engine; every other node is a router, and an
//! endpoint among them has one server behind its last port. A link of width w is w cables in parallel, of which a packet takes one that has
//! room: a router of the engine sends one flit by a port in a cycle. A server has one cable, so links to hosts have width 1.
//!
//! The engine wants the ports to servers last. So the ports of a router are its links to routers in our order, then those to hosts, then
//! its own server.

use crate::error::Error;
use crate::physical::LinkDelays;
use crossedge::net::{Node, Port, Structure};

/// The other end of a router port of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leads {
    /// To another router, and its port.
    Router(u32, u32),
    /// To a server.
    Server(u32),
}

/// A port of a router of the engine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plug {
    pub leads: Leads,
    /// The class of the link in the engine: that of the network between routers, one of its own to a host or the own server.
    pub class: u32,
    /// Our port.
    pub ours: u32,
}

/// One router of the engine.
#[derive(Debug, Clone, Default)]
struct Wired {
    node: u32,
    /// Its ports, those to servers last.
    plugs: Vec<Plug>,
    /// Number of lead to routers.
    degree: u32,
    /// For each of our ports its first port, and how many it has.
    first: Vec<(u32, u32)>,
}

/// Routers, servers and cables of a machine.
#[derive(Debug, Clone)]
pub(crate) struct Wiring {
    routers: Vec<Wired>,
    /// The router of each node; none of a host.
    router_of: Vec<Option<u32>>,
    /// The router and port of each server.
    servers: Vec<(u32, u32)>,
}

/// Returns `true` if an endpoint hangs on a switch by one port.
fn is_host(net: &dyn Structure, v: Node) -> bool {
    let ends = net.endpoints();
    v.0 < ends && net.degree(v) == 1 && net.link(v, Port(0)).0.0 >= ends
}

/// Ports of all routers of the engine, those to servers too; the largest number where they do not fit.
pub(crate) fn ports(net: &dyn Structure) -> u64 {
    if net.roles().is_none() {
        return (0..net.nodes()).map(|v| u64::from(net.degree(Node(v))) + 1).sum();
    }
    let wide = |v: Node, port: Port| net.width(net.link_class(v, port));
    let of = |v: Node| (0..net.degree(v)).fold(0u64, |sum, port| sum.saturating_add(wide(v, Port(port))));
    (0..net.nodes()).fold(net.endpoints(), |sum, v| sum.saturating_add(of(Node(v))))
}

impl Wiring {
    /// The wiring of a machine whose ports are not too many; none of a direct network of width 1.
    pub(crate) fn of_machine(net: &dyn Structure) -> Result<Option<Wiring>, Error> {
        let classes = net.link_classes();
        let plain = (0..classes.len()).all(|class| net.width(class) == 1);
        if plain && net.endpoints() == net.nodes() {
            return Ok(None);
        }
        let nodes = || (0..net.nodes()).map(Node);
        let hosts: Vec<bool> = nodes().map(|v| is_host(net, v)).collect();
        if let Some(wide) =
            nodes().filter(|v| hosts[v.0 as usize]).find(|&v| net.width(net.link_class(v, Port(0))) > 1)
        {
            let class = net.link_class(wide, Port(0));
            return Err(Error::usage(format!("the engine gives a server one flit in a cycle, and the links of class '{}' to hosts are {} wide", classes[class], net.width(class))).help("leave links to hosts at width 1, and put several hosts on a switch"));
        }
        let mut router_of = vec![None; hosts.len()];
        let mut routers = Vec::new();
        for v in nodes().filter(|v| !hosts[v.0 as usize]) {
            router_of[v.0 as usize] = Some(routers.len() as u32);
            routers.push(Wired { node: v.0 as u32, ..Wired::default() });
        }
        let mut servers = vec![(0, 0); net.endpoints() as usize];
        let server_class = LinkDelays::server_class(classes.len()) as u32;
        for (r, router) in routers.iter_mut().enumerate() {
            let v = Node(router.node.into());
            let links: Vec<Node> = (0..net.degree(v)).map(|port| net.link(v, Port(port)).0).collect();
            router.first = vec![(0, 0); links.len()];
            for (ours, to) in (0u32..).zip(&links).filter(|(_, to)| !hosts[to.0 as usize]) {
                let class = net.link_class(v, Port(ours));
                let (first, width) = (router.plugs.len() as u32, net.width(class) as u32);
                router.first[ours as usize] = (first, width);
                // The other end is filled in when all ports have their places.
                let leads = Leads::Router(router_of[to.0 as usize].unwrap_or(0), 0);
                router.plugs.extend(vec![Plug { leads, class: class as u32, ours }; width as usize]);
            }
            router.degree = router.plugs.len() as u32;
            let on_switch =
                (0u32..).zip(&links).filter(|(_, to)| hosts[to.0 as usize]).map(|(ours, to)| (ours, to.0));
            let own = (v.0 < net.endpoints()).then_some((u32::MAX, v.0));
            for (ours, server) in on_switch.chain(own) {
                let port = router.plugs.len() as u32;
                let class = match ours {
                    u32::MAX => server_class,
                    ours => LinkDelays::host_class(classes.len(), net.link_class(v, Port(ours))) as u32,
                };
                if let Some(first) = router.first.get_mut(ours as usize) {
                    *first = (port, 1);
                }
                servers[server as usize] = (r as u32, port);
                router.plugs.push(Plug { leads: Leads::Server(server as u32), class, ours });
            }
        }
        for r in 0..routers.len() {
            let v = Node(routers[r].node.into());
            for port in 0..routers[r].degree {
                let Plug { leads, ours, .. } = routers[r].plugs[port as usize];
                let Leads::Router(to, _) = leads else { continue };
                let back = net.link(v, Port(ours)).1;
                let cable = port - routers[r].first[ours as usize].0;
                let there = routers[to as usize].first[back.0 as usize].0 + cable;
                routers[r].plugs[port as usize].leads = Leads::Router(to, there);
            }
        }
        Ok(Some(Wiring { routers, router_of, servers }))
    }

    /// Number of routers.
    pub(crate) fn routers(&self) -> usize {
        self.routers.len()
    }

    /// Number of servers.
    pub(crate) fn servers(&self) -> usize {
        self.servers.len()
    }

    /// The node of a router.
    pub(crate) fn node(&self, router: usize) -> Node {
        Node(self.routers[router].node.into())
    }

    /// Number of ports of a router lead to routers.
    pub(crate) fn degree(&self, router: usize) -> usize {
        self.routers[router].degree as usize
    }

    /// The ports of a router, those to servers last.
    pub(crate) fn plugs(&self, router: usize) -> &[Plug] {
        &self.routers[router].plugs
    }

    /// The node and our port of a port to a router.
    pub(crate) fn link_end(&self, router: usize, port: usize) -> (Node, Port) {
        (self.node(router), Port(self.routers[router].plugs[port].ours))
    }

    /// The first port of the engine for one of ours, and how many there are.
    pub(crate) fn cables(&self, router: usize, ours: Port) -> (u32, u32) {
        self.routers[router].first[ours.0 as usize]
    }

    /// The router and port of a server.
    pub(crate) fn server(&self, server: usize) -> (u32, u32) {
        self.servers[server]
    }

    /// Returns `true` if an endpoint is a server alone, and no router.
    pub(crate) fn is_server(&self, endpoint: usize) -> bool {
        self.router_of[endpoint].is_none()
    }

    /// A host on a router that is not this endpoint.
    pub(crate) fn another_host(&self, router: usize, not: usize) -> Option<Node> {
        let Wired { plugs, degree, .. } = &self.routers[router];
        plugs[*degree as usize..].iter().find_map(|plug| match plug.leads {
            Leads::Server(is_host) if is_host as usize != not && self.is_server(is_host as usize) => {
                Some(Node(is_host.into()))
            }
            _ => None,
        })
    }
}
