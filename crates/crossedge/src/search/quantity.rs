//! Objectives and constraints of candidates: quantities by name.

use super::cost::CostRates;
use super::figures::Figures;
use super::fraction::Fraction;
use std::cmp::Ordering;

/// A quantity of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// Endpoints.
    Endpoints,
    /// Switches.
    Switches,
    /// Maximum number of ports of a node.
    Ports,
    /// The largest distance of two endpoints.
    Diameter,
    /// The mean distance.
    Mean,
    /// Uniform throughput up to the rate at which endpoints inject; its lower bound, if only bounds are known.
    Throughput,
    /// Links between halves over the endpoints, from below.
    Bisection,
    /// Virtual channels.
    Channels,
    /// Links over the endpoints.
    Cables,
    /// Links that leave blocks over the endpoints.
    Optical,
    /// Throughput over optical cables for each endpoint.
    PerOptical,
    /// The weighted cost ratio (ports + diameter) / 2 log2 endpoints, of networks without switches.
    CostRatio,
    /// Cost over the endpoints, by a price list.
    Cost,
}

/// Names, what they mean, and whether more is better.
pub const QUANTITY_NAMES: &[(Quantity, &str, &str, bool)] = &[
    (Quantity::Ports, "ports", "the most ports of a node", false),
    (Quantity::Diameter, "diameter", "the largest distance of two endpoints", false),
    (Quantity::Mean, "mean", "the mean distance of two endpoints", false),
    (Quantity::Throughput, "throughput", "uniform throughput per endpoint", true),
    (Quantity::Bisection, "bisection", "links between halves per endpoint, from below", true),
    (Quantity::Channels, "channels", "virtual channels without deadlock", false),
    (Quantity::Optical, "optical", "cables that leave a block, per endpoint", false),
    (Quantity::CostRatio, "crw", "weighted cost ratio, of networks without switches", false),
    (Quantity::Cables, "cables", "links per endpoint", false),
    (Quantity::PerOptical, "per_optical", "throughput over optical cables per endpoint", true),
    (Quantity::Cost, "cost", "cost per endpoint", false),
    (Quantity::Switches, "switches", "switches", false),
    (Quantity::Endpoints, "endpoints", "endpoints", true),
];

/// A value: exact, or rounded where it has a logarithm in it.
#[derive(Debug, Clone, Copy)]
pub enum QuantityValue {
    /// The exact value.
    Exact(Fraction),
    /// About this.
    Rounded(f64),
}

impl QuantityValue {
    /// Rounded.
    pub fn value(self) -> f64 {
        match self {
            QuantityValue::Exact(fraction) => fraction.value(),
            QuantityValue::Rounded(value) => value,
        }
    }

    /// Comparison. Exact values are compared exactly; for most, rounded ones suffice.
    pub fn compare(self, other: QuantityValue) -> Ordering {
        let (a, b) = (self.value(), other.value());
        if let (QuantityValue::Exact(x), QuantityValue::Exact(y)) = (self, other)
            && (a - b).abs() <= 1e-9 * a.abs().max(b.abs())
        {
            return x.cmp(&y);
        }
        a.total_cmp(&b)
    }
}

/// A candidate: its metrics, and how many of its links leave their block.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its metrics.
    pub figures: &'a Figures,
    /// Links that leave their block, where blocks were requested.
    pub optical: Option<u128>,
    /// Ports at which an endpoint injects: throughput beyond them is no gain.
    pub injection: Option<u32>,
    /// Prices, where cost was requested.
    pub rates: Option<&'a CostRates>,
}

impl<'a> Candidate<'a> {
    /// A candidate by its metrics alone.
    pub fn new(figures: &'a Figures, optical: Option<u128>) -> Self {
        Candidate { figures, optical, injection: None, rates: None }
    }

    /// Uniform throughput from below, at most what endpoints inject.
    pub fn throughput(&self) -> Option<Fraction> {
        let throughput = self.figures.throughput()?[0];
        Some(self.injection.map_or(throughput, |ports| throughput.least(Fraction::new(ports, 1u32))))
    }
}

impl Quantity {
    /// Its name.
    pub fn name(self) -> &'static str {
        QUANTITY_NAMES.iter().find(|(quantity, ..)| *quantity == self).map_or("", |(_, name, ..)| name)
    }

    /// The quantity of a name.
    pub fn named(name: &str) -> Option<Quantity> {
        QUANTITY_NAMES.iter().find(|(_, known, ..)| *known == name).map(|(quantity, ..)| *quantity)
    }

    /// Returns `true` if more of it is better.
    pub fn more_is_better(self) -> bool {
        QUANTITY_NAMES.iter().any(|(quantity, _, _, more)| *quantity == self && *more)
    }

    /// Its value; `None` if it is not known.
    pub fn of(self, candidate: Candidate<'_>) -> Option<QuantityValue> {
        let figures = candidate.figures;
        let each = |links: u128| Fraction::new(links, figures.endpoints);
        let whole = |n: u128| Fraction { over: n, under: 1 };
        Some(QuantityValue::Exact(match self {
            Quantity::Endpoints => whole(figures.endpoints.into()),
            Quantity::Switches => whole(figures.switches.into()),
            Quantity::Ports => whole(figures.ports().into()),
            Quantity::Diameter => whole(figures.distances?.diameter.into()),
            Quantity::Mean => figures.mean()?,
            Quantity::Throughput => candidate.throughput()?,
            Quantity::Bisection => each(figures.bisection()?),
            Quantity::Channels => whole(figures.channels?.into()),
            Quantity::Cables => each(figures.links),
            Quantity::Optical => each(candidate.optical?),
            Quantity::PerOptical => match candidate.optical? {
                0 => Fraction::UNLIMITED,
                links => candidate.throughput()?.times(figures.endpoints, links)?,
            },
            Quantity::Cost => candidate.rates?.per_endpoint(figures, candidate.optical?)?,
            Quantity::CostRatio => {
                let sum = u128::from(figures.own_ports) + u128::from(figures.distances?.diameter);
                let size = (figures.endpoints as f64).log2();
                return (figures.direct() && size > 0.0)
                    .then(|| QuantityValue::Rounded(sum as f64 / (2.0 * size)));
            }
        }))
    }
}
