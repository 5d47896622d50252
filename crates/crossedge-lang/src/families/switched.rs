//! The network of a product whose factors have switches or widths.
//!
//! A node is a tuple with at most one switch in it. Ids: the tuples of endpoints, row-major; then for each place i the tuples with a switch of
//! factor i there, row-major. A link changes one place along a link of its factor while all other places hold endpoints, so a tuple with a
//! switch has the ports of that factor alone. Distances add: a walk projects on a walk in every factor, and factors are walked one after
//! another. Only two switches at one place, with other places to change, need an endpoint of that factor on the way, which has no closed form.

use crate::net::address::{Address, Digits, Pair};
use crate::net::machine::dimension_names;
use crate::net::shape::{TooLarge, follows};
use crate::net::{Layout, Naming, Network, NetworkParts, Node, Parts, Port, Roles, Structure, neighbors};
use crossedge_core::evidence::Evidence;
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

/// The network of a product with switches or widths.
#[derive(Debug)]
pub struct Switched {
    parts: Vec<Arc<dyn Structure>>,
    /// The tuples of endpoints.
    ends: Digits,
    /// For each place: the tuples with a switch there.
    blocks: Vec<SwitchBlock>,
    nodes: u64,
    classes: Vec<String>,
    first_class: Vec<usize>,
}

/// The tuples with a switch at one place.
#[derive(Debug, Clone, Copy)]
struct SwitchBlock {
    start: u64,
    /// The switch and the places after it: high and low part.
    low: Pair,
    /// The places before it and the switch.
    high: Pair,
}

/// A tuple: its endpoints as an id of endpoints, with 0 at the place of a switch, and that place and switch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Tuple {
    ends: u64,
    switch: Option<(usize, u64)>,
}

impl Switched {
    /// The product of these factors, whose nodes fit 64 bits.
    pub fn new(parts: Vec<Arc<dyn Structure>>) -> Result<Self, TooLarge> {
        let ends = Digits::new(parts.iter().map(|part| part.endpoints()).collect()).ok_or(TooLarge::Ids)?;
        let (mut nodes, mut blocks) = (ends.size(), Vec::new());
        let (mut classes, mut first_class) = (Vec::new(), Vec::new());
        for (i, part) in parts.iter().enumerate() {
            let switches = part.nodes() - part.endpoints();
            let (low, high) = (Pair::new(ends.stride(i)), Pair::new(switches.max(1)));
            blocks.push(SwitchBlock { start: nodes, low, high });
            let others = Pair::new(ends.radix(i)).split(ends.size()).0;
            nodes =
                others.checked_mul(switches).and_then(|more| nodes.checked_add(more)).ok_or(TooLarge::Ids)?;
            first_class.push(classes.len());
            let names = part.link_classes();
            classes.extend(dimension_names(i + 1, names.iter().map(String::as_str)));
        }
        Ok(Switched { parts, ends, blocks, nodes, classes, first_class })
    }

    fn tuple_of(&self, v: Node) -> Tuple {
        if v.0 < self.ends.size() {
            return Tuple { ends: v.0, switch: None };
        }
        let place = self.blocks.partition_point(|block| block.start <= v.0) - 1;
        let block = self.blocks[place];
        let (head, low) = block.low.split(v.0 - block.start);
        let (high, switch) = block.high.split(head);
        let ends = block.low.join(high * self.ends.radix(place), low);
        Tuple { ends, switch: Some((place, switch)) }
    }

    fn id(&self, at: Tuple) -> Node {
        let Some((place, switch)) = at.switch else { return Node(at.ends) };
        let block = self.blocks[place];
        let (head, low) = block.low.split(at.ends);
        let high = Pair::new(self.ends.radix(place)).split(head).0;
        Node(block.start + block.low.join(block.high.join(high, switch), low))
    }

