//! One design: its metrics, and what no network of its size and ports can beat.

use super::priced::{DesignCostAnswer, Pricing};
use crate::error::Error;
use crate::exact::{Exact, Ratio};
use crate::expr::parse;
use crate::metrics::halves::halves;
use crate::metrics::machine::{cable_count, max_radix};
use crate::metrics::throughput::uniform_bounds;
use crate::metrics::{Moore, cost_ratio, moore_bound, moore_with_switches, zero_load_latency};
use crate::net::{Shape, elaborate, endpoints, no_files};
use crate::progress::Progress;
use crate::search::{Figures, Fraction, KeptCandidate, Quantity, Recipe};
use num_bigint::BigUint;

/// One design.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignedAnswer {
    /// The network.
    pub expression: String,
    /// Number of endpoints.
    pub endpoints: Exact<u64>,
    /// Number of switches.
    pub switches: Exact<u64>,
    /// Maximum number of ports of a node.
    pub ports: u32,
    /// Diameter; null if unknown.
    pub diameter: Option<Exact<u64>>,
    /// Mean distance; null if unknown.
    pub mean_distance: Option<Ratio>,
    /// Lower bound on the uniform throughput; null if unknown.
    pub throughput_at_least: Option<Ratio>,
    /// Upper bound on the uniform throughput; null if unknown.
    pub throughput_at_most: Option<Ratio>,
    /// Uniform throughput as a fraction of what endpoints inject, at most 1; absent if endpoints have no set number of ports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub injection_at_least: Option<Ratio>,
    /// Throughput beyond what endpoints inject, as a fraction of it; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headroom: Option<Ratio>,
    /// Mean zero-load latency in nanoseconds; null if unknown.
    pub zero_load_latency: Option<Ratio>,
    /// Lower bound on the bisection; null if unknown.
    pub bisection_at_least: Option<Exact<u128>>,
    /// The bisection as a fraction of what half of the endpoints inject, lower bound; absent if endpoints have no set number of ports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bisection_share: Option<Ratio>,
    /// Virtual channels that a routing without deadlock needs; null if there is no closed form.
    pub virtual_channels: Option<u32>,
    /// Number of cables.
    pub cables: Exact<u128>,
    /// Cables that leave a block; null if there is no closed form, absent if no block was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optical_cables: Option<Option<Exact<u128>>>,
    /// Cables that leave a block, per endpoint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optical_per_endpoint: Option<Ratio>,
    /// Throughput per optical cable and endpoint, lower bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput_per_optical_at_least: Option<Ratio>,
    /// Throughput per optical cable and endpoint, upper bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput_per_optical_at_most: Option<Ratio>,
    /// The weighted cost ratio (ports + diameter) / 2 log2 endpoints; null with switches.
    pub weighted_cost_ratio: Option<f64>,
    /// Bounds for networks of this size.
    pub limits: LeastAnswer,
    /// Other candidates with the same value of every objective.
    pub ties: Exact<u64>,
    /// Cost, power and racks; absent if cost is no objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<DesignCostAnswer>,
}

/// Settings that all rows share.
pub struct Rows<'a> {
    /// Ports of a switch.
    pub most_ports: u32,
    /// `true` if blocks were requested.
    pub blocks: bool,
    /// `true` if throughput counts more than cost.
    pub by_throughput: bool,
    /// Prices, if cost is an objective.
    pub pricing: Option<&'a Pricing>,
}

impl Rows<'_> {
    /// A row; `None` if the counted cost, power or racks exceed a limit.
    pub fn row(
        &self,
        kept: &KeptCandidate,
        progress: &dyn Progress,
    ) -> Result<Option<DesignedAnswer>, Error> {
        let cost = match self.pricing {
            Some(pricing) => {
                let cost = pricing.cost(kept, progress)?;
                if pricing.limited() && !cost.as_ref().is_some_and(|cost| pricing.allows(cost)) {
                    return Ok(None);
                }
                cost
            }
            None => None,
        };
        // Those of the layout, if there is one; the search counts the links between blocks in closed form.
        let optical = cost.as_ref().map(|cost| cost.optical.0).or(kept.optical);
        let row = DesignedAnswer::new(kept, self.most_ports, self.blocks.then_some(optical))?;
        Ok(Some(DesignedAnswer { cost, ..row }))
    }
}

