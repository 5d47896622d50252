//! Several networks side by side.

use super::Request;
use super::show::{EffortRequest, MetricsAnswer, measure};
use crate::error::Error;
use crate::metrics::Metric;
use crate::progress::Progress;
use crate::topology::Topology;

/// What is compared.
const COMPARED: [Metric; 8] = [
    Metric::Nodes,
    Metric::Links,
    Metric::Degree,
    Metric::Diameter,
    Metric::MeanDistance,
    Metric::Bisection,
    Metric::CostRatio,
    Metric::MooreBound,
];

/// Asks for the metrics of several networks.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompareRequest {
    /// How hard to try.
    pub effort: EffortRequest,
}

/// Several networks side by side.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    /// The networks, in the order in which they were asked for.
    pub networks: Vec<ComparedAnswer>,
}

/// One of several networks.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedAnswer {
    /// The network, in canonical text.
    pub expression: String,
    /// Its metrics.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub metrics: MetricsAnswer,
}

impl Request for CompareRequest {
    type On = [Topology];
    type Answer = CompareAnswer;
    const VERB: &'static str = "compare";

    fn answer(&self, on: &[Topology], progress: &dyn Progress) -> Result<CompareAnswer, Error> {
        let one = |net: &Topology| {
            let metrics = measure(net, &COMPARED, &self.effort, false, progress)?;
            Ok(ComparedAnswer { expression: net.to_string(), metrics })
        };
        Ok(CompareAnswer { networks: on.iter().map(one).collect::<Result<_, Error>>()? })
    }
}
