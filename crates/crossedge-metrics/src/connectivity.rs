//! Vertex and edge connectivity: the minimum number of nodes, or links, whose failure disconnects the network.
//!
//! *Nodes.* A connected network whose nodes are all equivalent and in which no four nodes are all linked has connectivity equal to its degree
//! (Mader, Über den Zusammenhang symmetrischer Graphen, 1970). Of a product it is the least of κ(G)·|H|, κ(H)·|G| and δ(G) + δ(H), δ the least
//! degree (Špacapan, Connectivity of Cartesian products of graphs, 2008). A dual construction has as many disjoint paths as the smaller degree
//! of both ends. Else flows settle it: a node either survives a smallest cut, and then it is separated from some node that it is not linked
//! to, or it is in every one, and then two of its neighbours are separated (Esfahanian, Hakimi 1984).
//!
//! *Links.* Where nodes are equivalent it is the degree (Mader, Minimale n-fach kantenzusammenhängende Graphen, 1971); so it is wherever the node
//! connectivity is (Whitney 1932), and where the diameter is at most 2 (Plesník 1975). Products: as for nodes (Xu, Yang 2006). Else flows settle it:
//! from one node of a dominating set to the others of it (Matula 1987).

use super::menger::Menger;
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Leaf, Parts, Shape, Table, follows, links, reasons};
use num_bigint::BigUint;
use num_traits::{One, ToPrimitive};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Work limit of the flows, in links times searches.
const MAX_WORK: u64 = 1 << 31;

/// Bounds on a connectivity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Connectivity {
    /// Lower bound.
    pub lower: u64,
    /// Upper bound; equal to `lower` if the value is exact.
    pub upper: u64,
}

/// The failing components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Component {
    Nodes,
    Links,
}

fn least_degree(shape: &dyn Shape) -> u64 {
    shape.degrees().keys().next().copied().unwrap_or(0)
}

/// Vertex connectivity: the minimum number of nodes whose removal disconnects the network, or leaves a single node.
///
/// Theorems on symmetry, products and duals are tried first. Otherwise, with least degree δ, it takes at most n - δ - 1 + δ(δ - 1)/2 maximum flows on the
/// stored graph (Esfahanian, Hakimi 1984); beyond `MAX_WORK` the result is an interval that ends at δ. `connected` promises that the network is
/// connected, and improves its lower bound. Flows are computed in networks and parts of at most `most` nodes.
///
/// # Errors
///
/// [`Stopped`] if `watch` requests it.
pub fn connectivity(
    shape: &dyn Shape,
    connected: bool,
    most: u64,
    watch: &dyn Progress,
) -> Result<Known<Connectivity>, Stopped> {
    let why = "the neighbours of a node of the smallest degree cut it off [degree-bound]";
    Ok(known_value(exact_connectivity(shape, Component::Nodes, most, watch)?, shape, connected, why))
}

/// Edge connectivity: the minimum number of links whose removal disconnects the network. Theorems first, otherwise maximum flows between the nodes of a
/// dominating set (Matula 1987), or an interval, as for [`connectivity`].
///
/// # Errors
///
/// [`Stopped`] if `watch` requests it.
pub fn edge_connectivity(
    shape: &dyn Shape,
    connected: bool,
    most: u64,
    watch: &dyn Progress,
) -> Result<Known<Connectivity>, Stopped> {
    let why = "the links of a node of the smallest degree cut it off [degree-bound]";
    Ok(known_value(exact_connectivity(shape, Component::Links, most, watch)?, shape, connected, why))
}

fn known_value(
    exact: Option<Known<u64>>,
    shape: &dyn Shape,
    connected: bool,
    why: &str,
) -> Known<Connectivity> {
    let upper = least_degree(shape);
    match exact {
        Some(known) => known.map(|value| Connectivity { lower: value, upper: value }),
        None => {
            let bounds = Connectivity { lower: u64::from(connected).min(upper), upper };
            Known::new(bounds, Evidence::bounded(why))
        }
    }
}

/// By a theorem, else by flows; `None` if the network is too large for them.
fn exact_connectivity(
    shape: &dyn Shape,
    of: Component,
    most: u64,
    watch: &dyn Progress,
) -> Result<Option<Known<u64>>, Stopped> {
    if let Parts::Relabelled(same) = shape.parts() {
        return exact_connectivity(same.as_ref(), of, most, watch);
    }
    if let Some(known) = by_symmetry(shape, of).or_else(|| of_leaf(shape)) {
        return Ok(Some(known));
    }
    let by_parts = match shape.parts() {
        Parts::Product(parts) => product(parts, of, most, watch)?,
        Parts::Level(base) => dual_connectivity(base.as_ref(), most, watch)?,
        _ => None,
    };
    if by_parts.is_some() {
        return Ok(by_parts);
    }
    if of == Component::Links
        && let Some(diameter) = shape.diameter().filter(|diameter| diameter.value <= 2u32.into())
    {
        let theorem = "Plesník 1975: the diameter is at most 2 [plesnik-edge-connectivity]";
        return Ok(Some(Known::new(least_degree(shape), follows(theorem, [diameter.evidence]))));
    }
    by_flow(shape, of, most, watch)
}

