//! `dual(A, B)`: class 0 has |B| clusters of A, class 1 has |A| clusters of B, and a cross-edge joins (0, b, a) to (1, a, b). Ids: b·|A| + a, then
//! |A|·|B| + a·|B| + b. With A = B it is `dual(A)`. This is the general biswapped network; with hypercubes, the exchanged hypercube.
//!
//! A walk projects onto a walk in A and one in B, and crossings are forced: the distance is d_A + d_B, plus 0 within a cluster, 1 between classes, and 2
//! between clusters of one class. The link classes are `class 0: name` and `class 1: name`, or those of the base if A = B; then `cross level n`.

use super::product::too_many_digits;
use crate::language::budget::degree_limit;
use crate::net::address::Address;
use crate::net::algebra::distance_polynomial::{Distances, MAX_TERMS, multiply};
use crate::net::level::{Place, TwoNumberings};
use crate::net::machine::{classes, degrees_of_copies, merged_degrees, raised_degrees};
use crate::net::shape::{
    DegreeCounts, LinkClass, MAX_BITS, Machine, Shape, TooLarge, counts_fit, follows, reasons,
};
use crate::net::{
    Layout, Leaf, Made, Naming, Network, NetworkParts, Node, Parts, Port, Roles, ShapeParts, Structure,
    levels,
};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::expr::{Error, Span};
use num_bigint::BigUint;
use num_traits::{One, Zero};
use std::sync::Arc;

/// The dual construction over two bases without switches; `same` when they are one network.
pub fn two_bases(bases: [Arc<dyn Shape>; 2], same: bool, span: Span) -> Result<Arc<dyn Shape>, Error> {
    let [a, b] = [bases[0].nodes(), bases[1].nodes()];
    if a.bits() + b.bits() + 1 > MAX_BITS {
        return Err(too_many_digits(span));
    }
    let grown = |base: &Arc<dyn Shape>, count: &BigUint| {
        raised_degrees(base.degrees(), 1).map(|degrees| degrees_of_copies(degrees, count))
    };
    match grown(&bases[0], &b).zip(grown(&bases[1], &a)) {
        Some((first, second)) => {
            Ok(Arc::new(TwoBases { bases, same, degrees: merged_degrees(first, second) }))
        }
        None => Err(degree_limit(span)),
    }
}

/// The counts, at any size.
#[derive(Debug)]
struct TwoBases {
    bases: [Arc<dyn Shape>; 2],
    same: bool,
    degrees: DegreeCounts,
}

/// The evidence of distances.
const TWO_WALKS: &str =
    "I1: a walk projects on a walk in each base, and the crossings are forced [dual-distance]";

impl Shape for TwoBases {
    fn nodes(&self) -> BigUint {
        (self.bases[0].nodes() * self.bases[1].nodes()) << 1u32
    }

    fn degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn machine(&self) -> Option<&dyn Machine> {
        self.bases.iter().any(|base| base.machine().is_some()).then_some(self)
    }

