//! Traffic patterns, and upper bounds on their injection rate with any routing: the capacity of a cut and, if the construction has a closed form,
//! the throughput ([`super::throughput`]).

mod crossings;
mod longest;
mod matrix;
pub mod symmetric;

pub use crossedge_core::model::{Groups, RateBound, Traffic};
pub use longest::{MAX_MATCHED, NoMatching, longest_matching};
pub use matrix::{MAX_ENDS, demands, permuted, read};

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::crossings::largest_rate as most_crossings;
    pub use super::longest::cheapest_assignment;
}

use super::bisection::SearchLimits;
use super::bisection::SideRule;
use super::halves::halves_within;
use super::throughput;
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::progress::{Progress, Stopped};
use crossedge_lang::net::{Node, Shape, Structure, endpoints, links};
use num_bigint::BigUint;

/// More nodes than this are not counted one by one on the sides of a cut.
const MAX_SIDED: u64 = 1 << 26;

/// Networks up to this many pairs of an endpoint and a link are solved where no closed form gives the throughput.
const MAX_SOLVED: u64 = 1 << 23;

/// Up to this many, the bounds are within a percent of each other; beyond, a coarse bound must do.
const MAX_CLOSE: u64 = 1 << 15;

/// Upper bound on the throughput of a pattern with any routing: in closed form or solved, else by the best known cut. `None` if
/// neither is known, or nothing crosses the cut.
pub fn any_bound(
    shape: &dyn Shape,
    net: &dyn Structure,
    traffic: Traffic,
    watch: &dyn Progress,
) -> Result<Option<Known<RateBound>>, Stopped> {
    if let Some(bound) = pattern_throughput(shape, net, traffic, watch)?
        && let (Ok(a), Ok(b)) = (u128::try_from(&bound.value.0), u128::try_from(&bound.value.1))
    {
        // A message to each of the n - 1 others is that much of the unit of uniform traffic.
        let unit = if traffic == Traffic::AllToAll { u128::from(net.endpoints() - 1) } else { 1 };
        if let Some(b) = b.checked_mul(unit) {
            return Ok(least_bound([Some(Known::new((a, b), bound.evidence)), port_bound(shape, traffic)]));
        }
    }
    let cut = cut_bound(shape, net, traffic, watch)?;
    let crossings = crossings::crossing_bound(net, traffic, watch)?.map(|bound| {
        Known::new(
            bound,
            Evidence::bounded(
                "two clusters share one cross-edge; any other route crosses three times [dual-shift-bound]",
            ),
        )
    });
    Ok(least_bound([cut, crossings, port_bound(shape, traffic)]))
}

/// The smallest of these bounds.
fn least_bound(bounds: impl IntoIterator<Item = Option<Known<RateBound>>>) -> Option<Known<RateBound>> {
    let less = |a: &Known<RateBound>, b: &Known<RateBound>| {
        let [(a, b), (c, d)] = [a.value, b.value].map(|(x, y)| (BigUint::from(x), BigUint::from(y)));
        a * d < c * b
    };
    let bounds = bounds.into_iter().flatten();
    bounds.reduce(|best, next| if less(&next, &best) { next } else { best })
}

/// No endpoint sends more than its ports carry, if all endpoints of a machine have equally many ports and every one of them sends.
fn port_bound(shape: &dyn Shape, traffic: Traffic) -> Option<Known<RateBound>> {
    let machine = shape.machine()?;
    let degrees = machine.endpoint_degrees();
    let most = u128::from(*degrees.keys().next_back()?);
    let wide = machine.classes()?.iter().map(|class| u128::from(class.width)).max()?;
    let sent = if traffic == Traffic::AllToAll {
        u128::try_from(endpoints(shape)).ok()?.checked_sub(1)?
    } else {
        1
    };
    let carried = most.checked_mul(wide)?;
    (sent > 0).then(|| {
        Known::new(
            (carried, sent),
            Evidence::bounded("the ports of an endpoint carry its traffic [endpoint-port-bound]"),
        )
    })
}

