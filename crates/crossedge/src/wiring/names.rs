//! Nodes whose labels are wrong: most of the cables of such a node are those of another.

use super::{CableEnd, Wiring};
use std::collections::BTreeMap;

/// Number of passes over the labels: neighbours of misnamed nodes are clearer when these have their names.
const LABEL_PASSES: usize = 4;

/// The true identity of every node, by the cables of its neighbours; a node whose own cables mostly agree with its name keeps it.
/// A node of one cable keeps its name if the plan has it: to exchange two such names is to exchange two cables.
pub fn misnamed(plan: &Wiring, built: &Wiring) -> Vec<u32> {
    let mut is: Vec<u32> = (0..built.nodes()).collect();
    for _ in 0..LABEL_PASSES {
        let now = built.renamed(&is);
        let wanted = consistent_names(&now, better_names(plan, &now));
        if wanted.is_empty() {
            break;
        }
        for name in &mut is {
            *name = *wanted.get(name).unwrap_or(name);
        }
    }
    is
}

/// Number of cables of node `v` are those that node `as_` has in the plan.
fn matching_cables(plan: &Wiring, now: &Wiring, v: u32, as_: u32) -> usize {
    let end = |other: CableEnd| if other.0 == v { (as_, other.1) } else { other };
    now.row(v).iter().filter(|&&(port, other)| plan.at((as_, port)) == Some(end(other))).count()
}

/// Nodes that would better be called otherwise, and how.
fn better_names(plan: &Wiring, now: &Wiring) -> BTreeMap<u32, u32> {
    let mut out = BTreeMap::new();
    for v in 0..now.nodes() {
        let cables = now.row(v).len();
        let unknown = v >= plan.nodes();
        if cables == 0 || (cables < 2 && !unknown) {
            continue;
        }
        let own = matching_cables(plan, now, v, v);
        if 2 * own >= cables {
            continue;
        }
        let mut votes = BTreeMap::<u32, usize>::new();
        for &(port, other) in now.row(v) {
            if let Some((is, back)) = plan.at(other)
                && back == port
                && plan.is_switch(is) == now.is_switch(v)
            {
                *votes.entry(is).or_default() += 1;
            }
        }
        // Of equals the first.
        let best = votes.into_iter().rev().max_by_key(|&(_, count)| count);
        if let Some((is, count)) = best
            && count > own
            && 2 * count > cables
            && (count > 1 || unknown)
            && is != v
        {
            out.insert(v, is);
        }
    }
    out
}

/// A consistent subset: the current holder of a name gives it up, or does not exist.
fn consistent_names(now: &Wiring, mut wanted: BTreeMap<u32, u32>) -> BTreeMap<u32, u32> {
    loop {
        let mut takers = BTreeMap::<u32, u32>::new();
        wanted.values().for_each(|&is| *takers.entry(is).or_default() += 1);
        let may = |is: u32| takers[&is] == 1 && (now.row(is).is_empty() || wanted.contains_key(&is));
        let kept: BTreeMap<u32, u32> =
            wanted.iter().map(|(&v, &is)| (v, is)).filter(|&(_, is)| may(is)).collect();
        if kept.len() == wanted.len() {
            break;
        }
        wanted = kept;
    }
    // A node that is not there takes the name that is left over, so that names stay all different.
    let starts: Vec<u32> = wanted.keys().copied().filter(|v| !wanted.values().any(|is| is == v)).collect();
    for start in starts {
        let mut last = start;
        while let Some(&next) = wanted.get(&last) {
            last = next;
        }
        wanted.insert(last, start);
    }
    wanted
}
