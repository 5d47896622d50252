//! `overlay(A, B, …)`: several networks over the same endpoints. Ids: the endpoints, then the switches of A, of B, …; ports of an endpoint: those in
//! A, in B, …; classes `part i: name`. Two parts must not link the same two endpoints. `planes(G, k)`: k copies of G, with the classes of G.
//!
//! In planes a walk projects on a walk in G, so distances are those of G. Otherwise a path may change parts at every endpoint,
//! and there is no closed form: small overlays are stored and searched. In larger ones routes take the part with the shortest path from each endpoint on.

use super::product::too_many_digits;
use crate::language::budget::Elaboration;
use crate::language::elaborate::part_shape;
use crate::net::address::{Address, modulo};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::machine::{
    classes, degrees_of_copies, endpoint_degrees, endpoints, joins_endpoints, merged_degrees, switch_degrees,
};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows, magnitude,
};
use crate::net::{
    Args, Entry, Layout, Leaf, Made, Naming, Network, Node, Parts, Port, Roles, ShapeParts, Structure, Table,
    is_network, neighbors,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Expr, Span};
use num_bigint::BigUint;
use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, OnceLock};

/// The catalog entry of `overlay`.
pub const OVERLAY: Entry = Entry {
    name: "overlay",
    signature: "overlay(A, B, …)",
    summary: "several networks over the same endpoints, each with its own switches",
    paper: "folklore",
    examples: &["overlay(switch(4), ring(4))", "overlay(clos(2, 3, 2), clos(3, 2, 1))"],
    build: |args| {
        let mut parts = vec![args.network("A")?];
        if let Some(value) = args.optional("B") {
            parts.push(parse_part(value, args)?);
        }
        while args.remaining_positional() > 0
            && let Some(value) = args.optional("a part")
        {
            parts.push(parse_part(value, args)?);
        }
        build_overlay(parts, false, args.work(), args.span())
    },
};

/// The catalog entry of `planes`.
pub const PLANES: Entry = Entry {
    name: "planes",
    signature: "planes(G, k)",
    summary: "k copies of G over the same endpoints, which have a port in every plane",
    paper: "folklore",
    examples: &["planes(clos(2, 2, 1), 2)", "planes(switch(3), 3)"],
    build: |args| {
        let plane = args.network("G")?;
        let k = args.int("k", 1)?;
        if k > MAX_PARTS {
            return Err(Error::limit(
                format!("planes needs k of at most {MAX_PARTS}, found {k}"),
                args.span(),
            ));
        }
        build_overlay(vec![plane; k as usize], true, args.work(), args.span())
    },
};

/// More parts are refused.
const MAX_PARTS: u64 = 4096;

/// Size limit for comparing links between endpoints one by one.
const MAX_COMPARED: u64 = 1 << 20;

/// A part that is no argument of the wrong kind.
fn parse_part(value: &Expr, args: &Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    match is_network(value) {
        true => part_shape(value, args.work()),
        false => Err(args.wrong(value, "a part", "a network")),
    }
}

/// The parts over one set of endpoints.
fn build_overlay(
    parts: Vec<Arc<dyn Shape>>,
    same: bool,
    work: &Elaboration<'_>,
    span: Span,
) -> Result<Arc<dyn Shape>, Error> {
    let word = if same { "planes" } else { "overlay" };
    if same && parts.len() == 1 {
        return Ok(parts[0].clone());
    }
    if parts.len() as u64 > MAX_PARTS {
        return Err(Error::limit(format!("{word} has at most {MAX_PARTS} parts"), span));
    }
    let ends = endpoints(parts[0].as_ref());
    if let Some(other) = parts.iter().map(|part| endpoints(part.as_ref())).find(|other| *other != ends) {
        let sizes = format!("{} and {}", magnitude(&ends), magnitude(&other));
        return Err(Error::usage(format!("the parts of {word} have {sizes} endpoints"), span)
            .help("take parts with the same number of endpoints"));
    }
    // The total number of ports of an endpoint is known if at most one part has endpoints of different degrees.
    let mut end_degrees = DegreeCounts::from([(0, ends.clone())]);
    let mut uneven = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        let degrees = endpoint_degrees(part.as_ref());
        match degrees.len() {
            1 => {
                end_degrees =
                    shifted_degrees(end_degrees, degrees.keys().next().copied().unwrap_or(0), &span)?
            }
            _ => uneven.push(i),
        }
    }
    let joining = parts.iter().filter(|part| joins_endpoints(part.as_ref()) != Some(false)).count();
    if uneven.len() == 1 {
        let base = end_degrees.keys().next().copied().unwrap_or(0);
        end_degrees = shifted_degrees(endpoint_degrees(parts[uneven[0]].as_ref()), base, &span)?;
    }
    if joining > 1 || uneven.len() > 1 {
        let listed = compare_ports(&parts, word, work, &span)?;
        if uneven.len() > 1 {
            end_degrees = listed;
        }
    }
    let mut degrees = end_degrees.clone();
    let mut nodes = ends.clone();
    for run in parts.chunk_by(Arc::ptr_eq) {
        let switches = degrees_of_copies(switch_degrees(run[0].as_ref()), &run.len().into());
        nodes += switches.values().sum::<BigUint>();
        degrees = merged_degrees(degrees, switches);
    }
    if nodes.bits() > MAX_BITS {
        return Err(too_many_digits(span));
    }
    Ok(Arc::new(Overlay { parts, same, nodes, degrees, end_degrees }))
}

