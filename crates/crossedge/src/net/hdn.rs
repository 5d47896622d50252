//! `hdn(P, [S1,…,Sk])`: hierarchical dual-net over the product P, with super-nodes of the factors at positions Si (from 1).
//!
//! Level i, over the level below with n nodes: the super-node of x is given by all coordinates of x except the base coordinates in
//! Si; those kept, in id order, rank it in 0..q. Its position inside is the base coordinates in Si. Node = (class, cluster, x) with
//! cluster in 0..q; the cross-edge flips the class, swaps the cluster with the super-node rank of x, and keeps the position.
//! Id = class·q·n + cluster·n + x. The paper prints (C, U, SN, N) = (class, cluster, super-node rank of x, position of x).
//! Li, Peng, Chu, Hierarchical dual-net (HDN), with errata E5, E6, E7, E16. With every Si empty this is `rdn`, id for id.

use super::address::{Address, Digits, Pair};
use super::distances::Distances;
use super::dual::dual;
use super::product::{product, too_many_digits};
use super::shape::{
    Composition, DegreeCounts, MAX_BITS, Shape, TooLarge, counts_fit, fits, follows, reasons, regular_degree,
};
use super::work::{Work, degree_limit};
use super::{Args, Entry, Form, Network, Node, Port, Structure, describe};
use crate::evidence::{Evidence, Figure};
use crate::expr::{Error, Expr, Kind, Span};
use num_bigint::BigUint;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The catalog entry.
pub const ENTRY: Entry = Entry {
    name: "hdn",
    signature: "hdn(P, [S1,…,Sk])",
    summary: "hierarchical dual-net: dual with super-nodes, Si = set of factor positions of the product P, from 1",
    paper: "Li, Peng, Chu, Hierarchical dual-net (HDN)",
    examples: &[
        "hdn(torus(2,3), [{1}])",
        "hdn(torus(2,3,5), [{1,2}])",
        "hdn(torus(2,3), [{2}, {1}])",
        "hdn(ring(3), [{}, {}])",
        "hdn(torus(2,3,5), [{1,2,3}])",
    ],
    build: |args| {
        let base = args.network("P")?;
        let factors = base.factors().unwrap_or_else(|| vec![base.clone()]);
        let mut levels = Vec::new();
        for item in args.list("the sets")? {
            levels.push(super_node(args, item, factors.len())?);
        }
        let most = base.degrees().keys().next_back().copied().unwrap_or(0);
        if most.checked_add(levels.len() as u64).is_none() {
            return Err(degree_limit(args.span()));
        }
        let mut shape = Hdn { base, factors, levels, same: None };
        if shape.level_nodes().is_none() {
            return Err(too_many_digits(args.span()));
        }
        if shape.nested() {
            shape.same =
                Some(shape.as_product(shape.levels.len(), &BTreeSet::new(), args.work(), args.span())?);
        }
        Ok(Arc::new(shape))
    },
};

/// The factor positions of one set, counted from 0.
fn super_node(args: &Args<'_>, item: &Expr, factors: usize) -> Result<BTreeSet<usize>, Error> {
    let Kind::Set(members) = &item.kind else {
        return Err(args.wrong(item, "a level", "a set of factor positions such as {1,2}"));
    };
    let mut set = BTreeSet::new();
    for member in members {
        let position = match member.kind {
            Kind::Int(p) if p >= 1 && p <= factors as u64 => p as usize - 1,
            _ => {
                let message =
                    format!("a factor position runs from 1 to {factors}, found {}", describe(member));
                return Err(Error::usage(message, member.span.clone())
                    .help("positions count the factors of the product, from 1"));
            }
        };
        if !set.insert(position) {
            let message = format!("factor {} stands twice in the set", position + 1);
            return Err(Error::usage(message, member.span.clone()).help("keep one of the two"));
        }
    }
    Ok(set)
}

/// The shape of a hierarchical dual-net.
#[derive(Debug)]
struct Hdn {
    base: Arc<dyn Shape>,
    factors: Vec<Arc<dyn Shape>>,
    /// The factors inside the super-node of each level.
    levels: Vec<BTreeSet<usize>>,
    /// The same network as a product of duals, when the super-nodes are nested.
    same: Option<Arc<dyn Shape>>,
}

