//! `polarity(q)`: the polarity graph ER_q of the projective plane over GF(q), q a prime power. Nodes: its q² + q + 1 points, as vectors of three
//! elements whose first entry that is not 0 is 1, in lexicographic order of the numbers of their entries. Two points are linked when their dot product
//! is 0. The q + 1 points that are orthogonal to themselves have q links and are marked for `starproduct`; the others have q + 1. Ports: neighbours
//! ascending. Class `polarity`. Elements are numbered by the Conway polynomial.
//!
//! Two points are on one line, so two nodes have exactly one node orthogonal to both, their cross product: the diameter is 2. Erdős and Rényi 1962;
//! Brown 1966; as a network PolarFly, Lakhotia et al. 2022.

use super::prime_power::field_order;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::algebra::galois_field::Field;
use crate::net::algebra::primes::prime_power;
use crate::net::shape::{DegreeCounts, Shape, TooLarge, counts_fit, links};
use crate::net::{
    Args, Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use std::sync::{Arc, OnceLock};

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "polarity",
    signature: "polarity(q)",
    summary: "PolarFly: points of the projective plane over GF(q), linked when orthogonal; diameter 2",
    paper: "Lakhotia et al., PolarFly: a cost-effective and flexible low-diameter topology, SC (2022)",
    examples: &["polarity(2)", "polarity(3)", "polarity(4)", "polarity(5)"],
    build: |args: &mut Args<'_>| -> Result<Arc<dyn Shape>, Error> {
        let q = field_order(args, "a prime power q", MAX_Q, |q| prime_power(q).is_some())?;
        Ok(Arc::new(Polarity { q, net: OnceLock::new() }))
    },
};

/// `true` if q is a prime power is tried by division; and products of two elements fit 64 bits.
pub const MAX_Q: u64 = 1 << 31;

/// A field that is not of prime order has tables, for at most this many elements.
pub const MAX_LISTED: u64 = 1 << 16;

/// The evidence of distances.
const ONE_LINE: &str =
    "any two points have one point orthogonal to both, so the diameter is 2 [polarity-diameter]";

/// The field of `q` elements, a prime power, or why it is too large.
pub fn field_of_order(q: u64) -> Result<Field, TooLarge> {
    check_order(q)?;
    Field::by_conway_polynomial(q).ok_or(TooLarge::Ids)
}

/// Returns `true` if the field of `q` elements, a prime power, is within the limits.
pub fn check_order(q: u64) -> Result<(), TooLarge> {
    match prime_power(q) {
        Some((_, 2..)) if q > MAX_LISTED => {
            Err(TooLarge::Stored { what: format!("powers of {q} elements of a field"), limit: MAX_LISTED })
        }
        _ => Ok(()),
    }
}

/// The counts, at any size.
#[derive(Debug)]
struct Polarity {
    q: u64,
    net: OnceLock<Arc<PolarityNet>>,
}

impl Shape for Polarity {
    fn nodes(&self) -> BigUint {
        BigUint::from(self.q).pow(2) + self.q + 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        [(self.q, BigUint::from(self.q + 1)), (self.q + 1, BigUint::from(self.q).pow(2))].into()
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Leaf(Leaf::Polarity(self.q))
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let (nodes, near) = (self.nodes(), links(self) << 1u32);
        let at_distance_two = &nodes * (&nodes - 1u32) - &near;
        let counts = Distances::new(nodes.clone(), vec![nodes, near, at_distance_two]);
        Some(Known::new(counts, Evidence::proved(ONE_LINE)))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        if let Some(net) = self.net.get() {
            return Ok(net.clone());
        }
        let made = Arc::new(PolarityNet::new(self.q)?);
        Ok(self.net.get_or_init(|| made).clone())
    }

    fn check(&self) -> Result<u64, TooLarge> {
        check_order(self.q)?;
        counts_fit(&self.nodes(), &self.degrees())
    }
}

/// The network: neighbours, ports and paths by arithmetic.
#[derive(Debug)]
pub struct PolarityNet {
    q: u64,
    field: Field,
    /// The last two entries of a point.
    pair: Pair,
}

/// A point: three elements, the first that is not 0 is 1.
type ProjectivePoint = [u64; 3];

impl PolarityNet {
    /// The network over the field of `q` elements, a prime power of at most [`MAX_Q`].
    pub fn new(q: u64) -> Result<Self, TooLarge> {
        Ok(PolarityNet { q, field: field_of_order(q)?, pair: Pair::new(q) })
    }

    /// The point with this id: (0,0,1), then (0,1,c), then (1,b,c).
    fn point_of(&self, v: Node) -> ProjectivePoint {
        match v.0 {
            0 => [0, 0, 1],
            v if v <= self.q => [0, 1, v - 1],
            v => {
                let (b, c) = self.pair.split(v - self.q - 1);
                [1, b, c]
            }
        }
    }

