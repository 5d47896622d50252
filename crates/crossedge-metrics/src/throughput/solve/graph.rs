//! A network as arrays, for solvers.

use crossedge_lang::net::Csr;
use std::ops::Range;

/// The arcs of a network: each link once for each direction, by node and port.
#[derive(Debug, Clone)]
pub struct ArcGraph {
    links: Csr,
    back: Vec<u32>,
    width: Vec<u64>,
    ends: usize,
}

impl ArcGraph {
    /// Of rows of (node at the other end, port there, width), one for each node; the first `ends` nodes are endpoints.
    pub fn new(rows: impl IntoIterator<Item = Vec<(u32, u32, u64)>>, ends: usize) -> Self {
        let rows: Vec<Vec<(u32, u32, u64)>> = rows.into_iter().collect();
        let links = Csr::build(rows.len(), |v, targets| targets.extend(rows[v].iter().map(|arc| arc.0)));
        let arcs = || rows.iter().flatten();
        let back = arcs().map(|&(to, port, _)| links.range(to as usize).start as u32 + port).collect();
        let width = arcs().map(|arc| arc.2).collect();
        ArcGraph { links, back, width, ends }
    }

    /// Number of nodes.
    pub fn nodes(&self) -> usize {
        self.links.rows()
    }

    /// Number of endpoints.
    pub fn ends(&self) -> usize {
        self.ends
    }

    /// Number of arcs.
    pub fn arcs(&self) -> usize {
        self.links.ends()
    }

    /// The arcs that leave a node, in the order of its ports.
    pub fn out(&self, v: usize) -> Range<usize> {
        self.links.range(v)
    }

    /// The head of an arc.
    pub fn head(&self, arc: usize) -> usize {
        self.links.target(arc)
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