impl Hdn {
    /// How many nodes a super-node of these factors has.
    fn super_size(&self, set: &BTreeSet<usize>) -> BigUint {
        set.iter().map(|&i| self.factors[i].nodes()).product()
    }

    /// Whether every super-node contains those of the levels above it.
    fn nested(&self) -> bool {
        self.levels.windows(2).all(|pair| pair[0].is_superset(&pair[1]))
    }

    /// Identity I4: level i without the factors in `without` is the dual of the level below without its super-node, times the rest
    /// of the super-node.
    fn as_product(
        &self,
        level: usize,
        without: &BTreeSet<usize>,
        work: &Work<'_>,
        span: Span,
    ) -> Result<Arc<dyn Shape>, Error> {
        let some = |keep: &dyn Fn(&usize) -> bool| -> Vec<Arc<dyn Shape>> {
            (0..self.factors.len()).filter(|i| keep(i)).map(|i| self.factors[i].clone()).collect()
        };
        let Some(lower) = level.checked_sub(1) else {
            return product(some(&|i| !without.contains(i)), work, span);
        };
        let set = &self.levels[lower];
        let mut parts = vec![dual(self.as_product(lower, set, work, span.clone())?, span.clone())?];
        parts.extend(some(&|i| set.contains(i) && !without.contains(i)));
        product(parts, work, span)
    }

    /// Nodes of the last level; `None` when a level passes the digits of a count.
    fn level_nodes(&self) -> Option<BigUint> {
        let mut nodes = self.base.nodes();
        for set in &self.levels {
            nodes = (&nodes * &nodes / self.super_size(set)) << 1u32;
            if nodes.bits() > MAX_BITS {
                return None;
            }
        }
        Some(nodes)
    }
}

impl Shape for Hdn {
    fn nodes(&self) -> BigUint {
        self.level_nodes().expect("every level was counted when the shape was made")
    }

    fn degrees(&self) -> DegreeCounts {
        let copies = Shape::nodes(self) / self.base.nodes();
        let more = self.levels.len() as u64;
        self.base.degrees().into_iter().map(|(degree, count)| (degree + more, count * &copies)).collect()
    }

    fn composition(&self) -> Composition {
        match &self.same {
            Some(same) => Composition::Same(same.clone()),
            None => Composition::Leaf,
        }
    }

    fn distances(&self) -> Option<Figure<Distances>> {
        let same = self.same.as_ref()?.distances()?;
        Some(Figure::new(
            same.value,
            follows("nested super-nodes make a product, identity I4", [same.evidence]),
        ))
    }

    fn diameter(&self) -> Option<Figure<BigUint>> {
        let same = self.same.as_ref()?.diameter()?;
        Some(Figure::new(
            same.value,
            follows("nested super-nodes make a product, identity I4", [same.evidence]),
        ))
    }

    fn node_symmetric(&self) -> Option<String> {
        let same = self.same.as_ref()?.node_symmetric()?;
        Some(reasons(["nested super-nodes make a product, identity I4".to_owned(), same]))
    }

    fn no_four_all_linked(&self) -> bool {
        self.same.as_ref().is_some_and(|same| same.no_four_all_linked())
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let sizes = self.factors.iter().map(|f| fits(&f.nodes())).collect::<Result<Vec<_>, _>>()?;
        let mut net = self.base.network()?;
        let mut enclosing: Option<&BTreeSet<usize>> = None;
        let mut nested = true;
        for (i, set) in self.levels.iter().enumerate() {
            nested &= enclosing.is_none_or(|outer| outer.is_superset(set));
            enclosing = Some(set);
            let member: Vec<bool> = (0..sizes.len()).map(|i| set.contains(&i)).collect();
            let split = SuperNodes::new(&sizes, &member).ok_or(TooLarge::Ids)?;
            let n = net.nodes();
            let q = n / split.inside.size();
            let half = q.checked_mul(n).ok_or(TooLarge::Ids)?;
            let regular = regular_degree(&self.base.degrees()).map(|d| d + i as u32);
            let lower_classes = net.link_classes().len();
            let (cluster, level) = (Pair::new(n), i as u32 + 1);
            net = Arc::new(HdnNet {
                lower: net,
                split,
                cluster,
                half,
                q,
                regular,
                level,
                lower_classes,
                nested,
            });
        }
        Ok(net)
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.base.check()?;
        counts_fit(&Shape::nodes(self), &self.degrees())
    }

