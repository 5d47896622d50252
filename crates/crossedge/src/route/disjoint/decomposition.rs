//! A network taken apart along its construction: leaves, cubes, binary products, duals, and these under other ids.
//!
//! Nested hierarchical dual-nets are products of a dual and the super-node (identity I4), level by level, and a dual-cube is the
//! dual of a cube; both only number their nodes differently. Ids at every part are plain numbers from 0.

use super::leaf;
use crate::net::address::Pair;
use crate::net::{Leaf, Level, Node, Numbering, Parts, Place, Structure, SuperNodes};
use std::collections::{HashSet, VecDeque};
use std::fmt;

/// A path has at most this many hops.
pub const MAX_HOPS: u64 = 1 << 22;

/// Why a construction gives no paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The two nodes are in parts of the network without a way between them.
    NoWay,
    /// A path, or the search inside a part that is a leaf, would be longer than the limit.
    TooLong {
        /// The limit.
        limit: u64,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::NoWay => write!(f, "there is no way between the two nodes"),
            Trouble::TooLong { limit } => write!(f, "a path would have more than {limit} hops"),
        }
    }
}

/// Ids along a path.
pub(super) type Path = Vec<u64>;

/// One part.
#[derive(Debug)]
pub(super) enum Part<'a> {
    /// Asked by the methods of the network.
    Leaf(&'a dyn Structure),
    /// Ids are so many bits, and links flip one.
    Cube(u32),
    /// id = left · |right| + right.
    Product(Box<[Part<'a>; 2]>, Pair),
    /// Class, cluster, node.
    Dual(Dual<'a>),
    /// The same graph under other ids.
    Named(Box<Part<'a>>, Names),
}

/// The dual of a part.
#[derive(Debug)]
pub(super) struct Dual<'a> {
    pub(super) base: Box<Part<'a>>,
    numbering: Numbering,
}

/// How ids are translated.
#[derive(Debug)]
pub(super) enum Names {
    /// Coordinates that keep their places: in class 1 cluster and node change places.
    Coordinates(Numbering, Numbering),
    /// Class, cluster, and a node that mixes the super-node with the position inside it.
    Super(Box<Super>),
}

/// The splits of a hierarchical dual-net.
#[derive(Debug)]
pub(super) struct Super {
    split: SuperNodes,
    /// The level itself, and the same without what is inside the super-nodes.
    whole: Numbering,
    quotient: Numbering,
    position: Pair,
}

impl Names {
    /// From the id of the network to the id of the part.
    fn inward(&self, v: u64) -> u64 {
        match self {
            Names::Coordinates(kept, plain) => plain.id(kept.place(v)),
            Names::Super(by) => {
                let at = by.whole.place(v);
                let (rank, position) = by.split.split(at.node);
                by.position.join(by.quotient.id(Place { node: rank, ..at }), position)
            }
        }
    }

    /// From the id of the part to the id of the network.
    fn outward(&self, v: u64) -> u64 {
        match self {
            Names::Coordinates(kept, plain) => kept.id(plain.place(v)),
            Names::Super(by) => {
                let (above, position) = by.position.split(v);
                let at = by.quotient.place(above);
                by.whole.id(Place { node: by.split.join(at.node, position), ..at })
            }
        }
    }
}

impl<'a> Part<'a> {
    /// Takes a network apart.
    pub(super) fn of(net: &'a dyn Structure) -> Part<'a> {
        match net.parts() {
            Parts::Leaf(Leaf::Cube(bits)) => Part::Cube(bits as u32),
            Parts::Leaf(_) | Parts::Expansion(_) => Part::Leaf(net),
            Parts::Product(parts) => Part::product(parts.iter().map(|p| Part::of(p.as_ref())).collect()),
            Parts::Level(level) if level.super_nodes().is_some() => {
                Part::nested(level).unwrap_or(Part::Leaf(net))
            }
            Parts::Level(level) => {
                let dual = Part::dual(Part::of(level.base().as_ref()));
                match (level.numbering().keeps_coordinates(), &dual) {
                    (true, Part::Dual(plain)) => {
                        let names = Names::Coordinates(*level.numbering(), plain.numbering);
                        Part::Named(Box::new(dual), names)
                    }
                    _ => dual,
                }
            }
        }
    }

    /// The product of parts, the first most significant; one node if there are none.
    fn product(parts: Vec<Part<'a>>) -> Part<'a> {
        let fold = |right: Part<'a>, left: Part<'a>| {
            let split = Pair::new(right.nodes());
            Part::Product(Box::new([left, right]), split)
        };
        parts.into_iter().rev().reduce(fold).unwrap_or(Part::Cube(0))
    }

    fn dual(base: Part<'a>) -> Part<'a> {
        let n = base.nodes();
        Part::Dual(Dual { base: Box::new(base), numbering: Numbering::clusters(n, n) })
    }

    /// A hierarchical dual-net; `None` when its super-nodes are not nested, for then it is no product.
    fn nested(top: &'a Level) -> Option<Part<'a>> {
        let levels = std::iter::successors(Some(top), |level| level.below());
        let members = |level: &Level| Some(level.super_nodes()?.members().to_vec());
        let sets = levels.map(members).collect::<Option<Vec<Vec<bool>>>>()?;
        let factors = Part::factors(top.innermost().as_ref());
        let fits = sets.iter().all(|set| set.len() == factors.len());
        if !top.nested() || !fits {
            return None;
        }
        Part::level(factors, &sets)
    }

    /// The factors of a product, down to those that are none, as `hdn` counts them.
    fn factors(net: &'a dyn Structure) -> Vec<Part<'a>> {
        match net.parts() {
            Parts::Product(parts) => parts.iter().flat_map(|p| Part::factors(p.as_ref())).collect(),
            Parts::Leaf(Leaf::Cube(bits)) => (0..bits).map(|_| Part::Cube(1)).collect(),
            _ => vec![Part::of(net)],
        }
    }

    /// The dual-net over these factors; the first set is that of the outermost level, and each later one contains it.
    ///
    /// It is the product of the super-node with the dual of the quotient, and the quotient is the dual-net of one level less over
    /// the other factors.
    fn level(factors: Vec<Part<'a>>, sets: &[Vec<bool>]) -> Option<Part<'a>> {
        let Some((set, lower)) = sets.split_first() else { return Some(Part::product(factors)) };
        let sizes: Vec<u64> = factors.iter().map(Part::nodes).collect();
        let split = SuperNodes::new(&sizes, set)?;
        let outside = |each: &[bool]| {
            each.iter().zip(set).filter(|(_, member)| !**member).map(|(x, _)| *x).collect::<Vec<bool>>()
        };
        let lower: Vec<Vec<bool>> = lower.iter().map(|each| outside(each)).collect();
        let (mut inside, mut kept) = (Vec::new(), Vec::new());
        for (part, member) in factors.into_iter().zip(set) {
            if *member { inside.push(part) } else { kept.push(part) }
        }
        let quotient = Part::level(kept, &lower)?;
        let super_node = Part::product(inside);
        let (q, s) = (quotient.nodes(), super_node.nodes());
        let (whole, quotients) = (Numbering::clusters(q * s, q), Numbering::clusters(q, q));
        let names = Super { split, whole, quotient: quotients, position: Pair::new(s) };
        let names = Names::Super(Box::new(names));
        let dual = Part::dual(quotient);
        let part = if s == 1 { dual } else { Part::product(vec![dual, super_node]) };
        Some(Part::Named(Box::new(part), names))
    }

    /// Whether it is a leaf whose inside is not known.
    pub(super) fn is_searched(&self) -> bool {
        matches!(self, Part::Leaf(net) if !net.parts().leaf().in_line())
    }

    /// How many nodes.
    pub(super) fn nodes(&self) -> u64 {
        match self {
            Part::Leaf(net) => net.nodes(),
            Part::Cube(bits) => 1 << bits,
            Part::Product(parts, _) => parts[0].nodes() * parts[1].nodes(),
            Part::Dual(dual) => dual.numbering.nodes(),
            Part::Named(part, _) => part.nodes(),
        }
    }

    /// The neighbours of a node.
    pub(super) fn around(&self, v: u64) -> Vec<u64> {
        match self {
            Part::Leaf(net) => crate::net::neighbors(*net, Node(v)).map(|w| w.0).collect(),
            Part::Cube(bits) => (0..*bits).map(|i| v ^ 1 << i).collect(),
            Part::Product(parts, split) => {
                let (g, h) = split.split(v);
                let left = parts[0].around(g).into_iter().map(|g| split.join(g, h));
                left.chain(parts[1].around(h).into_iter().map(|h| split.join(g, h))).collect()
            }
            Part::Dual(dual) => {
                let at = dual.place(v);
                let inside = dual.base.around(at.node).into_iter();
                let inside = inside.map(|node| dual.id(Place { node, ..at }));
                inside.chain([dual.id(crossed(at))]).collect()
            }
            Part::Named(part, names) => {
                part.around(names.inward(v)).into_iter().map(|w| names.outward(w)).collect()
            }
        }
    }

    /// A way from `a` to `b`: no node twice, only its second node is a neighbour of `a`, only its last but one of `b`. A shortest
    /// one where the leaves route so.
    pub(super) fn way(&self, a: u64, b: u64) -> Result<Path, Trouble> {
        match self {
            Part::Leaf(net) => leaf::way(*net, a, b),
            Part::Cube(_) => {
                let (mut path, mut at) = (vec![a], a);
                while at != b {
                    at ^= 1 << (at ^ b).ilog2();
                    path.push(at);
                }
                Ok(path)
            }
            Part::Product(parts, split) => {
                let ((g, h), (g2, h2)) = (split.split(a), split.split(b));
                let mut path: Path = parts[0].way(g, g2)?.into_iter().map(|g| split.join(g, h)).collect();
                path.extend(parts[1].way(h, h2)?.into_iter().skip(1).map(|h| split.join(g2, h)));
                within(path)
            }
            Part::Dual(dual) => dual.way(a, b),
            Part::Named(part, names) => {
                let path = part.way(names.inward(a), names.inward(b))?;
                Ok(path.into_iter().map(|v| names.outward(v)).collect())
            }
        }
    }

    /// The hops of [`Part::way`].
    pub(super) fn length(&self, a: u64, b: u64) -> Result<u64, Trouble> {
        match self {
            Part::Leaf(net) if net.minimal() => net.distance(Node(a), Node(b)).ok_or(Trouble::NoWay),
            Part::Leaf(net) => Ok(leaf::way(*net, a, b)?.len() as u64 - 1),
            Part::Cube(_) => Ok(u64::from((a ^ b).count_ones())),
            Part::Product(parts, split) => {
                let ((g, h), (g2, h2)) = (split.split(a), split.split(b));
                Ok(parts[0].length(g, g2)? + parts[1].length(h, h2)?)
            }
            Part::Dual(dual) => dual.length(a, b),
            Part::Named(part, names) => part.length(names.inward(a), names.inward(b)),
        }
    }

    /// Up to `count` nodes nearest to `v`, itself not among them, with their distances.
    pub(super) fn ball(&self, v: u64, count: usize) -> Vec<(u64, u64)> {
        let mut met = HashSet::from([v]);
        let mut queue = VecDeque::from([(v, 0)]);
        let mut ball = Vec::new();
        while let Some((u, far)) = queue.pop_front() {
            for w in self.around(u) {
                if ball.len() == count {
                    return ball;
                }
                if met.insert(w) {
                    ball.push((w, far + 1));
                    queue.push_back((w, far + 1));
                }
            }
        }
        ball
    }

    /// Paths under the ids of a named part.
    pub(super) fn renamed(names: &Names, paths: Vec<Path>) -> Vec<Path> {
        paths.into_iter().map(|path| path.into_iter().map(|v| names.outward(v)).collect()).collect()
    }

    /// A pair of ids inside a named part.
    pub(super) fn inward(names: &Names, a: u64, b: u64) -> (u64, u64) {
        (names.inward(a), names.inward(b))
    }
}

/// The other end of the cross-edge.
fn crossed(at: Place) -> Place {
    Place { class: 1 - at.class, cluster: at.node, node: at.cluster }
}

impl Dual<'_> {
    pub(super) fn place(&self, v: u64) -> Place {
        self.numbering.place(v)
    }

    pub(super) fn id(&self, at: Place) -> u64 {
        self.numbering.id(at)
    }

    /// Inside the cluster, across, and where the class asks for it along the other coordinate and back (I1).
    fn way(&self, a: u64, b: u64) -> Result<Path, Trouble> {
        let (here, there) = (self.place(a), self.place(b));
        let mut trail = Trail::new(self, here);
        if here.class != there.class {
            trail.walk(&self.base.way(here.node, there.cluster)?);
            trail.cross();
            trail.walk(&self.base.way(here.cluster, there.node)?);
        } else {
            trail.walk(&self.base.way(here.node, there.node)?);
            if here.cluster != there.cluster {
                trail.cross();
                trail.walk(&self.base.way(here.cluster, there.cluster)?);
                trail.cross();
            }
        }
        within(trail.path)
    }

    fn length(&self, a: u64, b: u64) -> Result<u64, Trouble> {
        let (here, there) = (self.place(a), self.place(b));
        let (node, cluster, crossings) = match here.class == there.class {
            false => (there.cluster, there.node, 1),
            true if here.cluster == there.cluster => (there.node, there.cluster, 0),
            true => (there.node, there.cluster, 2),
        };
        Ok(self.base.length(here.node, node)? + self.base.length(here.cluster, cluster)? + crossings)
    }
}

/// A path through a dual while it is laid.
pub(super) struct Trail<'d, 'a> {
    dual: &'d Dual<'a>,
    at: Place,
    pub(super) path: Path,
}

impl<'d, 'a> Trail<'d, 'a> {
    pub(super) fn new(dual: &'d Dual<'a>, at: Place) -> Self {
        Trail { dual, at, path: vec![dual.id(at)] }
    }

    /// One hop inside the cluster.
    pub(super) fn step(&mut self, node: u64) {
        self.at.node = node;
        self.path.push(self.dual.id(self.at));
    }

    /// Inside the cluster along a path of the base that begins here.
    pub(super) fn walk(&mut self, way: &[u64]) {
        debug_assert_eq!(way.first(), Some(&self.at.node));
        for &node in &way[1..] {
            self.step(node);
        }
    }

    /// Over the cross-edge.
    pub(super) fn cross(&mut self) {
        self.at = crossed(self.at);
        self.path.push(self.dual.id(self.at));
    }
}

/// The path, unless it is too long.
fn within(path: Path) -> Result<Path, Trouble> {
    match path.len() as u64 > MAX_HOPS + 1 {
        true => Err(Trouble::TooLong { limit: MAX_HOPS }),
        false => Ok(path),
    }
}
