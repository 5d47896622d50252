//! `strong(G, H)`: the strong product. Nodes (x, u), row-major. Links: those of the Cartesian product, and (x, u) – (y, v) for links x – y of G and
//! u – v of H, class `diagonal`. Ports: those of G, those of H, then diagonals by port of G and port of H. Classes as in a product.
//!
//! A step moves in both factors at once, so the distance is the larger of both. Sabidussi 1960.

use super::product::too_many_digits;
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS};
use crate::net::machine::dimension_names;
use crate::net::machine::{joins_endpoints, product_classes};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows, links, reasons,
};
use crate::net::{
    Args, Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, Roles, Structure, levels,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "strong",
    signature: "strong(G, H)",
    summary: "strong product: a step in G, in H, or in both at once",
    paper: "Sabidussi, Graph multiplication, Mathematische Zeitschrift 72 (1960)",
    examples: &["strong(ring(5), path(3))", "strong(path(3), path(4))", "strong(ring(4), complete(2))"],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let parts = [args.direct("G")?, args.direct("H")?];
    if parts[0].nodes().bits() + parts[1].nodes().bits() > MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    let mut degrees = DegreeCounts::new();
    for (a, count) in parts[0].degrees() {
        for (b, times) in parts[1].degrees() {
            let both = a.checked_mul(b).and_then(|both| both.checked_add(a)?.checked_add(b));
            let degree = both.ok_or_else(|| degree_limit(args.span()))?;
            *degrees.entry(degree).or_default() += &count * times;
        }
    }
    Ok(Arc::new(Strong { parts, degrees }))
}

/// The counts, at any size.
#[derive(Debug)]
struct Strong {
    parts: [Arc<dyn Shape>; 2],
    degrees: DegreeCounts,
}

/// The evidence of distances.
const BOTH_AT_ONCE: &str =
    "a step moves in both factors at once, so the larger distance decides [strong-product-distance]";

impl Shape for Strong {
    fn nodes(&self) -> BigUint {
        self.parts[0].nodes() * self.parts[1].nodes()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        self.parts.iter().any(|part| part.machine().is_some()).then_some(self)
    }

    /// Within a distance of both, within it of each.
    fn distances(&self) -> Option<Known<Distances>> {
        let [first, second] = [self.parts[0].distances()?, self.parts[1].distances()?];
        let terms = first.value.diameter().max(second.value.diameter());
        if terms >= MAX_TERMS || terms.saturating_mul(self.nodes().bits()) > MAX_WORK {
            return None;
        }
        let within = |d: &Distances| {
            let mut sum = BigUint::ZERO;
            let mut sums: Vec<BigUint> = Vec::new();
            for i in 0..=terms as usize {
                sum += d.counts().get(i).unwrap_or(&BigUint::ZERO);
                sums.push(sum.clone());
            }
            sums
        };
        let (mut counts, mut before) = (Vec::new(), BigUint::ZERO);
        for (a, b) in within(&first.value).iter().zip(within(&second.value)) {
            let both = a * b;
            counts.push(&both - before);
            before = both;
        }
        let sources = first.value.sources() * second.value.sources();
        let evidence = follows(BOTH_AT_ONCE, [first.evidence, second.evidence]);
        Some(Known::new(Distances::new(sources, counts), evidence))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let [first, second] = [self.parts[0].diameter()?, self.parts[1].diameter()?];
        let evidence = follows(BOTH_AT_ONCE, [first.evidence, second.evidence]);
        Some(Known::new(first.value.max(second.value), evidence))
    }

    fn node_symmetric(&self) -> Option<String> {
        let both = [self.parts[0].node_symmetric()?, self.parts[1].node_symmetric()?];
        Some(reasons(
            ["automorphisms of both factors [product-vertex-transitive]".to_owned()].into_iter().chain(both),
        ))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let parts = [self.parts[0].network()?, self.parts[1].network()?];
        let (mut classes, mut first) = (Vec::new(), 0);
        for (i, part) in parts.iter().enumerate() {
            first = classes.len();
            classes.extend(dimension_names(i + 1, part.link_classes().iter().map(String::as_str)));
        }
        classes.push("diagonal".to_owned());
        Ok(Arc::new(StrongNet { id: Pair::new(parts[1].nodes()), parts, classes, first }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.parts[0].check()?;
        self.parts[1].check()?;
        counts_fit(&self.nodes(), &self.degrees)
    }
}

/// Polynomials of more bits than this in all are not worked out.
const MAX_WORK: u64 = 1 << 30;

impl Machine for Strong {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let mut out = product_classes(&self.parts)?;
        let diagonal = (links(self.parts[0].as_ref()) * links(self.parts[1].as_ref())) << 1u32;
        out.push(LinkClass { name: "diagonal".to_owned(), width: 1, links: Some(diagonal) });
        Some(out)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(joins_endpoints(self.parts[0].as_ref())? || joins_endpoints(self.parts[1].as_ref())?)
    }
}

/// The network.
#[derive(Debug)]
struct StrongNet {
    parts: [Arc<dyn Structure>; 2],
    id: Pair,
    classes: Vec<String>,
    /// The first class of the second factor.
    first: usize,
}

/// A port: the ports of the factors that it moves along.
type PortPair = [Option<Port>; 2];

impl StrongNet {
    fn split_node(&self, v: Node) -> [Node; 2] {
        let (x, u) = self.id.split(v.0);
        [Node(x), Node(u)]
    }

