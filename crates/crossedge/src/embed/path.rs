//! A path through all nodes from one given node to another.
//!
//! Two neighbours on a ring: the ring, cut between them. Otherwise by search on a stored copy.

use super::cycle::{Found, Options, Sought, cycle, not_found};
use super::exact::Verdict;
use super::graph::{Faults, Graph};
use super::line::{cut, listed};
use super::reason;
use super::search;
use crate::net::{Node, Structure};
use crate::watch::{Stopped, Watch};
use std::sync::Arc;

/// A path through all nodes of a network from `from` to `to`, or the reason why there is none.
pub fn path(
    net: &dyn Structure,
    from: Node,
    to: Node,
    options: &Options,
    watch: &dyn Watch,
) -> Result<Sought<Found>, Stopped> {
    let nodes = net.nodes();
    if from == to && nodes > 1 {
        return Ok(Sought::Absent("a path has two different ends".to_owned()));
    }
    if let Sought::Found(found) = cycle(net, options, watch)?
        && let Some(open) = cut(&found.ring, from, to)
    {
        return Ok(Sought::Found(Found { ring: Arc::new(open), ..found }));
    }
    if nodes > options.budget.nodes {
        return Ok(not_found(nodes, &options.budget));
    }
    let graph = Graph::of(net, &Faults::none());
    let (Some(u), Some(v)) = (graph.number(from), graph.number(to)) else {
        return Ok(Sought::Absent("one of the ends is no node".to_owned()));
    };
    if nodes == 1 {
        return Ok(Sought::Found(found(&[0], nodes)));
    }
    if let Some(reason) = reason::no_path(&graph, u, v) {
        return Ok(Sought::Absent(reason));
    }
    if nodes == 2 {
        return Ok(Sought::Found(found(&[u, v], nodes)));
    }
    Ok(match search::path(&graph, u, v, &options.budget, watch)? {
        Verdict::Ring(order) => Sought::Found(found(&order, nodes)),
        Verdict::None => Sought::Absent("every way was tried, by search over forced links".to_owned()),
        Verdict::Unknown => not_found(nodes, &options.budget),
    })
}

fn found(order: &[u32], nodes: u64) -> Found {
    let order: Vec<u64> = order.iter().map(|&v| v.into()).collect();
    Found { ring: listed(&order, nodes, false), rules: vec!["search on the stored network"], searched: true }
}
