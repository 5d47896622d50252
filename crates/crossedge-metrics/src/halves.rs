//! Bisection of any network: the least width of all links between two halves of its endpoints, from below and from above.
//!
//! For a direct network with links of width one this is [`bisection()`](crate::bisection::bisection). Switches may be on either side, on the one that
//! cuts less: given the halves of the endpoints, a maximum flow places them.
//!
//! *Fat trees.* Let M hosts hang below a node of level i - 1, and W links lead up from all nodes of that level over the same hosts, by their
//! width. From above: half of these subtrees against the rest cuts their W links each. From below: pair the endpoints of the halves; every
//! pair can send min W/M at once, spread evenly over all up paths, because then the links up of a subtree carry at most M times that in all, evenly;
//! so do the links down. Both meet when the tightest level has an even number of subtrees. *Hosts* on routers are cut with their routers, or
//! all on one side of them; *products* along one factor; *planes* all equally.
//!
//! ```
//! use crossedge::metrics::halves::halves;
//! use crossedge::prelude::*;
//!
//! let net: Topology = "fattree(8)".parse()?;
//! let cut = halves(net.shape()).expect("a cut is known");
//! assert_eq!((cut.value.lower, cut.value.upper), (64u32.into(), 64u32.into()), "half of 128 hosts");
//! assert_eq!(cut.evidence.kind(), "proved");
//! # Ok::<(), crossedge::Error>(())
//! ```

use super::bisection::{self, Bisection, Cut, SearchLimits, SideRule, bisection_within, by_throughput};
use super::separate::FlowNetwork;
use super::spread;
use crossedge_core::evidence::{Evidence, Known};
use crossedge_lang::net::{Made, Parts, Shape, classes, endpoints, reasons};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};
use std::sync::Arc;

/// Machines up to this many nodes are cut by flows, too.
const MAX_FLOW: u64 = 1 << 12;

/// All halves of at most this many endpoints are tried, in networks of at most this many nodes.
const MAX_TRIED: (u64, u64) = (12, 200);

/// A rule for higher trees would take long.
const MAX_HEIGHT: usize = 256;

/// The bisection from below and above; `None` when no cut is known.
pub fn halves(shape: &dyn Shape) -> Option<Known<Bisection>> {
    halves_within(shape, SearchLimits::NONE)
}

/// The same, within limits.
pub(super) fn halves_within(shape: &dyn Shape, limits: SearchLimits<'_>) -> Option<Known<Bisection>> {
    if shape.machine().is_none() {
        return bisection_within(shape, limits);
    }
    let ends = endpoints(shape);
    let widths: Option<Vec<u64>> =
        classes(shape).map(|classes| classes.iter().map(|class| class.width).collect());
    let by_rule = widths.as_ref().and_then(|widths| closed_form_cut(shape, widths, limits));
    let candidates = [by_rule, searched_cut(shape, &ends, limits)].into_iter().flatten();
    // Of equal ones that which is known to be the least, or can be drawn.
    let cut = candidates.min_by_key(|cut| (cut.links.clone(), !cut.least, cut.side.is_none()))?;
    if cut.least {
        let bounds = Bisection { lower: cut.links.clone(), upper: cut.links, side: cut.side };
        return Some(Known::new(bounds, Evidence::computed(cut.why)));
    }
    let by_level = widths.as_ref().and_then(|widths| tree_lower_bound(shape, widths));
    let by_load = by_throughput(shape, &ends).map(|(lower, evidence)| {
        let proved = matches!(evidence, Evidence::Proved(_));
        (
            lower,
            proved,
            format!(
                "lower bound by uniform throughput ({}) [throughput-bisection-bound]",
                evidence.by().replace("; ", ", ")
            ),
        )
    });
    let by_level = by_level.map(|(lower, why)| (lower, true, why));
    let mut best = [by_level, by_load].into_iter().flatten().max().unwrap_or_default();
    if best.0 < cut.links
        && shape.nodes() <= spread::MAX_NODES.min(limits.nodes).into()
        && let Ok(net) = shape.network()
        && let Ok(Some(lower)) = spread::least_cut(net.as_ref(), limits.watch)
        && lower > best.0
    {
        best = (
            lower,
            false,
            "lower bound: uniform load with each pair spread over its shortest paths [throughput-bisection-bound]".to_owned(),
        );
    }
    let (lower, proved, why) = best;
    let why = reasons([format!("upper bound by a cut: {}", cut.why), why]);
    let evidence = match lower == cut.links {
        true if proved => Evidence::proved(why),
        true => Evidence::computed(why),
        false => Evidence::bounded(why),
    };
    Some(Known::new(Bisection { lower, upper: cut.links, side: cut.side }, evidence))
}