    /// The node at index `i`.
    fn coordinate(&self, at: Tuple, i: usize) -> Node {
        match at.switch {
            Some((place, switch)) if place == i => Node(self.ends.radix(i) + switch),
            _ => Node(self.ends.digit(at.ends, i)),
        }
    }

    /// The same tuple with another node at place `i`, where the switch was if there was one.
    fn with_coordinate(&self, at: Tuple, i: usize, node: Node) -> Tuple {
        let old = if at.switch.is_some() { 0 } else { self.ends.digit(at.ends, i) };
        let put = |new| self.ends.with_digit(at.ends, i, old, new);
        match node.0.checked_sub(self.ends.radix(i)) {
            None => Tuple { ends: put(node.0), switch: None },
            Some(switch) => Tuple { ends: put(0), switch: Some((i, switch)) },
        }
    }

    /// The first port of factor `i`: before it are those of the factors before, unless a switch has its own alone.
    fn port_offset(&self, at: Tuple, i: usize) -> u32 {
        match at.switch {
            Some(_) => 0,
            None => (0..i).map(|j| self.parts[j].degree(self.coordinate(at, j))).sum(),
        }
    }

    /// The factor that a port belongs to, and the port inside it.
    fn factor_port(&self, at: Tuple, port: Port) -> (usize, Port) {
        if let Some((place, _)) = at.switch {
            return (place, port);
        }
        let mut rest = port.0;
        for (i, part) in self.parts.iter().enumerate() {
            let degree = part.degree(self.coordinate(at, i));
            if rest < degree {
                return (i, Port(rest));
            }
            rest -= degree;
        }
        unreachable!("port is below the degree, which is the sum over the factors")
    }

    /// An endpoint of factor `i` near one of its nodes: the first on the route to its endpoint 0, or the nearest if there is no such route.
    fn endpoint_near(&self, i: usize, node: Node) -> Node {
        let part = self.parts[i].as_ref();
        let mut at = node;
        while at.0 >= part.endpoints() {
            match part.next_port(at, Node(0)) {
                Some(port) => at = part.link(at, port).0,
                None => return nearest_endpoint(part, node),
            }
        }
        at
    }

    /// Returns `true` if all places but `i` hold the same.
    fn same_but(&self, a: Tuple, b: Tuple, i: usize) -> bool {
        (0..self.parts.len()).all(|j| j == i || self.coordinate(a, j) == self.coordinate(b, j))
    }
}

/// The endpoint nearest to a node; endpoint 0 where switches lead to none.
fn nearest_endpoint(part: &dyn Structure, node: Node) -> Node {
    let mut seen = HashSet::from([node]);
    let mut open = VecDeque::from([node]);
    while let Some(at) = open.pop_front() {
        if at.0 < part.endpoints() {
            return at;
        }
        open.extend(neighbors(part, at).filter(|next| seen.insert(*next)));
    }
    Node(0)
}

impl Network for Switched {
    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn degree(&self, v: Node) -> u32 {
        let at = self.tuple_of(v);
        match at.switch {
            Some((place, _)) => self.parts[place].degree(self.coordinate(at, place)),
            None => self.port_offset(at, self.parts.len()),
        }
    }

    fn link(&self, v: Node, port: Port) -> (Node, Port) {
        let at = self.tuple_of(v);
        let (i, inner) = self.factor_port(at, port);
        let (node, back) = self.parts[i].link(self.coordinate(at, i), inner);
        let there = self.with_coordinate(at, i, node);
        (self.id(there), Port(self.port_offset(there, i) + back.0))
    }

