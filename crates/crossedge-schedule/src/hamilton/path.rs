//! A path through all nodes from one given node to another.
//!
//! Two neighbours on a ring: the ring, cut between them. Complete graphs, cubes and dual constructions: in closed form, if any two nodes, or
//! any two of opposite sides, are joined. Otherwise by search on a stored copy.

use super::connected::{DUAL_RULE, Joint, plain_dual_level};
use super::dual_path::theorem;
use super::find::{RingOptions, Sought, cycle, not_found};
use super::obstruction;
use super::orders::{listed_order, open_between};
use super::search::budget;
use super::search::forced::SearchOutcome;
use super::search::graph::SortedGraph;
use crossedge_core::model::FoundRing;
use crossedge_core::model::NodeOrder;
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Faults, Node, Parts, Structure};
use std::sync::Arc;

/// A path through all living nodes of a network from `from` to `to`, which live, or the reason why there is none.
pub fn path(
    net: &dyn Structure,
    from: Node,
    to: Node,
    faults: &Faults,
    options: &RingOptions,
    watch: &dyn Progress,
) -> Result<Sought<FoundRing>, Stopped> {
    let nodes = net.nodes();
    if from == to && nodes > 1 {
        return Ok(Sought::Absent("a path has two different ends".to_owned()));
    }
    if let Sought::Found(found_ring) = cycle(net, options, watch)?
        && let Some(open) = open_between(&found_ring.ring, from, to)
        && avoids_faults(&open, faults)
    {
        return Ok(Sought::Found(FoundRing { ring: Arc::new(open), ..found_ring }));
    }
    match by_rule(net, from, to, options, watch)? {
        Some(Sought::Found(found_ring)) if !avoids_faults(found_ring.ring.as_ref(), faults) => {}
        // With dead nodes the sides change, and another reason may hold or none.
        Some(Sought::Absent(_)) if faults.node_count() > 0 => {}
        Some(answer) => return Ok(answer),
        None => {}
    }
    if nodes > options.budget.nodes {
        return Ok(not_found(nodes, &options.budget));
    }
    let graph = SortedGraph::live_part(net, faults);
    let (Some(u), Some(v)) = (graph.number(from), graph.number(to)) else {
        return Ok(Sought::Absent("one of the endpoints is not a node".to_owned()));
    };
    if graph.len() == 1 {
        return Ok(Sought::Found(found_ring(&graph, &[0], nodes)));
    }
    if let Some(reason) = obstruction::no_path(&graph, u, v) {
        return Ok(Sought::Absent(reason));
    }
    if graph.len() == 2 {
        return Ok(Sought::Found(found_ring(&graph, &[u, v], nodes)));
    }
    Ok(match budget::path(&graph, u, v, &options.budget, watch)? {
        SearchOutcome::Ring(order) => Sought::Found(found_ring(&graph, &order, nodes)),
        SearchOutcome::None => Sought::Absent("exhaustive search over forced links".to_owned()),
        SearchOutcome::Unknown => not_found(nodes, &options.budget),
    })
}

/// The answer for a network that is known to join its nodes.
fn by_rule(
    net: &dyn Structure,
    from: Node,
    to: Node,
    options: &RingOptions,
    watch: &dyn Progress,
) -> Result<Option<Sought<FoundRing>>, Stopped> {
    let (joint, numbering) = match (plain_dual_level(net), net.parts()) {
        (Some(level), _) => (Joint::of(level.base().as_ref(), options, watch)?, Some(*level.numbering())),
        (None, Parts::Leaf(_)) if Joint::is_known_connected(net) => (Joint::of(net, options, watch)?, None),
        _ => return Ok(None),
    };
    let Some(joint) = joint.filter(|joint| numbering.is_none() || joint.hands_down()) else {
        return Ok(None);
    };
    // In a dual construction a node is on the side of its cluster, of its node inside, and of its class together.
    let place = |v: Node| match numbering {
        None => joint.side(v),
        Some(numbering) => {
            let at = numbering.place(v.0);
            joint.side(Node(at.cluster)) ^ joint.side(Node(at.node)) ^ at.class
        }
    };
    let half = net.nodes() >> 1;
    if joint.laceable && place(from) == place(to) {
        return Ok(Some(Sought::Absent(obstruction::parity_reason(from.0, to.0, true, half, half))));
    }
    let mut rules = joint.rules.clone();
    let searched = joint.searched;
    let ring: Arc<dyn NodeOrder> = match numbering {
        None => joint.join(from, to),
        Some(numbering) => {
            if !rules.contains(&DUAL_RULE) {
                rules.push(DUAL_RULE);
            }
            Arc::new(theorem::path(&Arc::new(joint), numbering, from, to))
        }
    };
    Ok(Some(Sought::Found(FoundRing { ring, rules, searched })))
}

/// Returns `true` if an open order uses nothing that is dead.
fn avoids_faults(ring: &dyn NodeOrder, faults: &Faults) -> bool {
    let beside = |(v, w)| match (ring.position_of(v), ring.position_of(w)) {
        (Some(p), Some(q)) => p.abs_diff(q) == 1,
        _ => false,
    };
    faults.node_count() == 0 && !faults.links().any(beside)
}

fn found_ring(graph: &SortedGraph, order: &[u32], nodes: u64) -> FoundRing {
    let order: Vec<u64> = order.iter().map(|&v| graph.id(v)).collect();
    FoundRing {
        ring: listed_order(&order, nodes, false),
        rules: vec!["search on the stored network [ring-search]"],
        searched: true,
    }
}
