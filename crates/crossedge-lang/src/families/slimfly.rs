//! `slimfly(q)`: MMS graph over GF(q), q = 4w + d a prime power, d in {-1,0,1}. Nodes (s,x,y), s in {0,1}, x and y in GF(q), id
//! s·q² + x·q + y. Links (0,x,y) – (0,x,y') when y - y' is in X, (1,m,c) – (1,m,c') when c - c' is in X', (0,x,y) – (1,m,c) when y = mx + c.
//!
//! With a primitive element z. d = 1: X the even powers of z, X' the odd ones. d = -1: X = {1, z^2, …, z^(2w-2), z^(2w-1), z^(2w+1), …,
//! z^(4w-3)}, X' = {z, z^3, …, z^(2w-1), z^(2w), z^(2w+2), …, z^(4w-2)}. d = 0: X = {z^(2i)}, X' = {z^(2i+1)}, 0 <= i < q/2.
//!
//! Degree (3q-d)/2, diameter 2. q = 2 is no 4w + d. McKay, Miller, Siran, A note on large graphs of diameter two and given maximum degree,
//! 1998; Hafner, Geometric realisation of the graphs of McKay-Miller-Siran, 2004; Besta, Hoefler, Slim Fly, 2014.

use super::prime_power::field_order;
use crate::net::address::{Address, Digits};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::algebra::galois_field::Field;
use crate::net::algebra::primes::prime_power;
use crate::net::shape::{DegreeCounts, Shape, TooLarge, regular};
use crate::net::{Args, Entry, Naming, Network, Node, Port, Structure};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use crossedge_core::net::stored::table::{Table, stored_fits};
use num_bigint::BigUint;
use std::sync::{Arc, OnceLock};

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "slimfly",
    signature: "slimfly(q)",
    summary: "Slim Fly, the MMS graph of 2q^2 nodes and diameter 2; q a prime power of at least 3",
    paper: "Besta and Hoefler, Slim Fly: a cost effective low-diameter network topology, 2014",
    examples: &["slimfly(5)", "slimfly(3)", "slimfly(4)", "slimfly(7)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let q = field_order(args, "a prime power q of at least 3", MAX_Q, is_valid_order)?;
    Ok(Arc::new(SlimFlyShape { q, table: OnceLock::new() }))
}

/// `true` if q is a prime power is tried by division, which takes the root of q.
const MAX_Q: u64 = 1 << 20;

/// The counts, at any size; the table when it is first asked for.
#[derive(Debug)]
struct SlimFlyShape {
    q: u64,
    table: OnceLock<Arc<Table>>,
}

impl Shape for SlimFlyShape {
    fn nodes(&self) -> BigUint {
        BigUint::from(self.q).pow(2) << 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        // (3q - d)/2, and d = 1, -1, 0 for q = 1, 3, 0 modulo 4.
        let twice = match self.q & 3 {
            1 => 3 * self.q - 1,
            3 => 3 * self.q + 1,
            _ => 3 * self.q,
        };
        regular(twice >> 1, self.nodes())
    }

