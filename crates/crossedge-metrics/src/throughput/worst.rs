//! Worst-case throughput over all admissible traffic: no endpoint sends or receives more than one packet per cycle, and every traffic is routed
//! optimally.
//!
//! - **Lower bound**: half of θ°, the uniform throughput with traffic to self counted. Every packet goes over a random endpoint, possibly the source
//!   or the target, so any traffic becomes twice the uniform traffic (Valiant and Brebner 1981; Jyothi et al. 2016).
//! - **Upper bound** by a traffic that is as bad: on an even ring each node sends to the opposite node, on an odd one halfway round, with longer
//!   lengths on the shorter path; on a complete graph to the next one, direct links counted twice; over the middle of a path.
//!   A product has the worst of each factor on all of its copies; in a dual over A and B a coordinate moves in one class of clusters only, so
//!   that both classes can ask for the worst of one base, and two crossings of every packet that stays in its class.
//! - **Hosts**: their own link, or the worst of the routers shared by all hosts of one. **Planes**: as often. **Fat trees**: everything below a
//!   node leaves it, or half of all where that is less; sent evenly to all parents, no link is busier.
//! - **Cuts**: everybody in the smaller half sends to the other one.

use super::bounds::Bounds;
use super::composition::{Solver, factors, with_self};
use super::widths::Widths;
use crate::bisection;
use crossedge_lang::net::{Leaf, Made, Parts, Shape, endpoints};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

/// The least throughput of any admissible traffic, from both sides; `None` for one endpoint.
///
/// ```
/// use crossedge::metrics::throughput::worst;
/// use crossedge::prelude::*;
///
/// let net: Topology = "torus(8,8)".parse()?;
/// let least = worst(net.shape(), &mut |_, _, _| None).expect("more than one endpoint");
/// assert_eq!(least.value().expect("both ends meet").value, (1u32.into(), 2u32.into()));
/// # Ok::<(), crossedge::Error>(())
/// ```
pub fn worst(shape: &dyn Shape, solve: Solver<'_>) -> Option<Bounds> {
    if endpoints(shape) <= BigUint::one() {
        return None;
    }
    let rule = least(shape, Widths::Own, solve);
    if rule.exact() {
        return Some(rule);
    }
    // A network of endpoints only has cuts into halves.
    let half = shape.nodes() >> 1u32;
    let Some(cut) = bisection::cut(shape) else { return Some(rule) };
    let why = format!("half of all nodes send over a cut ({}) [worst-traffic]", cut.why);
    Some(rule.tightened(Bounds::exactly((cut.links, half), why).from_above()))
}

/// Bounds for a part whose endpoints all send and receive one packet per cycle.
fn least(shape: &dyn Shape, widths: Widths<'_>, solve: Solver<'_>) -> Bounds {
    match shape.parts() {
        Parts::Relabelled(same) => least(same.as_ref(), widths, solve),
        Parts::Made(Made::Hosts { routers, each }) => {
            let Some((own, rest)) = widths.split(routers.as_ref()) else { return Bounds::unknown() };
            let theorem = "the worst traffic of hosts, by the link of a host and by that of the routers [worst-traffic]";
            let host = Bounds::exactly((rest.at(0).into(), BigUint::one()), theorem);
            host.and(least(routers.as_ref(), own, solve).times(1u32, each))
        }
        Parts::Made(Made::Planes { plane, count }) => least(plane.as_ref(), widths, solve)
            .times(count, 1u32)
            .by("planes share every traffic evenly [worst-traffic]"),
        Parts::Made(Made::Widened(inside)) => {
            let own = shape.machine().and_then(|machine| machine.classes()).unwrap_or_default();
            let own: Vec<u64> = own.iter().map(|class| class.width).collect();
            let widths = if matches!(widths, Widths::Own) { Widths::Given(&own) } else { widths };
            least(inside.as_ref(), widths, solve)
        }
        Parts::Made(Made::Tree { children, parents }) => tree(children, parents, widths),
        Parts::Made(Made::Switch) => {
            one_link(widths.at(0), "everybody has one link to the switch [worst-traffic]")
        }
        Parts::Leaf(Leaf::Star) => match widths.same() {
            Some(width) => one_link(width, "every leaf has one link to the centre [worst-traffic]"),
            None => Bounds::unknown(),
        },
        Parts::Leaf(Leaf::Path) => match widths.same() {
            Some(width) => path(&shape.nodes(), width),
            None => Bounds::unknown(),
        },
        _ => {
            let uniform = with_self(shape, widths, solve).times(1u32, 2u32);
            let above = above(shape, widths, solve, &uniform);
            let theorem =
                "any traffic over endpoints drawn at random is twice the uniform one [worst-traffic]";
            uniform.from_below().tightened(above).by(theorem)
        }
    }
}