/// All nodes are equivalent.
fn by_symmetry(shape: &dyn Shape, of: Component) -> Option<Known<u64>> {
    let why = shape.node_symmetric()?;
    // Distances that a theorem gives are those of a connected network.
    shape.diameter()?;
    let why = match of {
        Component::Nodes if k4_free(shape) => {
            format!("Mader 1970: vertex-transitive ({why}) and K4-free [mader-connectivity]")
        }
        Component::Nodes => return None,
        Component::Links => format!("Mader 1971: vertex-transitive ({why}) [mader-connectivity]"),
    };
    Some(Known::new(least_degree(shape), Evidence::proved(why)))
}

fn of_leaf(shape: &dyn Shape) -> Option<Known<u64>> {
    let several = shape.nodes() > BigUint::one();
    let (value, why) = match shape.parts() {
        _ if !several => (0, "one node [single-node]"),
        Parts::Leaf(Leaf::Complete) => {
            (least_degree(shape), "every two nodes are linked [complete-distance]")
        }
        Parts::Leaf(Leaf::Path | Leaf::Star) => (1, "a tree [elementary-connectivity]"),
        Parts::Leaf(Leaf::Ring | Leaf::Cube(_)) => {
            (least_degree(shape), "closed form of the base [elementary-connectivity]")
        }
        _ => return None,
    };
    Some(Known::new(value, Evidence::proved(why)))
}

fn product(
    parts: &[Arc<dyn Shape>],
    of: Component,
    most: u64,
    watch: &dyn Progress,
) -> Result<Option<Known<u64>>, Stopped> {
    // Facts about the factors processed: connectivity, least degree, nodes.
    let mut all: Option<(BigUint, u64, BigUint)> = None;
    let mut evidence = Vec::new();
    for run in parts.chunk_by(Arc::ptr_eq) {
        let part = run[0].as_ref();
        if part.nodes().is_one() {
            continue;
        }
        let Some(known) = exact_connectivity(part, of, most, watch)?.filter(|known| known.value > 0) else {
            return Ok(None);
        };
        evidence.push(known.evidence);
        for _ in run {
            let one = (BigUint::from(known.value), least_degree(part), part.nodes());
            all = Some(match all {
                None => one,
                Some((k, degree, nodes)) => {
                    let sum = degree + one.1;
                    let least = (k * &one.2).min(one.0 * &nodes).min(sum.into());
                    (least, sum, nodes * one.2)
                }
            });
        }
    }
    let theorem = match of {
        Component::Nodes => "Špacapan 2008: connectivity of a product [product-connectivity]",
        Component::Links => "Xu and Yang 2006: edge connectivity of a product [product-edge-connectivity]",
    };
    let value = all.and_then(|(value, ..)| value.to_u64());
    Ok(value.map(|value| Known::new(value, follows(theorem, evidence))))
}

/// As many disjoint paths as the smaller degree of both ends, for every connected base of two nodes and more.
fn dual_connectivity(
    base: &dyn Shape,
    most: u64,
    watch: &dyn Progress,
) -> Result<Option<Known<u64>>, Stopped> {
    let theorem = "disjoint paths of the dual construction over a connected base, as many as links at the smaller end [dual-disjoint-paths]";
    let evidence = match base.diameter() {
        _ if base.nodes() <= BigUint::one() => return Ok(None),
        Some(diameter) => diameter.evidence,
        None => {
            match exact_connectivity(base, Component::Links, most, watch)?.filter(|known| known.value > 0) {
                Some(known) => known.evidence,
                None => return Ok(None),
            }
        }
    };
    let proved = matches!(evidence, Evidence::Proved(_));
    let why = if proved { theorem.to_owned() } else { reasons([theorem.to_owned(), evidence.by()]) };
    let evidence = if proved { Evidence::proved(why) } else { Evidence::computed(why) };
    Ok(Some(Known::new(least_degree(base) + 1, evidence)))
}