    fn parts(&self) -> ShapeParts<'_> {
        Parts::Made(Made::TwoBases { bases: &self.bases, same: self.same })
    }

    /// All ordered pairs: between classes x·AB both ways; in class 0 A·(n + x²(B - n)), n the pairs of a node of B with itself; in class 1
    /// the same with A and B exchanged.
    fn distances(&self) -> Option<Known<Distances>> {
        let [first, second] = [self.bases[0].distances()?, self.bases[1].distances()?];
        if first.value.diameter().saturating_add(second.value.diameter()) >= MAX_TERMS - 2 {
            return None;
        }
        let [a, b] = [first.value.pairs(), second.value.pairs()];
        let both = multiply(&a, &b);
        let mut counts = vec![BigUint::zero(); both.len() + 2];
        for (i, count) in both.iter().enumerate() {
            counts[i + 1] += count << 1u32;
            counts[i + 2] += count << 1u32;
        }
        for (own, other) in [(&a, &b), (&b, &a)] {
            for (i, count) in own.iter().enumerate() {
                let inside = count * &other[0];
                counts[i] += &inside;
                counts[i + 2] -= inside;
            }
        }
        let evidence = follows(TWO_WALKS, [first.evidence, second.evidence]);
        Some(Known::new(Distances::new(self.nodes(), counts), evidence))
    }

    fn diameter(&self) -> Option<Known<BigUint>> {
        let [first, second] = [self.bases[0].diameter()?, self.bases[1].diameter()?];
        let alone = self.bases.iter().all(|base| base.nodes().is_one());
        let diameter = if alone { BigUint::one() } else { first.value + second.value + 2u32 };
        Some(Known::new(diameter, follows(TWO_WALKS, [first.evidence, second.evidence])))
    }

    fn node_symmetric(&self) -> Option<String> {
        let base = self.bases[0].node_symmetric().filter(|_| self.same)?;
        Some(reasons([
            "automorphisms of both coordinates and the swap of classes, identity I3 [dual-vertex-transitive]"
                .to_owned(),
            base,
        ]))
    }

    fn network(&self) -> Result<Arc<dyn Structure>, TooLarge> {
        self.check()?;
        let first = self.bases[0].network()?;
        let second = if self.same { first.clone() } else { self.bases[1].network()? };
        let depth = levels(first.as_ref()).max(levels(second.as_ref())) + 1;
        let numbering = TwoNumberings::new([first.nodes(), second.nodes()]);
        Ok(Arc::new(TwoBasesNet { bases: [first, second], same: self.same, depth, numbering }))
    }

    fn check(&self) -> Result<u64, TooLarge> {
        self.bases[0].check()?;
        self.bases[1].check()?;
        counts_fit(&self.nodes(), &self.degrees)
    }
}

impl Machine for TwoBases {
    fn endpoint_degrees(&self) -> DegreeCounts {
        self.degrees.clone()
    }

    fn classes(&self) -> Option<Vec<LinkClass>> {
        // The number of the level needs the networks, which are small where classes are known.
        let names = self.network().ok()?.link_classes();
        let sizes = [self.bases[0].nodes(), self.bases[1].nodes()];
        let mut out = Vec::new();
        for (i, base) in self.bases.iter().enumerate().take(if self.same { 1 } else { 2 }) {
            let clusters = if self.same { &sizes[0] << 1u32 } else { sizes[1 - i].clone() };
            out.extend(
                classes(base.as_ref())?
                    .into_iter()
                    .map(|class| LinkClass { links: class.links.map(|links| links * &clusters), ..class }),
            );
        }
        out.push(LinkClass { name: String::new(), width: 1, links: Some(&sizes[0] * &sizes[1]) });
        out.iter_mut().zip(names).for_each(|(class, name)| class.name = name);
        Some(out)
    }

    fn joins_endpoints(&self) -> Option<bool> {
        Some(true)
    }
}

/// The network.
#[derive(Debug)]
struct TwoBasesNet {
    bases: [Arc<dyn Structure>; 2],
    same: bool,
    depth: u32,
    numbering: TwoNumberings,
}

impl TwoBasesNet {
    fn base_at(&self, at: Place) -> &dyn Structure {
        self.bases[at.class as usize].as_ref()
    }

    fn other_base(&self, at: Place) -> &dyn Structure {
        self.bases[1 - at.class as usize].as_ref()
    }

    fn cross_port(&self, at: Place) -> Port {
        Port(self.base_at(at).degree(Node(at.node)))
    }

    /// The first class of links of a class of clusters, and how many there are of both.
    fn first_link_class(&self, class: u64) -> usize {
        if class == 0 || self.same { 0 } else { self.bases[0].link_classes().len() }
    }

    fn cross_class(&self) -> usize {
        self.first_link_class(1) + self.bases[1].link_classes().len()
    }
}

