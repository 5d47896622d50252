//! Metrics of all distances: diameter, mean distance, histogram, radius.

use super::{Metric, MetricEntry, When};
use crate::measure::Diameter;
use crate::value::{DiameterAnswer, MetricValue, ValueKind};
use crossedge_core::evidence::{Evidence, Known};
use crossedge_core::exact::{Exact, Ratio};

/// The largest distance.
pub const DIAMETER: Metric = Metric::of(
    &MetricEntry::new("diameter", "The largest distance", ValueKind::Diameter, |metrics| {
        let diameter_answer = metrics.diameter()?.map(|diameter| match diameter {
            Diameter::Exact(value) => DiameterAnswer::Exact(Exact(value)),
            Diameter::AtLeast(value) => DiameterAnswer::AtLeast { lower: Exact(value), upper: () },
        });
        Ok(diameter_answer.map(MetricValue::Diameter).into())
    })
    .titles(&["diameter"])
    .cost(2)
    .explained(),
);

/// The mean distance over ordered pairs of different nodes.
pub const MEAN_DISTANCE: Metric = Metric::of(
    &MetricEntry::new(
        "mean_distance",
        "The mean distance over ordered pairs of different nodes",
        ValueKind::Ratio,
        |metrics| {
            let mean = metrics.mean_distance()?;
            Ok(mean.map(|(a, b)| MetricValue::Ratio(Ratio { numerator: a, denominator: b })).into())
        },
    )
    .titles(&["mean distance"])
    .cost(2)
    .explained(),
);

/// Ordered pairs at each distance.
pub const HISTOGRAM: Metric = Metric::of(
    &MetricEntry::new("histogram", "Ordered pairs at distance 0, 1, …", ValueKind::List, |metrics| {
        let Known { value, evidence } = metrics.distances()?.distances.clone();
        // A sample is reported as it was counted; everything else as all pairs.
        let counts = match evidence {
            Evidence::Sampled { .. } => value.counts().to_vec(),
            _ => value.pairs(),
        };
        Ok(Known::new(MetricValue::List(counts.into_iter().map(Exact).collect()), evidence).into())
    })
    .cost(2),
);

/// The least distance from some node to all others.
pub const RADIUS: Metric = Metric::of(
    &MetricEntry::new(
        "radius",
        "The least distance from some node to all others",
        ValueKind::Count,
        |metrics| Ok(metrics.radius()?.map(Exact).map(MetricValue::Count).into()),
    )
    .titles(&["radius"])
    .when(When::ByName)
    .cost(2)
    .explained(),
);