    /// Every node sees its neighbours at 1 and all others at 2.
    fn distances(&self) -> Option<Known<Distances>> {
        let degree = BigUint::from(self.degrees().keys().next().copied()?);
        let others = self.nodes() - 1u32 - &degree;
        let counts = Distances::new(1u32, vec![1u32.into(), degree, others]);
        let theorem = "graphs of diameter 2, McKay, Miller and Siran 1998, Hafner 2004 [slimfly-diameter]";
        Some(Known::new(counts, Evidence::proved(theorem)))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let q = self.q;
        let id = Digits::new(vec![2, q, q]).ok_or(TooLarge::Ids)?;
        let table = self.table.get_or_init(|| {
            let field = Field::with_order(q).expect("a prime power was tested");
            Arc::new(Table::from_edges(id.size(), links_of(&field, q, &id)).expect("a simple graph"))
        });
        Ok(Arc::new(SlimFly { table: table.clone(), q, id }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        stored_fits(self)
    }
}

fn is_valid_order(q: u64) -> bool {
    q > 2 && prime_power(q).is_some()
}

/// The sets X and X'.
fn generator_sets(field: &Field, q: u64) -> [Vec<u64>; 2] {
    let powers = |exponents: &mut dyn Iterator<Item = u64>| exponents.map(|e| field.power(e)).collect();
    match q & 3 {
        1 => [powers(&mut (0..q - 1).step_by(2)), powers(&mut (1..q - 1).step_by(2))],
        3 => {
            let half = (q + 1) >> 1; // 2w
            let even = (0..half).step_by(2);
            [
                powers(&mut even.clone().chain(even.clone().map(|e| e + half - 1))),
                powers(&mut even.clone().map(|e| e + 1).chain(even.map(|e| e + half))),
            ]
        }
        _ => [powers(&mut (0..q).step_by(2)), powers(&mut (1..q).step_by(2))],
    }
}

fn links_of(field: &Field, q: u64, id: &Digits) -> Vec<(u64, u64)> {
    let mut links = Vec::new();
    for (s, steps) in generator_sets(field, q).iter().enumerate() {
        for x in 0..q {
            for y in 0..q {
                // X = -X, so that each link is met from both of its ends.
                let others = steps.iter().map(|&step| field.add(y, step)).filter(|&other| y < other);
                links
                    .extend(others.map(|other| (id.join(&[s as u64, x, y]), id.join(&[s as u64, x, other]))));
            }
        }
    }
    for x in 0..q {
        for m in 0..q {
            let product = field.mul(m, x);
            links.extend((0..q).map(|c| (id.join(&[0, x, field.add(product, c)]), id.join(&[1, m, c]))));
        }
    }
    links
}

/// The MMS graph. Ports are those of the table.
#[derive(Debug, Clone)]
struct SlimFly {
    table: Arc<Table>,
    q: u64,
    id: Digits,
}

impl Network for SlimFly {
    fn nodes(&self) -> u64 {
        self.id.size()
    }

    fn degree(&self, v: Node) -> u32 {
        self.table.degree(v)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        self.table.link(v, port)
    }

    /// The link to the target, or to the first neighbour that has one: the diameter is 2.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        let meets = |&w: &u32| self.table.port_to(Node(w.into()), to).is_some();
        let between = || self.table.neighbors(at.0).iter().position(meets).map(|p| Port(p as u32));
        self.table.port_to(at, to).or_else(between)
    }
}

impl Structure for SlimFly {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        Some(match a == b {
            true => 0,
            false if self.table.port_to(a, b).is_some() => 1,
            false => 2,
        })
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("graphs of diameter 2, McKay, Miller and Siran 1998, Hafner 2004 [slimfly-diameter]")
    }

    fn minimal(&self) -> bool {
        true
    }

    fn link_classes(&self) -> Vec<String> {
        vec!["local".to_owned(), "global".to_owned()]
    }

    /// Links between (0,…) and (1,…) are global.
    fn link_class(&self, v: Node, port: Port) -> usize {
        let side = |v: Node| self.id.digit(v.0, 0);
        usize::from(side(v) != side(self.table.link(v, port).0))
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for SlimFly {
    fn address(&self, v: Node) -> Address {
        Address::Tuple(self.id.split(v.0).into_iter().map(Address::Int).collect())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.id.size());
        }
        let parts = address.parts(3, || self.notation())?;
        let s = parts[0].coordinate(2, "s")?;
        let (x, y) = (parts[1].coordinate(self.q, "x")?, parts[2].coordinate(self.q, "y")?);
        Ok(Node(self.id.join(&[s, x, y])))
    }

    fn notation(&self) -> String {
        "(s, x, y)".to_owned()
    }
}
