//! Representative failures: one per key of the coordinates, such that an automorphism maps every other failure to a representative.

use super::frame::NodeCoordinates;
use crate::layout::{Room, blocks, place_blocks};
use crate::net::{Address, Faults, Node, Structure, neighbors};
use std::collections::BTreeMap;

/// A failure: its kind, what it is, and what is dead.
pub(crate) struct FailureCase {
    pub kind: String,
    pub what: String,
    pub nodes: Vec<Node>,
    pub links: Vec<(Node, Node)>,
    /// A link of several cables that has lost one of them.
    pub narrowed: Option<NarrowedLink>,
}

/// A link of several cables that has lost one of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NarrowedLink {
    /// Its ends.
    pub ends: [Node; 2],
    /// Its width with all cables.
    pub width: u64,
    /// Its width without the lost cable.
    pub left: u64,
}

impl FailureCase {
    /// The faults, and these nodes in addition.
    pub fn faults(&self, net: &dyn Structure, more: &[Node]) -> Option<Faults> {
        Faults::new(net, self.nodes.iter().chain(more).copied(), self.links.iter().copied()).ok()
    }

    /// Every node that the failure touches.
    pub fn touched(&self) -> Vec<u32> {
        let ends = self.links.iter().flat_map(|(a, b)| [a, b]);
        let narrowed = self.narrowed.iter().flat_map(|link| &link.ends);
        self.nodes.iter().chain(ends).chain(narrowed).map(|v| v.0 as u32).collect()
    }
}

/// The first of every key, in order.
fn first_of_each_key<T>(all: impl Iterator<Item = (Vec<u32>, T)>) -> Vec<T> {
    let mut first_by_key: BTreeMap<Vec<u32>, (usize, T)> = BTreeMap::new();
    for (i, (key, one)) in all.enumerate() {
        first_by_key.entry(key).or_insert((i, one));
    }
    let mut first_by_key: Vec<(usize, T)> = first_by_key.into_values().collect();
    first_by_key.sort_by_key(|(i, _)| *i);
    first_by_key.into_iter().map(|(_, one)| one).collect()
}

/// The failures that stand for all.
pub(crate) fn cases(
    frame: &NodeCoordinates,
    net: &dyn Structure,
    block: u64,
    units: u32,
) -> Vec<FailureCase> {
    let name = |v: u64| {
        format!("{} {}", if v < net.endpoints() { "endpoint" } else { "switch" }, net.address(Node(v)))
    };
    let nodes = first_of_each_key((0..net.nodes()).map(|v| (frame.key(&[vec![v as u32]]), v)));
    let mut out = Vec::new();
    // Every link is equivalent to one at such a node.
    let near = nodes.iter().flat_map(|&v| neighbors(net, Node(v)).map(move |w| (v, w.0)));
    // A host cable and an uplink are different failures: one row for each class of links.
    let classes = net.link_classes();
    let mut cables: Vec<(usize, FailureCase)> = Vec::new();
    for (v, w) in first_of_each_key(near.map(|(v, w)| (frame.key(&[vec![v as u32, w as u32]]), (v, w)))) {
        let ends = [Node(v.min(w)), Node(v.max(w))];
        let class = net.class_between(Node(v), Node(w)).unwrap_or(0);
        let kind = match &classes[..] {
            [] | [_] => "cable".to_owned(),
            several => format!("{} cable", several[class]),
        };
        // Nodes of a dump have names, and all others have ids that options take.
        let what = match net.address(Node(v)) {
            Address::Name(_) => format!("{} – {}", net.address(Node(v)), net.address(Node(w))),
            _ => format!("{v}-{w}"),
        };
        if net.cables(class) == 1 {
            let links = vec![(ends[0], ends[1])];
            cables.push((class, FailureCase { kind, what, nodes: Vec::new(), links, narrowed: None }));
            continue;
        }
        // Of cables of one rate it does not matter which one is lost.
        let (width, rates) = (net.width(class), net.cable_widths(class));
        for &(lost, _) in &rates {
            let what = match rates[..] {
                [_] => what.clone(),
                _ => format!("{what}, a cable of {:.2} ports", lost as f64 / net.unit() as f64),
            };
            let narrowed = Some(NarrowedLink { ends, width, left: width.saturating_sub(lost) });
            let (nodes, links) = (Vec::new(), Vec::new());
            cables.push((class, FailureCase { kind: kind.clone(), what, nodes, links, narrowed }));
        }
    }
    cables.sort_by_key(|(class, _)| *class);
    out.extend(cables.into_iter().map(|(_, case)| case));
    let parts = blocks(net, block);
    let mut of = vec![0usize; net.nodes() as usize];
    for (i, part) in parts.iter().enumerate() {
        part.iter().for_each(|v| of[*v as usize] = i);
    }
    let mut bundles: BTreeMap<(usize, usize), Vec<(u64, u64)>> = BTreeMap::new();
    for v in 0..net.nodes() {
        for w in neighbors(net, Node(v)).map(|w| w.0).filter(|w| *w > v) {
            let (a, b) = (of[v as usize], of[w as usize]);
            if a != b {
                bundles.entry((a.min(b), a.max(b))).or_default().push((v, w));
            }
        }
    }
    let keyed = bundles.into_values().map(|links| {
        let items: Vec<Vec<u32>> = links.iter().map(|&(v, w)| vec![v as u32, w as u32]).collect();
        (frame.key(&items), links)
    });
    for links in first_of_each_key(keyed) {
        let (v, w) = links[0];
        let cables =
            |&(v, w): &(u64, u64)| net.class_between(Node(v), Node(w)).map_or(1, |class| net.cables(class));
        let count: u64 = links.iter().map(cables).sum();
        let cables = if count == 1 { "1 cable".to_owned() } else { format!("{count} cables") };
        out.push(FailureCase {
            kind: "bundle".to_owned(),
            what: format!("{cables} between the blocks of {} and {}", name(v), name(w)),
            nodes: Vec::new(),
            links: links.into_iter().map(|(v, w)| (Node(v), Node(w))).collect(),
            narrowed: None,
        });
    }
    let all_of = |kind: &str, what: String, nodes: &[u64]| FailureCase {
        kind: kind.to_owned(),
        what,
        nodes: nodes.iter().copied().map(Node).collect(),
        links: Vec::new(),
        narrowed: None,
    };
    out.extend(nodes.iter().map(|&v| all_of("node", name(v), &[v])));
    let mut room = Room::for_nodes(net.nodes(), units);
    let layout = loop {
        match place_blocks(&parts, &room) {
            Ok(layout) => break layout,
            Err(no) => room = Room::for_racks(no.needed, units),
        }
    };
    let mut racks: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    (0..).zip(&layout.places).for_each(|(v, place)| racks.entry(place.rack).or_default().push(v));
    for (kind, sets) in [("block", parts), ("rack", racks.into_values().collect())] {
        let keyed = sets.into_iter().filter(|set: &Vec<u64>| !set.is_empty()).map(|set| {
            let items: Vec<Vec<u32>> = set.iter().map(|&v| vec![v as u32]).collect();
            (frame.key(&items), set)
        });
        for set in first_of_each_key(keyed) {
            let count = if set.len() == 1 { "1 node".to_owned() } else { format!("{} nodes", set.len()) };
            out.push(all_of(kind, format!("the {kind} of {}, {count}", name(set[0])), &set));
        }
    }
    out
}
