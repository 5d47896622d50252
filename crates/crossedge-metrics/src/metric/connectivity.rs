//! How many nodes, or links, must fail before the rest is not connected.

use super::{Metric, MetricEntry};
use crate::connectivity::Connectivity;
use crate::value::{BetweenAnswer, MetricValue, ValueKind};
use crossedge_core::exact::Exact;

/// How many nodes must fail before the rest is not connected.
pub const CONNECTIVITY: Metric = Metric::of(
    &MetricEntry::new(
        "connectivity",
        "How many nodes must fail before the rest is not connected",
        ValueKind::Between,
        |metrics| Ok(metrics.connectivity()?.map(ends).into()),
    )
    .titles(&["connectivity"])
    .cost(4)
    .explained(),
);

/// How many links must fail before the rest is not connected.
pub const EDGE_CONNECTIVITY: Metric = Metric::of(
    &MetricEntry::new(
        "edge_connectivity",
        "How many links must fail before the rest is not connected",
        ValueKind::Between,
        |metrics| Ok(metrics.edge_connectivity()?.map(ends).into()),
    )
    .titles(&["edge connectivity"])
    .cost(4)
    .explained(),
);

fn ends(found: Connectivity) -> MetricValue {
    MetricValue::Between(BetweenAnswer { lower: Exact(found.lower), upper: Exact(found.upper) })
}