    fn id(&self, point: ProjectivePoint) -> Node {
        Node(match point {
            [0, 0, _] => 0,
            [0, _, c] => 1 + c,
            [_, b, c] => self.q + 1 + self.pair.join(b, c),
        })
    }

    /// The point of a vector that is not 0.
    fn normalised_point(&self, vector: ProjectivePoint) -> ProjectivePoint {
        let first = vector.into_iter().find(|&x| x != 0).unwrap_or(1);
        let factor = self.field.inverse(first);
        vector.map(|x| self.field.mul(x, factor))
    }

    fn dot_product(&self, a: ProjectivePoint, b: ProjectivePoint) -> u64 {
        (0..3).fold(0, |sum, i| self.field.add(sum, self.field.mul(a[i], b[i])))
    }

    /// -a / b.
    fn minus_quotient(&self, a: u64, b: u64) -> u64 {
        self.field.negate(self.field.mul(a, self.field.inverse(b)))
    }

    /// The points orthogonal to `a`, in order: the one with this rank, of q + 1.
    fn orthogonal_point(&self, a: ProjectivePoint, rank: u64) -> ProjectivePoint {
        let [a0, a1, a2] = a;
        match rank.checked_sub(1) {
            None if a2 == 0 => [0, 0, 1],
            None => [0, 1, self.minus_quotient(a1, a2)],
            Some(b) if a2 != 0 => {
                let sum = self.field.add(a0, self.field.mul(a1, b));
                [1, b, self.minus_quotient(sum, a2)]
            }
            Some(c) if a1 != 0 => [1, self.minus_quotient(a0, a1), c],
            Some(c) => [0, 1, c],
        }
    }

    /// Which of the points orthogonal to `a` is `b`, one of them.
    fn rank(&self, a: ProjectivePoint, b: ProjectivePoint) -> u64 {
        match b {
            [0, 0, _] => 0,
            [0, _, _] if a[2] != 0 => 0,
            [_, b1, _] if a[2] != 0 => 1 + b1,
            [_, _, c] => 1 + c,
        }
    }

    /// The port of `v` that leads to `w`, one of its neighbours.
    pub fn port_to(&self, v: Node, w: Node) -> Port {
        let (a, b) = (self.point_of(v), self.point_of(w));
        let rank = self.rank(a, b);
        // The point itself has no port.
        let left_out = self.dot_product(a, a) == 0 && self.rank(a, a) < rank;
        Port((rank - u64::from(left_out)) as u32)
    }

    /// Returns `true` if `v` is orthogonal to itself.
    pub fn is_absolute(&self, v: Node) -> bool {
        let a = self.point_of(v);
        self.dot_product(a, a) == 0
    }

    /// Returns `true` if there is a link between `v` and `w`.
    pub fn are_linked(&self, v: Node, w: Node) -> bool {
        v != w && self.dot_product(self.point_of(v), self.point_of(w)) == 0
    }

    /// The one point orthogonal to both of two different points; one of them itself, when it is marked and they are linked.
    pub fn common_neighbour(&self, v: Node, w: Node) -> Node {
        let (a, b) = (self.point_of(v), self.point_of(w));
        let minor = |i: usize, j: usize| {
            self.field.add(self.field.mul(a[i], b[j]), self.field.negate(self.field.mul(a[j], b[i])))
        };
        self.id(self.normalised_point([minor(1, 2), minor(2, 0), minor(0, 1)]))
    }
}

impl Network for PolarityNet {
    fn nodes(&self) -> u64 {
        self.q * self.q + self.q + 1
    }

    fn degree(&self, v: Node) -> u32 {
        self.q as u32 + u32::from(!self.is_absolute(v))
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let a = self.point_of(v);
        let rank = u64::from(port.0);
        let passed = self.dot_product(a, a) == 0 && self.rank(a, a) <= rank;
        let w = self.id(self.orthogonal_point(a, rank + u64::from(passed)));
        (w, self.port_to(w, v))
    }

    /// The link to the target, or the node orthogonal to both.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        let next = if self.are_linked(at, to) { to } else { self.common_neighbour(at, to) };
        Some(self.port_to(at, next))
    }
}

impl Structure for PolarityNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(match a == b {
            true => 0,
            false if self.are_linked(a, b) => 1,
            false => 2,
        })
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved(ONE_LINE)
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Polarity(self.q))
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["polarity".to_owned()]
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for PolarityNet {
    fn address(&self, v: Node) -> Address {
        Address::Tuple(self.point_of(v).map(Address::Int).to_vec())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(3, || self.notation())?;
        let mut point = [0; 3];
        for (entry, part) in point.iter_mut().zip(parts) {
            *entry = part.coordinate(self.q, "an entry")?;
        }
        match point.iter().find(|&&x| x != 0) {
            Some(1) => Ok(self.id(point)),
            _ => Err(format!("the first entry that is not 0 is 1, found {address}")),
        }
    }

    fn notation(&self) -> String {
        "(x, y, z)".to_owned()
    }
}
