//! Cycles, eigenvalues and shortest paths: girth, spectral gap, path diversity.

use super::{Measured, Metric, MetricEntry, When};
use crate::value::{MetricValue, ValueKind};
use crossedge_core::evidence::Known;
use crossedge_core::exact::{Exact, Ratio};

/// The length of the shortest cycle.
pub const GIRTH: Metric = Metric::of(
    &MetricEntry::new(
        "girth",
        "The length of the shortest cycle; null in a tree",
        ValueKind::Count,
        |metrics| {
            let Known { value, evidence } = metrics.girth()?;
            let value = value.map(|length| MetricValue::Count(Exact(length.into())));
            Ok(Measured { value, evidence, counterexample: None })
        },
    )
    .titles(&["girth"])
    .when(When::ByName)
    .cost(4)
    .explained()
    .absent("no cycle"),
);

/// The second smallest eigenvalue of the Laplacian.
pub const SPECTRAL_GAP: Metric = Metric::of(
    &MetricEntry::new(
        "spectral_gap",
        "The second smallest eigenvalue of the Laplacian",
        ValueKind::Number,
        |metrics| Ok(metrics.spectral_gap()?.map(MetricValue::Number).into()),
    )
    .titles(&["spectral gap"])
    .when(When::ByName)
    .cost(5)
    .explained(),
);

/// The mean number of shortest paths between two endpoints.
pub const PATH_DIVERSITY: Metric = Metric::of(
    &MetricEntry::new(
        "path_diversity",
        "The mean number of shortest paths between two endpoints",
        ValueKind::Ratio,
        |metrics| {
            let diversity = metrics.path_diversity()?;
            Ok(diversity.map(|(a, b)| MetricValue::Ratio(Ratio { numerator: a, denominator: b })).into())
        },
    )
    .titles(&["path diversity"])
    .when(When::ByName)
    .cost(5)
    .explained(),
);