impl Network for TwoBasesNet {
    fn nodes(&self) -> u64 {
        self.numbering.nodes()
    }

    fn degree(&self, v: Node) -> u32 {
        self.cross_port(self.numbering.place(v.0)).0 + 1
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.numbering.place(v.0);
        if port == self.cross_port(at) {
            let there = self.numbering.across(at);
            return (Node(self.numbering.id(there)), self.cross_port(there));
        }
        let (node, back) = self.base_at(at).link(Node(at.node), port);
        (Node(self.numbering.id(Place { node: node.0, ..at })), back)
    }

    /// To the node that is wanted, then across; the classes swap the roles of the coordinates.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (here, there) = (self.numbering.place(at.0), self.numbering.place(to.0));
        let wanted = if here.class == there.class { there.node } else { there.cluster };
        match here.node == wanted {
            false => self.base_at(here).next_port(Node(here.node), Node(wanted)),
            true => (at != to).then(|| self.cross_port(here)),
        }
    }
}

impl Structure for TwoBasesNet {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let (here, there) = (self.numbering.place(a.0), self.numbering.place(b.0));
        let (node, cluster, crossings) = match here.class == there.class {
            false => (there.cluster, there.node, 1),
            true if here.cluster == there.cluster => (there.node, there.cluster, 0),
            true => (there.node, there.cluster, 2),
        };
        let inside = self.base_at(here).distance(Node(here.node), Node(node))?;
        Some(inside + self.other_base(here).distance(Node(here.cluster), Node(cluster))? + crossings)
    }

    fn distance_known(&self) -> Evidence {
        follows(TWO_WALKS, self.bases.iter().map(|base| base.distance_known()))
    }

    fn minimal(&self) -> bool {
        self.bases.iter().all(|base| base.minimal())
    }

    fn parts(&self) -> NetworkParts<'_> {
        Parts::Leaf(Leaf::Composed { levels: self.depth })
    }

    fn link_classes(&self) -> Vec<String> {
        let cross = format!("cross level {}", self.depth);
        let names = |class: usize| self.bases[class].link_classes().into_iter();
        match self.same {
            true => names(0).chain([cross]).collect(),
            false => {
                let reported =
                    (0..2).flat_map(|class| names(class).map(move |name| format!("class {class}: {name}")));
                reported.chain([cross]).collect()
            }
        }
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let at = self.numbering.place(v.0);
        match port == self.cross_port(at) {
            true => self.cross_class(),
            false => self.first_link_class(at.class) + self.base_at(at).link_class(Node(at.node), port),
        }
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for TwoBasesNet {
    fn address(&self, v: Node) -> Address {
        let at = self.numbering.place(v.0);
        let (cluster, node) =
            (self.other_base(at).address(Node(at.cluster)), self.base_at(at).address(Node(at.node)));
        Address::Tuple(vec![Address::Int(at.class), cluster, node])
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes());
        }
        let parts = address.parts(3, || self.notation())?;
        let class = parts[0].coordinate(2, "class")?;
        let at = Place { class, cluster: 0, node: 0 };
        let cluster = self.other_base(at).node_at(&parts[1])?.0;
        let node = self.base_at(at).node_at(&parts[2])?.0;
        Ok(Node(self.numbering.id(Place { class, cluster, node })))
    }

    fn notation(&self) -> String {
        "(class, cluster, node)".to_owned()
    }
}

impl Roles for TwoBasesNet {
    fn width(&self, class: usize) -> u64 {
        match class {
            cross if cross == self.cross_class() => 1,
            second if second >= self.first_link_class(1) => {
                self.bases[1].width(second - self.first_link_class(1))
            }
            first => self.bases[0].width(first),
        }
    }

    fn layout(&self) -> Layout<'_> {
        Layout::TwoBases { bases: &self.bases, numbering: self.numbering }
    }
}
