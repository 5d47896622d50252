//! The part of a network that a search works on: its nodes and links, stored, without those that are dead.

use crossedge_lang::net::{Faults, Network, Node, neighbors};
use std::collections::HashMap;

/// A stored graph with its own numbers 0..n, sorted rows.
#[derive(Debug, Clone)]
pub struct Graph {
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// The node of each number, in order.
    ids: Vec<u64>,
}

impl Graph {
    /// The living part of a network, which has fewer than 2^32 links.
    pub fn of(net: &dyn Network, faults: &Faults) -> Graph {
        let ids: Vec<u64> = (0..net.nodes()).filter(|&v| !faults.node(Node(v))).collect();
        let whole = ids.len() as u64 == net.nodes();
        let number: HashMap<u64, u32> = match whole {
            true => HashMap::new(),
            false => ids.iter().copied().zip(0u32..).collect(),
        };
        let of = |w: u64| if whole { w as u32 } else { number[&w] };
        let (mut starts, mut ends) = (vec![0u32], Vec::new());
        for &v in &ids {
            let living = neighbors(net, Node(v)).filter(|&w| !faults.cut(Node(v), w)).map(|w| w.0);
            let mut row: Vec<u32> = living.map(of).collect();
            row.sort_unstable();
            ends.extend(row);
            starts.push(ends.len() as u32);
        }
        Graph { starts, ends, ids }
    }

    /// The living part of a cube.
    /// The same nodes and only the links at these places, which hold for both ends of a link.
    pub fn filtered(&self, keep: impl Fn(usize) -> bool) -> Graph {
        let (mut starts, mut ends) = (vec![0u32], Vec::new());
        for v in 0..self.len() as u32 {
            ends.extend(self.places(v).filter(|&place| keep(place)).map(|place| self.ends[place]));
            starts.push(ends.len() as u32);
        }
        Graph { starts, ends, ids: self.ids.clone() }
    }

    /// The part with these numbers, which are sorted, and the links between them.
    pub fn only(&self, numbers: &[u32]) -> Graph {
        let (mut starts, mut ends) = (vec![0u32], Vec::new());
        for &v in numbers {
            let row = self.row(v).iter().filter_map(|w| numbers.binary_search(w).ok());
            ends.extend(row.map(|i| i as u32));
            starts.push(ends.len() as u32);
        }
        Graph { starts, ends, ids: numbers.iter().map(|&v| self.id(v)).collect() }
    }

    /// The same with one more node, linked to `u` and `v` only: its rings are the paths from `u` to `v`.
    pub fn bridged(&self, u: u32, v: u32) -> Graph {
        let z = self.len() as u32;
        let (mut starts, mut ends) = (vec![0u32], Vec::with_capacity(self.ends.len() + 4));
        for x in 0..z {
            ends.extend(self.row(x));
            if x == u || x == v {
                ends.push(z);
            }
            starts.push(ends.len() as u32);
        }
        ends.extend([u.min(v), u.max(v)]);
        starts.push(ends.len() as u32);
        let mut ids = self.ids.clone();
        ids.push(u64::MAX);
        Graph { starts, ends, ids }
    }

    /// The same with one more node, linked to every other: its rings are the paths.
    pub fn hubbed(&self) -> Graph {
        let z = self.len() as u32;
        let (mut starts, mut ends) = (vec![0u32], Vec::with_capacity(self.ends.len() + 2 * self.len()));
        for x in 0..z {
            ends.extend(self.row(x));
            ends.push(z);
            starts.push(ends.len() as u32);
        }
        ends.extend(0..z);
        starts.push(ends.len() as u32);
        let mut ids = self.ids.clone();
        ids.push(u64::MAX);
        Graph { starts, ends, ids }
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// The neighbours of a number, in order.
    pub fn row(&self, v: u32) -> &[u32] {
        &self.ends[self.places(v)]
    }

    /// Range of the links of `v`.
    pub fn places(&self, v: u32) -> std::ops::Range<usize> {
        self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize
    }

    /// The place of v's link to w, if they are linked.
    pub fn place(&self, v: u32, w: u32) -> Option<usize> {
        self.row(v).binary_search(&w).ok().map(|i| self.starts[v as usize] as usize + i)
    }

    /// Returns `true` if two are linked.
    pub fn linked(&self, v: u32, w: u32) -> bool {
        self.row(v).binary_search(&w).is_ok()
    }

    /// Number of ends of links.
    pub fn ends(&self) -> usize {
        self.ends.len()
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
