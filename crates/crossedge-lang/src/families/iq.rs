//! `iq(d)`: the inductive quad, d = 0 or 3 modulo 4, 2d + 2 nodes of degree d, for star products. It is built of quads of eight nodes: a_i = o + i and
//! b_i = o + 4 + i for i < 4, o the first id. d = 3 modulo 4: quads from id 0 on; d = 0 modulo 4: two nodes 0 and 1 first, then quads. Node 0 and all a_i
//! are of side A, node 1 and all b_i of side B.
//!
//! Links in a quad: a_0 and b_0 to a_1, a_2, a_3; a_i and b_i to b_(i mod 3 + 1), i = 1, 2, 3. A quad to all before it: a_0, b_0, a_1, b_1 to side A,
//! a_2, b_2, a_3, b_3 to side B. Ports: neighbours ascending. Class `iq`. The permutation f swaps a_i with b_i and 0 with 1; links, their images and the
//! pairs u, f(u) are all pairs of nodes, each once. Lakhotia et al., PolarStar, 2023.
//!
//! A node has a neighbour in its quad that is linked to the other side than it is itself, so nodes of different quads are at distance 2 at most, as they
//! are in a quad; only 0 and 1 are at distance 3.

use crate::net::address::Pair;
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, Shape, TooLarge, counts_fit, regular};
use crate::net::{Args, Entry, Leaf, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "iq",
    signature: "iq(d)",
    summary: "inductive quad of 2d+2 nodes of degree d, d = 0 or 3 modulo 4, for star products",
    paper: "Lakhotia et al., PolarStar: expanding the scalability horizon of diameter-3 networks, arXiv 2302.07217 (2023)",
    examples: &["iq(3)", "iq(4)", "iq(7)"],
    build: |args: &mut Args<'_>| -> Result<Arc<dyn Shape>, Error> {
        let d = args.int("d", 0)?;
        if matches!(d & 3, 1 | 2) {
            let (below, above) = (d - (d & 3), d - (d & 3) + 3);
            return Err(Error::usage(format!("iq needs d = 0 or 3 modulo 4, found {d}"), args.span())
                .help(format!("the nearest are iq({below}) and iq({above})")));
        }
        Ok(Arc::new(Iq { d }))
    },
};

/// The evidence of distances.
const OPPOSITE_NEIGHBORS: &str = "every node has a neighbour in its quad that is linked to the side it is not linked to itself [inductive-quad-distance]";

/// The neighbours of a node in its quad, for a_0 … a_3, b_0 … b_3 in order.
const QUAD_NEIGHBOURS: [[u64; 3]; 8] =
    [[1, 2, 3], [0, 4, 6], [0, 4, 7], [0, 4, 5], [1, 2, 3], [3, 6, 7], [1, 5, 7], [2, 5, 6]];

/// The inductive quad, as shape and as network.
#[derive(Debug, Clone, Copy)]
pub struct Iq {
    d: u64,
}

/// The position of a node: its quad, and its index in it; nodes 0 and 1 before all quads have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct QuadPlace {
    quad: Option<u64>,
    index: u64,
}

impl QuadPlace {
    /// 0 for A, 1 for B.
    fn side_index(self) -> u64 {
        if self.quad.is_some() { self.index >> 2 } else { self.index }
    }

    /// The side of all quads before that it is linked to.
    fn linked_side(self) -> u64 {
        (self.index & 3) >> 1
    }
}

impl Iq {
    /// The inductive quad of degree `d`, which is 0 or 3 modulo 4.
    pub fn new(d: u64) -> Self {
        Iq { d }
    }

    /// Number of nodes that are before all quads: 0 or 2.
    fn first_quad_node(&self) -> u64 {
        if self.d & 3 == 0 { 2 } else { 0 }
    }

    fn quad_place(&self, v: u64) -> QuadPlace {
        match v.checked_sub(self.first_quad_node()) {
            None => QuadPlace { quad: None, index: v },
            Some(rest) => {
                let (quad, index) = Pair::new(8).split(rest);
                QuadPlace { quad: Some(quad), index }
            }
        }
    }

    fn id(&self, quad: u64, index: u64) -> u64 {
        self.first_quad_node() + Pair::new(8).join(quad, index)
    }

    /// The other one of the pair that the permutation swaps.
    pub fn image(&self, v: u64) -> u64 {
        match v.checked_sub(self.first_quad_node()) {
            None => 1 - v,
            Some(rest) => self.first_quad_node() + (rest ^ 4),
        }
    }

    /// Returns `true` if there is a link between `u` and `v`.
    pub fn are_linked(&self, u: Node, v: Node) -> bool {
        let (a, b) = (self.quad_place(u.0), self.quad_place(v.0));
        match (a.quad, b.quad) {
            (None, None) => false,
            (x, y) if x == y => QUAD_NEIGHBOURS[a.index as usize].contains(&b.index),
            (x, y) if x > y => a.linked_side() == b.side_index(),
            _ => b.linked_side() == a.side_index(),
        }
    }

