//! A network as arrays, for solvers.

use std::ops::Range;

/// The arcs of a network: each link once for each direction, by node and port.
#[derive(Debug, Clone)]
pub struct Graph {
    first: Vec<usize>,
    head: Vec<u32>,
    back: Vec<u32>,
    width: Vec<u64>,
    ends: usize,
}

impl Graph {
    /// Of rows of (node at the other end, port there, width), one for each node; the first `ends` nodes are endpoints.
    pub fn new(rows: impl IntoIterator<Item = Vec<(u32, u32, u64)>>, ends: usize) -> Self {
        let (mut first, mut head, mut ports, mut width) = (vec![0], Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            for (to, port, wide) in row {
                head.push(to);
                ports.push(port);
                width.push(wide);
            }
            first.push(head.len());
        }
        let place = |(&to, &port): (&u32, &u32)| (first[to as usize] + port as usize) as u32;
        let back = head.iter().zip(&ports).map(place).collect();
        Graph { first, head, back, width, ends }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.first.len() - 1
    }

    /// Number of endpoints.
    pub fn ends(&self) -> usize {
        self.ends
    }

    /// Number of arcs.
    pub fn arcs(&self) -> usize {
        self.head.len()
    }

    /// The arcs that leave a node, in the order of its ports.
    pub fn out(&self, v: usize) -> Range<usize> {
        self.first[v]..self.first[v + 1]
    }

    /// The head of an arc.
    pub fn head(&self, arc: usize) -> usize {
        self.head[arc] as usize
    }

    /// The reverse arc.
    pub fn back(&self, arc: usize) -> usize {
        self.back[arc] as usize
    }

    /// The tail of an arc.
    pub fn tail(&self, arc: usize) -> usize {
        self.head(self.back(arc))
    }

    /// The capacity of an arc per cycle.
    pub fn width(&self, arc: usize) -> u64 {
        self.width[arc]
    }
}
