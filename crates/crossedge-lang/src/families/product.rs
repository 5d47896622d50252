//! Cartesian product `G * H * …` and power `G ^ k`: nodes are tuples, and a link changes one coordinate along a link of its factor.
//!
//! Ids are row-major: the first coordinate is most significant. `torus`, `mesh` and `hyperx` are products of rings, paths and
//! complete graphs. Routing is dimension order, first coordinate first.

use super::complete::Complete;
use super::path::Path;
use super::ring::Ring;
use super::switched::Switched;
use crate::language::budget::Elaboration;
use crate::net::address::{Address, Digits};
use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS};
use crate::net::machine::{
    degrees_of_copies, dimension_names, endpoint_degrees, endpoints, joins_endpoints, merged_degrees,
    product_classes, switch_degrees,
};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, bounded_power, counts_fit, follows, reasons,
    regular, regular_degree,
};
use crate::net::{
    Args, Entry, Leaf, Made, Naming, Network, NetworkParts, Node, Parts, Port, ShapeParts, Structure,
    uniform_degree,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Span};
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The catalog entry of `torus`.
pub const TORUS: Entry = Entry {
    name: "torus",
    signature: "torus(a,b,…)",
    summary: "product of rings; a dimension of size 2 is one link",
    paper: "Dally, Performance analysis of k-ary n-cube interconnection networks, IEEE Trans. Computers 39 (1990)",
    examples: &["torus(5,5)", "torus(2,3,5)", "torus(4)"],
    build: |args| product_by_sizes(args, |n| Arc::new(Ring::new(n))),
};

/// The catalog entry of `mesh`.
pub const MESH: Entry = Entry {
    name: "mesh",
    signature: "mesh(a,b,…)",
    summary: "product of paths",
    paper: "folklore",
    examples: &["mesh(3,4)", "mesh(2,2,2)"],
    build: |args| product_by_sizes(args, |n| Arc::new(Path::new(n))),
};

/// The catalog entry of `hyperx`.
pub const HYPERX: Entry = Entry {
    name: "hyperx",
    signature: "hyperx(a,b,…)",
    summary: "product of complete graphs (flattened butterfly)",
    paper: "Ahn, Binkert, Davis, McLaren, Schreiber, HyperX: topology, routing, and packaging of efficient large-scale networks, SC (2009)",
    examples: &["hyperx(3,4)", "hyperx(4,4,2)"],
    build: |args| product_by_sizes(args, |n| Arc::new(Complete::new(n))),
};

/// A product with one factor per size.
fn product_by_sizes(args: &mut Args<'_>, factor: fn(u64) -> Arc<dyn Shape>) -> Result<Arc<dyn Shape>, Error> {
    let mut parts = vec![factor(args.int("a", 1)?)];
    // The sizes are a, b, …, z; those after z have no letter.
    let mut names = ('b'..='z').map(String::from);
    loop {
        let name = names.next().unwrap_or_else(|| "a size".to_owned());
        if args.remaining_positional() == 0 && !args.has(&name) {
            break;
        }
        parts.push(factor(args.int(&name, 1)?));
    }
    product(parts, args.work(), args.span())
}

/// Maximum number of factors. Each factor of two nodes or more takes a bit of the count, so only single nodes reach this limit.
const MAX_FACTORS: usize = MAX_BITS as usize;

/// Polynomials of more bits than this in all are not worked out.
const MAX_WORK: u64 = 1 << 30;

