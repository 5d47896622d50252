//! `lift(G, k, seed)`: a random lift of G. Nodes (v, i), v in G and i < k, row-major. For each link a – b of G, a < b, in ascending order, a random
//! permutation π of 0 … k-1 is drawn; links (a, i) – (b, π(i)). Ports and classes are those of G. The same arguments give the same network forever; it
//! may be disconnected, and a lift of a tree always is.
//!
//! Draws: ChaCha8 with `seed_from_u64(seed)`, shuffled as `jellyfish` does. Amit, Linial 2002; as a network Xpander: Valadarsky, Shahaf, Dinitz,
//! Schapira, Xpander: towards optimal-performance datacenters, CoNEXT 2016, with G a complete graph.

use super::jellyfish::shuffle_items;
use super::product::too_many_digits;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::machine::{classes, degrees_of_copies, joins_endpoints};
use crate::net::shape::{DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge};
use crate::net::{
    Args, Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, Roles, Structure, levels, neighbors,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use crossedge_core::net::stored::searched;
use crossedge_core::net::stored::table::{Table, stored_fits};
use num_bigint::BigUint;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::sync::{Arc, OnceLock};

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "lift",
    signature: "lift(G, k, seed)",
    summary: "random lift: every node of G k times, every link a random matching of the copies (Xpander)",
    paper: "Valadarsky, Shahaf, Dinitz and Schapira, Xpander: towards optimal-performance datacenters, CoNEXT (2016)",
    examples: &["lift(complete(4), 3, 1)", "lift(complete(5), 2, 7)", "lift(torus(3,3), 2, 1)"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let base = args.direct("G")?;
    let (k, seed) = (args.int("k", 1)?, args.int("seed", 0)?);
    let nodes = base.nodes() * k;
    if nodes.bits() > MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    let degrees = degrees_of_copies(base.degrees(), &k.into());
    Ok(Arc::new(Lift { base, k, seed, nodes, degrees, net: OnceLock::new() }))
}

/// The counts, at any size; the permutations when they are first asked for.
#[derive(Debug)]
struct Lift {
    base: Arc<dyn Shape>,
    k: u64,
    seed: u64,
    nodes: BigUint,
    degrees: DegreeCounts,
    net: OnceLock<Arc<LiftNet>>,
}

impl Lift {
    fn lift_net(&self) -> Result<&Arc<LiftNet>, TooLarge> {
        self.check()?;
        if self.net.get().is_none() {
            let made = Arc::new(LiftNet::new(self.base.network()?, self.k, self.seed)?);
            return Ok(self.net.get_or_init(|| made));
        }
        self.net.get().ok_or(TooLarge::Ids)
    }
}

impl Shape for Lift {
    fn nodes(&self) -> BigUint {
        self.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        self.base.machine().is_some().then_some(self)
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.nodes > searched::MAX_SEARCHED.into() {
            return None;
        }
        searched::distances(&self.lift_net().ok()?.table)
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(self.lift_net()?.clone())
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.base.check()?;
        stored_fits(self)
    }
}

impl Machine for Lift {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let mut all = classes(self.base.as_ref())?;
        all.iter_mut().for_each(|class| class.links = class.links.take().map(|links| links * self.k));
        Some(all)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        joins_endpoints(self.base.as_ref())
    }
}

/// The network. Paths are searched for in the stored graph.
#[derive(Debug)]
struct LiftNet {
    base: Arc<dyn Structure>,
    /// Node of the base, and which copy.
    id: Pair,
    /// Offset of the ports of each base node in `copies`.
    starts: Vec<usize>,
    /// For each port of the base and each copy, the copy that it leads to.
    copies: Vec<u32>,
    table: Table,
}

impl LiftNet {
    fn new(base: Arc<dyn Structure>, k: u64, seed: u64) -> Result<Self, TooLarge> {
        let mut starts = Vec::new();
        let mut ports = 0;
        for v in 0..base.nodes() {
            starts.push(ports);
            ports += base.degree(Node(v)) as usize;
        }
        let size = k as usize;
        let mut copies = vec![0u32; ports * size];
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut drawn: Vec<u64> = Vec::new();
        for v in 0..base.nodes() {
            let mut upward: Vec<(Node, usize)> = neighbors(base.as_ref(), Node(v)).zip(0..).collect();
            upward.retain(|(w, _)| w.0 > v);
            upward.sort_unstable();
            for (w, port) in upward {
                drawn.clear();
                drawn.extend(0..k);
                shuffle_items(&mut drawn, &mut rng);
                let back = base.link(Node(v), Port(port as u32)).1.0 as usize;
                let (there, here) = (starts[w.0 as usize] + back, starts[v as usize] + port);
                for (i, &j) in drawn.iter().enumerate() {
                    copies[here * size + i] = j as u32;
                    copies[there * size + j as usize] = i as u32;
                }
            }
        }
        let id = Pair::new(k);
        let links = (0..base.nodes()).flat_map(|v| {
            let (base, copies, starts) = (&base, &copies, &starts);
            let upward = neighbors(base.as_ref(), Node(v)).enumerate().filter(move |(_, w)| w.0 > v);
            upward.flat_map(move |(port, w)| {
                let first = (starts[v as usize] + port) * size;
                (0..k).map(move |i| (id.join(v, i), id.join(w.0, copies[first + i as usize].into())))
            })
        });
        let table = Table::from_edges(id.join(base.nodes(), 0), links).map_err(|_| TooLarge::Ids)?;
        Ok(LiftNet { base, id, starts, copies, table })
    }

    fn split_node(&self, v: Node) -> (Node, u64) {
        let (node, copy) = self.id.split(v.0);
        (Node(node), copy)
    }
}

impl Network for LiftNet {
    fn nodes(&self) -> u64 {
        self.table.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        self.base.degree(self.split_node(v).0)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (node, copy) = self.split_node(v);
        let (there, back) = self.base.link(node, port);
        let place = self.id.join((self.starts[node.0 as usize] + port.0 as usize) as u64, copy);
        (Node(self.id.join(there.0, self.copies[place as usize].into())), back)
    }

    /// The first port that leads nearer.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let here = self.table.distance(at, to)?;
        let nearer = |port: &Port| self.table.distance(self.link(at, *port).0, to).is_some_and(|d| d < here);
        (0..self.degree(at)).map(Port).find(nearer)
    }
}

impl Structure for LiftNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        self.table.distance(a, b)
    }

    fn distance_known(&self) -> Evidence {
        self.table.distance_known()
    }

    fn minimal(&self) -> bool {
        true
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Composed { levels: levels(self.base.as_ref()) })
    }

    fn link_classes(&self) -> Vec<String> {
        self.base.link_classes()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        self.base.link_class(self.split_node(v).0, port)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for LiftNet {
    /// (node of G, copy).
    fn address(&self, v: Node) -> Address {
        let (node, copy) = self.split_node(v);
        Address::Tuple(vec![self.base.address(node), Address::Int(copy)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(2, || self.notation())?;
        let node = self.base.node_at(&parts[0])?;
        let copies = self.id.join(1, 0);
        Ok(Node(self.id.join(node.0, parts[1].coordinate(copies, "the copy")?)))
    }

    fn notation(&self) -> String {
        "(node, copy)".to_owned()
    }
}

impl Roles for LiftNet {
    fn width(&self, class: usize) -> u64 {
        self.base.width(class)
    }
}