    fn degrees(&self, at: [Node; 2]) -> [u32; 2] {
        [self.parts[0].degree(at[0]), self.parts[1].degree(at[1])]
    }

    fn port_steps(&self, at: [Node; 2], port: Port) -> PortPair {
        let [a, b] = self.degrees(at);
        match port.0.checked_sub(a) {
            None => [Some(port), None],
            Some(rest) if rest < b => [None, Some(Port(rest))],
            Some(rest) => {
                let (first, second) = Pair::new(b.into()).split((rest - b).into());
                [Some(Port(first as u32)), Some(Port(second as u32))]
            }
        }
    }

    fn port(&self, at: [Node; 2], step: PortPair) -> Option<Port> {
        let [a, b] = self.degrees(at);
        match step {
            [None, None] => None,
            [Some(port), None] => Some(port),
            [None, Some(Port(port))] => Some(Port(a + port)),
            [Some(first), Some(second)] => Some(Port(a + b + b * first.0 + second.0)),
        }
    }
}

impl Network for StrongNet {
    fn nodes(&self) -> u64 {
        self.id.join(self.parts[0].nodes(), 0)
    }

    fn degree(&self, v: Node) -> u32 {
        let [a, b] = self.degrees(self.split_node(v));
        a + b + a * b
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.split_node(v);
        let step = self.port_steps(at, port);
        let (mut there, mut back): ([Node; 2], PortPair) = (at, [None; 2]);
        for (i, port) in step.into_iter().enumerate() {
            if let Some(port) = port {
                let (node, port) = self.parts[i].link(at[i], port);
                (there[i], back[i]) = (node, Some(port));
            }
        }
        (Node(self.id.join(there[0].0, there[1].0)), self.port(there, back).unwrap_or(Port(0)))
    }

    /// A step in every factor that is not there yet.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (here, there) = (self.split_node(at), self.split_node(to));
        let step = [0, 1].map(|i| self.parts[i].next_port(here[i], there[i]));
        let stuck = (0..2).any(|i| step[i].is_none() && here[i] != there[i]);
        if stuck { None } else { self.port(here, step) }
    }
}

impl Structure for StrongNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let (a, b) = (self.split_node(a), self.split_node(b));
        Some(self.parts[0].distance(a[0], b[0])?.max(self.parts[1].distance(a[1], b[1])?))
    }

    fn distance_known(&self) -> Evidence {
        follows(BOTH_AT_ONCE, self.parts.iter().map(|part| part.distance_known()))
    }

    fn minimal(&self) -> bool {
        self.parts.iter().all(|part| part.minimal())
    }

    fn parts(&self) -> NetworkParts<'_> {
        let levels = self.parts.iter().map(|part| levels(part.as_ref())).max().unwrap_or(0);
        Parts::Leaf(Leaf::Composed { levels })
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let at = self.split_node(v);
        match self.port_steps(at, port) {
            [Some(port), None] => self.parts[0].link_class(at[0], port),
            [None, Some(port)] => self.first + self.parts[1].link_class(at[1], port),
            _ => self.classes.len() - 1,
        }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for StrongNet {
    fn address(&self, v: Node) -> Address {
        let [x, u] = self.split_node(v);
        Address::Tuple(vec![self.parts[0].address(x), self.parts[1].address(u)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(2, || self.notation())?;
        Ok(Node(self.id.join(self.parts[0].node_at(&parts[0])?.0, self.parts[1].node_at(&parts[1])?.0)))
    }

    fn notation(&self) -> String {
        "(x1,x2)".to_owned()
    }
}

impl Roles for StrongNet {
    fn width(&self, class: usize) -> u64 {
        match class.checked_sub(self.first) {
            _ if class + 1 == self.classes.len() => 1,
            None => self.parts[0].width(class),
            Some(inside) => self.parts[1].width(inside),
        }
    }
}
