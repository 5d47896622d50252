//! `lex(G, H)`: the lexicographic product. Nodes (x, u), row-major. Links: (x, u) – (y, v) for each link x – y of G and all u, v of H; (x, u) – (x, v)
//! for each link u – v of H. Ports: for each port of G all of H ascending, then the ports of H. Classes as in a product: `dimension 1`, `dimension 2`.
//!
//! `blow(G, n)` is the same with n nodes without links in place of H, and the classes of G: every node is taken n times.
//!
//! Distance: that of G; in one copy 1 for a link of H and else 2, over any neighbour in G; where x has no neighbour, that of H. Harary 1959.

use super::product::too_many_digits;
use crate::language::budget::degree_limit;
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::machine::{classes, dimension_names, joins_endpoints};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows, links, reasons, regular,
};
use crate::net::{
    Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, Roles, Structure, levels, neighbors,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Span};
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// The catalog entry of `lex`.
pub const LEX: Entry = Entry {
    name: "lex",
    signature: "lex(G, H)",
    summary: "lexicographic product: a copy of H for every node of G, and all links between copies that are linked",
    paper: "Harary, On the group of the composition of two graphs, Duke Mathematical Journal 26 (1959)",
    examples: &["lex(ring(4), path(2))", "lex(path(3), complete(2))", "lex(ring(5), path(3))"],
    build: |args| {
        let (outer, inner) = (args.direct("G")?, args.direct("H")?);
        build_lex(outer, inner, true, args.span())
    },
};

/// The catalog entry of `blow`.
pub const BLOW: Entry = Entry {
    name: "blow",
    signature: "blow(G, n)",
    summary: "every node of G n times, linked to all copies of its neighbours",
    paper: "folklore",
    examples: &["blow(ring(5), 2)", "blow(path(3), 2)", "blow(complete(3), 3)"],
    build: |args| {
        let outer = args.direct("G")?;
        let copies = args.int("n", 1)?;
        build_lex(outer, Arc::new(Isolated { nodes: copies }), false, args.span())
    },
};

fn build_lex(
    outer: Arc<dyn Shape>,
    inner: Arc<dyn Shape>,
    product: bool,
    span: Span,
) -> Result<Arc<dyn Shape>, Error> {
    let size = inner.nodes();
    if outer.nodes().bits() + size.bits() > MAX_BITS {
        return Err(too_many_digits(span));
    }
    let mut degrees = DegreeCounts::new();
    for (outside, count) in outer.degrees() {
        for (inside, times) in inner.degrees() {
            let degree = u64::try_from(&size * outside + inside).map_err(|_| degree_limit(span.clone()))?;
            *degrees.entry(degree).or_default() += &count * times;
        }
    }
    Ok(Arc::new(Lex { outer, inner, product, degrees }))
}

/// Nodes without links; no construction produces them on its own.
#[derive(Debug, Clone, Copy)]
struct Isolated {
    nodes: u64,
}

impl Shape for Isolated {
    fn nodes(&self) -> BigUint {
        self.nodes.into()
    }

    fn degrees(&self) -> DegreeCounts {
        regular(0, Shape::nodes(self))
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let one = || Known::new(Distances::around_one([1]), Evidence::proved("one node [single-node]"));
        (self.nodes == 1).then(one)
    }

    fn node_symmetric(&self) -> Option<String> {
        Some("permutations of the copies of a node [lexicographic-distance]".to_owned())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        Ok(Arc::new(*self))
    }
}

impl Network for Isolated {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn degree(&self, _v: Node) -> u32 {
        0
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        (v, port)
    }

    fn next_port(&self, _at: Node, _to: Node) -> Option<Port> {
        None
    }
}

impl Structure for Isolated {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        (a == b).then_some(0)
    }

    fn distance_known(&self) -> Evidence {
        Evidence::proved("nodes without links [single-node]")
    }

    fn minimal(&self) -> bool {
        true
    }
}

/// The counts, at any size.
#[derive(Debug)]
struct Lex {
    outer: Arc<dyn Shape>,
    inner: Arc<dyn Shape>,
    /// `true` if classes are those of a product; else those of the outer network.
    product: bool,
    degrees: DegreeCounts,
}

/// The evidence of distances.
const OVER_A_NEIGHBOR: &str = "distance of copies is that of their nodes; two nodes of a copy have distance at most 2 over any adjacent copy [lexicographic-distance]";