/// Every degree increased by a constant.
fn shifted_degrees(degrees: DegreeCounts, more: u64, span: &Span) -> Result<DegreeCounts, Error> {
    crate::net::machine::raised_degrees(degrees, more)
        .ok_or_else(|| crate::language::budget::degree_limit(span.clone()))
}

/// Looks at the ports of every endpoint in all parts: how many there are, and that no two lead to the same endpoint.
fn compare_ports(
    parts: &[Arc<dyn Shape>],
    word: &str,
    work: &Elaboration<'_>,
    span: &Span,
) -> Result<DegreeCounts, Error> {
    let large = || {
        Error::limit(format!("the parts of {word} link endpoints directly, and are compared"), span.clone())
            .help(format!("take parts of at most {MAX_COMPARED} endpoints, or without such links"))
    };
    let mut nets = Vec::new();
    for run in parts.chunk_by(Arc::ptr_eq) {
        let net = run[0].network().map_err(|_| large())?;
        nets.extend(run.iter().map(|_| net.clone()));
    }
    let ends = nets[0].endpoints();
    if ends > MAX_COMPARED {
        return Err(large());
    }
    let mut counts = DegreeCounts::new();
    for v in (0..ends).map(Node) {
        let degree: u64 = nets.iter().map(|net| u64::from(net.degree(v))).sum();
        work.spend(8 + 4 * degree, span)?;
        *counts.entry(degree).or_default() += 1u32;
        let mut seen = BTreeSet::new();
        for w in nets.iter().flat_map(|net| neighbors(net.as_ref(), v)).filter(|w| w.0 < ends) {
            if !seen.insert(w) {
                let message = format!("two parts of {word} link the endpoints {} and {}", v.0, w.0);
                return Err(Error::usage(message, span.clone()).help(
                    "links are simple: take width(…) for a wider link, or parts that meet in switches",
                ));
            }
        }
    }
    Ok(counts)
}

/// The counts, at any size.
#[derive(Debug)]
struct Overlay {
    parts: Vec<Arc<dyn Shape>>,
    /// `true` if all parts are one network.
    same: bool,
    nodes: BigUint,
    degrees: DegreeCounts,
    end_degrees: DegreeCounts,
}

/// The evidence of distances.
const ON_ONE_PLANE: &str = "a walk over planes projects on a walk in one of them [plane-distance]";

impl Shape for Overlay {
    fn nodes(&self) -> BigUint {
        self.nodes.clone()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        // Direct parts of width 1 make a direct network.
        let plain = self.parts.iter().all(|part| part.machine().is_none());
        (!plain).then_some(self)
    }

