//! A cabled graph without its hosts: most of a fabric's nodes are hosts with one link, and the hosts of a switch are interchangeable.

use super::isomorphism::CabledGraph;
use std::collections::BTreeMap;

/// The nodes of a graph that are not single-homed hosts, with the number of hosts of each.
#[derive(Debug, Clone, Default)]
pub struct SwitchGraph {
    /// These nodes with their cables.
    pub graph: CabledGraph,
    /// Their ids in the graph with hosts.
    pub nodes: Vec<u32>,
    /// The hosts of each, by their ids in the graph with hosts.
    pub hosts: Vec<Vec<u32>>,
    /// Number of cables of a host.
    pub host_cables: u64,
}

impl SwitchGraph {
    /// The graph without hosts. Hosts are nodes of kind 0 with one link, to a node of kind 1; if all kinds are 0, to a node with several links.
    pub fn new(graph: &CabledGraph) -> Self {
        let roles = graph.kinds.iter().any(|&kind| kind > 0);
        let switch_of = |v: usize| match graph.links[v].as_slice() {
            [(at, cables)] if graph.kinds[v] == 0 => {
                let other = *at as usize;
                let switch = if roles { graph.kinds[other] > 0 } else { graph.links[other].len() > 1 };
                switch.then_some((other, *cables))
            }
            _ => None,
        };
        Self::with_hosts(graph, &switch_of)
    }

    /// The graph with every node in it.
    pub fn whole(graph: &CabledGraph) -> Self {
        Self::with_hosts(graph, &|_| None)
    }

    fn with_hosts(graph: &CabledGraph, switch_of: &dyn Fn(usize) -> Option<(usize, u64)>) -> Self {
        let size = graph.kinds.len();
        let attached: Vec<Option<(usize, u64)>> = (0..size).map(switch_of).collect();
        let mut number = vec![None; size];
        let nodes: Vec<u32> = (0..size as u32).filter(|&v| attached[v as usize].is_none()).collect();
        nodes.iter().zip(0u32..).for_each(|(&v, new)| number[v as usize] = Some(new));
        let mut hosts = vec![Vec::new(); nodes.len()];
        for (v, at) in attached.iter().enumerate() {
            if let Some(at) = at.and_then(|(at, _)| number[at]) {
                hosts[at as usize].push(v as u32);
            }
        }
        let links = nodes.iter().map(|&v| {
            let links = graph.links[v as usize].iter();
            links.filter_map(|&(w, cables)| Some((number[w as usize]?, cables))).collect()
        });
        let kinds = nodes.iter().map(|&v| graph.kinds[v as usize]).collect();
        let host_cables = most_frequent(attached.iter().flatten().map(|&(_, cables)| cables)).unwrap_or(1);
        SwitchGraph { graph: CabledGraph { kinds, links: links.collect() }, nodes, hosts, host_cables }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Number of hosts of a node.
    pub fn host_count(&self, v: u32) -> u64 {
        self.hosts[v as usize].len() as u64
    }

    /// Number of cables between two nodes.
    pub fn cables_between(&self, a: u32, b: u32) -> u64 {
        cables_between(&self.graph, a, b)
    }

    /// The usual number of hosts of the nodes that have some: the most frequent number if half of them have it, the mean otherwise; 0 without hosts.
    pub fn usual_hosts(&self) -> u64 {
        let counts = || self.hosts.iter().map(|hosts| hosts.len() as u64).filter(|&count| count > 0);
        let Some(usual) = most_frequent(counts()) else { return 0 };
        let bearing = counts().count() as u64;
        let have = counts().filter(|&count| count == usual).count() as u64;
        if 2 * have >= bearing { usual } else { (2 * counts().sum::<u64>() + bearing) / (2 * bearing) }
    }

    /// For each node, `true` if it has at least half the usual number of hosts. Without hosts, nodes of kind 0 are endpoints themselves, if there are others.
    pub fn bearing(&self) -> Vec<bool> {
        let usual = self.usual_hosts();
        if usual == 0 && self.graph.kinds.iter().any(|&kind| kind > 0) {
            return self.graph.kinds.iter().map(|&kind| kind == 0).collect();
        }
        self.hosts.iter().map(|hosts| usual > 0 && 2 * hosts.len() as u64 >= usual).collect()
    }

    /// The level of each node, from 0: nodes with hosts first, then those that have many of their cables to the level below.
    pub fn levels(&self) -> Vec<usize> {
        let mut level: Vec<Option<usize>> =
            self.bearing().into_iter().map(|bears| bears.then_some(0)).collect();
        for below in 0.. {
            let many = |v: usize| {
                let links = &self.graph.links[v];
                let all: u64 = links.iter().map(|&(_, cables)| cables).sum();
                let down = links.iter().filter(|&&(w, _)| level[w as usize] == Some(below));
                5 * down.map(|&(_, cables)| cables).sum::<u64>() >= all && all > 0
            };
            let next: Vec<usize> = (0..level.len()).filter(|&v| level[v].is_none() && many(v)).collect();
            if next.is_empty() {
                break;
            }
            next.into_iter().for_each(|v| level[v] = Some(below + 1));
        }
        level.into_iter().map(|level| level.unwrap_or(0)).collect()
    }
}

/// Number of cables between two nodes.
pub(super) fn cables_between(graph: &CabledGraph, a: u32, b: u32) -> u64 {
    let row = &graph.links[a as usize];
    row.binary_search_by_key(&b, |&(w, _)| w).map_or(0, |at| row[at].1)
}

/// Number of common neighbours of two nodes.
pub(super) fn common_neighbors(graph: &CabledGraph, a: u32, b: u32) -> u64 {
    let (mut one, mut other) = (graph.links[a as usize].as_slice(), graph.links[b as usize].as_slice());
    let mut count = 0;
    while let ([(v, _), rest @ ..], [(w, _), tail @ ..]) = (one, other) {
        match v.cmp(w) {
            std::cmp::Ordering::Less => one = rest,
            std::cmp::Ordering::Greater => other = tail,
            std::cmp::Ordering::Equal => (one, other, count) = (rest, tail, count + 1),
        }
    }
    count
}

/// The most frequent number, the larger one of equals.
pub(super) fn most_frequent(numbers: impl Iterator<Item = u64>) -> Option<u64> {
    let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts.into_iter().max_by_key(|&(number, count)| (count, number)).map(|(number, _)| number)
}
