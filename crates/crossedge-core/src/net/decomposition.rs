//! A network decomposed along its construction: leaves, cubes, binary products, duals, and these under other ids.
//!
//! Nested hierarchical dual-nets are products of a dual and the super-node (identity I4), level by level, and a dual-cube is the
//! dual of a cube; both only number their nodes differently. Ids at every part are plain numbers from 0.

use super::address::Pair;
use super::{Layout, Leaf, Level, Node, Numbering, Parts, Place, Structure, SuperNodes, TwoNumberings};

/// One part.
#[derive(Debug)]
pub enum Part<'a> {
    /// A leaf, accessed by the methods of the network.
    Leaf(&'a dyn Structure),
    /// Ids of `bits` bits; links flip one bit.
    Cube(u32),
    /// id = left · |right| + right.
    Product(Box<[Part<'a>; 2]>, Pair),
    /// Class, cluster, node.
    Dual(Dual<'a>),
    /// The same over two bases; and the network itself, for callers that treat it as a leaf.
    Two(&'a dyn Structure, Two<'a>),
    /// The same graph under other ids.
    Named(Box<Part<'a>>, IdTranslation),
}

/// The dual of a part.
#[derive(Debug)]
pub struct Dual<'a> {
    /// The part whose copies are the clusters.
    pub base: Box<Part<'a>>,
    /// How class, cluster and node make an id.
    pub numbering: Numbering,
}

/// The dual of two parts.
#[derive(Debug)]
pub struct Two<'a> {
    /// The parts whose copies are the clusters of each class.
    pub bases: Box<[Part<'a>; 2]>,
    /// How class, cluster and node make an id.
    pub numbering: TwoNumberings,
}

/// How ids are translated.
#[derive(Debug)]
pub enum IdTranslation {
    /// Coordinates that keep their places: in class 1 cluster and node change places.
    Coordinates(Numbering, Numbering),
    /// Class, cluster, and a node that mixes the super-node with the position inside it.
    Super(Box<Super>),
}

/// The splits of a hierarchical dual-net.
#[derive(Debug)]
pub struct Super {
    split: SuperNodes,
    /// The level itself, and the same without what is inside the super-nodes.
    whole: Numbering,
    quotient: Numbering,
    position: Pair,
}

impl IdTranslation {
    /// From the id of the network to the id of the part.
    pub fn to_part(&self, v: u64) -> u64 {
        match self {
            IdTranslation::Coordinates(kept, plain) => plain.id(kept.place(v)),
            IdTranslation::Super(by) => {
                let at = by.whole.place(v);
                let (rank, position) = by.split.split(at.node);
                by.position.join(by.quotient.id(Place { node: rank, ..at }), position)
            }
        }
    }

    /// From the id of the part to the id of the network.
    pub fn to_network(&self, v: u64) -> u64 {
        match self {
            IdTranslation::Coordinates(kept, plain) => kept.id(plain.place(v)),
            IdTranslation::Super(by) => {
                let (above, position) = by.position.split(v);
                let at = by.quotient.place(above);
                by.whole.id(Place { node: by.split.join(at.node, position), ..at })
            }
        }
    }
}

impl<'a> Part<'a> {
    /// Decomposes a network.
    pub fn decompose(net: &'a dyn Structure) -> Part<'a> {
        match net.parts() {
            Parts::Leaf(Leaf::Cube(bits)) => Part::Cube(bits as u32),
            Parts::Leaf(_) => match net.roles().map(|roles| roles.layout()) {
                Some(Layout::TwoBases { bases: [a, b], numbering }) => {
                    let bases = Box::new([Part::decompose(a.as_ref()), Part::decompose(b.as_ref())]);
                    Part::Two(net, Two { bases, numbering })
                }
                _ => Part::Leaf(net),
            },
            Parts::Expansion(_) => Part::Leaf(net),
            Parts::Product(parts) => {
                Part::product(parts.iter().map(|p| Part::decompose(p.as_ref())).collect())
            }
            Parts::Level(level) if level.super_nodes().is_some() => {
                Part::nested_dual_net(level).unwrap_or(Part::Leaf(net))
            }
            Parts::Level(level) => {
                let dual = Part::dual_over(Part::decompose(level.base().as_ref()));
                match (level.numbering().keeps_coordinates(), &dual) {
                    (true, Part::Dual(plain)) => {
                        let names = IdTranslation::Coordinates(*level.numbering(), plain.numbering);
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

    fn dual_over(base: Part<'a>) -> Part<'a> {
        let n = base.nodes();
        Part::Dual(Dual { base: Box::new(base), numbering: Numbering::clusters(n, n) })
    }

    /// A hierarchical dual-net; `None` when its super-nodes are not nested, for then it is not a product.
    fn nested_dual_net(top: &'a Level) -> Option<Part<'a>> {
        let levels = std::iter::successors(Some(top), |level| level.below());
        let members = |level: &Level| Some(level.super_nodes()?.members().to_vec());
        let sets = levels.map(members).collect::<Option<Vec<Vec<bool>>>>()?;
        let factors = Part::factors(top.innermost().as_ref());
        let fits = sets.iter().all(|set| set.len() == factors.len());
        if !top.nested() || !fits {
            return None;
        }
        Part::dual_net_level(factors, &sets)
    }

    /// The factors of a product, down to those that are none, as `hdn` counts them.
    fn factors(net: &'a dyn Structure) -> Vec<Part<'a>> {
        match net.parts() {
            Parts::Product(parts) => parts.iter().flat_map(|p| Part::factors(p.as_ref())).collect(),
            Parts::Leaf(Leaf::Cube(bits)) => (0..bits).map(|_| Part::Cube(1)).collect(),
            _ => vec![Part::decompose(net)],
        }
    }

    /// The dual-net over these factors; the first set is that of the outermost level, and each later one contains it.
    ///
    /// It is the product of the super-node with the dual of the quotient, and the quotient is the dual-net of one level less over
    /// the other factors.
    fn dual_net_level(factors: Vec<Part<'a>>, sets: &[Vec<bool>]) -> Option<Part<'a>> {
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
        let quotient = Part::dual_net_level(kept, &lower)?;
        let super_node = Part::product(inside);
        let (q, s) = (quotient.nodes(), super_node.nodes());
        let (whole, quotients) = (Numbering::clusters(q * s, q), Numbering::clusters(q, q));
        let names = Super { split, whole, quotient: quotients, position: Pair::new(s) };
        let names = IdTranslation::Super(Box::new(names));
        let dual = Part::dual_over(quotient);
        let part = if s == 1 { dual } else { Part::product(vec![dual, super_node]) };
        Some(Part::Named(Box::new(part), names))
    }

    /// Returns `true` if it is a leaf whose inside is not known.
    pub fn is_searched(&self) -> bool {
        matches!(self, Part::Leaf(net) | Part::Two(net, _) if !net.parts().leaf().in_line())
    }

    /// Number of nodes.
    pub fn nodes(&self) -> u64 {
        match self {
            Part::Leaf(net) | Part::Two(net, _) => net.nodes(),
            Part::Cube(bits) => 1 << bits,
            Part::Product(parts, _) => parts[0].nodes() * parts[1].nodes(),
            Part::Dual(dual) => dual.numbering.nodes(),
            Part::Named(part, _) => part.nodes(),
        }
    }

    /// The neighbours of a node.
    pub fn neighbours(&self, v: u64) -> Vec<u64> {
        self.some_around(v, usize::MAX)
    }

    /// The neighbours of a node; at most `most` per leaf, for callers that do not need all of a billion.
    pub fn some_around(&self, v: u64, most: usize) -> Vec<u64> {
        match self {
            Part::Leaf(net) | Part::Two(net, _) => {
                super::neighbors(*net, Node(v)).take(most).map(|w| w.0).collect()
            }
            Part::Cube(bits) => (0..*bits).map(|i| v ^ 1 << i).collect(),
            Part::Product(parts, split) => {
                let (g, h) = split.split(v);
                let left = parts[0].some_around(g, most).into_iter().map(|g| split.join(g, h));
                left.chain(parts[1].some_around(h, most).into_iter().map(|h| split.join(g, h))).collect()
            }
            Part::Dual(dual) => {
                let at = dual.place(v);
                let inside = dual.base.some_around(at.node, most).into_iter();
                let inside = inside.map(|node| dual.id(Place { node, ..at }));
                inside.chain([dual.id(across_cross_edge(at))]).collect()
            }
            Part::Named(part, names) => {
                let inside = part.some_around(names.to_part(v), most).into_iter();
                inside.map(|w| names.to_network(w)).collect()
            }
        }
    }
}

/// The other end of the cross-edge.
pub fn across_cross_edge(at: Place) -> Place {
    Place { class: 1 - at.class, cluster: at.node, node: at.cluster }
}

impl Dual<'_> {
    /// Class, cluster and node of an id.
    pub fn place(&self, v: u64) -> Place {
        self.numbering.place(v)
    }

    /// The id of a class, cluster and node.
    pub fn id(&self, at: Place) -> u64 {
        self.numbering.id(at)
    }
}