    fn parts(&self) -> ShapeParts<'_> {
        match self.same {
            true => Parts::Made(Made::Planes { plane: &self.parts[0], count: self.parts.len() }),
            false => Parts::Leaf(Leaf::Other),
        }
    }

    fn distances(&self) -> Option<Known<Distances>> {
        let Known { value, evidence } = self.parts[0].distances().filter(|_| self.same)?;
        Some(Known::new(value, follows(ON_ONE_PLANE, [evidence])))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let Known { value, evidence } = self.parts[0].diameter().filter(|_| self.same)?;
        Some(Known::new(value, follows(ON_ONE_PLANE, [evidence])))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let mut parts: Vec<Arc<dyn Structure>> = Vec::new();
        for run in self.parts.chunk_by(Arc::ptr_eq) {
            let net = run[0].network()?;
            parts.extend(run.iter().map(|_| net.clone()));
        }
        let ends = parts[0].endpoints();
        let (mut starts, mut at) = (Vec::new(), ends);
        let (mut classes, mut first_class) = (Vec::new(), Vec::new());
        for (i, part) in (1..).zip(&parts) {
            starts.push(at);
            at += part.nodes() - ends;
            match self.same {
                true => {
                    classes = part.link_classes();
                    first_class.push(0);
                }
                false => {
                    first_class.push(classes.len());
                    classes.extend(part.link_classes().into_iter().map(|name| format!("part {i}: {name}")));
                }
            }
        }
        let (same, table) = (self.same, OnceLock::new());
        Ok(Arc::new(OverlayNet { parts, same, ends, nodes: at, starts, classes, first_class, table }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        for run in self.parts.chunk_by(Arc::ptr_eq) {
            run[0].check()?;
        }
        counts_fit(&self.nodes, &self.degrees)
    }
}

impl Machine for Overlay {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.end_degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        if self.same {
            let mut all = classes(self.parts[0].as_ref())?;
            let k = self.parts.len();
            all.iter_mut().for_each(|class| class.links = class.links.take().map(|links| links * k));
            return Some(all);
        }
        let mut out = Vec::new();
        for (i, part) in (1..).zip(&self.parts) {
            let inside = classes(part.as_ref())?.into_iter();
            out.extend(inside.map(|class| LinkClass { name: format!("part {i}: {}", class.name), ..class }));
        }
        Some(out)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        let joined = self.parts.chunk_by(Arc::ptr_eq).map(|run| joins_endpoints(run[0].as_ref()));
        joined.collect::<Option<Vec<bool>>>().map(|joined| joined.contains(&true))
    }
}

/// The network.
#[derive(Debug)]
struct OverlayNet {
    parts: Vec<Arc<dyn Structure>>,
    same: bool,
    ends: u64,
    nodes: u64,
    /// The first switch of each part.
    starts: Vec<u64>,
    classes: Vec<String>,
    first_class: Vec<usize>,
    /// The complete overlay, stored, if it is small and has no closed form.
    table: OnceLock<Option<Table>>,
}

/// Overlays up to this many nodes are stored.
const MAX_STORED: u64 = 1 << 18;

impl OverlayNet {
    /// The complete overlay, stored.
    fn table(&self) -> Option<&Table> {
        let small = !self.same && self.nodes <= MAX_STORED;
        self.table.get_or_init(|| small.then(|| Table::try_of(self).ok()).flatten()).as_ref()
    }

    /// The part of a switch, and its id there; an endpoint belongs to all parts.
    fn switch_part(&self, v: Node) -> Option<(usize, Node)> {
        (v.0 >= self.ends).then(|| {
            let i = self.starts.partition_point(|&start| start <= v.0) - 1;
            (i, Node(v.0 - self.starts[i] + self.ends))
        })
    }

    /// The node of a part, in the overlay.
    fn overlay_node(&self, i: usize, v: Node) -> Node {
        if v.0 < self.ends { v } else { Node(v.0 - self.ends + self.starts[i]) }
    }

    /// The ports of an endpoint before those in part `i`.
    fn port_offset(&self, v: Node, i: usize) -> u32 {
        (0..i).map(|j| self.parts[j].degree(v)).sum()
    }

    /// Part, node there and port there.
    fn part_port(&self, v: Node, port: Port) -> (usize, Node, Port) {
        if let Some((i, node)) = self.switch_part(v) {
            return (i, node, port);
        }
        let mut rest = port.0;
        for (i, part) in self.parts.iter().enumerate() {
            let degree = part.degree(v);
            if rest < degree {
                return (i, v, Port(rest));
            }
            rest -= degree;
        }
        unreachable!("port is below the degree, which is the sum over the parts")
    }

    /// The part that an endpoint sends to another endpoint by. Planes share the targets; else it is the shortest path within one part.
    fn sending_part(&self, at: Node, to: Node) -> Option<usize> {
        if self.same {
            return Some(modulo(to.0, self.parts.len() as u64) as usize);
        }
        let reach = |i: &usize| self.parts[*i].next_port(at, to).is_some();
        // Paths within parts can be compared where every hop leads nearer by their closed forms.
        match self.parts.iter().all(|part| part.minimal()) {
            true => (0..self.parts.len()).filter(reach).min_by_key(|&i| self.parts[i].distance(at, to)),
            false => (0..self.parts.len()).find(reach),
        }
    }

