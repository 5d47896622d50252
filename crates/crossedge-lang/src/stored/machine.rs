//! A stored fabric with hosts and switches: a stored graph whose first nodes are hosts, without closed form.

use crate::net::shape::{DegreeCounts, LinkClass, Machine, Shape, TooLarge};
use crate::net::{Naming, Network, Node, Port, Roles, Structure};
use crossedge_core::evidence::Evidence;
use crossedge_core::net::stored::table::Table;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A stored graph whose nodes below `hosts` are endpoints, as shape and as network.
#[derive(Debug, Clone)]
pub struct Cabled {
    table: Arc<Table>,
    hosts: u64,
}

impl Cabled {
    /// These nodes and links, of which the first nodes are hosts, one at least.
    pub fn new(table: Table, hosts: u64) -> Self {
        Cabled { table: Arc::new(table), hosts }
    }

    fn counted(&self, nodes: std::ops::Range<u64>) -> DegreeCounts {
        let mut counts = BTreeMap::<u64, u64>::new();
        nodes.for_each(|v| *counts.entry(self.table.neighbors(v).len() as u64).or_default() += 1);
        counts.into_iter().map(|(degree, count)| (degree, BigUint::from(count))).collect()
    }

    /// Returns `true` if a link has an end at a host.
    fn at_host(&self, v: u64, w: u64) -> bool {
        v.min(w) < self.hosts
    }
}

impl Shape for Cabled {
    fn nodes(&self) -> BigUint {
        self.table.nodes().into()
    }

    fn degrees(&self) -> DegreeCounts {
        self.counted(0..self.table.nodes())
    }

    fn machine(&self) -> Option<&dyn Machine> {
        Some(self)
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(Arc::new(self.clone()))
    }
}

impl Machine for Cabled {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.counted(0..self.hosts)
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let host = self.table.edges().filter(|&(v, w)| self.at_host(v, w)).count() as u64;
        let counts = [host, self.table.edge_count() - host];
        let class = |(name, links): (String, u64)| LinkClass { name, width: 1, links: Some(links.into()) };
        Some(self.link_classes().into_iter().zip(counts).map(class).collect())
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some((0..self.hosts).any(|v| self.table.neighbors(v).iter().any(|&w| u64::from(w) < self.hosts)))
    }
}

impl Network for Cabled {
    fn nodes(&self) -> u64 {
        self.table.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        self.table.degree(v)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        self.table.link(v, port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        self.table.next_port(at, to)
    }
}

impl Structure for Cabled {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        self.table.distance(a, b)
    }

    fn distance_known(&self) -> Evidence {
        self.table.distance_known()
    }

    fn minimal(&self) -> bool {
        true
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["host".to_owned(), "switch".to_owned()]
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        usize::from(!self.at_host(v.0, self.table.link(v, port).0.0))
    }

    fn naming(&self) -> Option<&dyn Naming> {
        self.table.naming()
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Roles for Cabled {
    fn endpoints(&self) -> u64 {
        self.hosts
    }
}
