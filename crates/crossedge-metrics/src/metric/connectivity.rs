//! Vertex and edge connectivity.

use super::{Metric, MetricEntry};
use crate::connectivity::Connectivity;
use crate::value::{BetweenAnswer, MetricValue, ValueKind};
use crossedge_core::exact::Exact;

/// Minimum number of nodes whose failure disconnects the network.
pub const CONNECTIVITY: Metric = Metric::of(
    &MetricEntry::new(
        "connectivity",
        "Minimum number of nodes whose failure disconnects the network",
        ValueKind::Between,
        |metrics| Ok(metrics.connectivity()?.map(bounds_value).into()),
    )
    .titles(&["connectivity"])
    .cost(4)
    .explained(),
);

/// Minimum number of links whose failure disconnects the network.
pub const EDGE_CONNECTIVITY: Metric = Metric::of(
    &MetricEntry::new(
        "edge_connectivity",
        "Minimum number of links whose failure disconnects the network",
        ValueKind::Between,
        |metrics| Ok(metrics.edge_connectivity()?.map(bounds_value).into()),
    )
    .titles(&["edge connectivity"])
    .cost(4)
    .explained(),
);

fn bounds_value(connectivity: Connectivity) -> MetricValue {
    MetricValue::Between(BetweenAnswer { lower: Exact(connectivity.lower), upper: Exact(connectivity.upper) })
}
