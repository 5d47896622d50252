//! A ring around faults: through all living nodes, over living links only; else the longest that is found, and a bound.

use super::faults::SearchResources;
use super::find::{LOOKED_AT, RingOptions, Sought, not_found};
use super::obstruction;
use super::orders::listed_order;
use super::search::block;
use super::search::graph::SortedGraph;
use super::search::longest;
use crossedge_core::model::Around;
use crossedge_core::model::FoundRing;
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Faults, Structure};

/// A ring through the living nodes of a network: all of them where there is one, else as many as the search comes to, and a bound on
/// the longest. Absent only where no living links make a ring of any length.
pub fn around(
    net: &dyn Structure,
    faults: &Faults,
    options: &RingOptions,
    watch: &dyn Progress,
) -> Result<Sought<Around>, Stopped> {
    let work = SearchResources { options, watch };
    let known = work.ring(net, faults)?;
    if let Some(around) = &known
        && around.left_out == 0
    {
        return Ok(Sought::Found(around.clone()));
    }
    if net.nodes() > options.budget.nodes {
        return Ok(match (known, net.nodes() <= LOOKED_AT) {
            (Some(around), _) => Sought::Found(around),
            (None, false) => not_found(net.nodes(), &options.budget),
            (None, true) => {
                let graph = SortedGraph::live_part(net, faults);
                match (
                    block::blocks(&graph, &|_| true).iter().all(|b| b.len() < 3),
                    obstruction::no_ring(&graph),
                ) {
                    (true, _) => Sought::Absent(NO_RING.to_owned()),
                    (false, Some(reason)) => Sought::TooLarge(format!(
                        "no ring goes through all living nodes: {reason}. {} nodes are more than the {} of a search for a shorter one",
                        net.nodes(),
                        options.budget.nodes
                    )),
                    (false, None) => not_found(net.nodes(), &options.budget),
                }
            }
        });
    }
    let graph = SortedGraph::live_part(net, faults);
    let number = |p| known.as_ref().and_then(|around| graph.number(around.found_ring.ring.node_at(p)));
    let numbers =
        known.as_ref().and_then(|around| (0..around.found_ring.ring.positions()).map(number).collect());
    let Some(longest) = longest::ring(&graph, numbers, &options.budget, watch)? else {
        return Ok(Sought::Absent(NO_RING.to_owned()));
    };
    let (length, at_most, bound) = (longest.order.len() as u64, longest.at_most as u64, longest.by);
    if let Some(around) = known
        && around.found_ring.ring.positions() >= length
    {
        return Ok(Sought::Found(Around { at_most, bound, ..around }));
    }
    let ids: Vec<u64> = longest.order.iter().map(|&v| graph.id(v)).collect();
    let rules = vec![if length == at_most { longest::EXACT_METHOD } else { longest::SEARCH_METHOD }];
    let found_ring = FoundRing { ring: listed_order(&ids, net.nodes(), true), rules, searched: true };
    Ok(Sought::Found(Around { found_ring, left_out: graph.len() as u64 - length, at_most, bound }))
}

/// Why there is none.
const NO_RING: &str = "the living links make no ring, of any length";