/// Returns `true` if no four nodes are all linked to each other; false also when that is not known.
fn k4_free(shape: &dyn Shape) -> bool {
    match shape.parts() {
        Parts::Relabelled(same) => k4_free(same.as_ref()),
        // Four nodes that are all linked differ in one coordinate only.
        Parts::Product(parts) => parts.iter().all(|part| k4_free(part.as_ref())),
        Parts::Expansion(re) => {
            k4_free(re.unit().as_ref()) && re.frames().iter().all(|f| k4_free(f.as_ref()))
        }
        // A cross-edge is in no triangle.
        Parts::Level(base) => k4_free(base.as_ref()),
        Parts::Leaf(Leaf::Path | Leaf::Ring | Leaf::Star | Leaf::Cube(_)) => true,
        Parts::Leaf(Leaf::Complete) => shape.nodes() < 4u32.into(),
        Parts::Leaf(Leaf::FoldedCube(dimensions)) => dimensions > 2,
        Parts::Leaf(Leaf::Wk { base, .. }) => base < 4,
        // Two points have one line in common, so that two nodes have at most one neighbour in common.
        Parts::Leaf(Leaf::Polarity(_)) => true,
        Parts::Leaf(
            Leaf::Dragonfly { .. }
            | Leaf::Composed { .. }
            | Leaf::Paley(_)
            | Leaf::Iq(_)
            | Leaf::Tree
            | Leaf::NotNested
            | Leaf::Other,
        )
        | Parts::Made(_) => false,
    }
}

fn by_flow(
    shape: &dyn Shape,
    of: Component,
    most: u64,
    watch: &dyn Progress,
) -> Result<Option<Known<u64>>, Stopped> {
    let Ok(nodes) = shape.check() else { return Ok(None) };
    if nodes > most {
        return Ok(None);
    }
    let arcs = u64::try_from(links(shape) * 2u32).unwrap_or(u64::MAX);
    let degree = least_degree(shape);
    let pairs = match of {
        Component::Nodes => nodes.saturating_add(degree.saturating_mul(degree) / 2),
        Component::Links => nodes,
    };
    if pairs.saturating_mul(degree.max(1)).saturating_mul(arcs) > MAX_WORK {
        return Ok(None);
    }
    let Ok(net) = shape.network() else { return Ok(None) };
    let Ok(graph) = Table::try_of(net.as_ref()) else { return Ok(None) };
    let (pairs, why) = match of {
        Component::Nodes => {
            let why = "maximum flows from a node and between its neighbours (Esfahanian, Hakimi 1984) [esfahanian-hakimi]";
            (separated_pairs(&graph), why)
        }
        Component::Links => {
            let set = dominating_set(&graph);
            let pairs = set[1..].iter().map(|&w| (set[0], w)).collect();
            let why = "maximum flows from a node of a dominating set to the others (Matula 1987) [dominating-set-cut]";
            (pairs, why)
        }
    };
    let value = least_flow(&graph, &pairs, of, degree, watch)?;
    Ok(Some(Known::new(value, Evidence::computed(why))))
}

/// Nodes to one of which every other node is linked: each one is the first that is not linked to those before.
fn dominating_set(graph: &Table) -> Vec<u32> {
    let n = graph.nodes() as usize;
    let mut dominated = vec![false; n];
    let mut set = Vec::new();
    for v in 0..n {
        if !dominated[v] {
            set.push(v as u32);
            dominated[v] = true;
            graph.row(v).iter().for_each(|&w| dominated[w as usize] = true);
        }
    }
    set
}

/// Pairs of nodes without a link of which some smallest cut parts one.
fn separated_pairs(graph: &Table) -> Vec<(u32, u32)> {
    let n = graph.nodes() as u32;
    let linked = |v: u32, w: u32| graph.row(v as usize).binary_search(&w).is_ok();
    let from = (0..n).min_by_key(|&v| graph.row(v as usize).len()).unwrap_or(0);
    let mut pairs: Vec<(u32, u32)> =
        (0..n).filter(|&w| w != from && !linked(from, w)).map(|w| (from, w)).collect();
    let around = graph.row(from as usize);
    for (i, &v) in around.iter().enumerate() {
        pairs.extend(around[i + 1..].iter().filter(|&&w| !linked(v, w)).map(|&w| (v, w)));
    }
    pairs
}

fn least_flow(
    graph: &Table,
    pairs: &[(u32, u32)],
    of: Component,
    most: u64,
    watch: &dyn Progress,
) -> Result<u64, Stopped> {
    watch.stage("flows for the connectivity", pairs.len() as u64);
    let least = AtomicU64::new(most);
    let each = pairs.par_chunks(32).map_init(
        || Menger::new(graph),
        |flows, chunk| {
            for &(a, b) in chunk {
                if watch.stopped() {
                    return Err(Stopped);
                }
                // Values above the current minimum need not be counted.
                let enough = least.load(Ordering::Relaxed);
                let flow = match of {
                    Component::Nodes => flows.by_nodes(a, b, enough),
                    Component::Links => flows.by_links(a, b, enough),
                };
                least.fetch_min(flow, Ordering::Relaxed);
            }
            watch.advance(chunk.len() as u64);
            Ok(())
        },
    );
    each.collect::<Result<(), Stopped>>()?;
    Ok(least.load(Ordering::Relaxed))
}