/// A cut in closed form, with these widths of the classes.
fn closed_form_cut(shape: &dyn Shape, widths: &[u64], limits: SearchLimits<'_>) -> Option<Cut> {
    if shape.machine().is_none() {
        return direct_cut(shape, widths, limits);
    }
    match shape.parts() {
        Parts::Made(Made::Widened(inside)) => closed_form_cut(inside.as_ref(), widths, limits),
        Parts::Made(Made::Switch) => tree_cut(&[u64::try_from(endpoints(shape)).ok()?], &[1], widths),
        Parts::Made(Made::Tree { children, parents }) => tree_cut(children, parents, widths),
        Parts::Made(Made::Hosts { routers, each }) => hosts(routers.as_ref(), each, widths, limits),
        Parts::Made(Made::Product(parts)) => product(parts, widths, false, limits),
        Parts::Made(Made::Planes { plane, count }) => {
            let one = closed_form_cut(plane.as_ref(), widths, limits)?;
            let why = format!("{count} equivalent planes [product-cut]; {}", one.why);
            Some(Cut { links: one.links * count, side: None, why, least: false })
        }
        _ => None,
    }
}

/// A direct network, whose links are equivalent or are in the factors of a product.
fn direct_cut(shape: &dyn Shape, widths: &[u64], limits: SearchLimits<'_>) -> Option<Cut> {
    match (widths, shape.parts()) {
        ([width, rest @ ..], _) if rest.iter().all(|other| other == width) => {
            bisection::cut_within(shape, limits).map(|cut| Cut { links: cut.links * *width, ..cut })
        }
        (_, Parts::Product(parts)) => product(parts, widths, true, limits),
        _ => None,
    }
}

/// One factor with an even number of endpoints is halved; the others follow along. Sides are reported of direct factors.
fn product(parts: &[Arc<dyn Shape>], widths: &[u64], direct: bool, limits: SearchLimits<'_>) -> Option<Cut> {
    let ends: Vec<BigUint> = parts.iter().map(|part| endpoints(part.as_ref())).collect();
    let all: BigUint = ends.iter().product();
    let (mut first, mut best) = (0, None::<Cut>);
    for (i, (part, ends)) in parts.iter().zip(&ends).enumerate() {
        let last = first + classes(part.as_ref())?.len();
        let inner =
            closed_form_cut(part.as_ref(), widths.get(first..last)?, limits).filter(|_| ends.is_even());
        first = last;
        let Some(inner) = inner else { continue };
        let links = inner.links * (&all / ends);
        if best.as_ref().is_none_or(|best| links < best.links) {
            let side = inner.side.filter(|_| direct).map(|side| SideRule::Part(i, Box::new(side)));
            let why = format!("across factor {} [product-cut]: {}", i + 1, inner.why);
            best = Some(Cut { links, side, why, least: false });
        }
    }
    best
}

/// Hosts with their routers, or half of the hosts against everything else.
fn hosts(routers: &dyn Shape, each: u64, widths: &[u64], limits: SearchLimits<'_>) -> Option<Cut> {
    let (host, inner) = widths.split_last()?;
    let count = endpoints(routers);
    let half = (&count * each) >> 1u32;
    let alone = Cut {
        links: &half * *host,
        side: u64::try_from(&half).ok().map(SideRule::Below),
        why: "the links of half of the hosts [product-cut]".to_owned(),
        least: false,
    };
    let Some(below) = closed_form_cut(routers, inner, limits) else { return Some(alone) };
    // One router more on one side: half of its hosts go to the other.
    let odd = if count.is_odd() { BigUint::from(each / 2) * *host } else { BigUint::zero() };
    let with = Cut {
        links: below.links + odd,
        side: below.side.filter(|_| count.is_even()).map(|side| SideRule::Hosts(Box::new(side))),
        why: format!("hosts with their routers [product-cut]; {}", below.why),
        least: false,
    };
    Some(if with.links < alone.links { with } else { alone })
}

/// For each level, from the lowest: how many endpoints hang below a subtree under it, and the width of all links up from there.
fn uplink_widths(children: &[u64], parents: &[u64], widths: &[u64]) -> Vec<(BigUint, BigUint)> {
    let (mut hosts, mut up_paths) = (BigUint::one(), BigUint::one());
    let level = |((&m, &w), &width): ((&u64, &u64), &u64)| {
        up_paths *= w;
        let cut = (hosts.clone(), &up_paths * width);
        hosts *= m;
        cut
    };
    children.iter().zip(parents).zip(widths).map(level).collect()
}