/// Bounds for networks of this size.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeastAnswer {
    /// Lower bound on the diameter (Moore bound); null if unknown.
    pub diameter: Option<Exact<u64>>,
    /// Lower bound on the mean distance (Moore bound).
    pub mean_distance: Option<Ratio>,
    /// Upper bound on the uniform throughput: link capacity over the Moore mean distance.
    pub throughput: Option<Ratio>,
    /// The least weighted cost ratio, regardless of the degree up to the ports asked for; null with switches.
    pub weighted_cost_ratio: Option<f64>,
}

fn as_ratio(fraction: Fraction) -> Option<Ratio> {
    (fraction.under != 0).then(|| Ratio::new(fraction.over, fraction.under))
}

impl DesignedAnswer {
    /// A row without cost. `optical` is the number of optical cables where blocks were requested, `None` in it if that is unknown.
    pub(super) fn new(
        kept: &KeptCandidate,
        most_ports: u32,
        optical: Option<Option<u128>>,
    ) -> Result<Self, Error> {
        let figures = &kept.figures;
        let text = kept.text();
        if !matches!(kept.base.recipe, Recipe::Text(_)) {
            recompute(&text, figures)?;
        }
        let bisection = least_bisection(&text).or(figures.bisection()).filter(|links| *links > 0);
        let [lower, upper] = figures.throughput().map_or([None; 2], |ends| ends.map(Some));
        let known = |end: Option<Fraction>| end.filter(|end| end.over != 0).and_then(as_ratio);
        let each = optical.flatten().map(|links| Fraction::new(links, figures.endpoints));
        let per = |end: Option<Fraction>| match (end, each) {
            (Some(end), Some(each)) if each.over != 0 && end.over != 0 && end.under != 0 => {
                end.times(each.under, each.over).and_then(as_ratio)
            }
            _ => None,
        };
        let share = |end: Option<Fraction>| {
            kept.injection.zip(end).and_then(|(ports, end)| end.times(1u32, ports)).filter(|end| end.over > 0)
        };
        let ratio = Quantity::CostRatio.of(kept.candidate()).map(|value| value.value());
        Ok(DesignedAnswer {
            expression: text,
            endpoints: Exact(figures.endpoints),
            switches: Exact(figures.switches),
            ports: figures.ports(),
            diameter: figures.distances.map(|distances| Exact(distances.diameter)),
            mean_distance: figures.mean().and_then(as_ratio),
            throughput_at_least: known(lower),
            throughput_at_most: known(upper),
            injection_at_least: share(lower)
                .map(|share| share.least(Fraction::new(1u32, 1u32)))
                .and_then(as_ratio),
            headroom: share(lower)
                .filter(|share| share.over > share.under && share.under > 0)
                .and_then(|share| as_ratio(Fraction::new(share.over - share.under, share.under))),
            zero_load_latency: figures.mean().and_then(as_ratio).map(|mean| zero_load_latency(&mean)),
            bisection_at_least: bisection.map(Exact),
            bisection_share: kept.injection.zip(bisection).map(|(ports, links)| {
                let half = u128::from(figures.endpoints / 2).max(1) * u128::from(ports);
                Ratio::lowest(links.into(), half.into())
            }),
            virtual_channels: figures.channels,
            cables: Exact(figures.links),
            optical_cables: optical.map(|links| links.map(Exact)),
            optical_per_endpoint: each.and_then(as_ratio),
            throughput_per_optical_at_least: per(lower),
            throughput_per_optical_at_most: per(upper),
            weighted_cost_ratio: ratio,
            limits: lower_bounds(figures, most_ports),
            ties: Exact(kept.ties),
            cost: None,
        })
    }
}

/// The lower bound on the bisection that `show` reports.
fn least_bisection(text: &str) -> Option<u128> {
    let shape = elaborate(&parse(text).ok()?, &no_files).ok()?;
    u128::try_from(halves(shape.as_ref())?.value.lower).ok()
}

