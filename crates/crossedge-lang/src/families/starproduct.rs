//! `starproduct(G, H, f)`: nodes (x, u), row-major. Links: (x, u) – (y, f(u)) for each link x – y of G with x < y; (x, u) – (x, v) for each link u – v of H;
//! and where G marks x, as `polarity` does, (x, u) – (x, f(u)) for u ≠ f(u), class `loop`, unless H has that link. Ports: those of G, those of H, the loops
//! to f(u) and from f⁻¹(u). Classes as in a product. f is a list, the image of each node of H [default: the permutation of `paley` or `iq`].
//!
//! With the identity it is the Cartesian product. With `polarity(q)` and `paley(r)` or `iq(d)` it is PolarStar, of diameter 3 (`polarstar.rs`). Otherwise a
//! route uses links of G first, then of H, and need not be minimal; if H is disconnected it is searched. Bermond, Delorme, Farhi 1982;
//! Lakhotia et al. 2023.

use super::iq::Iq;
use super::paley::{PaleyNet, check_squares};
use super::polarity::PolarityNet;
use super::polarstar::{PolarStar, StarNode, TWO_STEPS};
use super::product::too_many_digits;
use super::twist::{Given, Twist, check_images, loop_targets, parse_twist};
use crate::net::address::{Address, Pair};
use crate::net::algebra::distance_polynomial::Distances;
use crate::net::machine::{dimension_names, joins_endpoints, merged_degrees, product_classes};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows, links, regular,
};
use crate::net::{
    Args, Entry, Leaf, Naming, Network, NetworkParts, Node, Parts, Port, Roles, Structure, levels, neighbors,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::Error;
use crossedge_core::net::stored::table::{Table, stored_fits};
use num_bigint::BigUint;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "starproduct",
    signature: "starproduct(G, H, [f(0),…])",
    summary: "a copy of H for every node of G, copies joined by a permutation f; with polarity and paley or iq: PolarStar",
    paper: "Bermond, Delorme and Farhi 1982; Lakhotia et al., PolarStar: expanding the scalability horizon of diameter-3 networks, arXiv 2302.07217 (2023)",
    examples: &[
        "starproduct(ring(5), complete(3), [1,2,0])",
        "starproduct(polarity(2), iq(3))",
        "starproduct(polarity(2), paley(5))",
        "starproduct(polarity(2), iq(0))",
    ],
    build,
};

fn build(args: &mut Args<'_>) -> Result<Arc<dyn Shape>, Error> {
    let (outer, inner) = (args.direct("G")?, args.direct("H")?);
    if outer.nodes().bits() + inner.nodes().bits() > MAX_BITS {
        return Err(too_many_digits(args.span()));
    }
    let given = parse_twist(args, inner.as_ref())?;
    let marked = match outer.parts().leaf() {
        Leaf::Polarity(q) => Some(q),
        _ => None,
    };
    let (looped, loose) = match &given {
        Given::Paley(r) => {
            // One of u·ν and u/ν differs from u by a square, and 0 is its own image.
            let half = r >> 1;
            ([(half, 1u32.into()), (half + 1, (r - 1).into())].into(), false)
        }
        Given::Iq(d) => (regular(d + 1, inner.nodes()), *d == 0),
        Given::Listed(images) => check_images(inner.as_ref(), images, args)?,
    };
    let work = args.work();
    let span = args.span();
    let degrees = match marked {
        None => work.product_degrees(&outer.degrees(), &inner.degrees(), &span)?,
        Some(q) => {
            let points = regular(q + 1, BigUint::from(q) * q);
            let plain = work.product_degrees(&points, &inner.degrees(), &span)?;
            merged_degrees(plain, work.product_degrees(&regular(q, (q + 1).into()), &looped, &span)?)
        }
    };
    Ok(Arc::new(StarProduct { parts: [outer, inner], given, marked, degrees, loose }))
}

/// The counts, at any size.
#[derive(Debug)]
struct StarProduct {
    parts: [Arc<dyn Shape>; 2],
    given: Given,
    /// The order of the field, where the first factor marks points.
    marked: Option<u64>,
    degrees: DegreeCounts,
    /// `true` if the second factor is disconnected.
    loose: bool,
}

impl StarProduct {
    fn twist_is_identity(&self) -> bool {
        match &self.given {
            Given::Listed(images) => (0..).zip(images.iter()).all(|(u, &image)| u == image),
            _ => false,
        }
    }

    fn polar(&self) -> bool {
        self.marked.is_some() && !matches!(self.given, Given::Listed(_))
    }

    /// Returns `true` if paths must be searched for.
    fn needs_search(&self) -> bool {
        self.loose && !self.twist_is_identity() && !self.polar()
    }
}

/// The evidence of distances with the identity.
const PRODUCT_EVIDENCE: &str =
    "with the identity it is the Cartesian product, in which distances add [product-distance]";

impl Shape for StarProduct {
    fn nodes(&self) -> BigUint {
        self.parts[0].nodes() * self.parts[1].nodes()
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        self.parts.iter().any(|part| part.machine().is_some()).then_some(self)
    }