    /// An endpoint near a switch of part `i`: the first on the route to endpoint 0, or the nearest if there is no such route. Endpoint 0 if the switch reaches none.
    fn endpoint_near(&self, i: usize, switch: Node) -> Node {
        let mut node = switch;
        while node.0 >= self.ends {
            match self.parts[i].next_port(node, Node(0)) {
                Some(port) => node = self.parts[i].link(node, port).0,
                None => return self.nearest_endpoint(i, switch).unwrap_or(Node(0)),
            }
        }
        node
    }

    /// The nearest endpoint of a switch of part `i`, by breadth-first search.
    fn nearest_endpoint(&self, i: usize, switch: Node) -> Option<Node> {
        let mut seen = BTreeSet::from([switch]);
        let mut queue = VecDeque::from([switch]);
        while let Some(v) = queue.pop_front() {
            for w in neighbors(self.parts[i].as_ref(), v) {
                if w.0 < self.ends {
                    return Some(w);
                }
                if seen.insert(w) {
                    queue.push_back(w);
                }
            }
        }
        None
    }
}

impl Network for OverlayNet {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn degree(&self, v: Node) -> u32 {
        match self.switch_part(v) {
            Some((i, node)) => self.parts[i].degree(node),
            None => self.port_offset(v, self.parts.len()),
        }
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let (i, node, inner) = self.part_port(v, port);
        let (there, back) = self.parts[i].link(node, inner);
        let offset = if there.0 < self.ends { self.port_offset(there, i) } else { 0 };
        (self.overlay_node(i, there), Port(offset + back.0))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        if let Some(table) = self.table() {
            let next = table.link(at, table.next_port(at, to)?).0;
            return (0..self.degree(at)).map(Port).find(|&port| self.link(at, port).0 == next);
        }
        match (self.switch_part(at), self.switch_part(to)) {
            (Some((i, here)), Some((j, there))) if i == j => self.parts[i].next_port(here, there),
            // A switch of another part is reached by way of an endpoint.
            (Some((i, here)), Some((j, there))) => {
                self.parts[i].next_port(here, self.endpoint_near(j, there))
            }
            (Some((i, here)), None) => self.parts[i].next_port(here, to),
            (None, Some((j, there))) => {
                let port = self.parts[j].next_port(at, there)?;
                Some(Port(self.port_offset(at, j) + port.0))
            }
            (None, None) => {
                let i = self.sending_part(at, to)?;
                let port = self.parts[i].next_port(at, to)?;
                Some(Port(self.port_offset(at, i) + port.0))
            }
        }
    }
}

impl Structure for OverlayNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if !self.same {
            return self.table()?.distance(a, b);
        }
        let inside = |v: Node| self.switch_part(v).map_or((None, v), |(i, node)| (Some(i), node));
        match (inside(a), inside(b)) {
            ((Some(i), _), (Some(j), _)) if i != j => None,
            ((_, here), (_, there)) => self.parts[0].distance(here, there),
        }
    }

    fn distance_known(&self) -> Evidence {
        match self.same {
            true => follows(ON_ONE_PLANE, [self.parts[0].distance_known()]),
            false => Evidence::computed("search over the stored network [bfs]"),
        }
    }

    fn minimal(&self) -> bool {
        if self.same { self.parts[0].minimal() } else { self.table().is_some() }
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let (i, node, inner) = self.part_port(v, port);
        self.first_class[i] + self.parts[i].link_class(node, inner)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for OverlayNet {
    /// Endpoints as in the first part; switches by their ids.
    fn address(&self, v: Node) -> Address {
        if v.0 < self.ends { self.parts[0].address(v) } else { Address::Int(v.0) }
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes);
        }
        let node = self.parts[0].node_at(address)?;
        match node.0 < self.ends {
            true => Ok(node),
            false => Err(format!("{address} is a switch of one part; switches are named by their ids")),
        }
    }

    fn notation(&self) -> String {
        match self.parts[0].notation().as_str() {
            "id" => "id".to_owned(),
            notation => format!("{notation} of the first part"),
        }
    }
}

impl Roles for OverlayNet {
    fn endpoints(&self) -> u64 {
        self.ends
    }

    fn width(&self, class: usize) -> u64 {
        if self.same {
            return self.parts[0].width(class);
        }
        let i = self.first_class.partition_point(|&first| first <= class) - 1;
        self.parts[i].width(class - self.first_class[i])
    }

    fn layout(&self) -> Layout<'_> {
        if self.same { Layout::Planes(&self.parts[0]) } else { Layout::Other }
    }
}
