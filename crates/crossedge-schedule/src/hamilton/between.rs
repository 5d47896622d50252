//! Paths through all nodes between two given nodes, for the networks that have one between any two: complete graphs, and cubes between
//! nodes of opposite sides.

use crossedge_core::model::NodeOrder;
use crossedge_lang::net::Node;

/// Complete graph: the first end, the others in the order of their ids, the last end.
#[derive(Debug, Clone, Copy)]
pub struct Across {
    n: u64,
    from: u64,
    to: u64,
}

impl Across {
    /// A path through `n` nodes between two different ones.
    pub fn new(n: u64, from: Node, to: Node) -> Self {
        Across { n, from: from.0, to: to.0 }
    }
}

impl NodeOrder for Across {
    fn positions(&self) -> u64 {
        self.n
    }

    fn closed(&self) -> bool {
        false
    }

    fn node_at(&self, position: u64) -> Node {
        if position == 0 {
            return Node(self.from);
        }
        if position + 1 == self.n {
            return Node(self.to);
        }
        let mut id = position - 1;
        id += u64::from(id >= self.from.min(self.to));
        Node(id + u64::from(id >= self.from.max(self.to)))
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        match v.0 {
            id if id >= self.n => None,
            id if id == self.from => Some(0),
            id if id == self.to => Some(self.n - 1),
            id => Some(id + 1 - u64::from(id > self.from) - u64::from(id > self.to)),
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// Cube: the half of the first end from there to a neighbour inside it, across, and the other half. The half is by the highest bit in
/// which the ends differ; the neighbour by the lowest bit that is still free. Havel, On Hamiltonian circuits and spanning trees of
/// hypercubes (1984).
#[derive(Debug, Clone, Copy)]
pub struct Lace {
    bits: u32,
    from: u64,
    to: u64,
}

impl Lace {
    /// A path through a cube between nodes that differ in an odd number of bits.
    pub fn new(bits: u32, from: Node, to: Node) -> Self {
        Lace { bits, from: from.0, to: to.0 }
    }

    /// Descends to one node: `second` selects the half at each level.
    fn descend_halves(&self, mut second: impl FnMut(u64, u64) -> bool) -> u64 {
        let (mut from, mut to) = (self.from, self.to);
        let mut free = (1u64 << self.bits) - 1;
        while free != 0 {
            let split = 1 << (63 - ((from ^ to) & free).leading_zeros());
            free &= !split;
            // The last bit has no neighbour left, and needs none: each half is one node.
            let step = free & free.wrapping_neg();
            let turn = from ^ step;
            if second(split, from) {
                from = turn ^ split;
            } else {
                to = turn;
            }
        }
        from
    }
}

impl NodeOrder for Lace {
    fn positions(&self) -> u64 {
        1 << self.bits
    }

    fn closed(&self) -> bool {
        false
    }

    fn node_at(&self, position: u64) -> Node {
        let mut half = self.positions();
        Node(self.descend_halves(|_, _| {
            half >>= 1;
            position & half != 0
        }))
    }

    fn position_of(&self, v: Node) -> Option<u64> {
        let (mut half, mut position) = (self.positions(), 0);
        self.descend_halves(|split, from| {
            half >>= 1;
            let second = (v.0 ^ from) & split != 0;
            position |= if second { half } else { 0 };
            second
        });
        (v.0 < self.positions()).then_some(position)
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}