    /// A switch on the way is left for the endpoint that is wanted at its place; then place after place, the first one first; the place
    /// where the target has a switch comes last.
    fn next_port(&self, at: Node, to: Node) -> Option<Port> {
        let (here, there) = (self.tuple_of(at), self.tuple_of(to));
        let towards = |i: usize, node: Node| {
            let inner = self.parts[i].next_port(self.coordinate(here, i), node)?;
            Some(Port(self.port_offset(here, i) + inner.0))
        };
        let last = there.switch.map(|(place, _)| place);
        if let Some((place, _)) = here.switch {
            let wanted = self.coordinate(there, place);
            let stay = last != Some(place) || self.same_but(here, there, place);
            return towards(place, if stay { wanted } else { self.endpoint_near(place, wanted) });
        }
        let places = (0..self.parts.len()).filter(|&i| Some(i) != last).chain(last);
        let wrong = |&i: &usize| self.coordinate(here, i) != self.coordinate(there, i);
        places.into_iter().find(wrong).and_then(|i| towards(i, self.coordinate(there, i)))
    }
}

impl Structure for Switched {
    fn distance(&self, a: Node, b: Node) -> Option<u64> {
        let (here, there) = (self.tuple_of(a), self.tuple_of(b));
        if let (Some((i, _)), Some((j, _))) = (here.switch, there.switch)
            && i == j
            && !self.same_but(here, there, i)
        {
            return None;
        }
        let along = |i: usize| self.parts[i].distance(self.coordinate(here, i), self.coordinate(there, i));
        (0..self.parts.len()).map(along).sum()
    }

    fn distance_known(&self) -> Evidence {
        let factors = self.parts.chunk_by(Arc::ptr_eq).map(|run| run[0].distance_known());
        follows(
            "distances in a Cartesian product add, with a switch in one place at a time [product-distance]",
            factors,
        )
    }

    fn minimal(&self) -> bool {
        self.parts.iter().all(|part| part.minimal())
    }

    fn parts(&self) -> NetworkParts<'_> {
        // Without switches the ids are those of the plain product.
        match self.nodes == self.ends.size() {
            true => Parts::Product(&self.parts),
            false => Parts::Leaf(crate::net::Leaf::Other),
        }
    }

    fn link_classes(&self) -> Vec<String> {
        self.classes.clone()
    }

    fn link_class(&self, v: Node, port: Port) -> usize {
        let at = self.tuple_of(v);
        let (i, inner) = self.factor_port(at, port);
        self.first_class[i] + self.parts[i].link_class(self.coordinate(at, i), inner)
    }

    fn naming(&self) -> Option<&dyn Naming> {
        Some(self)
    }

    fn roles(&self) -> Option<&dyn Roles> {
        Some(self)
    }
}

impl Naming for Switched {
    fn address(&self, v: Node) -> Address {
        let at = self.tuple_of(v);
        let parts = self.parts.iter().enumerate();
        Address::Tuple(parts.map(|(i, part)| part.address(self.coordinate(at, i))).collect())
    }

    fn node_at(&self, address: &Address) -> Result<Node, String> {
        if let Address::Int(_) = address {
            return address.id_below(self.nodes);
        }
        let given = address.parts(self.parts.len(), || self.notation())?;
        let mut at = Tuple { ends: 0, switch: None };
        for (i, (part, address)) in self.parts.iter().zip(given).enumerate() {
            let node = part.node_at(address)?;
            match (node.0.checked_sub(part.endpoints()), at.switch) {
                (None, _) => at.ends = self.ends.with_digit(at.ends, i, 0, node.0),
                (Some(switch), None) => at.switch = Some((i, switch)),
                (Some(_), Some(_)) => {
                    return Err(format!("a node has a switch at one place at most, found {address}"));
                }
            }
        }
        Ok(self.id(at))
    }

    fn notation(&self) -> String {
        let names: Vec<_> = (1..=self.parts.len()).map(|i| format!("x{i}")).collect();
        format!("({})", names.join(","))
    }
}

impl Roles for Switched {
    fn endpoints(&self) -> u64 {
        self.ends.size()
    }

    fn width(&self, class: usize) -> u64 {
        let i = self.first_class.partition_point(|&first| first <= class) - 1;
        self.parts[i].width(class - self.first_class[i])
    }

    fn layout(&self) -> Layout<'_> {
        Layout::Factors(&self.parts)
    }
}
