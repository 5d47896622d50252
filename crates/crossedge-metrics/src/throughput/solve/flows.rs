//! Results as flows on arcs, in integers: for certificates.

use super::generate::Solution;
use super::graph::ArcGraph;
use super::refine::Classes;
use super::solved::{Shown, Solved};
use super::ways::ShortestPathTree;
use super::weights::{SCALE, SolvedBounds, WHOLE};
use crossedge_core::model::certificate::Demands;
use crossedge_core::progress::{Progress, Stopped};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// A scale that stands for a packet per cycle, and for every source what it sends over arcs, in parts of it.
#[derive(Debug, Clone)]
pub struct Flows {
    /// The scale.
    pub scale: BigUint,
    /// Sources, and arcs with amounts.
    pub sources: Vec<(usize, Vec<(usize, BigUint)>)>,
}

/// Lengths of all arcs.
pub fn lengths(graph: &ArcGraph, solved: &Solved) -> Vec<BigUint> {
    match &solved.shown {
        Shown::Programme(shown) => {
            let (classes, solution) = shown.as_ref();
            (0..graph.arcs()).map(|a| solution.lengths[classes.of_arc[a] as usize].clone()).collect()
        }
        Shown::Rounds(bounds) => bounds.lengths.iter().map(|&length| length.into()).collect(),
    }
}

/// Flows of all sources.
pub fn flows(
    graph: &ArcGraph,
    demands: &Demands,
    solved: &Solved,
    watch: &dyn Progress,
) -> Result<Flows, Stopped> {
    let mut all = match &solved.shown {
        Shown::Programme(shown) => spread(graph, demands, &shown.0, &shown.1, watch)?,
        Shown::Rounds(bounds) => moved(graph, demands, bounds, watch)?,
    };
    // In numbers as small as can be.
    let amounts = all.sources.iter().flat_map(|(_, amounts)| amounts).map(|(_, amount)| amount);
    let common = amounts.fold(
        all.scale.clone(),
        |common, amount| {
            if common.is_one() { common } else { common.gcd(amount) }
        },
    );
    if !common.is_one() {
        all.scale /= &common;
        let amounts = all.sources.iter_mut().flat_map(|(_, amounts)| amounts);
        amounts.for_each(|(_, amount)| *amount /= &common);
    }
    all.sources.sort_unstable_by_key(|(source, _)| *source);
    Ok(all)
}

/// Every member of a class spreads as the one that stands for it, by the same lengths of classes.
fn spread(
    graph: &ArcGraph,
    demands: &Demands,
    classes: &Classes,
    solution: &Solution,
    watch: &dyn Progress,
) -> Result<Flows, Stopped> {
    let members: Vec<(usize, usize)> = (classes.sources.iter().enumerate())
        .flat_map(|(class, members)| members.iter().map(move |&s| (class, s)))
        .collect();
    watch.stage("flows of all sources", members.len() as u64);
    type Part<'a> = (BigUint, &'a BigUint, Vec<(usize, BigUint)>);
    let parts: Vec<(usize, Vec<Part<'_>>)> = members
        .par_iter()
        .map(|&(class, s)| {
            if watch.stopped() {
                return (s, Vec::new());
            }
            let own = solution.shares.iter().filter(|(spread, _)| spread.source == class);
            let parts = own.map(|(by, share)| {
                let length = |a: usize| by.lengths[classes.of_arc[a] as usize];
                let (over, amounts) =
                    ShortestPathTree::search(graph, s, length).spread_exactly(graph, demands, s, length);
                (over, share, amounts)
            });
            let parts = parts.collect();
            watch.advance(1);
            (s, parts)
        })
        .collect();
    if watch.stopped() {
        return Err(Stopped);
    }
    let overs = parts.iter().flat_map(|(_, parts)| parts).map(|(over, ..)| over);
    let common =
        overs.fold(
            BigUint::one(),
            |common, over| if (&common % over).is_zero() { common } else { common.lcm(over) },
        );
    let sources = parts
        .into_par_iter()
        .map(|(s, parts)| {
            let mut sums: BTreeMap<usize, BigUint> = BTreeMap::new();
            for (over, share, amounts) in parts {
                let times = &common / over * share;
                for (a, amount) in amounts {
                    *sums.entry(a).or_default() += amount * &times;
                }
            }
            (s, sums.into_iter().collect())
        })
        .collect();
    Ok(Flows { scale: common * &solution.over * demands.unit(), sources })
}

/// Sources that moved alone have reported their load; others are spread again, table by table.
fn moved(
    graph: &ArcGraph,
    demands: &Demands,
    bounds: &SolvedBounds,
    watch: &dyn Progress,
) -> Result<Flows, Stopped> {
    watch.stage("flows of all sources", bounds.groups.iter().map(|group| group.sources.len() as u64).sum());
    let mut sources = Vec::new();
    for group in &bounds.groups {
        if let [alone] = group.sources[..] {
            let amounts = group.loads.iter().map(|&(a, load)| (a as usize, load.into()));
            sources.push((alone, amounts.collect()));
            watch.advance(1);
            continue;
        }
        let each = group.sources.par_iter().map(|&s| {
            let mut sums: BTreeMap<usize, u128> = BTreeMap::new();
            for (table, share) in group.shares.iter().filter(|_| !watch.stopped()) {
                let length = |a: usize| bounds.tables[*table][a];
                let ways = ShortestPathTree::search(graph, s, length);
                ways.spread_whole(graph, demands, s, SCALE, length, |a, amount| {
                    *sums.entry(a).or_default() += u128::from(amount) * u128::from(*share);
                });
            }
            watch.advance(1);
            (s, sums.into_iter().map(|(a, amount)| (a, amount.into())).collect())
        });
        sources.extend(each.collect::<Vec<_>>());
        if watch.stopped() {
            return Err(Stopped);
        }
    }
    Ok(Flows { scale: BigUint::from(SCALE) * WHOLE * demands.unit(), sources })
}
