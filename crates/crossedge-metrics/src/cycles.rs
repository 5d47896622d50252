//! Girth, the length of the shortest cycle, and path diversity, the mean number of shortest paths between two endpoints.
//!
//! Girth has a closed form for most constructions. Path diversity is always searched, and so is girth without a closed form: from every node, or
//! from node 0 only if the network is vertex-transitive. Networks for which this would take too long have no result.

use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Leaf, Network, Node, Parts, Port, Shape, Structure, follows, neighbors};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;
use rayon::prelude::*;

/// Work limit of searches from all nodes, in links.
const MAX_WORK: u64 = 1 << 31;

/// Returns the girth, the length of the shortest cycle. The outer `None` means that it is not known, the inner one that there is no cycle.
///
/// Theorems on elementary networks, products and duals are tried first. Otherwise a breadth-first search starts at every node, or at node 0 only if
/// the network is vertex-transitive: O(|V| (|V| + |E|)) or O(|V| + |E|). Beyond `MAX_WORK` the girth is not known.
pub fn girth(shape: &dyn Shape, watch: &dyn Progress) -> Result<Option<Known<Option<u64>>>, Stopped> {
    let proved = |value, why: &str| Ok(Some(Known::new(value, Evidence::proved(why))));
    match shape.parts() {
        Parts::Relabelled(same) => girth(same.as_ref(), watch),
        Parts::Leaf(Leaf::Path | Leaf::Star) => proved(None, "a tree has no cycle [elementary-girth]"),
        Parts::Leaf(Leaf::Complete) if shape.nodes() > 2u32.into() => {
            proved(Some(3), "any three nodes are linked [elementary-girth]")
        }
        Parts::Leaf(Leaf::Cube(d)) if d > 1 => proved(Some(4), "a square of two dimensions [product-girth]"),
        Parts::Leaf(Leaf::Ring) if shape.nodes() > 2u32.into() => match u64::try_from(&shape.nodes()) {
            Ok(n) => proved(Some(n), "the ring itself [elementary-girth]"),
            Err(_) => Ok(None),
        },
        Parts::Product(parts) if parts.iter().filter(|part| !part.nodes().is_one()).count() > 1 => {
            let mut least =
                Known::new(Some(4), Evidence::proved("links of two factors make a square [product-girth]"));
            for run in parts.chunk_by(std::sync::Arc::ptr_eq) {
                let Some(part_girth) = girth(run[0].as_ref(), watch)? else { return Ok(None) };
                if part_girth.value.is_some_and(|length| length < 4) {
                    let theorem = "a cycle of a factor that is shorter than a square [product-girth]";
                    least = Known::new(part_girth.value, follows(theorem, [part_girth.evidence]));
                }
            }
            Ok(Some(least))
        }
        Parts::Level(base) if base.nodes() > BigUint::one() => {
            let Some(inside) = girth(base.as_ref(), watch)? else { return Ok(None) };
            // Without any link inside there is no cycle at all.
            if base.degrees().keys().all(|&degree| degree == 0) {
                return proved(None, "cross-edges alone make no cycle [dual-girth]");
            }
            let theorem =
                "a cycle through a cross-edge changes class four times and moves four times [dual-girth]";
            let length = inside.value.unwrap_or(8).min(8);
            Ok(Some(Known::new(Some(length), follows(theorem, [inside.evidence]))))
        }
        _ => searched_girth(shape, watch),
    }
}

fn searched_girth(shape: &dyn Shape, watch: &dyn Progress) -> Result<Option<Known<Option<u64>>>, Stopped> {
    let Some((net, sources, how)) = search_sources(shape) else { return Ok(None) };
    watch.stage("shortest cycles", sources);
    let each = (0..sources).into_par_iter().map(|v| {
        watch.advance(1);
        if watch.stopped() { None } else { Some(shortest_cycle_from(net.as_ref(), Node(v))) }
    });
    let all = each.collect::<Option<Vec<Option<u64>>>>().ok_or(Stopped)?;
    Ok(Some(Known::new(all.into_iter().flatten().min(), Evidence::computed(how))))
}