impl Lex {
    /// Returns `true` if any two nodes of the inner network are linked.
    fn inner_is_complete(&self) -> bool {
        let nodes = self.inner.nodes();
        links(self.inner.as_ref()) << 1u32 == &nodes * (&nodes - 1u32)
    }
}

impl Shape for Lex {
    fn nodes(&self) -> BigUint {
        self.outer.nodes() * self.inner.nodes()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        (self.outer.machine().is_some() || self.inner.machine().is_some()).then_some(self)
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if self.outer.nodes().is_one() {
            return self.inner.distances();
        }
        let outer = self.outer.distances()?;
        let (copies, size) = (self.outer.nodes(), self.inner.nodes());
        let square = &size * &size;
        let mut counts: Vec<BigUint> =
            outer.value.pairs().into_iter().skip(1).map(|count| count * &square).collect();
        counts.insert(0, &copies * &size);
        let near = (links(self.inner.as_ref()) << 1u32) * &copies;
        let at_distance_two = &copies * (&square - &size) - &near;
        counts.resize(counts.len().max(3), BigUint::ZERO);
        counts[1] += near;
        counts[2] += at_distance_two;
        let evidence = follows(OVER_A_NEIGHBOR, [outer.evidence]);
        Some(Known::new(Distances::new(self.nodes(), counts), evidence))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        if self.outer.nodes().is_one() {
            return self.inner.diameter();
        }
        let outer = self.outer.diameter()?;
        let inside = if self.inner_is_complete() { 1u32 } else { 2 };
        Some(Known::new(outer.value.max(inside.into()), follows(OVER_A_NEIGHBOR, [outer.evidence])))
    }

    fn node_symmetric(&self) -> Option<String> {
        let both = [self.outer.node_symmetric()?, self.inner.node_symmetric()?];
        let own = if self.product { "automorphisms of both factors [product-vertex-transitive]" } else { "" };
        Some(reasons([own.to_owned()].into_iter().chain(both)))
    }

    /// Of nodes taken several times: those of G move links, and the copies of a node are equivalent.
    fn edge_symmetric(&self) -> Option<String> {
        let outer = self.outer.edge_symmetric().filter(|_| !self.product)?;
        Some(reasons(["permutations of the copies of a node [lexicographic-distance]".to_owned(), outer]))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let (outer, inner) = (self.outer.network()?, self.inner.network()?);
        let (mut classes, first) = (outer.link_classes(), outer.link_classes().len());
        if self.product {
            classes = dimension_names(1, classes.iter().map(String::as_str));
            classes.extend(dimension_names(2, inner.link_classes().iter().map(String::as_str)));
        }
        Ok(Arc::new(LexNet { id: Pair::new(inner.nodes()), outer, inner, classes, first }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.outer.check()?;
        self.inner.check()?;
        counts_fit(&self.nodes(), &self.degrees)
    }
}

impl Machine for Lex {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let (copies, size) = (self.outer.nodes(), self.inner.nodes());
        let mut out = classes(self.outer.as_ref())?;
        let square = &size * &size;
        out.iter_mut().for_each(|class| class.links = class.links.take().map(|links| links * &square));
        if self.product {
            let mut inside = classes(self.inner.as_ref())?;
            inside.iter_mut().for_each(|class| class.links = class.links.take().map(|links| links * &copies));
            for (i, all) in [(1, &mut out), (2, &mut inside)] {
                let names = dimension_names(i, all.iter().map(|class| class.name.as_str()));
                all.iter_mut().zip(names).for_each(|(class, name)| class.name = name);
            }
            out.extend(inside);
        }
        Some(out)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(joins_endpoints(self.outer.as_ref())? || joins_endpoints(self.inner.as_ref())?)
    }
}

/// The network.
#[derive(Debug)]
struct LexNet {
    outer: Arc<dyn Structure>,
    inner: Arc<dyn Structure>,
    /// Node of the outer and of the inner network.
    id: Pair,
    classes: Vec<String>,
    /// The first class of the inner network.
    first: usize,
}

impl LexNet {
    fn split_node(&self, v: Node) -> (Node, Node) {
        let (x, u) = self.id.split(v.0);
        (Node(x), Node(u))
    }