    /// Number of neighbours that are before the quad of a node.
    fn earlier_neighbours(&self, at: QuadPlace) -> u64 {
        let quads = at.quad.map_or(0, |quad| 4 * quad);
        quads + if at.quad.is_some() && self.first_quad_node() > 0 { 1 } else { 0 }
    }

    /// The neighbour with this rank.
    fn neighbor(&self, at: QuadPlace, rank: u64) -> u64 {
        let Some(rest) = rank.checked_sub(self.earlier_neighbours(at)) else {
            // One of the first two nodes, then four of every quad before.
            let (side, skipped) = (at.linked_side(), self.first_quad_node() >> 1);
            return match rank.checked_sub(skipped) {
                None => side,
                Some(rest) => {
                    let (quad, i) = Pair::new(4).split(rest);
                    self.id(quad, 4 * side + i)
                }
            };
        };
        let (inside, next) = match at.quad {
            Some(quad) => (&QUAD_NEIGHBOURS[at.index as usize][..], quad + 1),
            None => (&[][..], 0),
        };
        match inside.get(rest as usize) {
            Some(&index) => self.id(at.quad.unwrap_or(0), index),
            None => {
                // Two a and two b of every quad after.
                let (quad, i) = Pair::new(4).split(rest - inside.len() as u64);
                self.id(next + quad, 4 * (i >> 1) + 2 * at.side_index() + (i & 1))
            }
        }
    }

    /// Which of its neighbours, ascending, `w` is.
    fn rank(&self, v: u64, w: u64) -> u64 {
        let (from, to) = (self.quad_place(v), self.quad_place(w));
        let skipped = self.first_quad_node() >> 1;
        match (from.quad, to.quad) {
            (_, None) => 0,
            (Some(own), Some(quad)) if quad == own => {
                let place = QUAD_NEIGHBOURS[from.index as usize].iter().position(|&index| index == to.index);
                self.earlier_neighbours(from) + place.unwrap_or(0) as u64
            }
            (Some(own), Some(quad)) if quad < own => skipped + 4 * quad + (to.index & 3),
            (own, Some(quad)) => {
                let (inside, next) = own.map_or((0, 0), |own| (3, own + 1));
                self.earlier_neighbours(from)
                    + inside
                    + 4 * (quad - next)
                    + 2 * (to.index >> 2)
                    + (to.index & 1)
            }
        }
    }

    /// A neighbour of both, for two nodes at distance 2.
    fn common_neighbour(&self, u: u64, v: u64) -> Option<u64> {
        let (a, b) = (self.quad_place(u), self.quad_place(v));
        // The later quad has a node that is linked to one and is next to the other.
        let later = if a.quad >= b.quad { a } else { b };
        let near = QUAD_NEIGHBOURS[later.index as usize].map(|index| self.id(later.quad.unwrap_or(0), index));
        near.into_iter().find(|&w| self.are_linked(Node(u), Node(w)) && self.are_linked(Node(w), Node(v)))
    }
}

impl Shape for Iq {
    fn nodes(&self) -> BigUint {
        (BigUint::from(self.d) + 1u32) << 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.d, Shape::nodes(self))
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Iq(self.d))
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let (nodes, d) = (Shape::nodes(self), BigUint::from(self.d));
        let at_distance_two = &nodes * (&d + 1u32);
        let mut counts = vec![nodes.clone(), &nodes * &d, at_distance_two];
        if self.first_quad_node() > 0 {
            // Without quads the two nodes have no link.
            (self.d > 0).then_some(())?;
            counts[2] -= 2u32;
            counts.push(2u32.into());
        }
        Some(Known::new(Distances::new(nodes, counts), Evidence::proved(OPPOSITE_NEIGHBORS)))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        Ok(Arc::new(*self))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        counts_fit(&Shape::nodes(self), &self.degrees())
    }
}

impl Network for Iq {
    fn nodes(&self) -> u64 {
        2 * self.d + 2
    }

    fn degree(&self, _v: Node) -> u32 {
        self.d as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let w = self.neighbor(self.quad_place(v.0), port.0.into());
        (Node(w), Port(self.rank(w, v.0) as u32))
    }

    /// The link to the target, or to a node between. From 0 to 1 any neighbour is as good as the others.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to || self.d == 0 {
            return None;
        }
        if at.0.max(to.0) < self.first_quad_node() {
            return Some(Port(0));
        }
        let next = if self.are_linked(at, to) { to.0 } else { self.common_neighbour(at.0, to.0)? };
        Some(Port(self.rank(at.0, next) as u32))
    }
}

impl Structure for Iq {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if a == b {
            return Some(0);
        }
        match a.0.max(b.0) < self.first_quad_node() {
            true => (self.d > 0).then_some(3),
            false if self.are_linked(a, b) => Some(1),
            false => Some(2),
        }
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(OPPOSITE_NEIGHBORS)
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Iq(self.d))
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["iq".to_owned()]
    }
}
