//! Metrics with evidence, as attributes of a network.

use crate::topology::Topology;
use crossedge::answers::ShowRequest;
use crossedge::metrics::{Metric, metric};
use pyo3::prelude::*;

impl Topology {
    /// One metric, as a metric.
    fn figure<'py>(&self, py: Python<'py>, metric: Metric) -> PyResult<Bound<'py, PyAny>> {
        let request = ShowRequest { metrics: vec![metric], ..ShowRequest::all() };
        self.run_request(py, "ShowAnswer", None, || Ok(request))?.getattr(metric.name())
    }
}

macro_rules! figures {
    ($($(#[doc = $doc:literal])+ $name:ident: $metric:ident;)+) => {
        #[pymethods]
        impl Topology {
            $($(#[doc = $doc])+
            #[getter]
            fn $name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                self.figure(py, metric::$metric)
            })+
        }
    };
}

figures!(
    /// The degrees, and how many nodes have each.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("star(4)").degrees.value.counts
    /// {1: 3, 3: 1}
    degrees: DEGREE;
    /// The largest distance.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> net = crossedge.Topology("rdn(ring(3), 2)")
    /// >>> net.diameter.value, net.diameter.evidence.kind
    /// (10, 'proved')
    diameter: DIAMETER;
    /// The mean distance over ordered pairs of different nodes, as an exact fraction.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("torus(5,5)").mean_distance.value
    /// Fraction(5, 2)
    mean_distance: MEAN_DISTANCE;
    /// Ordered pairs at distance 0, 1, …
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(3)").histogram.value
    /// (8, 24, 24, 8)
    histogram: HISTOGRAM;
    /// The fewest links between two halves, or bounds of it with a witness.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> width = crossedge.Topology("hypercube(4)").bisection_width.value
    /// >>> width.lower, width.upper
    /// (8, 8)
    bisection_width: BISECTION;
    /// `true` if all nodes are in one orbit of the automorphism group.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dualcube(3)").vertex_transitivity.value
    /// True
    vertex_transitivity: VERTEX_TRANSITIVITY;
    /// `true` if all links are in one orbit of the automorphism group.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(4)").edge_transitivity.value
    /// True
    edge_transitivity: EDGE_TRANSITIVITY;
    /// Minimum number of nodes whose failure disconnects the network.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("dualcube(3)").connectivity.value.lower
    /// 3
    connectivity: CONNECTIVITY;
    /// Degree and diameter over the logarithm of the size.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("hypercube(8)").cost_ratio.value.plain
    /// 2.0
    cost_ratio: COST_RATIO;
    /// The least diameter and mean distance that size and degree allow.
    ///
    /// Examples
    /// --------
    /// >>> import crossedge
    /// >>> crossedge.Topology("slimfly(5)").moore_bound.value.diameter
    /// 2
    moore_bound: MOORE_BOUND;
);
