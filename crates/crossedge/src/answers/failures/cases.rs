//! Failures that stand for all of their kind: one of every orbit of a group of symmetries that keeps blocks together.
//!
//! Where nodes look alike by the rule of a product of rings, complete graphs and cubes, or of duals of such, translations by the sides of a box take every
//! block to every other one, and automorphisms of the bases take clusters to clusters (identity I3). Nodes of a level of a fat tree are alike by permutations
//! of digits, which take subtrees to subtrees; groups of a dragonfly by rotation. Hosts follow their routers.

use crate::layout::{Room, blocks, place};
use crate::net::{Faults, Leaf, Made, Node, Parts, Shape, Structure, neighbors};
use std::collections::BTreeSet;

/// A failure: its kind, what it is, and what is dead.
pub(super) struct Case {
    pub kind: &'static str,
    pub what: String,
    pub nodes: Vec<Node>,
    pub links: Vec<(Node, Node)>,
}

impl Case {
    pub fn faults(&self, net: &dyn Structure) -> Option<Faults> {
        Faults::new(net, self.nodes.iter().copied(), self.links.iter().copied()).ok()
    }
}

/// Kinds of failure, in the order in which they are told.
pub(super) const KINDS: [&str; 5] = ["cable", "bundle", "node", "block", "rack"];

/// Nodes that stand for all others; none where no rule tells them.
fn representatives(shape: &dyn Shape) -> Option<Vec<u64>> {
    match shape.parts() {
        Parts::Relabelled(same) => {
            representatives(same.as_ref()).map(|_| vec![0]).filter(|_| shape.node_symmetric().is_some())
        }
        Parts::Product(parts) => {
            let lines = parts
                .iter()
                .all(|part| matches!(part.parts(), Parts::Leaf(Leaf::Ring | Leaf::Complete | Leaf::Cube(_))));
            lines.then(|| vec![0])
        }
        Parts::Leaf(Leaf::Ring | Leaf::Complete | Leaf::Cube(_)) => Some(vec![0]),
        Parts::Level(base) => {
            representatives(base.as_ref()).filter(|alike| alike.len() == 1).map(|_| vec![0])
        }
        Parts::Leaf(Leaf::Dragonfly { routers, .. }) => Some((0..routers).collect()),
        Parts::Made(Made::Tree { children, parents }) => {
            let mut here: u64 = children.iter().product();
            let mut first = vec![0];
            let mut next = 0;
            for (&m, &w) in children.iter().zip(parents) {
                next += here;
                first.push(next);
                here = here / m * w;
            }
            Some(first)
        }
        Parts::Made(Made::Hosts { routers, each }) => {
            let below = representatives(routers.as_ref())?;
            let ends = u64::try_from(&crate::net::endpoints(routers.as_ref())).ok()?;
            let hosts = below.iter().filter(|r| **r < ends).map(|r| r * each);
            let behind = ends * each;
            Some(hosts.chain(below.iter().map(|r| behind + r)).collect())
        }
        _ => None,
    }
}

/// The failures that stand for all; none where no rule tells them.
pub(super) fn cases(shape: &dyn Shape, net: &dyn Structure, block: u64, units: u32) -> Option<Vec<Case>> {
    let chosen = representatives(shape)?;
    let parts = blocks(net, block);
    let mut of = vec![0usize; net.nodes() as usize];
    for (i, part) in parts.iter().enumerate() {
        part.iter().for_each(|v| of[*v as usize] = i);
    }
    let mut room = Room::for_nodes(net.nodes(), units);
    let racks = loop {
        match place(&parts, &room) {
            Ok(layout) => break layout,
            Err(no) => room = Room::for_racks(no.needed, units),
        }
    };
    let rack = |v: u64| racks.places[v as usize].rack;
    let mut out = Vec::new();
    let (mut bundles, mut seen_blocks, mut seen_racks) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for &v in &chosen {
        let name = |v: u64| {
            format!("{} {}", if v < net.endpoints() { "endpoint" } else { "switch" }, net.address(Node(v)))
        };
        out.push(Case { kind: "node", what: name(v), nodes: vec![Node(v)], links: Vec::new() });
        for w in neighbors(net, Node(v)) {
            let link = (Node(v.min(w.0)), Node(v.max(w.0)));
            out.push(Case {
                kind: "cable",
                what: format!("{v}-{}", w.0),
                nodes: Vec::new(),
                links: vec![link],
            });
            let (a, b) = (of[v as usize], of[w.0 as usize]);
            if a != b && bundles.insert((a.min(b), a.max(b))) {
                let links: Vec<(Node, Node)> = parts[a]
                    .iter()
                    .flat_map(|&x| neighbors(net, Node(x)).map(move |y| (x, y.0)))
                    .filter(|(_, y)| of[*y as usize] == b)
                    .map(|(x, y)| (Node(x.min(y)), Node(x.max(y))))
                    .collect();
                out.push(Case {
                    kind: "bundle",
                    what: format!("{} cables between two blocks", links.len()),
                    nodes: Vec::new(),
                    links,
                });
            }
        }
        if seen_blocks.insert(of[v as usize]) {
            let part = &parts[of[v as usize]];
            let what = format!("the block of {}, {} nodes", name(v), part.len());
            out.push(Case {
                kind: "block",
                what,
                nodes: part.iter().copied().map(Node).collect(),
                links: Vec::new(),
            });
        }
        if seen_racks.insert(rack(v)) {
            let inside: Vec<Node> = (0..net.nodes()).filter(|w| rack(*w) == rack(v)).map(Node).collect();
            let what = format!("the rack of {}, {} nodes", name(v), inside.len());
            out.push(Case { kind: "rack", what, nodes: inside, links: Vec::new() });
        }
    }
    Some(out)
}
