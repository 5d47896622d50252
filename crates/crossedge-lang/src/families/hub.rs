//! `hub(G, P, x)`: x copies of G around one switch. Endpoints (i, v), i < x and v a node of G, with id i·|G| + v; then the switch. Links: those of
//! G in every copy, and (i, v) – switch of class `hub` for every v in P; port of the switch: i·|P| + rank of v in P.
//!
//! Distance in one copy: min(d(v,w), d(v,P) + 2 + d(P,w)); between two copies: d(v,P) + 2 + d(P,w). `hammingmesh(a,b,x,y)` is the product of
//! two hubs over paths whose ends are linked to the switch: boards of a × b, switches for every row and column of boards. Hoefler et al.,
//! HammingMesh: a network topology for large-scale deep learning, SC 2022.

use super::path::Path;
use super::product::{product, too_many_digits};
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Pair};
use crate::net::machine::{
    classes, degrees_of_copies, endpoint_degrees, joins_endpoints, merged_degrees, unused_class_name,
};
use crate::net::shape::{DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows};
use crate::net::{
    Args, Entry, Layout, Made, Naming, Network, Node, Parts, Port, Roles, ShapeParts, Structure,
};
use crossedge_core::evidence::Evidence;
use crossedge_core::expr::{Error, Kind};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry of `hub`.
pub const HUB: Entry = Entry {
    name: "hub",
    signature: "hub(G, {p,…}, x)",
    summary: "x copies of G, and one switch linked to the nodes p, … of every copy",
    paper: "Hoefler et al., HammingMesh: a network topology for large-scale deep learning, SC (2022)",
    examples: &["hub(path(4), {0,3}, 2)", "hub(ring(5), {0,2}, 3)", "hub(path(1), {0}, 4)"],
    build: |args| {
        let inside = args.direct("G")?;
        let linked = linked_nodes(args)?;
        let x = args.int("x", 1)?;
        build_hub(inside, linked, x, args)
    },
};

/// The catalog entry of `hammingmesh`.
pub const HAMMINGMESH: Entry = Entry {
    name: "hammingmesh",
    signature: "hammingmesh(a, b, x, y)",
    summary: "x by y boards, each a mesh of a by b; every row and column of nodes has a switch for the ends on boards",
    paper: "Hoefler et al., HammingMesh: a network topology for large-scale deep learning, SC (2022)",
    examples: &["hammingmesh(2, 2, 2, 2)", "hammingmesh(3, 1, 2, 2)"],
    build: |args| {
        let [a, b] = [args.int("a", 1)?, args.int("b", 1)?];
        let [x, y] = [args.int("x", 1)?, args.int("y", 1)?];
        let line = |length: u64, count: u64, args: &Args<'_>| {
            let ends = if length == 1 { vec![0] } else { vec![0, length - 1] };
            build_hub(Arc::new(Path::new(length)), ends, count, args)
        };
        let parts = vec![line(a, x, args)?, line(b, y, args)?];
        product(parts, args.work(), args.span())
    },
};

/// More nodes of a copy on the switch are refused: each is looked at for every distance.
const MAX_LINKED: usize = 4096;

/// The nodes with a link to the switch, in order: a set or a list.
fn linked_nodes(args: &mut Args<'_>) -> Result<Vec<u64>, Error> {
    let value = args.required("P")?;
    let (Kind::Set(items) | Kind::List(items)) = &value.kind else {
        return Err(args.wrong(value, "P", "a set of nodes"));
    };
    let mut out = Vec::new();
    for item in items {
        let Kind::Int(id) = item.kind else { return Err(args.wrong(item, "P", "a set of nodes")) };
        out.push(id);
    }
    out.sort_unstable();
    out.dedup();
    match out.len() {
        0 => Err(args.wrong(value, "P", "at least one node")),
        many if many > MAX_LINKED => {
            let message =
                format!("hub links at most {MAX_LINKED} nodes of a copy to its switch, found {many}");
            Err(Error::limit(message, value.span.clone()))
        }
        _ => Ok(out),
    }
}

/// The hub over a network without switches.
fn build_hub(
    inside: Arc<dyn Shape>,
    linked: Vec<u64>,
    x: u64,
    args: &Args<'_>,
) -> Result<Arc<dyn Shape>, Error> {
    let nodes = inside.nodes();
    if let Some(id) = linked.iter().find(|&&id| BigUint::from(id) >= nodes) {
        let message = format!("there is no node {id} to link to the hub: ids run from 0 to {}", nodes - 1u32);
        return Err(Error::usage(message, args.span()).help("name nodes of the network in the copies"));
    }
    let ends = &nodes * x;
    if ends.bits() >= MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    let ports = x.checked_mul(linked.len() as u64).ok_or_else(|| degree_limit(args.span()))?;
    // The degrees of the linked nodes, which need the network unless it is a path.
    let net = inside.network().map_err(|too_large| {
        Error::limit(format!("the network in the copies of hub is too large: {too_large}"), args.span())
    })?;
    let mut one = inside.degrees();
    for &v in &linked {
        let degree = u64::from(net.degree(Node(v)));
        if let Some(count) = one.get_mut(&degree) {
            *count -= 1u32;
        }
        *one.entry(degree + 1).or_default() += 1u32;
    }
    one.retain(|_, count| *count > BigUint::ZERO);
    let end_degrees = degrees_of_copies(one, &x.into());
    Ok(Arc::new(Hub { inside, linked, x, ports, ends, end_degrees }))
}