/// The throughput of a pattern, in closed form or solved; of bounds the upper one.
fn pattern_throughput(
    shape: &dyn Shape,
    net: &dyn Structure,
    traffic: Traffic,
    watch: &dyn Progress,
) -> Result<Option<Known<throughput::Ratio>>, Stopped> {
    if traffic.all_pairs()
        && let Some(most) = throughput::uniform(shape)
    {
        return Ok(Some(most));
    }
    if endpoints(shape) * links(shape) > MAX_SOLVED.into() {
        return Ok(None);
    }
    let gap = if endpoints(shape) * links(shape) > MAX_CLOSE.into() { 0.3 } else { 0.01 };
    let Ok(demands) = demands(net, traffic) else { return Ok(None) };
    match throughput::throughput(net, &demands, gap, watch) {
        // Traffic between components is not carried, which is reported elsewhere.
        Ok(bounds) if bounds.upper.0 == num_bigint::BigUint::ZERO => Ok(None),
        Ok(bounds) => Ok(Some(Known::new(throughput::lowest(bounds.upper.clone()), bounds.evidence()))),
        Err(throughput::NoThroughput::Stopped) => Err(Stopped),
        Err(_) => Ok(None),
    }
}

/// The throughput that the best known cut allows for a pattern, on any routing. `None` when no cut is known, or nothing crosses it.
pub fn cut_bound(
    shape: &dyn Shape,
    net: &dyn Structure,
    traffic: Traffic,
    watch: &dyn Progress,
) -> Result<Option<Known<RateBound>>, Stopped> {
    let limits = SearchLimits { watch, ..SearchLimits::NONE };
    let Some(known_cut) = halves_within(shape, limits) else {
        return if watch.stopped() { Err(Stopped) } else { Ok(None) };
    };
    let Ok(links) = u128::try_from(&known_cut.value.upper) else { return Ok(None) };
    let n = u128::from(net.endpoints());
    let (senders, what) =
        if shape.machine().is_some() { ("endpoints", "cables") } else { ("nodes", "links") };
    let why = |demand: &str| {
        Evidence::bounded(format!(
            "{demand} over a cut of {links} {what} [cut-bound]; {}",
            known_cut.evidence.by()
        ))
    };
    if traffic.all_pairs() {
        // In each direction, every node of one half sends to every node of the other; the unit is a message to each of the n - 1 others.
        let pairs = (n / 2) * (n - n / 2);
        let unit = if traffic == Traffic::Uniform { n - 1 } else { 1 };
        return Ok((pairs > 0).then(|| {
            Known::new(
                (links * unit, pairs),
                why(&format!("half of the {senders} to the other half [cut-bound]")),
            )
        }));
    }
    let Some(side) = known_cut.value.side.as_ref().filter(|_| net.nodes() <= MAX_SIDED) else {
        return Ok(None);
    };
    let Some((there, back)) = routes_across(net, side, traffic, watch)? else { return Ok(None) };
    let most = there.max(back);
    Ok((most > 0).then(|| Known::new((links, most), why(&format!("{most} routes one way [cut-bound]")))))
}

/// Number of routes of a pattern that cross a cut, in each direction; `None` if the pattern is not defined.
fn routes_across(
    net: &dyn Structure,
    side: &SideRule,
    traffic: Traffic,
    watch: &dyn Progress,
) -> Result<Option<(u128, u128)>, Stopped> {
    let (mut there, mut back) = (0, 0);
    for v in 0..net.endpoints() {
        if v & 0xffff == 0 && watch.stopped() {
            return Err(Stopped);
        }
        let Ok(to) = traffic.target(net, Node(v)) else { return Ok(None) };
        match (side.holds(net, Node(v)), side.holds(net, to)) {
            (true, false) => there += 1,
            (false, true) => back += 1,
            _ => {}
        }
    }
    Ok(Some((there, back)))
}
