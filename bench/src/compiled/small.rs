//! A small network as a table of its routes: for each pair one word, the nodes in seven bytes and their number in the eighth.

use super::{Flat, Out};
use crossedge::net::{Node, Structure};

/// All routes of a network of at most 256 nodes, none of more than 7 hops.
#[derive(Debug)]
pub(super) struct Small {
    n: u64,
    longest: u64,
    /// The row of a to b is at a·n + b.
    rows: Vec<u64>,
}

/// Ids are kept in bytes.
const MAX_NODES: u64 = 256;

/// A word has room for this many ids, and their number.
const MAX_HOPS: u64 = 7;

impl Small {
    /// The table, if the network is small enough.
    pub fn of(net: &dyn Structure) -> Option<Small> {
        let n = net.nodes();
        if n > MAX_NODES {
            return None;
        }
        let mut rows = Vec::with_capacity((n * n) as usize);
        let mut longest = 0;
        for a in 0..n {
            for b in 0..n {
                let (mut at, mut row, mut hops) = (Node(a), 0, 0);
                while let Some(port) = net.next_port(at, Node(b)) {
                    if hops == MAX_HOPS {
                        return None;
                    }
                    at = net.link(at, port).0;
                    row |= at.0 << (8 * hops);
                    hops += 1;
                }
                // A route that does not arrive has no place here.
                if at.0 != b {
                    return None;
                }
                longest = longest.max(hops);
                rows.push(row | hops << 56);
            }
        }
        Some(Small { n, longest, rows })
    }

    /// The route of a pair: its nodes in the low bytes, its length in the highest.
    #[inline(always)]
    pub(super) fn row(&self, a: u64, b: u64) -> u64 {
        self.rows.get((a * self.n + b) as usize).copied().unwrap_or(0)
    }
}

impl Flat for Small {
    fn nodes(&self) -> u64 {
        self.n
    }

    fn longest(&self) -> Option<u64> {
        Some(self.longest)
    }

    #[inline(always)]
    fn distance(&self, a: u64, b: u64) -> u64 {
        self.row(a, b) >> 56
    }

    #[inline(always)]
    fn next(&self, a: u64, b: u64) -> u64 {
        if a == b { a } else { self.row(a, b) & 0xff }
    }

    #[inline(always)]
    fn path(&self, base: u64, a: u64, b: u64, out: &mut Out<'_>) {
        out.push_row(base, self.row(a, b));
    }
}
