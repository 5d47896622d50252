//! Compressed sparse row (CSR) graph: the links of row r are at `starts[r]..starts[r + 1]`.
//!
//! Every search over stored links uses this one table. It takes 4 bytes per row and per link end, O(|V| + |E|), and lists the neighbours of a row as
//! a slice. It is built once and never changes. Rows need not be sorted; self-loops and parallel links are kept as given.

use super::{Faults, Network, Node, neighbors};
use std::ops::Range;

/// A stored graph on rows `0..rows()`.
#[derive(Debug, Clone)]
pub struct Csr {
    /// Offset of each row in `ends`; one more than rows, the last is `ends.len()`.
    starts: Vec<u32>,
    /// The neighbours, row by row.
    ends: Vec<u32>,
}

impl Csr {
    /// Builds a graph row by row: `links(r, ends)` appends the neighbours of row r. O(|V| + |E|).
    pub fn build(rows: usize, mut links: impl FnMut(usize, &mut Vec<u32>)) -> Csr {
        let mut starts = Vec::with_capacity(rows + 1);
        let mut ends = Vec::new();
        starts.push(0);
        for r in 0..rows {
            links(r, &mut ends);
            starts.push(ends.len() as u32);
        }
        Csr { starts, ends }
    }

    /// Stores a network of fewer than 2^32 nodes and link ends.
    pub fn from_network(net: &dyn Network) -> Csr {
        Csr::build(net.nodes() as usize, |v, ends| {
            ends.extend(neighbors(net, Node(v as u64)).map(|w| w.0 as u32));
        })
    }

    /// Stores a network without its failed nodes and links. A failed node keeps its row, which is empty.
    pub fn live(net: &dyn Network, dead: &Faults) -> Csr {
        if dead.is_empty() {
            return Csr::from_network(net);
        }
        Csr::build(net.nodes() as usize, |v, ends| {
            let v = Node(v as u64);
            ends.extend(neighbors(net, v).filter(|&w| !dead.cut(v, w)).map(|w| w.0 as u32));
        })
    }

    /// The Cartesian product, row-major: the first factor is most significant.
    pub fn product(factors: &[Csr]) -> Csr {
        let mut product = Csr { starts: vec![0, 0], ends: Vec::new() };
        for factor in factors {
            let size = factor.rows();
            let outer = product;
            let mut pairs = (0..outer.rows()).flat_map(|a| (0..size).map(move |b| (a, b)));
            product = Csr::build(outer.rows() * size, |_, ends| {
                let (a, b) = pairs.next().expect("as many pairs as rows");
                ends.extend(outer.row(a).iter().map(|&c| c * size as u32 + b as u32));
                ends.extend(factor.row(b).iter().map(|&c| (a * size) as u32 + c));
            });
        }
        product
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.starts.len() - 1
    }

    /// Number of ends of links.
    pub fn ends(&self) -> usize {
        self.ends.len()
    }

    /// The positions of the links of row r among all links.
    #[inline(always)]
    pub fn range(&self, r: usize) -> Range<usize> {
        self.starts[r] as usize..self.starts[r + 1] as usize
    }

    /// The rows that row r is linked to.
    #[inline(always)]
    pub fn row(&self, r: usize) -> &[u32] {
        &self.ends[self.range(r)]
    }

    /// The target of the link at a position.
    #[inline(always)]
    pub fn target(&self, position: usize) -> usize {
        self.ends[position] as usize
    }

    /// Stored size in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (self.starts.len() + self.ends.len()) as u64
    }
}