    fn levels(&self) -> u32 {
        self.base.levels() + self.levels.len() as u32
    }

    fn notes(&self) -> Vec<String> {
        match self.nested() {
            true => Vec::new(),
            false => vec!["super-nodes are not nested: distances have no closed form here".to_owned()],
        }
    }
}

/// Splits a node of the level below into super-node rank and position, and joins them again.
#[derive(Debug)]
pub struct SuperNodes {
    base: Digits,
    member: Vec<bool>,
    inside: Digits,
    kept: Digits,
    /// Everything above the base coordinates, and the base id.
    low: Pair,
    /// The same in a rank: everything above, and the rank of the kept base coordinates.
    kept_low: Pair,
}

impl SuperNodes {
    /// The split of factors with these sizes, of which some are inside the super-node; `None` when ids pass 64 bits.
    pub fn new(sizes: &[u64], member: &[bool]) -> Option<SuperNodes> {
        let some = |inside: bool| {
            let chosen = sizes.iter().zip(member).filter(|(_, member)| **member == inside);
            Digits::new(chosen.map(|(&size, _)| size).collect())
        };
        let (base, inside, kept) = (Digits::new(sizes.to_vec())?, some(true)?, some(false)?);
        let (low, kept_low) = (Pair::new(base.size()), Pair::new(kept.size()));
        Some(SuperNodes { base, member: member.to_vec(), inside, kept, low, kept_low })
    }

    /// The base coordinates, one digit per factor.
    pub fn base(&self) -> &Digits {
        &self.base
    }

    /// Which factors are inside the super-node, in order.
    pub fn members(&self) -> &[bool] {
        &self.member
    }

    /// The super-node rank of `x` and its position inside.
    pub fn split(&self, x: u64) -> (u64, u64) {
        let (high, base) = self.low.split(x);
        let (mut kept, mut inside) = (Vec::new(), Vec::new());
        for (i, &member) in self.member.iter().enumerate() {
            let digit = self.base.digit(base, i);
            if member { inside.push(digit) } else { kept.push(digit) }
        }
        (self.kept_low.join(high, self.kept.join(&kept)), self.inside.join(&inside))
    }

    /// The node with this super-node rank and position.
    pub fn join(&self, rank: u64, position: u64) -> u64 {
        let (high, kept) = self.kept_low.split(rank);
        let (kept, inside) = (self.kept.split(kept), self.inside.split(position));
        let (mut kept, mut inside) = (kept.into_iter(), inside.into_iter());
        let digits: Vec<u64> = (self.member.iter())
            .map(|&member| if member { inside.next() } else { kept.next() })
            .map(|digit| digit.expect("as many digits as factors"))
            .collect();
        self.low.join(high, self.base.join(&digits))
    }
}

/// One level of a hierarchical dual-net. The last port of a node is its cross-edge.
#[derive(Debug)]
pub struct HdnNet {
    lower: Arc<dyn Structure>,
    split: SuperNodes,
    /// Cluster and node.
    cluster: Pair,
    /// The nodes of one class.
    half: u64,
    /// How many clusters a class has.
    q: u64,
    /// The degree of the level below, when all its nodes have the same.
    regular: Option<u32>,
    level: u32,
    lower_classes: usize,
    nested: bool,
}

/// A node as class, cluster, and node of the level below.
#[derive(Debug, Clone, Copy)]
struct Place {
    class: u64,
    cluster: u64,
    node: u64,
}

impl HdnNet {
    /// The level below.
    pub fn lower(&self) -> &Arc<dyn Structure> {
        &self.lower
    }

    /// Which level this is; the level below number 1 is the base.
    pub fn level(&self) -> u32 {
        self.level
    }

    /// How a node of the level below is split into super-node rank and position.
    pub fn super_nodes(&self) -> &SuperNodes {
        &self.split
    }

    /// How many super-nodes the level below has: clusters of a class.
    pub fn quotient(&self) -> u64 {
        self.q
    }

    /// Whether the super-nodes of all levels down from here are nested.
    pub fn nested(&self) -> bool {
        self.nested
    }

