//! Collectives down all the trees of a root at once, or of all roots: trees that are arc-disjoint ([`Trees`]) carry as much as all links of a node.

mod all_roots;
mod forest;
mod lines;
mod parcels;
mod pipeline;

pub(super) use forest::Forest;
pub(super) use lines::{LineTable, NumberedArcs};
pub(super) use parcels::Parcels;
pub(super) use pipeline::Pipeline;

use super::catalog::{Algorithm, Beyond, NOT_CONNECTED, Rings, ScheduleRequest, Unmade, not_printed};
use super::{Action, Collective, Kind, Listed, NoTrees, Schedule, Trees};
use crossedge_core::progress::Silent;
use crossedge_lang::net::Structure;

/// Down trees that are arc-disjoint.
pub static TREES: Algorithm = Algorithm {
    name: "trees",
    summary: "in pieces down as many trees as there are links at a node, no two on one link; for all ports",
    paper: "Edmonds (1973); Johnsson, Ho (1989) for cubes; this project for duals",
    kinds: &[
        Kind::Broadcast,
        Kind::Scatter,
        Kind::Gather,
        Kind::Reduce,
        Kind::AllGather,
        Kind::ReduceScatter,
        Kind::AllReduce,
    ],
    usual: &[],
    printed: not_printed,
    most_nodes: |kind| match kind {
        Kind::AllGather => 2048,
        // The state of a piece at a node is a set of nodes.
        Kind::ReduceScatter => 512,
        Kind::Scatter | Kind::Gather => 1 << 13,
        _ => 1 << 15,
    },
    beyond: Beyond::Trees,
    rings: Rings::None,
    in_pieces: true,
    multi_hop: false,
    by_rule: false,
    make: |net, order| make_schedule(net.as_ref(), order),
};

fn make_schedule(net: &dyn Structure, order: &ScheduleRequest<'_>) -> Result<Box<dyn Schedule>, Unmade> {
    let of = Collective::new(order.kind, net.nodes(), order.root.0, order.bytes);
    let trees = Trees::of(net, &Silent).map_err(|no| match no {
        NoTrees::TooLarge { works, .. } => Unmade::TooLarge(works),
        NoTrees::Apart | NoTrees::Stopped => NOT_CONNECTED,
    })?;
    if trees.count() == 0 {
        return Ok(Box::new(Listed::new(of, Vec::new())));
    }
    match order.kind {
        Kind::AllGather | Kind::ReduceScatter => {
            if net.nodes() > trees.most_roots() {
                return Err(Unmade::TooLarge(trees.most_roots()));
            }
            let gather = Collective { kind: Kind::AllGather, ..of };
            let lines = all_roots::all_gather_table(net, &trees, gather).ok_or(NOT_CONNECTED)?;
            Ok(Box::new(if order.kind == Kind::AllGather { lines } else { lines.reversed(of, Action::Add) }))
        }
        kind => {
            let forest = Forest::from_trees(&trees, order.root, net.nodes()).ok_or(NOT_CONNECTED)?;
            match kind {
                Kind::Scatter | Kind::Gather => Ok(Box::new(Parcels::new(of, forest))),
                _ => Ok(Box::new(Pipeline::new(of, forest, order.pieces).ok_or(TOO_MANY)?)),
            }
        }
    }
}

/// Steps are counted in 32 bits.
pub(super) const TOO_MANY: Unmade = Unmade::NotHere("too many segments: the number of steps overflows");