/// The counts.
#[derive(Debug)]
struct Hub {
    inside: Arc<dyn Shape>,
    linked: Vec<u64>,
    x: u64,
    /// The ports of the switch.
    ports: u64,
    ends: BigUint,
    end_degrees: DegreeCounts,
}

/// The evidence of distances.
const OVER_THE_HUB: &str =
    "a path stays in its copy, or passes the nearest linked nodes and the hub [hub-distance]";

/// Size limit of a copy for summing distances over all pairs.
const MAX_LISTED: u64 = 1 << 11;

impl Shape for Hub {
    fn nodes(&self) -> BigUint {
        &self.ends + 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        merged_degrees(self.end_degrees.clone(), [(self.ports, 1u32.into())].into())
    }

    fn machine(&self) -> Option<&dyn Machine> {
        Some(self)
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Made(Made::Hub { inside: &self.inside, linked: &self.linked, copies: self.x })
    }

    /// Over all pairs of a copy, which is small, twice: in one copy and between two.
    fn distances(&self) -> Option<crossedge_core::evidence::Known<crate::net::Distances>> {
        let n = u64::try_from(&self.inside.nodes()).ok().filter(|&n| n <= MAX_LISTED)?;
        // Address routing gives distances only if it is minimal.
        let net = self.inside.network().ok().filter(|net| net.minimal())?;
        let outward: Vec<u64> = (0..n)
            .map(|v| nearest_linked(net.as_ref(), &self.linked, v).map(|(d, _)| d))
            .collect::<Option<_>>()?;
        let mut counts: Vec<BigUint> = Vec::new();
        let mut add = |distance: u64, pairs: u64| {
            let place = usize::try_from(distance).ok()?;
            counts.resize(counts.len().max(place + 1), BigUint::ZERO);
            counts[place] += pairs;
            Some(())
        };
        for v in 0..n {
            for w in 0..n {
                let over = outward[v as usize] + 2 + outward[w as usize];
                add(net.distance(Node(v), Node(w))?.min(over), 1)?;
                if self.x > 1 {
                    add(over, self.x - 1)?;
                }
            }
        }
        let evidence = follows(OVER_THE_HUB, [net.distance_known()]);
        Some(crossedge_core::evidence::Known::new(crate::net::Distances::new(n, counts), evidence))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let net = self.inside.network()?;
        let ends = net.nodes() * self.x;
        let mut classes = net.link_classes();
        classes.push(unused_class_name("hub", classes.iter().map(String::as_str)));
        let (id, port) = (Pair::new(net.nodes()), Pair::new(self.linked.len() as u64));
        Ok(Arc::new(HubNet {
            net,
            linked: self.linked.clone(),
            ends,
            id,
            port,
            classes,
            ports: self.ports as u32,
        }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.inside.check()?;
        counts_fit(&self.nodes(), &self.degrees())
    }
}

impl Machine for Hub {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.end_degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let mut all = classes(self.inside.as_ref())?;
        all.iter_mut().for_each(|class| class.links = class.links.take().map(|links| links * self.x));
        let name = unused_class_name("hub", all.iter().map(|class| class.name.as_str()));
        all.push(LinkClass { name, width: 1, links: Some(self.ports.into()) });
        Some(all)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        debug_assert!(endpoint_degrees(self.inside.as_ref()) == self.inside.degrees());
        joins_endpoints(self.inside.as_ref())
    }
}

/// The hops to the nearest linked node, and its id: in closed form, or by following the addresses. `None` without a path.
fn nearest_linked(net: &dyn Structure, linked: &[u64], v: u64) -> Option<(u64, Node)> {
    let with_distance = |&p: &u64| Some((hops(net, Node(v), Node(p))?, Node(p)));
    linked.iter().filter_map(with_distance).min()
}

/// The hops of a path from `a` to `b`; a shortest one where the addresses lead along these.
pub fn hops(net: &dyn Structure, a: Node, b: Node) -> Option<u64> {
    if net.minimal() {
        return net.distance(a, b);
    }
    let (mut at, mut hops) = (a, 0);
    while let Some(port) = net.next_port(at, b) {
        at = net.link(at, port).0;
        hops += 1;
    }
    (at == b).then_some(hops)
}

/// The network.
#[derive(Debug)]
struct HubNet {
    net: Arc<dyn Structure>,
    linked: Vec<u64>,
    ends: u64,
    /// Copy and node of an endpoint.
    id: Pair,
    /// Copy and rank of a port of the switch.
    port: Pair,
    classes: Vec<String>,
    ports: u32,
}

impl HubNet {
    /// The rank of a node among those that are linked to the switch.
    fn rank(&self, v: u64) -> Option<u64> {
        self.linked.binary_search(&v).ok().map(|rank| rank as u64)
    }

