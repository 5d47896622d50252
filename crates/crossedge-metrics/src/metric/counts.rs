//! Counts that the definition of a construction gives: nodes, links, degrees.

use super::{Metric, MetricEntry};
use crate::value::{DegreeAnswer, MetricValue, ValueKind};
use crossedge_core::exact::Exact;
use crossedge_core::net::DegreeCounts;

/// Number of nodes.
pub const NODES: Metric = Metric::of(
    &MetricEntry::new("nodes", "Number of nodes", ValueKind::Count, |metrics| {
        Ok(metrics.nodes().map(Exact).map(MetricValue::Count).into())
    })
    .titles(&["nodes"]),
);

/// Number of links.
pub const LINKS: Metric = Metric::of(
    &MetricEntry::new("links", "Number of links", ValueKind::Count, |metrics| {
        Ok(metrics.links().map(Exact).map(MetricValue::Count).into())
    })
    .titles(&["links"]),
);

/// The degrees.
pub const DEGREE: Metric = Metric::of(
    &MetricEntry::new("degree", "The degrees", ValueKind::Degrees, |metrics| {
        Ok(metrics.degree().map(degrees).map(MetricValue::Degrees).into())
    })
    .titles(&["degree"]),
);

fn degrees(counts: DegreeCounts) -> DegreeAnswer {
    let ends = (counts.keys().next(), counts.keys().next_back());
    let [min, max] = [ends.0, ends.1].map(|degree| Exact(degree.copied().unwrap_or(0)));
    DegreeAnswer {
        min,
        max,
        counts: counts.into_iter().map(|(degree, count)| (degree, Exact(count))).collect(),
    }
}