    fn place(&self, v: Node) -> Place {
        let class = u64::from(v.0 >= self.half);
        let (cluster, node) = self.cluster.split(v.0 - class * self.half);
        Place { class, cluster, node }
    }

    fn id(&self, at: Place) -> Node {
        Node(at.class * self.half + self.cluster.join(at.cluster, at.node))
    }

    fn lower_degree(&self, x: u64) -> u32 {
        self.regular.unwrap_or_else(|| self.lower.degree(Node(x)))
    }
}

impl Network for HdnNet {
    fn nodes(&self) -> u64 {
        2 * self.half
    }

    fn degree(&self, v: Node) -> u32 {
        self.regular.unwrap_or_else(|| self.lower_degree(self.place(v).node)) + 1
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.place(v);
        if port.0 == self.lower_degree(at.node) {
            let (rank, position) = self.split.split(at.node);
            let node = self.split.join(at.cluster, position);
            let there = Place { class: 1 - at.class, cluster: rank, node };
            (self.id(there), Port(self.lower_degree(node)))
        } else {
            let (node, back) = self.lower.link(Node(at.node), port);
            (self.id(Place { node: node.0, ..at }), back)
        }
    }

    /// The routing of the paper: to the right super-node, across, again if the class asks for it, then inside the cluster. The
    /// position is mended on the way. Minimal when the super-nodes are nested.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (here, there) = (self.place(at), self.place(to));
        if here.class == there.class && here.cluster == there.cluster {
            return self.lower.next_port(Node(here.node), Node(there.node));
        }
        let (rank_there, position) = self.split.split(there.node);
        let target = if here.class == there.class { rank_there } else { there.cluster };
        if self.split.split(here.node).0 == target {
            return Some(Port(self.lower_degree(here.node)));
        }
        self.lower.next_port(Node(here.node), Node(self.split.join(target, position)))
    }
}

impl Structure for HdnNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        if !self.nested {
            return None;
        }
        // Nested super-nodes make a product (I4): the two walks over the quotient and the walk over the positions add up, and the
        // position is mended in either of the two clusters.
        let (here, there) = (self.place(a), self.place(b));
        let ((rank_a, position_a), (rank_b, position_b)) =
            (self.split.split(here.node), self.split.split(there.node));
        let (node, cluster, crossings) = match here.class == there.class {
            false => (there.cluster, rank_b, 1),
            true if here.cluster == there.cluster => (rank_b, there.cluster, 0),
            true => (rank_b, there.cluster, 2),
        };
        let walk = |rank_from, rank_to, from, to| {
            let (x, y) = (self.split.join(rank_from, from), self.split.join(rank_to, to));
            self.lower.distance(Node(x), Node(y))
        };
        let first = walk(rank_a, node, position_a, position_b)?;
        let second = walk(here.cluster, cluster, position_b, position_b)?;
        Some(first + second + crossings)
    }

    fn distance_known(&self) -> Evidence {
        let theorem = "I4: nested super-nodes make a product, so distances add";
        follows(theorem, [self.lower.distance_known()])
    }

    fn minimal(&self) -> bool {
        self.nested && self.lower.minimal()
    }

    fn address(&self, v: Node) -> Address {
        let at = self.place(v);
        let (rank, position) = self.split.split(at.node);
        Address::Tuple([at.class, at.cluster, rank, position].map(Address::Int).to_vec())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(4, || self.notation())?;
        let q = self.q;
        let class = parts[0].coordinate(2, "class C")?;
        let cluster = parts[1].coordinate(q, "cluster U")?;
        let rank = parts[2].coordinate(q, "super-node SN")?;
        let position = parts[3].coordinate(self.split.inside.size(), "position N")?;
        Ok(self.id(Place { class, cluster, node: self.split.join(rank, position) }))
    }

    fn notation(&self) -> String {
        "(C, U, SN, N)".to_owned()
    }

    fn form(&self) -> Form<'_> {
        Form::Super(self)
    }

    fn link_classes(&self) -> Vec<String> {
        let mut classes = self.lower.link_classes();
        classes.push(format!("cross level {}", self.level));
        classes
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let inner = Node(self.place(v).node);
        if port.0 == self.lower_degree(inner.0) {
            self.lower_classes
        } else {
            self.lower.link_class(inner, port)
        }
    }
}