/// The product of the factors, one node if there are none; `span` is where to point when it is too large.
pub fn product(
    parts: Vec<Arc<dyn Shape>>,
    work: &Elaboration<'_>,
    span: Span,
) -> Result<Arc<dyn Shape>, Error> {
    let mut flat: Vec<Arc<dyn Shape>> = Vec::new();
    for part in parts {
        match product_factors(part.as_ref()) {
            Some(inner) => flat.extend_from_slice(inner),
            None => flat.push(part),
        }
        if flat.len() > MAX_FACTORS {
            return Err(Error::limit(format!("a product has at most {MAX_FACTORS} factors"), span));
        }
    }
    work.spend(flat.len() as u64, &span)?;
    match &flat[..] {
        [] => return Ok(Arc::new(Complete::new(1))),
        [one] => return Ok(one.clone()),
        _ => {}
    }
    // The tuples of endpoints; without switches these are all.
    let mut degrees = regular(0, BigUint::one());
    let mut nodes = BigUint::one();
    for run in flat.chunk_by(Arc::ptr_eq) {
        let exponent = run.len() as u64;
        let power = bounded_power(&endpoints(run[0].as_ref()), exponent);
        nodes *= power.ok_or_else(|| too_many_digits(span.clone()))?;
        if nodes.bits() > MAX_BITS {
            return Err(too_many_digits(span));
        }
        let power = work.power_degrees(&endpoint_degrees(run[0].as_ref()), exponent, &span)?;
        degrees = work.product_degrees(&degrees, &power, &span)?;
    }
    if flat.iter().all(|part| part.machine().is_none()) {
        return Ok(Arc::new(ProductShape { parts: flat, nodes, degrees, ends: None }));
    }
    let (ends, all) = (degrees.clone(), nodes.clone());
    for run in flat.chunk_by(Arc::ptr_eq) {
        let others = &all / endpoints(run[0].as_ref()) * run.len();
        let switches = switch_degrees(run[0].as_ref());
        work.spend((1 + switches.len() as u64) * (1 + all.bits() / 512), &span)?;
        let switches = degrees_of_copies(switches, &others);
        nodes += switches.values().sum::<BigUint>();
        degrees = merged_degrees(degrees, switches);
    }
    if nodes.bits() > MAX_BITS {
        return Err(too_many_digits(span));
    }
    Ok(Arc::new(ProductShape { parts: flat, nodes, degrees, ends: Some(ends) }))
}

/// The factors of a product; none of what is not a product.
fn product_factors(shape: &dyn Shape) -> Option<&[Arc<dyn Shape>]> {
    match (shape.machine(), shape.parts()) {
        (Some(machine), _) => machine.factors(),
        (None, Parts::Product(inner)) => Some(inner),
        _ => None,
    }
}

/// `G ^ k`.
pub fn build_power(
    base: Arc<dyn Shape>,
    exponent: u64,
    work: &Elaboration<'_>,
    span: Span,
) -> Result<Arc<dyn Shape>, Error> {
    let factors = product_factors(base.as_ref()).map_or(1, |parts| parts.len() as u64);
    if factors.saturating_mul(exponent) > MAX_FACTORS as u64 {
        return Err(Error::limit(format!("a power has at most {MAX_FACTORS} factors"), span));
    }
    product(vec![base; exponent as usize], work, span)
}

/// The factors of a Cartesian product in order, down to those that are no product; the shape itself where it is none.
pub fn factors(shape: &Arc<dyn Shape>) -> Vec<Arc<dyn Shape>> {
    match shape.parts() {
        Parts::Product(parts) => parts.iter().flat_map(factors).collect(),
        Parts::Leaf(Leaf::Cube(d)) => (0..d).map(|_| Arc::new(Complete::new(2)) as Arc<dyn Shape>).collect(),
        _ => vec![shape.clone()],
    }
}

/// The limit on the size of a node count.
pub fn too_many_digits(span: Span) -> Error {
    Error::limit(format!("the node count passes {} digits", MAX_BITS * 30_103 / 100_000), span)
}

/// A product of at least two factors, none of them a product itself.
#[derive(Debug)]
struct ProductShape {
    parts: Vec<Arc<dyn Shape>>,
    nodes: BigUint,
    degrees: DegreeCounts,
    /// The degrees of the endpoints, when a factor has switches or widths.
    ends: Option<DegreeCounts>,
}

impl Machine for ProductShape {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.ends.clone().unwrap_or_else(|| self.degrees.clone())
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        product_classes(&self.parts)
    }

    fn factors(&self) -> Option<&[Arc<dyn Shape>]> {
        Some(&self.parts)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        let joined = self.parts.chunk_by(Arc::ptr_eq).map(|run| joins_endpoints(run[0].as_ref()));
        joined.collect::<Option<Vec<bool>>>().map(|joined| joined.contains(&true))
    }
}

impl Shape for ProductShape {
    fn nodes(&self) -> BigUint {
        self.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn parts(&self) -> ShapeParts<'_> {
        // Recursion over a plain product treats all nodes as endpoints and all links as equally wide.
        match self.ends {
            Some(_) => Parts::Made(Made::Product(&self.parts)),
            None => Parts::Product(&self.parts),
        }
    }

