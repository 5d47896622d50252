//! Vertex and edge transitivity: by a theorem, or refuted by two that differ.
//!
//! Links: two links at one node that are on shortest cycles of different length, or on a different number of them, cannot be taken
//! to each other by any symmetry. Only the surroundings of the node are searched, so size does not matter. In small networks,
//! automorphisms are searched for ([`super::alike`]).

use super::alike::{self, Alike};
use super::bfs;
use super::sample::random_nodes;
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::model::certificate::symmetry::TransitiveOn;
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{
    Faults, Leaf, Network, Node, Parts, Port, Shape, Structure, Table, neighbors, reasons,
};
use std::collections::HashMap;
use std::sync::Arc;

/// The status of a symmetry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Symmetry {
    /// It holds.
    Holds,
    /// It does not, for this reason.
    Refuted(String),
    /// Unknown.
    Unknown,
}

/// The search around a link gives up after this many nodes.
const MAX_AROUND: usize = 200_000;

/// Nor does it look at more links: nodes of a large degree have many of them.
const MAX_LOOKED: u64 = 1 << 21;

/// A symmetry must keep roles and widths, and no theorem here speaks of them.
fn unknown_symmetry() -> Known<Symmetry> {
    Known::new(
        Symmetry::Unknown,
        Evidence::computed("no theorem speaks of switches and widths [symmetry-undecided]"),
    )
}

/// Returns `true` if all nodes are in one orbit of the automorphism group.
pub fn of_nodes(shape: &dyn Shape) -> Known<Symmetry> {
    if shape.machine().is_some() {
        return unknown_symmetry();
    }
    if let Some(why) = shape.node_symmetric() {
        return Known::new(Symmetry::Holds, Evidence::proved(why));
    }
    let degrees = shape.degrees();
    if degrees.len() > 1 {
        let ends = (degrees.keys().next().unwrap_or(&0), degrees.keys().next_back().unwrap_or(&0));
        let why = format!("nodes of degree {} and of degree {}", ends.0, ends.1);
        return Known::new(Symmetry::Refuted(why), Evidence::proved("degrees differ [degrees-differ]"));
    }
    Known::new(
        Symmetry::Unknown,
        Evidence::computed("no theorem applies, and all degrees are equal [symmetry-undecided]"),
    )
}

/// Returns `true` if all links are in one orbit of the automorphism group.
pub fn of_links(shape: &dyn Shape, net: Option<&dyn Structure>) -> Known<Symmetry> {
    if shape.machine().is_some() {
        return unknown_symmetry();
    }
    if let Some(why) = shape.edge_symmetric().or_else(|| equal_factors(shape)) {
        return Known::new(Symmetry::Holds, Evidence::proved(why));
    }
    if let Some(why) = short_base_cycle(shape) {
        let evidence = Evidence::proved(
            "a cycle through a cross-edge changes class four times and moves four times, so it has 8 links [dual-girth]",
        );
        return Known::new(Symmetry::Refuted(why), evidence);
    }
    if let Some(refuted) = differing_degrees(shape, net) {
        return refuted;
    }
    let unknown = |why: &str| Known::new(Symmetry::Unknown, Evidence::computed(why));
    let Some(net) = net else {
        return unknown("ids do not fit, so links are not searched [symmetry-undecided]");
    };
    let v = Node(0);
    let mut seen: Vec<(Port, Option<(u64, u64)>)> = Vec::new();
    for port in (0..net.degree(v).min(64)).map(Port) {
        match shortest_cycle(net, v, port) {
            Ok(cycle) => seen.push((port, cycle)),
            Err(()) => {
                return unknown("the surroundings of a link are too large to search [symmetry-undecided]");
            }
        }
    }
    let describe = |(port, cycle): &(Port, Option<(u64, u64)>)| {
        let w = net.link(v, *port).0.0;
        match cycle {
            Some((length, count)) => {
                format!("link 0–{w} is on {count} cycles of length {length} and on none shorter")
            }
            None => format!("link 0–{w} is on no cycle"),
        }
    };
    match seen.iter().find(|other| other.1 != seen[0].1) {
        Some(other) => {
            let why = format!("{}; {}", describe(&seen[0]), describe(other));
            Known::new(
                Symmetry::Refuted(why),
                Evidence::computed("shortest cycles through the links of node 0 [cycles-differ]"),
            )
        }
        None => unknown("the links of node 0 lie on equally many shortest cycles [symmetry-undecided]"),
    }
}

