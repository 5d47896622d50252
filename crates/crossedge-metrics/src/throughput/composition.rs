//! Uniform throughput by composition, without any symmetry. Traffic to self is counted, which takes no link: θ° = θ·E/(E - 1) for E endpoints.
//!
//! - **Product**: the least of the factors. Paths that move one coordinate after the other bring every copy of a factor its own uniform
//!   traffic; the lengths of the tightest factor, on all of its copies, show that there is no more.
//! - **Dual** over A and B, N = 2·|A|·|B| nodes: min(θ°(A)/2, θ°(B)/2, w·2N/(3N - 2|A| - 2|B|)). A route moves each coordinate once, in a cluster that
//!   moves it, so that every cluster has twice the uniform traffic of its base; the cross-edges, w wide, carry one crossing for a pair in
//!   different classes and two for a pair of one class in different clusters, equally by the choice of the cluster that moves (identity I1).
//!   Lengths of a base, or of the cross-edges alone, meet each.
//! - **Hosts**, p on a router, w wide: min(w·E/(E - 1), θ°/p). Routers have p times the uniform traffic, and a host all of its own on one link.
//! - **Planes**: as often as there are planes. Each carries its share; lengths of one, on all, show that there is no more.

use super::bounds::Bounds;
use super::leaves::{alike, capacity_over_distance, of_leaf, wreath};
use super::machines::{hub, megafly, tree};
use super::widths::Widths;
use crossedge_lang::net::{Leaf, Made, Parts, Shape, classes, endpoints, links};
use num_bigint::BigUint;
use num_traits::One;
use std::sync::Arc;

/// Fallback solver for parts without a closed form, with these widths: traffic to self counted.
pub type Solver<'a> = &'a mut dyn FnMut(&dyn Shape, Widths<'_>, &Bounds) -> Option<Bounds>;

/// Bounds on θ°.
pub fn with_self(shape: &dyn Shape, widths: Widths<'_>, solve: Solver<'_>) -> Bounds {
    match shape.parts() {
        Parts::Relabelled(same) => with_self(same.as_ref(), widths, solve),
        Parts::Product(parts) | Parts::Made(Made::Product(parts)) => product(parts, widths, solve),
        Parts::Level(base) => dual([&base, &base], true, widths, solve),
        Parts::Made(Made::TwoBases { bases, same }) => dual([&bases[0], &bases[1]], same, widths, solve),
        Parts::Made(Made::Hosts { routers, each }) => hosts(routers.as_ref(), each, widths, solve),
        Parts::Made(Made::Planes { plane, count }) => {
            let theorem = "uniform throughput of planes is that of one, as often as there are planes [plane-throughput]";
            with_self(plane.as_ref(), widths, solve).times(count, 1u32).by(theorem)
        }
        Parts::Made(Made::Widened(inside)) => {
            let own = shape.machine().and_then(|machine| machine.classes()).unwrap_or_default();
            let own: Vec<u64> = own.iter().map(|class| class.width).collect();
            let widths = if matches!(widths, Widths::Own) { Widths::Given(&own) } else { widths };
            with_self(inside.as_ref(), widths, solve)
        }
        Parts::Made(Made::Tree { children, parents }) => tree(children, parents, widths),
        Parts::Made(Made::Megafly { leaves }) => megafly(leaves, &endpoints(shape), widths),
        Parts::Made(Made::Switch) => switch(&endpoints(shape), widths),
        Parts::Made(Made::Hub { inside, linked, copies }) => {
            let rule = hub(inside.as_ref(), linked, copies, widths);
            solved(rule, shape, widths, solve)
        }
        Parts::Expansion(net) => {
            let rule = alike(shape, widths).or_else(|| wreath(shape, net, widths));
            solved(rule, shape, widths, solve)
        }
        Parts::Leaf(Leaf::Cube(0)) => Bounds::unlimited("a single node sends nothing [single-node]"),
        Parts::Leaf(leaf) => {
            let rule = of_leaf(leaf, shape.nodes(), widths).or_else(|| alike(shape, widths));
            solved(rule, shape, widths, solve)
        }
    }
}

/// The closed form, else the solver's result, else a bound that always holds.
fn solved(rule: Option<Bounds>, shape: &dyn Shape, widths: Widths<'_>, solve: Solver<'_>) -> Bounds {
    let rule = rule.unwrap_or_else(Bounds::unknown);
    if rule.exact() {
        return rule;
    }
    if let Some(solved) = solve(shape, widths, &rule) {
        return solved;
    }
    match capacity(shape, widths).and_then(|all| capacity_over_distance(all, &endpoints(shape), shape)) {
        Some(upper) => rule.tightened(upper),
        None => rule,
    }
}

/// The capacity of all links per cycle, both directions.
fn capacity(shape: &dyn Shape, widths: Widths<'_>) -> Option<BigUint> {
    if let (Some(width), None) = (widths.same(), shape.machine()) {
        return Some(links(shape) * 2u32 * width);
    }
    let all = classes(shape)?;
    let wide = |(i, class): (usize, &crossedge_lang::net::LinkClass)| {
        let width = if matches!(widths, Widths::Own) { class.width } else { widths.at(i) };
        Some(class.links.as_ref()? * 2u32 * width)
    };
    all.iter().enumerate().map(wide).sum()
}

/// The factors of a product with their widths. Equal factors of a power appear once, unless one of them was widened. `None` if a
/// factor does not give its classes.
pub fn factors<'a>(
    parts: &'a [Arc<dyn Shape>],
    widths: Widths<'a>,
) -> Option<Vec<(&'a dyn Shape, Widths<'a>)>> {
    let mut all = Vec::new();
    let mut rest = widths;
    for run in parts.chunk_by(Arc::ptr_eq) {
        let part = run[0].as_ref();
        let times = if matches!(widths, Widths::Own) { 1 } else { run.len() };
        for _ in 0..times {
            let (own, after) = rest.split(part)?;
            all.push((part, own));
            rest = after;
        }
    }
    Some(all)
}

