//! Degree and diameter over the logarithm of the size, and what size and degree allow at best.

use super::{Metric, MetricEntry, not_available};
use crate::measure::cost_ratio;
use crate::value::{CostRatioAnswer, MetricValue, MooreAnswer, ValueKind};
use crossedge_core::exact::{Exact, Ratio};
use num_bigint::BigUint;

/// Degree and diameter over the logarithm of the size.
pub const COST_RATIO: Metric = Metric::of(
    &MetricEntry::new(
        "cost_ratio",
        "Degree and diameter over the logarithm of the size",
        ValueKind::CostRatio,
        |metrics| {
            let weights = metrics.weights();
            let alone = || not_available("one node has no cost ratio");
            let plain = metrics.cost_ratio((1.0, 1.0))?.ok_or_else(alone)?;
            let weighted = metrics.cost_ratio(weights)?.ok_or_else(alone)?.value;
            // A diameter that is known from below gives a ratio from below.
            let lower_bound = !metrics.diameter()?.value.is_exact();
            let ratio = plain.map(|plain| CostRatioAnswer { plain, weighted, weights, lower_bound });
            Ok(ratio.map(MetricValue::CostRatio).into())
        },
    )
    .titles(&["cost ratio"])
    .cost(2),
);

/// The Moore bound: the minimum that size and degree allow.
pub const MOORE_BOUND: Metric = Metric::of(
    &MetricEntry::new(
        "moore_bound",
        "The least that size and degree allow; with switches, the endpoints and the radix",
        ValueKind::Moore,
        |metrics| {
            let moore_bound = metrics
                .moore_bound()
                .ok_or_else(|| not_available("no connected network has this size and degree"))?;
            let diameter = BigUint::from(moore_bound.value.diameter);
            let ratio = (!metrics.switched())
                .then(|| cost_ratio(&metrics.nodes().value, metrics.largest_degree(), &diameter, (1.0, 1.0)));
            let bound = moore_bound.map(|bound| MooreAnswer {
                diameter: Exact(bound.diameter),
                mean_distance: Ratio { numerator: bound.mean.0, denominator: bound.mean.1 },
                cost_ratio: ratio.flatten(),
            });
            Ok(bound.map(MetricValue::Moore).into())
        },
    )
    .column("moore")
    .titles(&["Moore diameter", "Moore mean", "Moore cost ratio"]),
);