/// Complete subtrees under one level on one side; if their number is odd, half of one of them as well.
fn tree_cut(children: &[u64], parents: &[u64], widths: &[u64]) -> Option<Cut> {
    let height = children.len();
    if height > MAX_HEIGHT || widths.len() != height {
        return None;
    }
    let up = uplink_widths(children, parents, widths);
    // For a tree of each height: the width of the best cut, and the level whose links it cuts first.
    let mut best: Vec<(BigUint, usize)> = vec![(BigUint::zero(), 0)];
    for top in 1..=height {
        let mut subtrees = BigUint::one();
        let mut here: Option<(BigUint, usize)> = None;
        for level in (0..top).rev() {
            subtrees *= children[level];
            let mut links = (&subtrees >> 1u32) * &up[level].1;
            if subtrees.is_odd() {
                links += &best[level].0;
            }
            if here.as_ref().is_none_or(|(least, _)| links < *least) {
                here = Some((links, level));
            }
        }
        best.extend(here);
    }
    let (links, level) = best.pop()?;
    let why = format!("half of the subtrees below level {} [fat-tree-bisection]", level + 1);
    Some(Cut { links, side: half_of_subtrees(children, parents, level), why, least: false })
}

/// The first half of the subtrees under a level, if there are evenly many: of each level in them the first half of its ids.
fn half_of_subtrees(children: &[u64], parents: &[u64], level: usize) -> Option<SideRule> {
    let above = |from: usize| children[from..].iter().try_fold(1u64, |all, &m| all.checked_mul(m));
    above(level).filter(|subtrees| subtrees.is_even())?;
    let (mut start, mut up_paths, mut runs) = (0u64, 1u64, Vec::new());
    for (below, &up) in parents.iter().enumerate().take(level + 1) {
        let size = above(below)?.checked_mul(up_paths)?;
        runs.push((start, start.checked_add(size / 2)?));
        start = start.checked_add(size)?;
        up_paths = up_paths.checked_mul(up)?;
    }
    Some(SideRule::Runs(runs))
}

/// Lower bound on every bisection of a fat tree: any pairing of its endpoints can send this much at once.
fn tree_lower_bound(shape: &dyn Shape, widths: &[u64]) -> Option<(BigUint, String)> {
    let half = endpoints(shape) >> 1u32;
    let level = |children: &[u64], parents: &[u64]| {
        let up = uplink_widths(children, parents, widths);
        // Each pair at the rate of the tightest level, rounded up for all of them together.
        let lower = up.iter().map(|(hosts, width)| (&half * width).div_ceil(hosts)).min()?;
        Some((
            lower,
            "lower bound by a pairing of the endpoints, all of which can send at once [fat-tree-bisection]"
                .to_owned(),
        ))
    };
    match shape.parts() {
        Parts::Made(Made::Widened(inside)) => tree_lower_bound(inside.as_ref(), widths),
        Parts::Made(Made::Switch) => level(&[u64::try_from(endpoints(shape)).ok()?], &[1]),
        Parts::Made(Made::Tree { children, parents }) if children.len() <= MAX_HEIGHT => {
            level(children, parents)
        }
        Parts::Made(Made::Planes { plane, count }) => {
            tree_lower_bound(plane.as_ref(), widths).map(|(lower, why)| (lower * count, why))
        }
        _ => None,
    }
}

/// Small machines: halves of the endpoints by their ids, or all halves of few, with every switch where it cuts least.
fn searched_cut(shape: &dyn Shape, ends: &BigUint, limits: SearchLimits<'_>) -> Option<Cut> {
    shape.check().ok().filter(|&nodes| nodes <= MAX_FLOW.min(limits.nodes))?;
    let net = shape.network().ok()?;
    let (ends, nodes) = (u64::try_from(ends).ok()?, net.nodes());
    let mut flow = FlowNetwork::from_network(net.as_ref());
    let mut best: Option<(u128, Vec<bool>)> = None;
    let mut attempt = |sides: &[bool]| {
        let cut = flow.minimum_cut(sides);
        if best.as_ref().is_none_or(|best| cut.0 < best.0) {
            best = Some(cut);
        }
    };
    let all = ends <= MAX_TRIED.0 && nodes <= MAX_TRIED.1;
    match all {
        true => {
            // The last endpoint stays on the larger side, so that no cut is seen twice.
            let sets = (0u64..1 << (ends - u64::from(ends.is_even())))
                .filter(|set| u64::from(set.count_ones()) == ends / 2);
            sets.for_each(|set| attempt(&(0..ends).map(|v| set >> v & 1 == 1).collect::<Vec<bool>>()));
        }
        false => attempt(&(0..ends).map(|v| v < ends / 2).collect::<Vec<bool>>()),
    }
    let (links, sides) = best?;
    let why = match all {
        true => format!("exhaustive search over all bisections of {ends} endpoints [exhaustive-bisection]"),
        false => {
            "the lower half of the endpoints' ids, each switch where it cuts least [heuristic-cut]".to_owned()
        }
    };
    Some(Cut { links: links.into(), side: Some(SideRule::Listed(sides)), why, least: all })
}
