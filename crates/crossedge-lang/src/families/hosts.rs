//! `hosts(G, p)`: p hosts on every endpoint of G. Endpoints are the hosts (r, i), r an endpoint of G and i < p, with id r·p + i; then all nodes
//! of G as switches, in their order. Links: those of G, and (r, i) – r of class `host`, on r after the ports of G.
//!
//! Two hosts have distance d + 2, d the distance of their routers: a host has one link.

use super::product::too_many_digits;
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::machine::{
    classes, endpoint_degrees, endpoints, merged_degrees, raised_degrees, switch_degrees, unused_class_name,
};
use crate::net::shape::{DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows};
use crate::net::{
    Args, Entry, Layout, Made, Naming, Network, Node, Parts, Port, Roles, ShapeParts, Structure,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "hosts",
    signature: "hosts(G, p)",
    summary: "p hosts on every endpoint of G, whose nodes are switches now",
    paper: "folklore",
    examples: &["hosts(ring(4), 2)", "hosts(dragonfly(2,1), 2)", "hosts(switch(3), 2)", "hosts(path(3), 1)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let routers = args.network("G")?;
    let p = args.int("p", 1)?;
    let ends = endpoints(routers.as_ref()) * p;
    if (&ends + routers.nodes()).bits() > MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    let Some(with_hosts) = raised_degrees(endpoint_degrees(routers.as_ref()), p) else {
        return Err(degree_limit(args.span()));
    };
    let degrees = merged_degrees(
        merged_degrees(with_hosts, switch_degrees(routers.as_ref())),
        [(1, ends.clone())].into(),
    );
    Ok(Arc::new(HostsShape { routers, p, ends, degrees }))
}

/// The counts, at any size.
#[derive(Debug)]
struct HostsShape {
    routers: Arc<dyn Shape>,
    p: u64,
    ends: BigUint,
    degrees: DegreeCounts,
}

/// The evidence of distances.
pub const OVER_ROUTERS: &str =
    "a host has one link, so the distance of hosts is that of their routers plus 2 [host-distance]";

impl Shape for HostsShape {
    fn nodes(&self) -> BigUint {
        &self.ends + self.routers.nodes()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        Some(self)
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Made(Made::Hosts { routers: &self.routers, each: self.p })
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let Known { value, evidence } = self.routers.distances()?;
        Some(Known::new(value.with_hosts(self.p), follows(OVER_ROUTERS, [evidence])))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let routers = self.routers.diameter()?;
        let evidence = follows(OVER_ROUTERS, [routers.evidence]);
        // A single host has no targets.
        let diameter = if self.ends.is_one() { BigUint::zero() } else { routers.value + 2u32 };
        Some(Known::new(diameter, evidence))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let routers = self.routers.network()?;
        let ends = routers.endpoints() * self.p;
        let mut classes = routers.link_classes();
        classes.push(unused_class_name("host", classes.iter().map(String::as_str)));
        Ok(Arc::new(HostsNet { routers, p: self.p, ends, id: Pair::new(self.p), classes }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.routers.check()?;
        counts_fit(&self.nodes(), &self.degrees)
    }
}

impl Machine for HostsShape {
    fn endpoint_degrees(&self) -> DegreeCounts {
        [(1, self.ends.clone())].into()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let mut all = classes(self.routers.as_ref())?;
        let name = unused_class_name("host", all.iter().map(|class| class.name.as_str()));
        all.push(LinkClass { name, width: 1, links: Some(self.ends.clone()) });
        Some(all)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(false)
    }
}

/// The network.
#[derive(Debug)]
struct HostsNet {
    routers: Arc<dyn Structure>,
    p: u64,
    ends: u64,
    /// Router and host of an endpoint.
    id: Pair,
    classes: Vec<String>,
}

impl HostsNet {
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
}

impl Network for HostsNet {
    fn nodes(&self) -> u64 {
        self.ends + self.routers.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        match self.router_and_host(v) {
            (_, Some(_)) => 1,
            (router, None) if router.0 < self.routers.endpoints() => {
                self.routers.degree(router) + self.p as u32
            }
            (router, None) => self.routers.degree(router),
        }
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (router, host) = self.router_and_host(v);
        let degree = self.routers.degree(router);
        match (host, port.0.checked_sub(degree)) {
            (Some(host), _) => (Node(self.ends + router.0), Port(degree + host as u32)),
            (None, Some(host)) => (Node(self.id.join(router.0, host.into())), Port(0)),
            (None, None) => {
                let (there, back) = self.routers.link(router, port);
                (Node(self.ends + there.0), back)
            }
        }
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let ((here, host), (there, wanted)) = (self.router_and_host(at), self.router_and_host(to));
        match (host, wanted) {
            _ if at == to => None,
            // Without a path between the routers there is no first hop.
            (Some(_), _) if here != there => self.routers.next_port(here, there).map(|_| Port(0)),
            (Some(_), _) => Some(Port(0)),
            (None, Some(wanted)) if here == there => Some(Port(self.routers.degree(here) + wanted as u32)),
            (None, _) => self.routers.next_port(here, there),
        }
    }
}

impl Structure for HostsNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let ((here, from), (there, to)) = (self.router_and_host(a), self.router_and_host(b));
        let ends = u64::from(from.is_some()) + u64::from(to.is_some());
        if a == b { Some(0) } else { Some(self.routers.distance(here, there)? + ends) }
    }

    fn distance_known(&self) -> Evidence {
        follows(OVER_ROUTERS, [self.routers.distance_known()])
    }

    fn minimal(&self) -> bool {
        self.routers.minimal()
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let (router, host) = self.router_and_host(v);
        match host.is_some() || port.0 >= self.routers.degree(router) {
            true => self.classes.len() - 1,
            false => self.routers.link_class(router, port),
        }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for HostsNet {
    /// (router, host), and (router) for a router.
    fn address(&self, v: Node) -> Address {
        let (router, host) = self.router_and_host(v);
        let router = self.routers.address(router);
        Address::Tuple(std::iter::once(router).chain(host.map(Address::Int)).collect())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        match address {
            Address::Tuple(parts) if parts.len() == 1 => {
                Ok(Node(self.ends + self.routers.node_at(&parts[0])?.0))
            }
            Address::Tuple(parts) if parts.len() == 2 => {
                let router = self.routers.node_at(&parts[0])?.0;
                if router >= self.routers.endpoints() {
                    return Err(format!("{} has no hosts: it is a switch of the network below", parts[0]));
                }
                Ok(Node(self.id.join(router, parts[1].coordinate(self.p, "the host")?)))
            }
            Address::Int(_) => address.id_below(self.nodes()),
            _ => Err(format!("expected an id or {}, found {address}", self.notation())),
        }
    }

    fn notation(&self) -> String {
        "(router, host) or (router)".to_owned()
    }
}

impl Roles for HostsNet {
    fn endpoints(&self) -> u64 {
        self.ends
    }

    fn width(&self, class: usize) -> u64 {
        if class + 1 == self.classes.len() { 1 } else { self.routers.width(class) }
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Hosts { routers: &self.routers, each: self.p }
    }
}
