//! `dragonfly(a,h)`: G = a·h + 1 groups of a routers; node (g,r), id g·a + r. Local links join all routers of a group. Global links: offset
//! k = r·h + j of group g, its router r and global port j, goes to group (g + k + 1) mod G at offset a·h - 1 - k (the palm tree).
//!
//! Two groups are joined by one global link. Distance: over that link, with a local hop on either side where needed, at most 3; or 2 when
//! two global links meet in a router of a third group. Kim, Dally, Scott, Abts, Technology-driven, highly-scalable dragonfly topology,
//! 2008; palm tree: Camarero, Vallejo, Beivide, Topological characterization of Hamming and dragonfly networks, 2014.

use super::groups::{Group, grouped};
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Pair, add_mod, sub_mod};
use crate::net::shape::{DegreeCounts, Shape, TooLarge, check_id_range, regular};
use crate::net::{
    Args, Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure,
};
use crossedge_core::evidence::Evidence;
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "dragonfly",
    signature: "dragonfly(a,h, groups=g, arrangement=\"palmtree\")",
    summary: "a*h+1 groups of a routers, each complete, one global link between any two; fewer groups have bundles of cables",
    paper: "Kim, Dally, Scott and Abts, Technology-driven, highly-scalable dragonfly topology, 2008",
    examples: &[
        "dragonfly(2,1)",
        "dragonfly(4,2)",
        "dragonfly(1,3)",
        "dragonfly(3,1)",
        "dragonfly(4,2, groups=5)",
    ],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let (a, h) = (args.int("a", 1)?, args.int("h", 1)?);
    if let Some(net) = grouped(args, Group::Complete, a, h)? {
        return Ok(net);
    }
    match (a - 1).checked_add(h) {
        Some(degree) => Ok(Arc::new(DragonflyShape { a, h, degree })),
        None => Err(degree_limit(args.span())),
    }
}

/// The counts, at any size.
#[derive(Debug, Clone, Copy)]
struct DragonflyShape {
    a: u64,
    h: u64,
    degree: u64,
}

impl Shape for DragonflyShape {
    fn nodes(&self) -> BigUint {
        let a = BigUint::from(self.a);
        &a * (&a * self.h + 1u32)
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.degree, self.nodes())
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Dragonfly { routers: self.a, globals: self.h })
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        let nodes = check_id_range(&self.nodes())?;
        let degree = u32::try_from(self.degree).map_err(|_| TooLarge::Ports)?;
        let groups = self.a * self.h + 1;
        Ok(Arc::new(Dragonfly {
            a: self.a,
            groups,
            nodes,
            degree,
            id: Pair::new(self.a),
            offset: Pair::new(self.h),
        }))
    }
}

/// The dragonfly. Ports 0..a-1 are local, in the order of the routers; port a-1+j is global port j.
#[derive(Debug, Clone)]
struct Dragonfly {
    a: u64,
    groups: u64,
    nodes: u64,
    degree: u32,
    /// Group and router of an id.
    id: Pair,
    /// Router and global port of an offset.
    offset: Pair,
}

impl Dragonfly {
    /// The local port of router `from` to router `to`.
    fn local_port(from: u64, to: u64) -> Port {
        Port(if to < from { to } else { to - 1 } as u32)
    }

    /// The router of group `from`, and its port, with the link to group `to`, another group.
    fn global_gate(&self, from: u64, to: u64) -> (u64, Port) {
        let (router, j) = self.offset.split(sub_mod(to, from, self.groups) - 1);
        (router, Port((self.a - 1 + j) as u32))
    }

    /// The distance from `at` to `to`, and the port of the first hop; `None` when there.
    ///
    /// O(h): the global links of `at` are tried only when the link between the groups takes 3 hops.
    fn first_hop(&self, at: Node, to: Node) -> Option<(u64, Port)> {
        let ((here, r), (there, s)) = (self.id.split(at.0), self.id.split(to.0));
        if here == there {
            return (r != s).then(|| (1, Dragonfly::local_port(r, s)));
        }
        let ((out, port), (back, _)) = (self.global_gate(here, there), self.global_gate(there, here));
        let distance = 1 + u64::from(out != r) + u64::from(back != s);
        let globals = self.a as u32 - 1..self.degree;
        let meets = |&port: &Port| {
            let (third, router) = self.id.split(self.link(at, port).0.0);
            third != there
                && self.global_gate(third, there).0 == router
                && self.global_gate(there, third).0 == s
        };
        let over_third = || globals.map(Port).find(meets);
        match distance {
            3 => Some(over_third().map_or((3, Dragonfly::local_port(r, out)), |port| (2, port))),
            _ if out == r => Some((distance, port)),
            _ => Some((distance, Dragonfly::local_port(r, out))),
        }
    }
}

impl Network for Dragonfly {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn degree(&self, _v: Node) -> u32 {
        self.degree
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (group, router) = self.id.split(v.0);
        let p = u64::from(port.0);
        if p < self.a - 1 {
            let other = p + u64::from(p >= router);
            return (Node(self.id.join(group, other)), Dragonfly::local_port(other, router));
        }
        let k = self.offset.join(router, p - (self.a - 1));
        let other = add_mod(group, k + 1, self.groups);
        let (router, back) = self.global_gate(other, group);
        (Node(self.id.join(other, router)), back)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.first_hop(at, to).map(|(_, port)| port)
    }
}

impl Structure for Dragonfly {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(self.first_hop(a, b).map_or(0, |(distance, _)| distance))
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(
            "over the one link between two groups, or over two global links that meet in a third [dragonfly-distance]",
        )
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        let globals = u64::from(self.degree) - (self.a - 1);
        Parts::Leaf(Leaf::Dragonfly { routers: self.a, globals })
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["local".to_owned(), "global".to_owned()]
    }

    fn link_class(&self, _v: Node, port: Port) -> usize {
        usize::from(u64::from(port.0) >= self.a - 1)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for Dragonfly {
    fn address(&self, v: Node) -> Address {
        let (group, router) = self.id.split(v.0);
        Address::Tuple(vec![Address::Int(group), Address::Int(router)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes);
        }
        let parts = address.parts(2, || self.notation())?;
        let group = parts[0].coordinate(self.groups, "the group")?;
        let router = parts[1].coordinate(self.a, "the router")?;
        Ok(Node(self.id.join(group, router)))
    }

    fn notation(&self) -> String {
        "(group, router)".to_owned()
    }
}