    fn machine(&self) -> Option<&dyn Machine> {
        self.ends.is_some().then_some(self)
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let mut all = Distances::around_one([1]);
        let mut from = Vec::new();
        for run in self.parts.chunk_by(Arc::ptr_eq) {
            let part = run[0].distances()?;
            let terms = part.value.diameter().saturating_mul(run.len() as u64).saturating_add(all.diameter());
            if terms >= MAX_TERMS || terms.saturating_mul(self.nodes.bits()) > MAX_WORK {
                return None;
            }
            all = all.product(&part.value.power(run.len() as u64));
            from.push(part.evidence);
        }
        Some(Known::new(all, follows("distances add along the factors [product-distance]", from)))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let mut sum = BigUint::from(0u32);
        let mut from = Vec::new();
        for run in self.parts.chunk_by(Arc::ptr_eq) {
            let part = run[0].diameter()?;
            sum += part.value * run.len();
            from.push(part.evidence);
        }
        Some(Known::new(sum, follows("distances add along the factors [product-distance]", from)))
    }

    fn node_symmetric(&self) -> Option<String> {
        let mut why = vec!["automorphisms of every factor [product-vertex-transitive]".to_owned()];
        for run in self.parts.chunk_by(Arc::ptr_eq) {
            why.push(run[0].node_symmetric()?);
        }
        Some(reasons(why))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let mut parts = Vec::new();
        for run in self.parts.chunk_by(Arc::ptr_eq) {
            // The factors of a power are one network.
            let part = run[0].network()?;
            parts.extend(run.iter().map(|_| part.clone()));
        }
        if self.ends.is_some() {
            return Ok(Arc::new(Switched::new(parts)?));
        }
        let part_degrees = self.parts.iter().map(|p| regular_degree(&p.degrees())).collect();
        Ok(Arc::new(ProductNet::new(parts, part_degrees, regular_degree(&self.degrees))?))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        for run in self.parts.chunk_by(Arc::ptr_eq) {
            run[0].check()?;
        }
        counts_fit(&self.nodes, &self.degrees)
    }
}

/// The network of a product.
#[derive(Debug)]
struct ProductNet {
    parts: Vec<Arc<dyn Structure>>,
    /// The degree of each factor, when all its nodes have the same.
    part_degrees: Vec<Option<u32>>,
    /// The degree of the product, when all its nodes have the same.
    regular: Option<u32>,
    digits: Digits,
    /// The links of each port, when all nodes have the same and the factors are small; empty otherwise.
    ports: Vec<PortLinks>,
    classes: Vec<String>,
    first_class: Vec<usize>,
}

/// The links of one port of a regular product.
#[derive(Debug)]
struct PortLinks {
    /// Its factor.
    factor: usize,
    /// By the coordinate there: the difference of the ids, and the port at the other end.
    links: Vec<(u64, Port)>,
}

/// Maximum number of listed links of a product.
const MAX_PORT_LINKS: u64 = 1 << 13;

/// The links of every port; empty if they are too many, or nodes have different numbers of ports.
fn port_links(parts: &[Arc<dyn Structure>], part_degrees: &[Option<u32>], digits: &Digits) -> Vec<PortLinks> {
    let count =
        |(part, degree): (&Arc<dyn Structure>, &Option<u32>)| part.nodes().checked_mul((*degree)?.into());
    let total =
        parts.iter().zip(part_degrees).map(count).try_fold(0u64, |all, count| all.checked_add(count?));
    if total.is_none_or(|total| total > MAX_PORT_LINKS) {
        return Vec::new();
    }
    let mut ports = Vec::new();
    for (factor, (part, degree)) in parts.iter().zip(part_degrees).enumerate() {
        let first = ports.len() as u32;
        for inner in (0..degree.unwrap_or(0)).map(Port) {
            let link = |x: u64| {
                let (y, back) = part.link(Node(x), inner);
                (y.0.wrapping_sub(x).wrapping_mul(digits.stride(factor)), Port(first + back.0))
            };
            ports.push(PortLinks { factor, links: (0..part.nodes()).map(link).collect() });
        }
    }
    ports
}

/// The product of direct networks, whose nodes fit 64 bits; one alone is itself, and none are one node.
pub fn of_networks(mut parts: Vec<Arc<dyn Structure>>) -> Result<Arc<dyn Structure>, TooLarge> {
    match (parts.pop(), parts.is_empty()) {
        (None, _) => Ok(Arc::new(Complete::new(1))),
        (Some(one), true) => Ok(one),
        (Some(last), false) => {
            parts.push(last);
            let degrees: Vec<Option<u32>> = parts.iter().map(|part| uniform_degree(part.as_ref())).collect();
            let regular = degrees.iter().copied().sum();
            Ok(Arc::new(ProductNet::new(parts, degrees, regular)?))
        }
    }
}

