//! `hypercube(d)`: ids of d bits, links between ids that differ in one bit.
//!
//! It is `complete(2) ^ d`, id for id, in bit arithmetic. Port i flips the i-th bit from the left.

use crate::net::address::{Address, all_bits};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::shape::{DegreeCounts, MAX_BITS, Shape, TooLarge, check_id_range, regular};
use crate::net::{Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "hypercube",
    signature: "hypercube(d)",
    summary: "2^d nodes, ids that differ in one bit are linked; complete(2) ^ d",
    paper: "Saad, Schultz, Topological properties of hypercubes, IEEE Trans. Computers 37 (1988)",
    examples: &["hypercube(4)", "hypercube(10)", "hypercube(1)", "hypercube(0)"],
    build: |args| {
        let dimension = args.int("d", 0)?;
        if dimension >= MAX_BITS {
            let message = format!("hypercube needs d below {MAX_BITS}, found {dimension}");
            return Err(Error::limit(message, args.span()));
        }
        Ok(Arc::new(Hypercube { dimension }))
    },
};

/// The hypercube, as shape and as network.
#[derive(Debug, Clone, Copy)]
pub struct Hypercube {
    dimension: u64,
}

impl Hypercube {
    /// A hypercube of `dimension` dimensions.
    pub fn new(dimension: u64) -> Self {
        Hypercube { dimension }
    }

    fn port_bit(&self, port: Port) -> u64 {
        1 << (self.dimension - 1 - u64::from(port.0))
    }
}

impl Shape for Hypercube {
    fn nodes(&self) -> BigUint {
        BigUint::one() << self.dimension
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.dimension, Shape::nodes(self))
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Cube(self.dimension))
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.dimension > 2048 {
            return None;
        }
        let one = Distances::around_one([1, 1]);
        Some(Known::new(
            one.power(self.dimension),
            Evidence::proved("binomial coefficients: distance counts differing bits [cube-distance]"),
        ))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        Some(Known::new(
            self.dimension.into(),
            Evidence::proved("distance counts differing bits [cube-distance]"),
        ))
    }

    fn node_symmetric(&self) -> Option<String> {
        Some("translations of the cube [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        Some("translations of the cube and permutations of its dimensions [elementary-symmetry]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        check_id_range(&Shape::nodes(self))?;
        Ok(Arc::new(*self))
    }
}

impl Network for Hypercube {
    fn nodes(&self) -> u64 {
        1 << self.dimension
    }

    fn degree(&self, _v: Node) -> u32 {
        self.dimension as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        (Node(v.0 ^ self.port_bit(port)), port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let differ = at.0 ^ to.0;
        (differ != 0).then(|| Port(differ.leading_zeros() - (64 - self.dimension as u32)))
    }
}

impl Structure for Hypercube {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(u64::from((a.0 ^ b.0).count_ones()))
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("distance counts differing bits [cube-distance]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Cube(self.dimension))
    }

    fn link_classes(&self) -> Vec<String> {
        match self.dimension {
            0 => vec!["link".to_owned()],
            d => (1..=d).map(|i| format!("dimension {i}")).collect(),
        }
    }

    fn link_class(&self, _v: Node, port: Port) -> usize {
        port.0 as usize
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for Hypercube {
    fn address(&self, v: Node) -> Address {
        match self.dimension {
            0 => Address::Int(v.0),
            d => Address::Bits(vec![(d as u32, v.0)]),
        }
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        match address {
            Address::Bits(groups) if u64::from(all_bits(groups).0) == self.dimension => {
                Ok(Node(all_bits(groups).1))
            }
            Address::Int(_) => address.id_below(Network::nodes(self)),
            _ => Err(format!("expected an id or {} bits after 0b, found {address}", self.dimension)),
        }
    }

    fn notation(&self) -> String {
        format!("{} bits after 0b", self.dimension)
    }
}