/// Bounds for all networks.
fn lower_bounds(figures: &Figures, most_ports: u32) -> LeastAnswer {
    let ends = BigUint::from(figures.endpoints);
    let bound: Option<Moore> = match figures.direct() {
        true => moore_bound(&ends, figures.own_ports.into()),
        false => moore_with_switches(&ends, figures.own_ports.into(), figures.radix.into(), false),
    };
    let throughput = bound.as_ref().and_then(|bound| {
        let (a, b) = (u128::try_from(&bound.mean.0).ok()?, u128::try_from(&bound.mean.1).ok()?);
        let by_links = Fraction::new(2 * figures.links, figures.endpoints).times(b, a)?;
        as_ratio(by_links.least(Fraction::new(figures.own_ports, 1u32)))
    });
    let ratio = |degree: u32| {
        let diameter = moore_bound(&ends, degree.into())?.diameter;
        cost_ratio(&ends, degree.into(), &diameter.into(), (0.5, 0.5))
    };
    LeastAnswer {
        diameter: bound.as_ref().map(|bound| Exact(bound.diameter)),
        throughput,
        mean_distance: bound.map(|bound| Ratio { numerator: bound.mean.0, denominator: bound.mean.1 }),
        // Degree 2 is a ring, which is worse than any other for more than a few nodes.
        weighted_cost_ratio: (figures.direct())
            .then(|| (3..=most_ports.max(3)).filter_map(ratio).reduce(f64::min))
            .flatten(),
    }
}

/// Recomputes the metrics of a design from its expression; a difference is an internal error.
fn recompute(text: &str, figures: &Figures) -> Result<(), Error> {
    let wrong = |what: &str| Error::internal(format!("search and library disagree on {what} of {text}"));
    let parsed = parse(text).map_err(|_| wrong("the text"))?;
    let shape = elaborate(&parsed, &no_files).map_err(|_| wrong("the text"))?;
    match differing_value(shape.as_ref(), figures) {
        None => Ok(()),
        Some(what) => Err(wrong(what)),
    }
}

/// The value that differs.
fn differing_value(shape: &dyn Shape, figures: &Figures) -> Option<&'static str> {
    if endpoints(shape) != BigUint::from(figures.endpoints)
        || shape.nodes() != BigUint::from(figures.endpoints + figures.switches)
    {
        return Some("the nodes");
    }
    // Wide links are counted on the network: a link of width w is w cables in w ports.
    let wide = shape.machine().is_some_and(|machine| {
        machine.classes().is_none_or(|classes| classes.iter().any(|class| class.width != 1))
    });
    let counted = if wide { shape.network().ok() } else { None };
    if cable_count(shape, counted.as_deref()).is_none_or(|known| known.value != BigUint::from(figures.links))
    {
        return Some("the cables");
    }
    let most = match figures.switches {
        0 => shape.degrees().keys().next_back().copied(),
        _ => max_radix(shape, counted.as_deref()).map(|known| known.value.max(figures.own_ports.into())),
    };
    if most != Some(figures.ports().into()) {
        return Some("the ports");
    }
    let sums = figures.distances?;
    if shape.diameter().is_some_and(|known| known.value != BigUint::from(sums.diameter)) {
        return Some("the diameter");
    }
    if let Some(distances) = shape.distances()
        && distances.value.sum() * endpoints(shape) != BigUint::from(sums.hops) * distances.value.sources()
    {
        return Some("the mean distance");
    }
    let bounds = uniform_bounds(shape)?;
    let [lower, upper] = figures.throughput()?;
    let ratio = |fraction: Fraction| (BigUint::from(fraction.over), BigUint::from(fraction.under));
    let below = |(a, b): &(BigUint, BigUint), (c, d): &(BigUint, BigUint)| a * d < c * b;
    // Ends may be nearer to each other in one of both, but must not pass those of the other.
    if below(&bounds.upper, &ratio(lower)) || below(&ratio(upper), &bounds.lower) {
        return Some("the throughput");
    }
    None
}
