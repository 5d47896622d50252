//! Whether all nodes, and all links, are alike.

use super::{Measured, Metric, MetricEntry};
use crate::symmetry::Symmetry;
use crate::value::{MetricValue, ValueKind};
use crossedge_core::evidence::Known;

/// Whether all nodes are alike.
pub const VERTEX_TRANSITIVITY: Metric = Metric::of(
    &MetricEntry::new("vertex_transitivity", "Whether all nodes are alike", ValueKind::Flag, |metrics| {
        Ok(transitive(metrics.node_symmetry()?))
    })
    .aliases(&["node_symmetry"])
    .column("vertex_transitive")
    .titles(&["vertex-transitive"])
    .cost(7)
    .explained(),
);

/// Whether all links are alike.
pub const EDGE_TRANSITIVITY: Metric = Metric::of(
    &MetricEntry::new("edge_transitivity", "Whether all links are alike", ValueKind::Flag, |metrics| {
        Ok(transitive(metrics.edge_symmetry()?))
    })
    .aliases(&["edge_symmetry"])
    .column("edge_transitive")
    .titles(&["edge-transitive"])
    .cost(6)
    .explained(),
);

fn transitive(found: Known<Symmetry>) -> Measured {
    let (value, counterexample) = match found.value {
        Symmetry::Holds => (Some(MetricValue::Flag(true)), None),
        Symmetry::Refuted(why) => (Some(MetricValue::Flag(false)), Some(why)),
        Symmetry::Unknown => (None, None),
    };
    Measured { value, evidence: found.evidence, counterexample }
}