    /// Hops to the switch and the linked node that is taken; a node without a path to any has none.
    fn path_to_switch(&self, v: u64) -> Option<(u64, Node)> {
        let (hops, over) = nearest_linked(self.net.as_ref(), &self.linked, v)?;
        Some((hops + 1, over))
    }

    /// The hops of the route between two endpoints, and whether it passes the switch.
    fn route_hops(&self, a: Node, b: Node) -> Option<(u64, bool)> {
        let ((i, v), (j, w)) = (self.id.split(a.0), self.id.split(b.0));
        let inside = if i == j { hops(self.net.as_ref(), Node(v), Node(w)) } else { None };
        let over = self.path_to_switch(v).zip(self.path_to_switch(w)).map(|((out, _), (back, _))| out + back);
        match (inside, over) {
            (Some(inside), Some(over)) if over < inside => Some((over, true)),
            (Some(inside), _) => Some((inside, false)),
            (None, over) => Some((over?, true)),
        }
    }
}

impl Network for HubNet {
    fn nodes(&self) -> u64 {
        self.ends + 1
    }

    fn degree(&self, v: Node) -> u32 {
        if v.0 == self.ends {
            return self.ports;
        }
        let node = self.id.split(v.0).1;
        self.net.degree(Node(node)) + u32::from(self.rank(node).is_some())
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        if v.0 == self.ends {
            let (copy, rank) = self.port.split(port.0.into());
            let node = self.linked[rank as usize];
            return (Node(self.id.join(copy, node)), Port(self.net.degree(Node(node))));
        }
        let (copy, node) = self.id.split(v.0);
        match self.rank(node) {
            Some(rank) if port.0 == self.net.degree(Node(node)) => {
                (Node(self.ends), Port(self.port.join(copy, rank) as u32))
            }
            _ => {
                let (there, back) = self.net.link(Node(node), port);
                (Node(self.id.join(copy, there.0)), back)
            }
        }
    }

    /// The remaining hops decrease with every hop, because the rest of a route is the route of the next node.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        if at.0 == self.ends {
            let (copy, node) = self.id.split(to.0);
            let (_, over) = self.path_to_switch(node)?;
            return Some(Port(self.port.join(copy, self.rank(over.0)?) as u32));
        }
        let node = self.id.split(at.0).1;
        if to.0 < self.ends && !self.route_hops(at, to)?.1 {
            return self.net.next_port(Node(node), Node(self.id.split(to.0).1));
        }
        let (_, over) = self.path_to_switch(node)?;
        match over.0 == node {
            true => Some(Port(self.net.degree(over))),
            false => self.net.next_port(Node(node), over),
        }
    }
}

impl Structure for HubNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if !self.net.minimal() {
            return None;
        }
        match (a.0 == self.ends, b.0 == self.ends) {
            (true, true) => Some(0),
            (true, false) => Some(self.path_to_switch(self.id.split(b.0).1)?.0),
            (false, true) => Some(self.path_to_switch(self.id.split(a.0).1)?.0),
            (false, false) => Some(self.route_hops(a, b)?.0),
        }
    }

    fn distance_known(&self) -> Evidence {
        follows(OVER_THE_HUB, [self.net.distance_known()])
    }

    fn minimal(&self) -> bool {
        self.net.minimal()
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let last = self.classes.len() - 1;
        if v.0 == self.ends {
            return last;
        }
        let node = Node(self.id.split(v.0).1);
        if port.0 == self.net.degree(node) { last } else { self.net.link_class(node, port) }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for HubNet {
    /// (copy, node); the switch by its id.
    fn address(&self, v: Node) -> Address {
        if v.0 == self.ends {
            return Address::Int(v.0);
        }
        let (copy, node) = self.id.split(v.0);
        Address::Tuple(vec![Address::Int(copy), self.net.address(Node(node))])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(2, || self.notation())?;
        let copy = parts[0].coordinate(self.id.split(self.ends).0, "the copy")?;
        Ok(Node(self.id.join(copy, self.net.node_at(&parts[1])?.0)))
    }

    fn notation(&self) -> String {
        "(copy, node)".to_owned()
    }
}

impl Roles for HubNet {
    fn endpoints(&self) -> u64 {
        self.ends
    }

    fn width(&self, class: usize) -> u64 {
        if class + 1 == self.classes.len() { 1 } else { self.net.width(class) }
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Hub { inside: &self.net, copies: self.id.split(self.ends).0 }
    }
}