fn product(parts: &[Arc<dyn Shape>], widths: Widths<'_>, solve: Solver<'_>) -> Bounds {
    let Some(factors) = factors(parts, widths) else { return Bounds::unknown() };
    let all =
        Bounds::unlimited("uniform throughput of a product is the least of its factors [product-throughput]");
    factors.into_iter().fold(all, |all, (part, own)| all.and(with_self(part, own, solve)))
}

fn dual(bases: [&Arc<dyn Shape>; 2], same: bool, widths: Widths<'_>, solve: Solver<'_>) -> Bounds {
    let Some((own, mut rest)) = widths.split(bases[0].as_ref()) else { return Bounds::unknown() };
    let mut inside = with_self(bases[0].as_ref(), own, solve);
    if !same {
        let Some((own, after)) = rest.split(bases[1].as_ref()) else { return Bounds::unknown() };
        inside = inside.and(with_self(bases[1].as_ref(), own, solve));
        rest = after;
    }
    let [a, b] = bases.map(|base| base.nodes());
    let n = &a * &b * 2u32;
    // One node in each class: the numerator is 2·2, and nothing is taken twice.
    let crossings = &n * 3u32 - (a + b) * 2u32;
    let theorem = "uniform throughput of the dual construction, from half of its base and from its cross-edges [dual-throughput]";
    let cross = Bounds::exactly((n * 2u32 * rest.at(0), crossings), theorem);
    cross.and(inside.times(1u32, 2u32))
}

fn hosts(routers: &dyn Shape, each: u64, widths: Widths<'_>, solve: Solver<'_>) -> Bounds {
    let Some((own, rest)) = widths.split(routers) else { return Bounds::unknown() };
    let ends = endpoints(routers) * each;
    let theorem =
        "uniform throughput of hosts, from the link of a host and from that of the routers [host-throughput]";
    if ends.is_one() {
        return Bounds::unlimited(theorem);
    }
    let host = Bounds::exactly((&ends * rest.at(0), &ends - 1u32), theorem);
    host.and(with_self(routers, own, solve).times(1u32, each))
}

/// All endpoints on one switch: each has a link for what it sends to the others.
fn switch(ends: &BigUint, widths: Widths<'_>) -> Bounds {
    let why = "uniform throughput of a switch, by the link of an endpoint [elementary-throughput]";
    match ends.is_one() {
        true => Bounds::unlimited(why),
        false => Bounds::exactly((ends * widths.at(0), ends - 1u32), why),
    }
}