/// Refutes by degrees alone: a symmetry that takes a link to another one takes the degrees of its ends along. So links join the same two
/// degrees everywhere, and a connected network with three degrees or more is refuted at any size.
fn differing_degrees(shape: &dyn Shape, net: Option<&dyn Structure>) -> Option<Known<Symmetry>> {
    let degrees: Vec<u64> = shape.degrees().into_keys().filter(|degree| *degree > 0).collect();
    if degrees.len() < 2 {
        return None;
    }
    let evidence = Evidence::proved("degrees at the ends of links differ [degrees-differ]");
    if let [a, b, c, ..] = degrees[..] {
        let why = format!("nodes of degrees {a}, {b} and {c} have links, and a link has two ends");
        return Some(Known::new(Symmetry::Refuted(why), evidence));
    }
    // Two degrees: every link must join one to the other.
    let net = net?;
    let mut looked = 0;
    for v in (0..net.nodes()).map(Node) {
        let own = net.degree(v);
        for w in neighbors(net, v) {
            if net.degree(w) == own {
                let [a, b] = [degrees[0], degrees[1]];
                let why = format!(
                    "link {}–{} joins two nodes of degree {own}, and there are nodes of degrees {a} and {b}",
                    v.0, w.0
                );
                return Some(Known::new(Symmetry::Refuted(why), evidence));
            }
            looked += 1;
            if looked >= MAX_LOOKED {
                return None;
            }
        }
    }
    None
}

/// Equal factors that are vertex- and edge-transitive: each can be moved by itself, and they can be exchanged.
fn equal_factors(shape: &dyn Shape) -> Option<String> {
    let Parts::Product(parts) = shape.parts() else { return None };
    let (first, rest) = parts.split_first()?;
    let kind = first.parts().leaf();
    let known = matches!(kind, Leaf::Ring | Leaf::Complete | Leaf::Cube(_) | Leaf::FoldedCube(_));
    let same = |part: &Arc<dyn Shape>| {
        Arc::ptr_eq(part, first) || (known && part.parts().leaf() == kind && part.nodes() == first.nodes())
    };
    if !rest.iter().all(same) {
        return None;
    }
    let why = [first.node_symmetric()?, first.edge_symmetric()?];
    let all =
        "equal vertex- and edge-transitive factors can be exchanged [product-edge-transitive]".to_owned();
    Some(reasons([all].into_iter().chain(why)))
}

/// Nodes whose distances are compared in a network too large for a quick search from every node.
const PROFILED_NODES: u64 = 8;

/// Smaller networks are searched from every node; of larger ones than the second not even a few nodes.
const PROFILED_LINKS: std::ops::RangeInclusive<u64> = 1 << 15..=1 << 26;

/// Refutes vertex transitivity by two nodes that have different numbers of nodes at some distance.
pub fn differing_profiles(
    net: &dyn Structure,
    watch: &dyn Progress,
) -> Result<Option<Known<Symmetry>>, bfs::Error> {
    let arcs = net.nodes().saturating_mul(net.degree(Node(0)).into());
    if !PROFILED_LINKS.contains(&arcs) {
        return Ok(None);
    }
    let none = Faults::none();
    let first = bfs::levels(net, Node(0), &none, watch)?.counts;
    for v in random_nodes(net.nodes(), PROFILED_NODES, 0) {
        let other = bfs::levels(net, v, &none, watch)?.counts;
        let count = |counts: &[u64], distance: usize| counts.get(distance).copied().unwrap_or(0);
        let longest = first.len().max(other.len());
        let differs = |&d: &usize| count(&first, d) != count(&other, d);
        if let Some(distance) = (0..longest).find(differs) {
            let why = format!(
                "node 0 has {} nodes at distance {distance}, node {} has {}",
                count(&first, distance),
                v.0,
                count(&other, distance)
            );
            let evidence =
                Evidence::computed("nodes counted at each distance from two nodes [cycles-differ]");
            return Ok(Some(Known::new(Symmetry::Refuted(why), evidence)));
        }
    }
    Ok(None)
}

/// Vertex transitivity of a network that is small enough to be searched.
pub fn searched_nodes(net: &dyn Structure, watch: &dyn Progress) -> Result<Option<Known<Symmetry>>, Stopped> {
    let Some(graph) = searchable_table(net) else { return Ok(None) };
    Ok(symmetry_from(alike::nodes(&graph, watch)?, |v| format!("node {v}")))
}

