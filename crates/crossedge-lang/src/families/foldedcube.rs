//! `foldedcube(d)`: a hypercube with one more link at every node, to the node farthest away.
//!
//! Ids have d bits. Port i < d flips the i-th bit from the left, port d flips all of them. A path uses the long link or not: the distance
//! of ids that differ in h bits is the smaller of h and d + 1 - h.

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
    name: "foldedcube",
    signature: "foldedcube(d)",
    summary: "folded hypercube: 2^d nodes, ids that differ in one bit or in all bits are linked",
    paper: "El-Amawy, Latifi, Properties and performance of folded hypercubes, IEEE Trans. Parallel Distrib. Syst. 2 (1991)",
    examples: &["foldedcube(4)", "foldedcube(7)", "foldedcube(3)", "foldedcube(2)"],
    build: |args| {
        let dimension = args.int("d", 2)?;
        if dimension >= MAX_BITS {
            let message = format!("foldedcube needs d below {MAX_BITS}, found {dimension}");
            return Err(Error::limit(message, args.span()));
        }
        Ok(Arc::new(FoldedCube { dimension }))
    },
};

/// The folded hypercube, as shape and as network.
#[derive(Debug, Clone, Copy)]
struct FoldedCube {
    dimension: u64,
}

impl FoldedCube {
    /// The bits that a port flips.
    fn flipped_bits(&self, port: Port) -> u64 {
        match u64::from(port.0) {
            i if i < self.dimension => 1 << (self.dimension - 1 - i),
            _ => (1 << self.dimension) - 1,
        }
    }
}

impl Shape for FoldedCube {
    fn nodes(&self) -> BigUint {
        BigUint::one() << self.dimension
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.dimension + 1, Shape::nodes(self))
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::FoldedCube(self.dimension))
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let d = self.dimension;
        if d > 2048 {
            return None;
        }
        // Nodes at distance i differ in i of d + 1 bits, where flipping all d + 1 of them changes nothing.
        let mut choose = BigUint::one();
        let counts = (0..=d.div_ceil(2)).map(|i| {
            let now = choose.clone();
            choose = &choose * (d + 1 - i) / (i + 1);
            if 2 * i == d + 1 { now >> 1 } else { now }
        });
        let evidence = Evidence::proved(
            "binomial coefficients: the smaller of h and d + 1 - h differing bits [folded-cube-distance]",
        );
        Some(Known::new(Distances::new(1u32, counts.collect()), evidence))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let evidence =
            Evidence::proved("half of the bits, or the long link and the other half [folded-cube-distance]");
        Some(Known::new(self.dimension.div_ceil(2).into(), evidence))
    }

    fn node_symmetric(&self) -> Option<String> {
        Some("translations of the cube [elementary-symmetry]".to_owned())
    }

    fn edge_symmetric(&self) -> Option<String> {
        Some(
            "translations and permutations of the d + 1 directions, whose sum is zero [elementary-symmetry]"
                .to_owned(),
        )
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        check_id_range(&Shape::nodes(self))?;
        Ok(Arc::new(*self))
    }
}

impl Network for FoldedCube {
    fn nodes(&self) -> u64 {
        1 << self.dimension
    }

    fn degree(&self, _v: Node) -> u32 {
        self.dimension as u32 + 1
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        (Node(v.0 ^ self.flipped_bits(port)), port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let differ = at.0 ^ to.0;
        let long = 2 * u64::from(differ.count_ones()) > self.dimension + 1;
        (differ != 0).then(|| match long {
            true => Port(self.dimension as u32),
            false => Port(differ.leading_zeros() - (64 - self.dimension as u32)),
        })
    }
}

impl Structure for FoldedCube {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let differ = u64::from((a.0 ^ b.0).count_ones());
        Some(differ.min(self.dimension + 1 - differ))
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("the smaller of h and d + 1 - h differing bits [folded-cube-distance]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::FoldedCube(self.dimension))
    }

    fn link_classes(&self) -> Vec<String> {
        let dimensions = (1..=self.dimension).map(|i| format!("dimension {i}"));
        dimensions.chain(["long link".to_owned()]).collect()
    }

    fn link_class(&self, _v: Node, port: Port) -> usize {
        port.0 as usize
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for FoldedCube {
    fn address(&self, v: Node) -> Address {
        Address::Bits(vec![(self.dimension as u32, v.0)])
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
