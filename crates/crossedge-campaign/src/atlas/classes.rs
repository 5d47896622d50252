//! Isomorphic networks among records: the same invariants, then the same colours, then a map that is verified.

use super::records::RecordRow;
use crossedge::Topology;
use crossedge::recognize::{CabledGraph, Search, cabled_graph, isomorphism};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Larger networks are compared by their expressions alone.
pub const MAX_COMPARED: u64 = 128;

/// Rounds of colouring before maps are searched for.
const ROUNDS: usize = 4;

/// For every record the first record, in their order, that is the same network by a verified map.
pub fn same_networks(rows: &[RecordRow<'_>]) -> Vec<Option<usize>> {
    let mut alike: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        if row.count("nodes").is_some_and(|nodes| nodes <= MAX_COMPARED) {
            let counts = ["nodes", "endpoints", "links", "degree_min", "degree_max", "diameter", "girth"];
            let mut key: Vec<u64> = counts.iter().map(|name| row.count(name).unwrap_or(u64::MAX)).collect();
            key.push(row.number("mean_distance").map_or(0, f64::to_bits));
            alike.entry(key).or_default().push(at);
        }
    }
    let found: Vec<(usize, usize)> = alike
        .into_values()
        .collect::<Vec<_>>()
        .into_par_iter()
        .filter(|alike| alike.len() > 1)
        .flat_map_iter(|alike| same_among(rows, &alike))
        .collect();
    let mut same = vec![None; rows.len()];
    found.into_iter().for_each(|(one, first)| same[one] = Some(first));
    same
}

/// Pairs of a record and the first one that is the same.
fn same_among(rows: &[RecordRow<'_>], alike: &[usize]) -> Vec<(usize, usize)> {
    let mut firsts: BTreeMap<u64, Vec<(usize, CabledGraph)>> = BTreeMap::new();
    let mut same = Vec::new();
    for &at in alike {
        let Some(graph) = rows[at].expression().and_then(graph) else { continue };
        let of_colour = firsts.entry(colour(&graph)).or_default();
        match of_colour.iter().find(|(_, first)| matches!(isomorphism(first, &graph), Search::Found(_))) {
            Some((first, _)) => same.push((at, *first)),
            None => of_colour.push((at, graph)),
        }
    }
    same
}

/// The network with roles and widths.
fn graph(expression: &str) -> Option<CabledGraph> {
    let net: Topology = expression.parse().ok()?;
    Some(cabled_graph(net.network_if_it_fits()?.as_ref(), true))
}

/// A number that isomorphic graphs share: colours refined a few times.
fn colour(graph: &CabledGraph) -> u64 {
    let hash = |value: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        value(&mut hasher);
        hasher.finish()
    };
    let mut colours: Vec<u64> = graph.kinds.iter().map(|&kind| u64::from(kind)).collect();
    for _ in 0..ROUNDS {
        colours = (0..colours.len())
            .map(|v| {
                let mut around: Vec<(u64, u64)> =
                    graph.links[v].iter().map(|&(w, width)| (colours[w as usize], width)).collect();
                around.sort_unstable();
                hash(&|hasher| (colours[v], &around).hash(hasher))
            })
            .collect();
    }
    colours.sort_unstable();
    hash(&|hasher| colours.hash(hasher))
}
