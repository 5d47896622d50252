//! `switch(n)`: n endpoints, and one switch with a link to each of them. Ids: the endpoints, then the switch; its port i leads to endpoint i.
//!
//! `bcube(n, k)` is its power `switch(n) ^ (k+1)`: a server has k+1 ports, and each changes one digit of its address by one switch. Guo, Lu,
//! Li, Wu, Zhang, Shi, Tian, Zhang, Lu, BCube: a high performance, server-centric network architecture for modular data centers, SIGCOMM 2009.

use super::product::build_power;
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, LinkClass, Machine, Shape, TooLarge};
use crate::net::{
    Entry, Layout, Leaf, Made, Network, NetworkParts, Node, Parts, Port, Roles, ShapeParts, Structure,
};
use crossedge_core::evidence::{Evidence, Known};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry of `switch`.
pub const SWITCH: Entry = Entry {
    name: "switch",
    signature: "switch(n)",
    summary: "n endpoints on one switch",
    paper: "folklore",
    examples: &["switch(4)", "switch(3) * ring(4)", "switch(1)"],
    build: |args| Ok(Arc::new(Switch { n: args.int("n", 1)? })),
};

/// The catalog entry of `bcube`.
pub const BCUBE: Entry = Entry {
    name: "bcube",
    signature: "bcube(n, k)",
    summary: "n^(k+1) servers of k+1 ports on switches of n ports: switch(n) ^ (k+1)",
    paper: "Guo, Lu, Li, Wu, Zhang, Shi, Tian, Zhang and Lu, BCube: a high performance, server-centric network architecture for modular data centers, SIGCOMM (2009)",
    examples: &["bcube(3, 1)", "bcube(2, 2)", "bcube(4, 0)"],
    build: |args| {
        let (n, k) = (args.int("n", 1)?, args.int("k", 0)?);
        build_power(Arc::new(Switch { n }), k.saturating_add(1), args.work(), args.span())
    },
};

/// The switch with its endpoints, as shape and as network.
#[derive(Debug, Clone, Copy)]
pub struct Switch {
    n: u64,
}

impl Switch {
    /// A switch with `n` endpoints, at least one.
    pub fn new(n: u64) -> Self {
        Switch { n }
    }
}

/// The evidence of distances.
const BY_THE_SWITCH: &str = "two endpoints of a switch have distance 2 [switch-distance]";

impl Shape for Switch {
    fn nodes(&self) -> BigUint {
        BigUint::from(self.n) + 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        let mut counts = self.endpoint_degrees();
        *counts.entry(self.n).or_default() += 1u32;
        counts
    }

    fn machine(&self) -> Option<&dyn Machine> {
        Some(self)
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Made(Made::Switch)
    }

    fn distances(&self) -> Option<Known<Distances>> {
        Some(Known::new(Distances::around_one([1, 0, self.n - 1]), Evidence::proved(BY_THE_SWITCH)))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        Ok(Arc::new(*self))
    }
}

impl Machine for Switch {
    fn endpoint_degrees(&self) -> DegreeCounts {
        DegreeCounts::from([(1, self.n.into())])
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        Some(vec![LinkClass { name: "host".to_owned(), width: 1, links: Some(self.n.into()) }])
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(false)
    }
}

impl Network for Switch {
    fn nodes(&self) -> u64 {
        self.n + 1
    }

    fn degree(&self, v: Node) -> u32 {
        if v.0 < self.n { 1 } else { self.n as u32 }
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        match v.0 < self.n {
            true => (Node(self.n), Port(v.0 as u32)),
            false => (Node(port.0.into()), Port(0)),
        }
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        match (at == to, at.0 < self.n) {
            (true, _) => None,
            (false, true) => Some(Port(0)),
            (false, false) => Some(Port(to.0 as u32)),
        }
    }
}

impl Structure for Switch {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(match a.0.max(b.0) {
            _ if a == b => 0,
            larger if larger == self.n => 1,
            _ => 2,
        })
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(BY_THE_SWITCH)
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Tree)
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["host".to_owned()]
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Roles for Switch {
    fn endpoints(&self) -> u64 {
        self.n
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Tree { children: std::slice::from_ref(&self.n), parents: &[1] }
    }
}