/// Returns `true` if a network, small enough to be searched, is edge-transitive.
pub fn searched_links(net: &dyn Structure, watch: &dyn Progress) -> Result<Option<Known<Symmetry>>, Stopped> {
    let Some(graph) = searchable_table(net) else { return Ok(None) };
    Ok(symmetry_from(alike::links(&graph, watch)?, |(v, w)| format!("link {v}–{w}")))
}

/// Automorphisms whose products take every node, or every link, to every other one; `None` if there are none, or if the network is too large to search.
pub fn symmetry_certificate(
    net: &dyn Structure,
    transitive_on: TransitiveOn,
    watch: &dyn Progress,
) -> Result<Option<Vec<Vec<u32>>>, Stopped> {
    let Some(graph) = searchable_table(net) else { return Ok(None) };
    let mut maps: Vec<Vec<u32>> = Vec::new();
    let mut keep = |map: &[u32]| maps.push(map.to_vec());
    let all = match transitive_on {
        TransitiveOn::Vertices => matches!(alike::nodes_with(&graph, &mut keep, watch)?, Alike::All),
        TransitiveOn::Edges => matches!(alike::links_with(&graph, &mut keep, watch)?, Alike::All),
    };
    Ok(all.then_some(maps))
}

fn searchable_table(net: &dyn Structure) -> Option<Table> {
    alike::small_enough(net.nodes(), 0).then_some(())?;
    let links: u64 = (0..net.nodes()).map(|v| u64::from(net.degree(Node(v)))).sum::<u64>() / 2;
    alike::small_enough(net.nodes(), links).then_some(())?;
    Table::try_of(net).ok()
}

fn symmetry_from<T>(outcome: Alike<T>, name: impl Fn(T) -> String) -> Option<Known<Symmetry>> {
    let searched = "automorphisms searched for by refining colours, and each looked at link by link [automorphism-search]";
    match outcome {
        Alike::All => Some(Known::new(Symmetry::Holds, Evidence::computed(searched))),
        Alike::Differ(a, b) => {
            let why = format!("no automorphism takes {} to {}", name(a), name(b));
            Some(Known::new(Symmetry::Refuted(why), Evidence::computed(searched)))
        }
        Alike::Unknown => None,
    }
}

/// A link of the innermost base of a dual construction on a cycle shorter than any through a cross-edge.
fn short_base_cycle(shape: &dyn Shape) -> Option<String> {
    let Parts::Level(base) = shape.parts() else { return None };
    if let Parts::Level(_) = base.parts() {
        return short_base_cycle(base.as_ref());
    }
    let net = base.network().ok()?;
    let mut cycles = Vec::new();
    for port in (0..net.degree(Node(0)).min(64)).map(Port) {
        // If one search is too long, so are the others.
        let cycle = shortest_cycle(net.as_ref(), Node(0), port).ok()?;
        cycles.extend(cycle.map(|(length, _)| (port, length)));
    }
    let short = cycles.into_iter().filter(|(_, length)| *length < 8);
    let (port, length) = short.min_by_key(|(_, length)| *length)?;
    let w = net.link(Node(0), port).0.0;
    Some(format!(
        "link 0–{w} of the base is on a cycle of length {length}, a cross-edge on none shorter than 8"
    ))
}

/// Length and number of the shortest cycles through a link; `None` when it is on none.
fn shortest_cycle(net: &dyn Network, v: Node, port: Port) -> Result<Option<(u64, u64)>, ()> {
    let end = net.link(v, port).0;
    // Paths of each length from v that do not use the link; the first to arrive close the shortest cycles.
    let mut seen: HashMap<Node, u64> = HashMap::from([(v, 0)]);
    let mut level: HashMap<Node, u64> = HashMap::from([(v, 1)]);
    let (mut distance, mut looked) = (0, 0u64);
    while !level.is_empty() {
        distance += 1;
        let mut next: HashMap<Node, u64> = HashMap::new();
        for (&x, &path_count) in &level {
            looked += u64::from(net.degree(x));
            if looked > MAX_LOOKED {
                return Err(());
            }
            for y in neighbors(net, x) {
                let the_link = (x == v && y == end) || (x == end && y == v);
                if !the_link && seen.get(&y).is_none_or(|&d| d == distance) {
                    seen.insert(y, distance);
                    *next.entry(y).or_default() += path_count;
                }
            }
        }
        if let Some(&path_count) = next.get(&end) {
            return Ok(Some((distance + 1, path_count)));
        }
        if seen.len() > MAX_AROUND {
            return Err(());
        }
        level = next;
    }
    Ok(None)
}