    fn distances(&self) -> Option<Known<Distances>> {
        if !self.twist_is_identity() {
            return None;
        }
        let [first, second] = [self.parts[0].distances()?, self.parts[1].distances()?];
        let evidence = follows(PRODUCT_EVIDENCE, [first.evidence, second.evidence]);
        Some(Known::new(first.value.product(&second.value), evidence))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        if self.polar() {
            return Some(Known::new(3u32.into(), Evidence::proved(TWO_STEPS)));
        }
        if !self.twist_is_identity() {
            return None;
        }
        let [first, second] = [self.parts[0].diameter()?, self.parts[1].diameter()?];
        Some(Known::new(
            first.value + second.value,
            follows(PRODUCT_EVIDENCE, [first.evidence, second.evidence]),
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
        let points = self.marked.map(PolarityNet::new).transpose()?;
        if points.is_some() {
            classes.push("loop".to_owned());
        }
        let twist = match &self.given {
            Given::Listed(images) => Twist::from_images(images),
            Given::Paley(q) => Twist::Paley(PaleyNet::new(*q)?),
            Given::Iq(d) => Twist::Iq(Iq::new(*d)),
        };
        let id = Pair::new(parts[1].nodes());
        let path_method = match points {
            Some(points) if self.polar() => {
                PathMethod::Polar(PolarStar::new(points, twist).ok_or(TooLarge::Ids)?)
            }
            points => {
                let marked = points.map(|points| {
                    let loops =
                        (0..parts[1].nodes()).map(|u| loop_targets(parts[1].as_ref(), &twist, u)).collect();
                    Marked { points, loops }
                });
                PathMethod::Parts { twist, marked, identity: self.twist_is_identity() }
            }
        };
        let mut net = StarNet { parts, id, classes, first, path_method, searched: None };
        if self.needs_search() {
            net.searched = Some(Table::try_of(&net).map_err(|_| TooLarge::Ids)?);
        }
        Ok(Arc::new(net))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.parts[0].check()?;
        self.parts[1].check()?;
        if let Given::Paley(q) = self.given {
            check_squares(q)?;
        }
        if self.needs_search() {
            stored_fits(self)?;
        }
        counts_fit(&self.nodes(), &self.degrees)
    }
}

impl Machine for StarProduct {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        let mut out = product_classes(&self.parts)?;
        if self.marked.is_some() {
            let [outer, inner] = [0, 1].map(|i| links(self.parts[i].as_ref()) * self.parts[1 - i].nodes());
            let loops = links(self) - outer - inner;
            out.push(LinkClass { name: "loop".to_owned(), width: 1, links: Some(loops) });
        }
        Some(out)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(joins_endpoints(self.parts[0].as_ref())? || joins_endpoints(self.parts[1].as_ref())?)
    }
}

/// How paths are found.
#[derive(Debug)]
enum PathMethod {
    /// By arithmetic.
    Polar(PolarStar),
    /// Over links of G, then of H; shortest with the identity.
    Parts { twist: Twist, marked: Option<Marked>, identity: bool },
}

/// Points with loops, for a permutation that is listed.
#[derive(Debug)]
struct Marked {
    points: PolarityNet,
    loops: Vec<[Option<u64>; 2]>,
}

/// The network.
#[derive(Debug)]
struct StarNet {
    parts: [Arc<dyn Structure>; 2],
    id: Pair,
    classes: Vec<String>,
    /// The first class of the second factor.
    first: usize,
    path_method: PathMethod,
    /// The graph, where paths are searched for.
    searched: Option<Table>,
}

impl StarNet {
    fn star_node(&self, v: Node) -> StarNode {
        let (x, u) = self.id.split(v.0);
        (Node(x), u)
    }

    fn id(&self, (x, u): StarNode) -> Node {
        Node(self.id.join(x.0, u))
    }

    fn twist(&self) -> &Twist {
        match &self.path_method {
            PathMethod::Polar(polar) => polar.twist(),
            PathMethod::Parts { twist, .. } => twist,
        }
    }

    /// The destinations of the loops of a node.
    fn loop_targets(&self, (x, u): StarNode) -> [Option<u64>; 2] {
        match &self.path_method {
            PathMethod::Polar(polar) if polar.points().is_absolute(x) => {
                let twist = polar.twist();
                let free = |v: &u64| *v != u && !polar.linked_inside(u, *v);
                let first = Some(twist.image(u)).filter(free);
                [first.or_else(|| Some(twist.preimage(u)).filter(free)), None]
            }
            PathMethod::Parts { marked: Some(marked), .. } if marked.points.is_absolute(x) => {
                marked.loops[u as usize]
            }
            _ => [None; 2],
        }
    }

    /// The first port of the second factor, and the first loop.
    fn port_offsets(&self, (x, u): StarNode) -> [u32; 2] {
        let outer = self.parts[0].degree(x);
        [outer, outer + self.parts[1].degree(Node(u))]
    }

