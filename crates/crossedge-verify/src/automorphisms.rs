//! The verifier of transitivity. It asserts
//!
//! - every map is a permutation of the nodes that keeps links, widths and which nodes are endpoints;
//! - the maps together join all nodes, or all links, into one orbit.

use super::Verdict;
use crossedge_core::model::certificate::symmetry::{Automorphisms, SYMMETRY_FORM, TransitiveOn};
use crossedge_core::net::{Node, Port, Structure};
use crossedge_core::progress::{Progress, Stopped};
use std::collections::BTreeMap;
use std::fmt;

/// A fault in a claim of transitivity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadSymmetry {
    /// It is of another form.
    Form(String),
    /// A map, by position, is no permutation of the nodes.
    Permutation(usize),
    /// A map, by position, takes this link to two nodes without one of its width, or an endpoint to a switch.
    Link(usize, u64, u64),
    /// Two that are in different orbits, as text.
    Orbits(String, String),
}

impl fmt::Display for BadSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadSymmetry::Form(form) => write!(f, "'{form}' is not the form '{SYMMETRY_FORM}'"),
            BadSymmetry::Permutation(map) => write!(f, "map {map} is no permutation of the nodes"),
            BadSymmetry::Link(map, v, w) if v == w => {
                write!(f, "map {map} takes node {v} to one of another role")
            }
            BadSymmetry::Link(map, v, w) => {
                write!(f, "map {map} takes link {v}–{w} to two nodes that have no link of its width")
            }
            BadSymmetry::Orbits(a, b) => write!(f, "no product of the maps takes {a} to {b}"),
        }
    }
}

impl std::error::Error for BadSymmetry {}

/// Verifies automorphisms and their orbits; the number of nodes or links in the one orbit.
pub fn automorphisms(
    net: &dyn Structure,
    claim: &Automorphisms,
    watch: &dyn Progress,
) -> Result<Verdict<u64, BadSymmetry>, Stopped> {
    if claim.form != SYMMETRY_FORM {
        return Ok(Verdict::Refuted(BadSymmetry::Form(claim.form.clone())));
    }
    let nodes = net.nodes() as usize;
    let mut links: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for v in (0..net.nodes()).map(Node) {
        for port in (0..net.degree(v)).map(Port) {
            let w = net.link(v, port).0;
            *links.entry((v.0, w.0)).or_default() += net.width(net.link_class(v, port));
        }
    }
    let edges: Vec<(u64, u64)> = links.keys().copied().filter(|(v, w)| v <= w).collect();
    let places: BTreeMap<(u64, u64), usize> = edges.iter().copied().zip(0..).collect();
    let items = if claim.transitive_on == TransitiveOn::Vertices { nodes } else { edges.len() };
    // The number of an item stands for its orbit: that of the least item which was joined to it.
    let mut orbit: Vec<usize> = (0..items).collect();
    watch.stage("automorphisms", claim.maps.len() as u64);
    for (i, map) in claim.maps.iter().enumerate() {
        if watch.stopped() {
            return Err(Stopped);
        }
        let mut hit = vec![false; nodes];
        for &w in map {
            if let Some(hit) = hit.get_mut(w as usize) {
                *hit = true;
            }
        }
        if map.len() != nodes || hit.contains(&false) {
            return Ok(Verdict::Refuted(BadSymmetry::Permutation(i)));
        }
        let to = |v: u64| u64::from(map[v as usize]);
        if let Some(v) = (0..net.nodes()).find(|&v| (v < net.endpoints()) != (to(v) < net.endpoints())) {
            return Ok(Verdict::Refuted(BadSymmetry::Link(i, v, v)));
        }
        // A permutation takes different links to different ones, so nothing else can arise.
        if let Some((&(v, w), _)) =
            links.iter().find(|&(&(v, w), width)| links.get(&(to(v), to(w))) != Some(width))
        {
            return Ok(Verdict::Refuted(BadSymmetry::Link(i, v, w)));
        }
        let image = |item: usize| match claim.transitive_on {
            TransitiveOn::Vertices => to(item as u64) as usize,
            TransitiveOn::Edges => {
                let (v, w) = edges[item];
                places[&(to(v).min(to(w)), to(v).max(to(w)))]
            }
        };
        (0..items).for_each(|item| join(&mut orbit, item, image(item)));
        watch.advance(1);
    }
    let apart = (1..items).find(|&item| root(&orbit, item) != root(&orbit, 0));
    Ok(match apart {
        None => Verdict::Holds(items as u64),
        Some(item) => {
            let text = |item: usize| match claim.transitive_on {
                TransitiveOn::Vertices => format!("node {item}"),
                TransitiveOn::Edges => format!("link {}–{}", edges[item].0, edges[item].1),
            };
            Verdict::Refuted(BadSymmetry::Orbits(text(0), text(item)))
        }
    })
}

fn root(orbit: &[usize], mut item: usize) -> usize {
    while orbit[item] != item {
        item = orbit[item];
    }
    item
}

fn join(orbit: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(orbit, a), root(orbit, b));
    orbit[a.max(b)] = a.min(b);
}
