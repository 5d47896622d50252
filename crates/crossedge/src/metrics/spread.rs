//! A bound from below on every cut into halves: what all pairs of endpoints send is spread evenly over their shortest ways, and no link is busier
//! than the busiest. An embedding of the complete graph (Leighton, Introduction to parallel algorithms and architectures, 1992).

use crate::net::{Faults, Node, Port, Structure};
use crate::progress::{Progress, Stopped};
use num_bigint::BigUint;
use rayon::prelude::*;

/// Networks of more nodes are not looked at.
pub const MAX_NODES: u64 = 1 << 15;

/// Nor larger ones, in pairs of an endpoint and a link from both ends.
const MAX_WORK: u64 = 1 << 29;

/// What is lost to rounding at most: every number is a sum of positive ones.
const SLACK: f64 = 1e-9;

struct Arcs {
    first: Vec<usize>,
    to: Vec<u32>,
    width: Vec<f64>,
    /// Dead endpoints, which nobody sends to.
    gone: Vec<bool>,
}

/// At least so much width lies between any two halves of the endpoints; `None` where the network is too large or falls apart.
pub fn least_cut(net: &dyn Structure, watch: &dyn Progress) -> Result<Option<BigUint>, Stopped> {
    let ends = net.endpoints();
    let Some(most) = busiest(net, &Faults::none(), watch)? else { return Ok(None) };
    let pairs = (ends / 2) as f64 * ends.div_ceil(2) as f64;
    let least = (pairs / most * (1.0 - SLACK) - SLACK).ceil();
    Ok((least < 9e15).then(|| BigUint::from(least.max(0.0) as u64)))
}

/// At least this is the uniform throughput, as a ratio: what each endpoint sends, spread evenly over its shortest ways, is carried. `None` where the
/// network is too large or falls apart.
pub fn at_least_by_shortest_ways(
    net: &dyn Structure,
    watch: &dyn Progress,
) -> Result<Option<(u64, u64)>, Stopped> {
    shortest_ways_around(net, &Faults::none(), watch)
}

/// The same of what faults leave: live endpoints send to each other over live links. `None` where they do not all reach each other.
pub fn shortest_ways_around(
    net: &dyn Structure,
    dead: &Faults,
    watch: &dyn Progress,
) -> Result<Option<(u64, u64)>, Stopped> {
    // Sums of rounded numbers depend on their order, in digits that are cut off here.
    const PARTS: u64 = 1_000_000;
    let alive = (0..net.endpoints()).filter(|v| !dead.node(Node(*v))).count();
    let others = alive.saturating_sub(1) as f64;
    let Some(most) = busiest(net, dead, watch)? else { return Ok(None) };
    let least = (others / most * (1.0 - SLACK) * PARTS as f64).floor();
    Ok((least < 9e15).then_some((least.max(0.0) as u64, PARTS)))
}

/// What the busiest link has, when every endpoint sends 1 to every other one, over its width.
fn busiest(net: &dyn Structure, dead: &Faults, watch: &dyn Progress) -> Result<Option<f64>, Stopped> {
    let ends = net.endpoints();
    let Some(arcs) = arcs(net, dead) else { return Ok(None) };
    let sources: Vec<u32> = (0..ends as u32).filter(|v| !dead.node(Node((*v).into()))).collect();
    let parts = sources.par_chunks(64).map(|chunk| {
        let mut loads = vec![0.0; arcs.to.len()];
        let whole =
            chunk.iter().all(|&s| !watch.stopped() && from(&arcs, s as usize, ends as usize, &mut loads));
        whole.then_some(loads)
    });
    let sum = parts.reduce(
        || Some(vec![0.0; arcs.to.len()]),
        |a, b| {
            let (mut a, b) = (a?, b?);
            a.iter_mut().zip(&b).for_each(|(a, b)| *a += b);
            Some(a)
        },
    );
    if watch.stopped() {
        return Err(Stopped);
    }
    let Some(loads) = sum else { return Ok(None) };
    let most = loads.iter().zip(&arcs.width).map(|(load, width)| load / width).fold(0.0, f64::max);
    Ok((most.is_finite() && most > 0.0).then_some(most))
}

fn arcs(net: &dyn Structure, dead: &Faults) -> Option<Arcs> {
    let (nodes, ends) = (net.nodes(), net.endpoints());
    if ends < 2 || nodes > MAX_WORK / ends {
        return None;
    }
    let gone = (0..ends).map(|v| dead.node(Node(v))).collect();
    let mut arcs = Arcs { first: vec![0], to: Vec::new(), width: Vec::new(), gone };
    for v in (0..nodes).map(Node) {
        let degree = if dead.node(v) { 0 } else { net.degree(v) };
        for port in (0..degree).map(Port) {
            let w = net.link(v, port).0;
            if dead.node(w) || dead.link(v, w) {
                continue;
            }
            arcs.to.push(w.0 as u32);
            arcs.width.push(net.width(net.link_class(v, port)) as f64);
        }
        if arcs.to.len() as u64 > MAX_WORK / ends {
            return None;
        }
        arcs.first.push(arcs.to.len());
    }
    Some(arcs)
}

/// Adds what one endpoint sends; false where it does not reach all others, or ways are too many to count (Brandes 2001).
fn from(arcs: &Arcs, source: usize, ends: usize, loads: &mut [f64]) -> bool {
    let n = arcs.first.len() - 1;
    let (mut far, mut ways) = (vec![u32::MAX; n], vec![0.0f64; n]);
    let mut order = vec![source as u32];
    (far[source], ways[source]) = (0, 1.0);
    let mut at = 0;
    while let Some(&v) = order.get(at) {
        at += 1;
        let v = v as usize;
        for &w in &arcs.to[arcs.first[v]..arcs.first[v + 1]] {
            let w = w as usize;
            if far[w] == u32::MAX {
                far[w] = far[v] + 1;
                order.push(w as u32);
            }
            if far[w] == far[v] + 1 {
                ways[w] += ways[v];
            }
        }
    }
    if far[..ends].iter().zip(&arcs.gone).any(|(far, gone)| *far == u32::MAX && !gone)
        || ways.iter().any(|ways| !ways.is_finite())
    {
        return false;
    }
    // What comes to a node for itself and for all behind it, from the farthest on.
    let mut passes = vec![0.0f64; n];
    for &v in order.iter().rev() {
        let v = v as usize;
        let mut through = f64::from(u8::from(v < ends));
        let places = arcs.first[v]..arcs.first[v + 1];
        for (&w, load) in arcs.to[places.clone()].iter().zip(&mut loads[places]) {
            let w = w as usize;
            if far[w] == far[v] + 1 {
                let share = passes[w] * ways[v] / ways[w];
                through += share;
                *load += share;
            }
        }
        passes[v] = through;
    }
    true
}