    /// The port that leads to a neighbour, of PolarStar.
    fn port_to(&self, polar: &PolarStar, a: StarNode, b: StarNode) -> Option<Port> {
        let [inner, loops] = self.port_offsets(a);
        if a.0 != b.0 {
            return Some(polar.points().port_to(a.0, b.0));
        }
        match polar.linked_inside(a.1, b.1) {
            true => self.parts[1].next_port(Node(a.1), Node(b.1)).map(|port| Port(inner + port.0)),
            false => Some(Port(loops)),
        }
    }
}

impl Network for StarNet {
    fn nodes(&self) -> u64 {
        self.id.join(self.parts[0].nodes(), 0)
    }

    fn degree(&self, v: Node) -> u32 {
        let at = self.star_node(v);
        self.port_offsets(at)[1] + self.loop_targets(at).into_iter().flatten().count() as u32
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.star_node(v);
        let (x, u) = at;
        let [inner, loops] = self.port_offsets(at);
        if port.0 < inner {
            let (y, back) = self.parts[0].link(x, port);
            return (self.id((y, self.twist().image_along(x, y, u))), back);
        }
        if port.0 < loops {
            let (w, back) = self.parts[1].link(Node(u), Port(port.0 - inner));
            return (self.id((x, w.0)), Port(inner + back.0));
        }
        let w = self.loop_targets(at)[(port.0 - loops) as usize].unwrap_or(u);
        let there = (x, w);
        let back = self.loop_targets(there).iter().position(|&v| v == Some(u)).unwrap_or(0);
        (self.id(there), Port(self.port_offsets(there)[1] + back as u32))
    }

    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        if at == to {
            return None;
        }
        if let Some(table) = &self.searched {
            let here = table.distance(at, to)?;
            let nearer = |port: &Port| table.distance(self.link(at, *port).0, to).is_some_and(|d| d < here);
            return (0..self.degree(at)).map(Port).find(nearer);
        }
        let (here, there) = (self.star_node(at), self.star_node(to));
        match &self.path_method {
            PathMethod::Polar(polar) => {
                let around = neighbors(self, at).map(|w| self.star_node(w));
                self.port_to(polar, here, polar.next(here, there, around)?)
            }
            PathMethod::Parts { .. } if here.0 != there.0 => self.parts[0].next_port(here.0, there.0),
            PathMethod::Parts { .. } => {
                let inner = self.parts[1].next_port(Node(here.1), Node(there.1))?;
                Some(Port(self.port_offsets(here)[0] + inner.0))
            }
        }
    }
}

impl Structure for StarNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if let Some(table) = &self.searched {
            return table.distance(a, b);
        }
        let (a, b) = (self.star_node(a), self.star_node(b));
        match &self.path_method {
            PathMethod::Polar(polar) => Some(polar.distance(a, b)),
            PathMethod::Parts { identity: true, .. } => {
                Some(self.parts[0].distance(a.0, b.0)? + self.parts[1].distance(Node(a.1), Node(b.1))?)
            }
            PathMethod::Parts { .. } => None,
        }
    }

    fn distance_known(&self) -> Evidence {
        match &self.path_method {
            PathMethod::Polar(_) => Evidence::proved(TWO_STEPS),
            PathMethod::Parts { identity: true, .. } => {
                follows(PRODUCT_EVIDENCE, self.parts.iter().map(|part| part.distance_known()))
            }
            PathMethod::Parts { .. } => Evidence::computed("search"),
        }
    }

    fn minimal(&self) -> bool {
        match &self.path_method {
            _ if self.searched.is_some() => true,
            PathMethod::Polar(_) => true,
            PathMethod::Parts { identity, .. } => *identity && self.parts.iter().all(|part| part.minimal()),
        }
    }

    fn parts(&self) -> NetworkParts<'_> {
        let levels = self.parts.iter().map(|part| levels(part.as_ref())).max().unwrap_or(0);
        Parts::Leaf(Leaf::Composed { levels })
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let (x, u) = self.star_node(v);
        let [inner, loops] = self.port_offsets((x, u));
        match port.0 {
            outer if outer < inner => self.parts[0].link_class(x, port),
            inside if inside < loops => self.first + self.parts[1].link_class(Node(u), Port(inside - inner)),
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

impl Naming for StarNet {
    fn address(&self, v: Node) -> Address {
        let (x, u) = self.star_node(v);
        Address::Tuple(vec![self.parts[0].address(x), self.parts[1].address(Node(u))])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(2, || self.notation())?;
        Ok(self.id((self.parts[0].node_at(&parts[0])?, self.parts[1].node_at(&parts[1])?.0)))
    }

    fn notation(&self) -> String {
        "(x1,x2)".to_owned()
    }
}

impl Roles for StarNet {
    fn width(&self, class: usize) -> u64 {
        let inside = self.first + self.parts[1].link_classes().len();
        match class {
            outer if outer < self.first => self.parts[0].width(outer),
            inner if inner < inside => self.parts[1].width(inner - self.first),
            _ => 1,
        }
    }
}
