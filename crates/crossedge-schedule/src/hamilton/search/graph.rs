//! The part of a network that a search works on: its nodes and links, stored, without those that are dead.

use crossedge_lang::net::{Csr, Faults, Network, Node, neighbors};
use std::collections::HashMap;

/// A stored graph with its own numbers 0..n, sorted rows.
#[derive(Debug, Clone)]
pub struct SortedGraph {
    links: Csr,
    /// The node of each number, in order.
    ids: Vec<u64>,
}

impl SortedGraph {
    /// The living part of a network, which has fewer than 2^32 links.
    pub fn live_part(net: &dyn Network, faults: &Faults) -> SortedGraph {
        let ids: Vec<u64> = (0..net.nodes()).filter(|&v| !faults.node(Node(v))).collect();
        let whole = ids.len() as u64 == net.nodes();
        let number: HashMap<u64, u32> = match whole {
            true => HashMap::new(),
            false => ids.iter().copied().zip(0u32..).collect(),
        };
        let of = |w: u64| if whole { w as u32 } else { number[&w] };
        let links = Csr::build(ids.len(), |i, ends| {
            let (v, start) = (Node(ids[i]), ends.len());
            ends.extend(neighbors(net, v).filter(|&w| !faults.cut(v, w)).map(|w| of(w.0)));
            ends[start..].sort_unstable();
        });
        SortedGraph { links, ids }
    }

    /// The same nodes and only the links at these places, which hold for both ends of a link.
    pub fn with_links(&self, keep: impl Fn(usize) -> bool) -> SortedGraph {
        let links = Csr::build(self.len(), |v, ends| {
            let row = self.links.range(v).zip(self.links.row(v));
            ends.extend(row.filter(|(place, _)| keep(*place)).map(|(_, w)| w));
        });
        SortedGraph { links, ids: self.ids.clone() }
    }

    /// The part with these numbers, which are sorted, and the links between them.
    pub fn induced(&self, numbers: &[u32]) -> SortedGraph {
        let links = Csr::build(numbers.len(), |i, ends| {
            let row = self.row(numbers[i]).iter().filter_map(|w| numbers.binary_search(w).ok());
            ends.extend(row.map(|i| i as u32));
        });
        SortedGraph { links, ids: numbers.iter().map(|&v| self.id(v)).collect() }
    }

    /// The same with one more node, linked to `u` and `v` only: its rings are the paths from `u` to `v`.
    pub fn with_bridge_node(&self, u: u32, v: u32) -> SortedGraph {
        self.with_extra_node(|x| x == u || x == v)
    }

    /// The same with one more node, linked to every other: its rings are the paths.
    pub fn with_hub_node(&self) -> SortedGraph {
        self.with_extra_node(|_| true)
    }

    /// The same with one more node, linked to those that `linked` accepts.
    fn with_extra_node(&self, linked: impl Fn(u32) -> bool) -> SortedGraph {
        let z = self.len() as u32;
        let links = Csr::build(self.len() + 1, |x, ends| {
            let x = x as u32;
            if x == z {
                ends.extend((0..z).filter(|&v| linked(v)));
                return;
            }
            ends.extend(self.row(x));
            if linked(x) {
                ends.push(z);
            }
        });
        let mut ids = self.ids.clone();
        ids.push(u64::MAX);
        SortedGraph { links, ids }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The neighbours of a number, in order.
    pub fn row(&self, v: u32) -> &[u32] {
        self.links.row(v as usize)
    }

    /// Range of the links of `v`.
    pub fn places(&self, v: u32) -> std::ops::Range<usize> {
        self.links.range(v as usize)
    }

    /// The place of v's link to w, if they are linked.
    pub fn link_index(&self, v: u32, w: u32) -> Option<usize> {
        self.row(v).binary_search(&w).ok().map(|i| self.places(v).start + i)
    }

    /// Returns `true` if two are linked.
    pub fn are_linked(&self, v: u32, w: u32) -> bool {
        self.row(v).binary_search(&w).is_ok()
    }

    /// Number of ends of links.
    pub fn ends(&self) -> usize {
        self.links.ends()
    }

    /// The node of a number.
    pub fn id(&self, v: u32) -> u64 {
        self.ids[v as usize]
    }

    /// The number of a node that lives.
    pub fn number(&self, v: Node) -> Option<u32> {
        self.ids.binary_search(&v.0).ok().map(|i| i as u32)
    }
}