    /// The first port of the inner network.
    fn first_inner_port(&self, x: Node) -> u64 {
        self.id.join(self.outer.degree(x).into(), 0)
    }

    /// The port of the inner network over a direct link, where there is one.
    fn direct_port(&self, u: Node, v: Node) -> Option<Port> {
        let leads = |port: &Port| self.inner.link(u, *port).0 == v;
        match self.inner.next_port(u, v).filter(leads) {
            Some(port) => Some(port),
            // Paths by the addresses pass over some links, unless they are shortest.
            None if self.inner.minimal() => None,
            None => neighbors(self.inner.as_ref(), u).position(|w| w == v).map(|port| Port(port as u32)),
        }
    }
}

impl Network for LexNet {
    fn nodes(&self) -> u64 {
        self.id.join(self.outer.nodes(), 0)
    }

    fn degree(&self, v: Node) -> u32 {
        let (x, u) = self.split_node(v);
        self.first_inner_port(x) as u32 + self.inner.degree(u)
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (x, u) = self.split_node(v);
        match u64::from(port.0).checked_sub(self.first_inner_port(x)) {
            Some(inside) => {
                let (w, back) = self.inner.link(u, Port(inside as u32));
                (Node(self.id.join(x.0, w.0)), Port(self.first_inner_port(x) as u32 + back.0))
            }
            None => {
                let (outside, w) = self.id.split(port.0.into());
                let (y, back) = self.outer.link(x, Port(outside as u32));
                (Node(self.id.join(y.0, w)), Port(self.id.join(back.0.into(), u.0) as u32))
            }
        }
    }

    /// By the outer network, to the copy of the target at once; in its copy over a direct link, or out to a neighbour and back.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let ((x, u), (y, v)) = (self.split_node(at), self.split_node(to));
        let outside = |port: Port| Port(self.id.join(port.0.into(), v.0) as u32);
        let inside = |port: Port| Port(self.first_inner_port(x) as u32 + port.0);
        if x != y {
            return self.outer.next_port(x, y).map(outside);
        }
        if u == v {
            return None;
        }
        match self.outer.degree(x) {
            0 => self.inner.next_port(u, v).map(inside),
            _ => Some(self.direct_port(u, v).map_or_else(|| outside(Port(0)), inside)),
        }
    }
}

impl Structure for LexNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let ((x, u), (y, v)) = (self.split_node(a), self.split_node(b));
        if x != y {
            return self.outer.distance(x, y);
        }
        match self.outer.degree(x) {
            _ if u == v => Some(0),
            0 => self.inner.distance(u, v),
            _ => Some(if self.direct_port(u, v).is_some() { 1 } else { 2 }),
        }
    }

    fn distance_known(&self) -> Evidence {
        match self.outer.nodes() {
            1 => self.inner.distance_known(),
            _ => follows(OVER_A_NEIGHBOR, [self.outer.distance_known()]),
        }
    }

    /// Back from a neighbour leads the link that was taken, where the outer paths are shortest.
    fn minimal(&self) -> bool {
        self.outer.minimal() && (self.outer.nodes() > 1 || self.inner.minimal())
    }

    fn parts(&self) -> NetworkParts<'_> {
        let levels = levels(self.outer.as_ref()).max(levels(self.inner.as_ref()));
        Parts::Leaf(Leaf::Composed { levels })
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let (x, u) = self.split_node(v);
        match u64::from(port.0).checked_sub(self.first_inner_port(x)) {
            Some(inside) => self.first + self.inner.link_class(u, Port(inside as u32)),
            None => self.outer.link_class(x, Port(self.id.split(port.0.into()).0 as u32)),
        }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for LexNet {
    fn address(&self, v: Node) -> Address {
        let (x, u) = self.split_node(v);
        Address::Tuple(vec![self.outer.address(x), self.inner.address(u)])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(2, || self.notation())?;
        Ok(Node(self.id.join(self.outer.node_at(&parts[0])?.0, self.inner.node_at(&parts[1])?.0)))
    }

    fn notation(&self) -> String {
        "(x1,x2)".to_owned()
    }
}

impl Roles for LexNet {
    fn width(&self, class: usize) -> u64 {
        match class.checked_sub(self.first) {
            None => self.outer.width(class),
            Some(inside) => self.inner.width(inside),
        }
    }
}