impl ProductNet {
    fn new(
        parts: Vec<Arc<dyn Structure>>,
        part_degrees: Vec<Option<u32>>,
        regular: Option<u32>,
    ) -> Result<Self, TooLarge> {
        let digits = Digits::new(parts.iter().map(|p| p.nodes()).collect()).ok_or(TooLarge::Ids)?;
        let ports = port_links(&parts, &part_degrees, &digits);
        let mut classes = Vec::new();
        let mut first_class = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            first_class.push(classes.len());
            let names = part.link_classes();
            classes.extend(dimension_names(i + 1, names.iter().map(String::as_str)));
        }
        Ok(ProductNet { parts, part_degrees, regular, digits, ports, classes, first_class })
    }

    fn coordinate(&self, v: Node, i: usize) -> Node {
        Node(self.digits.digit(v.0, i))
    }

    fn part_degree(&self, v: Node, i: usize) -> u32 {
        self.part_degrees[i].unwrap_or_else(|| self.parts[i].degree(self.coordinate(v, i)))
    }

    /// The factor that a port belongs to, the port inside it, and the coordinate there.
    fn factor_port(&self, v: Node, port: Port) -> (usize, Port, Node) {
        let mut rest = port.0;
        for i in 0..self.parts.len() {
            let degree = self.part_degree(v, i);
            if rest < degree {
                return (i, Port(rest), self.coordinate(v, i));
            }
            rest -= degree;
        }
        unreachable!("port is below the degree, which is the sum over the factors")
    }
}

impl Network for ProductNet {
    fn nodes(&self) -> u64 {
        self.digits.size()
    }

    fn degree(&self, v: Node) -> u32 {
        self.regular.unwrap_or_else(|| (0..self.parts.len()).map(|i| self.part_degree(v, i)).sum())
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        if let Some(PortLinks { factor, links }) = self.ports.get(port.0 as usize) {
            let (step, back) = links[self.digits.digit(v.0, *factor) as usize];
            return (Node(v.0.wrapping_add(step)), back);
        }
        let (i, inner, x) = self.factor_port(v, port);
        let (y, back) = self.parts[i].link(x, inner);
        let w = self.digits.with_digit(v.0, i, x.0, y.0);
        // The coordinates before i are the same at both ends, and so is the offset of the ports.
        (Node(w), Port(port.0 - inner.0 + back.0))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let mut offset = 0;
        for (i, part) in self.parts.iter().enumerate() {
            let (x, y) = (self.coordinate(at, i), self.coordinate(to, i));
            if x != y {
                return part.next_port(x, y).map(|p| Port(offset + p.0));
            }
            offset += self.part_degree(at, i);
        }
        None
    }
}

impl Structure for ProductNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let along = |i: usize| self.parts[i].distance(self.coordinate(a, i), self.coordinate(b, i));
        (0..self.parts.len()).map(along).sum()
    }

    fn distance_known(&self) -> Evidence {
        let factors = self.parts.chunk_by(Arc::ptr_eq).map(|run| run[0].distance_known());
        follows("distances in a Cartesian product add [product-distance]", factors)
    }

    fn minimal(&self) -> bool {
        self.parts.iter().all(|p| p.minimal())
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Product(&self.parts)
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let (i, inner, x) = self.factor_port(v, port);
        self.first_class[i] + self.parts[i].link_class(x, inner)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }
}

impl Naming for ProductNet {
    fn address(&self, v: Node) -> Address {
        let mut address = Address::Int(0);
        self.address_into(v, &mut address);
        address
    }

    fn address_into(&self, v: Node, into: &mut Address) {
        let of_parts = into.make_tuple(self.parts.len());
        for (i, (part, address)) in self.parts.iter().zip(of_parts).enumerate() {
            part.address_into(self.coordinate(v, i), address);
        }
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let given = address.parts(self.parts.len(), || self.notation())?;
        let mut id = 0;
        for (i, (part, address)) in self.parts.iter().zip(given).enumerate() {
            id += part.node_at(address)?.0 * self.digits.stride(i);
        }
        Ok(Node(id))
    }

    fn notation(&self) -> String {
        let names: Vec<_> = (1..=self.parts.len()).map(|i| format!("x{i}")).collect();
        format!("({})", names.join(","))
    }
}
