//! `dualcube(r)`: ids of 2r-1 bits: class, then r-1 bits of part II, then r-1 bits of part I.
//!
//! Class 0 moves part I along a cube, class 1 moves part II, and the cross-edge flips the class bit. It is `dual(hypercube(r-1))` in
//! coordinate form: the same ids in class 0; in class 1 cluster and node change places. Li, Peng, Chu, dual-cube (DC).

use super::hypercube::Hypercube;
use crate::net::address::{Address, all_bits};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::level::Level;
use crate::net::shape::{DegreeCounts, MAX_BITS, Shape, TooLarge, check_id_range, regular};
use crate::net::{Entry, Naming, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "dualcube",
    signature: "dualcube(r)",
    summary: "dual-cube: dual(hypercube(r-1)) numbered by its bits, class, part II, part I",
    paper: "Li, Peng, Chu, Efficient collective communications in dual-cube (DC)",
    examples: &["dualcube(3)", "dualcube(2)", "dualcube(1)", "dualcube(4)"],
    build: |args| {
        let r = args.int("r", 1)?;
        if r >= MAX_BITS / 2 {
            let message = format!("dualcube needs r below {}, found {r}", MAX_BITS / 2);
            return Err(Error::limit(message, args.span()));
        }
        Ok(Arc::new(DualCube { part: r - 1 }))
    },
};

/// The shape of the dual-cube with parts of `part` bits.
#[derive(Debug, Clone, Copy)]
struct DualCube {
    part: u64,
}

/// The dual-cube, in bit arithmetic. The last port is the cross-edge.
#[derive(Debug)]
struct DualCubeNet {
    part: u64,
    level: Level,
}

impl Shape for DualCube {
    fn nodes(&self) -> BigUint {
        BigUint::one() << (2 * self.part + 1)
    }

    fn degrees(&self) -> DegreeCounts {
        regular(self.part + 1, self.nodes())
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Level(Arc::new(Hypercube::new(self.part)))
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.part > 1024 {
            return None;
        }
        let cube = Distances::around_one([1, 1]).power(self.part);
        Some(Known::new(
            cube.dual(),
            Evidence::proved(
                "polynomial of the dual construction, identity I2 [dual-distance-polynomial]; binomial coefficients [cube-distance]",
            ),
        ))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let diameter = if self.part == 0 { 1 } else { 2 * self.part + 2 };
        Some(Known::new(
            diameter.into(),
            Evidence::proved("distances in the dual construction, identity I1 [dual-distance]"),
        ))
    }

    fn node_symmetric(&self) -> Option<String> {
        Some(
            "translations of both parts and the swap of classes, identity I3 [dual-vertex-transitive]"
                .to_owned(),
        )
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        check_id_range(&self.nodes())?;
        let cube = Arc::new(Hypercube::new(self.part));
        let level = Level::coordinates(cube, self.part as u32);
        Ok(Arc::new(DualCubeNet { part: self.part, level }))
    }
}

impl DualCubeNet {
    fn cross_bit(&self) -> u64 {
        1 << (2 * self.part)
    }

    fn class_of(&self, v: Node) -> bool {
        v.0 & self.cross_bit() != 0
    }

    /// The bits that the class of `v` can move.
    fn movable_bits(&self, v: Node) -> u64 {
        let low = (1 << self.part) - 1;
        if self.class_of(v) { low << self.part } else { low }
    }
}

impl Network for DualCubeNet {
    fn nodes(&self) -> u64 {
        1 << (2 * self.part + 1)
    }

    fn degree(&self, _v: Node) -> u32 {
        self.part as u32 + 1
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let p = u64::from(port.0);
        let shift = if self.class_of(v) { self.part } else { 0 };
        let bit = if p == self.part { self.cross_bit() } else { 1 << (self.part - 1 - p + shift) };
        (Node(v.0 ^ bit), port)
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let differ = at.0 ^ to.0;
        let here = differ & self.movable_bits(at);
        if here != 0 {
            let inside = if self.class_of(at) { here >> self.part } else { here };
            Some(Port(inside.leading_zeros() - (64 - self.part as u32)))
        } else if differ != 0 {
            Some(Port(self.part as u32))
        } else {
            None
        }
    }
}

impl Structure for DualCubeNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let differ = a.0 ^ b.0;
        let same_class = differ & self.cross_bit() == 0;
        let fixed_differs = differ & !self.movable_bits(a) != 0;
        Some(u64::from(differ.count_ones()) + if same_class && fixed_differs { 2 } else { 0 })
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(
            "I1: a walk projects on two walks in the base, and the crossings are forced [dual-distance]; distance counts differing bits [cube-distance]",
        )
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Level(&self.level)
    }

    fn link_classes(&self) -> Vec<String> {
        let mut classes: Vec<_> = (1..=self.part).map(|i| format!("dimension {i}")).collect();
        classes.push("cross level 1".to_owned());
        classes
    }

    fn link_class(&self, _v: Node, port: Port) -> usize {
        port.0 as usize
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for DualCubeNet {
    fn address(&self, v: Node) -> Address {
        let (part, low) = (self.part as u32, (1u64 << self.part) - 1);
        let groups = [(1, v.0 >> (2 * part)), (part, v.0 >> part & low), (part, v.0 & low)];
        Address::Bits(groups.into_iter().filter(|g| g.0 > 0).collect())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        match address {
            Address::Bits(groups) if u64::from(all_bits(groups).0) == 2 * self.part + 1 => {
                Ok(Node(all_bits(groups).1))
            }
            Address::Int(_) => address.id_below(self.nodes()),
            _ => Err(format!("expected an id or {}, found {address}", self.notation())),
        }
    }

    fn notation(&self) -> String {
        format!("{} bits after 0b: class, part II, part I", 2 * self.part + 1)
    }
}