fn one_link(width: u64, why: &str) -> Bounds {
    Bounds::exactly((width.into(), BigUint::one()), why)
}

/// Paths are unique, and a link has at most what the shorter end sends.
fn path(n: &BigUint, width: u64) -> Bounds {
    match n.is_one() {
        true => Bounds::unlimited("a single node sends nothing [single-node]"),
        false => Bounds::exactly(
            (width.into(), n >> 1u32),
            "half of a path sends over its middle link [worst-traffic]",
        ),
    }
}

fn tree(children: &[u64], parents: &[u64], widths: Widths<'_>) -> Bounds {
    let ends: BigUint = children.iter().map(|&m| BigUint::from(m)).product();
    let why = "everything below a node of a fat tree leaves it, sent evenly to all parents [worst-traffic]";
    let (mut below, mut up) = (BigUint::one(), BigUint::one());
    let mut least = Bounds::unlimited(why);
    for (level, (&m, &w)) in children.iter().zip(parents).enumerate() {
        up *= w;
        if below < ends {
            let sent = below.clone().min(&ends - &below);
            least = least.and(Bounds::exactly((&up * widths.at(level), sent), why));
        }
        below *= m;
    }
    least
}

/// A traffic that is as bad as this, by the construction; half of the uniform throughput is given.
fn above(shape: &dyn Shape, widths: Widths<'_>, solve: Solver<'_>, half: &Bounds) -> Bounds {
    match shape.parts() {
        // Two nodes of a ring, of a cube or of a complete graph can only change places, which is half of the uniform throughput, too.
        Parts::Leaf(Leaf::Ring) if shape.nodes().is_even() => {
            half.clone().from_above().by("everybody sends to the opposite node of a ring [worst-traffic]")
        }
        Parts::Leaf(Leaf::Ring) => {
            half.clone().from_above().by("every node sends halfway round a ring [worst-traffic]")
        }
        Parts::Leaf(Leaf::Complete) => half
            .clone()
            .from_above()
            .by("everybody sends to the next node of a complete graph [worst-traffic]"),
        Parts::Leaf(Leaf::Cube(_)) => {
            half.clone().from_above().by("everybody sends over the narrowest dimension [worst-traffic]")
        }
        Parts::Product(parts) | Parts::Made(Made::Product(parts)) => {
            let Some(factors) = factors(parts, widths) else { return Bounds::unknown() };
            let all =
                Bounds::unlimited("the worst traffic of a factor, on all of its copies [worst-traffic]");
            let all = factors.into_iter().fold(all, |all, (part, own)| all.and(least(part, own, solve)));
            all.from_above()
        }
        Parts::Level(base) => dual([base.as_ref(), base.as_ref()], true, widths, solve),
        Parts::Made(Made::TwoBases { bases, same }) => {
            dual([bases[0].as_ref(), bases[1].as_ref()], same, widths, solve)
        }
        // Uniform traffic is admissible.
        _ => half.clone().times(2u32, 1u32).from_above().by("uniform traffic is one of them [worst-traffic]"),
    }
}

/// Both classes ask for the worst of one base; and where everybody sends to another cluster of the own class, every packet crosses twice.
fn dual(bases: [&dyn Shape; 2], same: bool, widths: Widths<'_>, solve: Solver<'_>) -> Bounds {
    let Some((own, mut rest)) = widths.split(bases[0]) else { return Bounds::unknown() };
    let mut inside = least(bases[0], own, solve);
    if !same {
        let Some((own, after)) = rest.split(bases[1]) else { return Bounds::unknown() };
        inside = inside.and(least(bases[1], own, solve));
        rest = after;
    }
    let mut all = inside
        .times(1u32, 2u32)
        .by("both classes of a dual construction move one coordinate [worst-traffic]");
    if bases.iter().all(|base| !base.nodes().is_one()) {
        all = all.and(Bounds::exactly(
            (rest.at(0).into(), 2u32.into()),
            "every packet crosses twice [worst-traffic]",
        ));
    }
    all.from_above()
}