/// The network, and the number of sources to search from, starting at node 0; one is enough if all nodes are equivalent.
fn search_sources(shape: &dyn Shape) -> Option<(std::sync::Arc<dyn Structure>, u64, String)> {
    let nodes = shape.check().ok()?;
    let links = u64::try_from(&crossedge_lang::net::links(shape)).ok()?;
    let one = shape.node_symmetric();
    let sources = if one.is_some() { 1 } else { nodes };
    (sources.saturating_mul(links) <= MAX_WORK).then_some(())?;
    let net = shape.network().ok()?;
    let how = match one {
        Some(why) => format!("search from node 0 [bfs]; one source is enough [one-source]: {why}"),
        None => "search from every node [bfs]".to_owned(),
    };
    Some((net, sources, how))
}

/// Length of the shortest closed walk found by a search from `source`. It is at least the girth, and equal to it if `source` is on a shortest cycle.
fn shortest_cycle_from(net: &dyn Network, source: Node) -> Option<u64> {
    use std::collections::HashMap;
    let mut seen: HashMap<Node, (u64, Node)> = HashMap::from([(source, (0, source))]);
    let mut row = vec![source];
    let mut best: Option<u64> = None;
    let mut depth = 0;
    while !row.is_empty() && best.is_none_or(|length| 2 * depth + 1 < length) {
        let mut after = Vec::new();
        for &v in &row {
            let from = seen[&v].1;
            for w in neighbors(net, v) {
                match seen.get(&w) {
                    None => {
                        seen.insert(w, (depth + 1, v));
                        after.push(w);
                    }
                    Some(&(other, _)) if w != from => {
                        let length = depth + other + 1;
                        best = Some(best.map_or(length, |known| known.min(length)));
                    }
                    Some(_) => {}
                }
            }
        }
        row = after;
        depth += 1;
    }
    best
}

/// Returns the mean number of shortest paths between two endpoints, over ordered pairs.
///
/// `None` if the network is disconnected, has fewer than two endpoints, or is too large: searches take O(|V| (|V| + |E|)), at most `MAX_WORK`.
pub fn path_diversity(
    shape: &dyn Shape,
    watch: &dyn Progress,
) -> Result<Option<Known<(BigUint, BigUint)>>, Stopped> {
    let Some((net, sources, how)) = search_sources(shape) else { return Ok(None) };
    let ends = net.endpoints();
    if ends < 2 {
        return Ok(None);
    }
    let sources = sources.min(ends);
    watch.stage("shortest paths", sources);
    let each = (0..sources).into_par_iter().map(|v| {
        watch.advance(1);
        if watch.stopped() { Err(Stopped) } else { Ok(shortest_path_count(net.as_ref(), v)) }
    });
    let Some(all) =
        each.collect::<Result<Vec<Option<BigUint>>, Stopped>>()?.into_iter().sum::<Option<BigUint>>()
    else {
        return Ok(None);
    };
    let pairs = BigUint::from(sources) * (ends - 1);
    let common = all.gcd(&pairs);
    Ok(Some(Known::new((all / &common, pairs / common), Evidence::computed(how))))
}

/// Number of shortest paths that lead from an endpoint to all others together.
fn shortest_path_count(net: &dyn Structure, source: u64) -> Option<BigUint> {
    let n = net.nodes() as usize;
    let (mut distances, mut path_counts) = (vec![u32::MAX; n], vec![0u128; n]);
    let mut order = vec![source];
    (distances[source as usize], path_counts[source as usize]) = (0, 1);
    let mut at = 0;
    while let Some(&v) = order.get(at) {
        at += 1;
        for port in (0..net.degree(Node(v))).map(Port) {
            let (v, w) = (v as usize, net.link(Node(v), port).0.0 as usize);
            if distances[w] == u32::MAX {
                distances[w] = distances[v] + 1;
                order.push(w as u64);
            }
            if distances[w] == distances[v] + 1 {
                path_counts[w] = path_counts[w].checked_add(path_counts[v])?;
            }
        }
    }
    let ends = net.endpoints() as usize;
    if distances[..ends].contains(&u32::MAX) {
        return None;
    }
    let others = (0..ends).filter(|&v| v != source as usize);
    Some(others.map(|v| BigUint::from(path_counts[v])).sum())
}
