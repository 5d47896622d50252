//! Vertex and edge transitivity.

use super::{Measured, Metric, MetricEntry};
use crate::symmetry::Symmetry;
use crate::value::{MetricValue, ValueKind};
use crossedge_core::evidence::Known;

/// `true` if all nodes are in one orbit of the automorphism group.
pub const VERTEX_TRANSITIVITY: Metric = Metric::of(
    &MetricEntry::new(
        "vertex_transitivity",
        "Vertex transitivity: all nodes are in one orbit of the automorphism group",
        ValueKind::Flag,
        |metrics| Ok(transitivity(metrics.node_symmetry()?)),
    )
    .aliases(&["node_symmetry"])
    .column("vertex_transitive")
    .titles(&["vertex-transitive"])
    .cost(7)
    .explained(),
);

/// `true` if all links are in one orbit of the automorphism group.
pub const EDGE_TRANSITIVITY: Metric = Metric::of(
    &MetricEntry::new(
        "edge_transitivity",
        "Edge transitivity: all links are in one orbit of the automorphism group",
        ValueKind::Flag,
        |metrics| Ok(transitivity(metrics.edge_symmetry()?)),
    )
    .aliases(&["edge_symmetry"])
    .column("edge_transitive")
    .titles(&["edge-transitive"])
    .cost(6)
    .explained(),
);

fn transitivity(known: Known<Symmetry>) -> Measured {
    let (value, counterexample) = match known.value {
        Symmetry::Holds => (Some(MetricValue::Flag(true)), None),
        Symmetry::Refuted(why) => (Some(MetricValue::Flag(false)), Some(why)),
        Symmetry::Unknown => (None, None),
    };
    Measured { value, evidence: known.evidence, counterexample }
}
