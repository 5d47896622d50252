//! Several networks side by side.

use super::Request;
use super::metrics::MetricsAnswer;
use super::plain::{Plain, PlainColumn};
use super::show::{EffortRequest, measure};
use super::texts;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::metrics::Metric;
use crate::metrics::metric::{
    BISECTION, BISECTION_PER_ENDPOINT, CABLES, CABLES_PER_ENDPOINT, COST_RATIO, DEGREE, DIAMETER, ENDPOINTS,
    HISTOGRAM, LINKS, MEAN_DISTANCE, MOORE_BOUND, NODES, OVERSUBSCRIPTION, PORTS_PER_ENDPOINT, RADIX,
    SWITCHES, THROUGHPUT,
};
use crate::progress::Progress;
use crate::topology::Topology;
use std::cmp::Ordering;

/// The default metrics of a comparison.
const DEFAULT_METRICS: [Metric; 9] =
    [NODES, LINKS, DEGREE, DIAMETER, MEAN_DISTANCE, BISECTION, THROUGHPUT, COST_RATIO, MOORE_BOUND];

/// The default metrics if one of the networks has switches.
const MACHINE_METRICS: [Metric; 12] = [
    ENDPOINTS,
    SWITCHES,
    RADIX,
    CABLES,
    PORTS_PER_ENDPOINT,
    CABLES_PER_ENDPOINT,
    OVERSUBSCRIPTION,
    DIAMETER,
    MEAN_DISTANCE,
    MOORE_BOUND,
    BISECTION_PER_ENDPOINT,
    THROUGHPUT,
];

/// Request for the metrics of several networks.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct CompareRequest {
    /// Only these metrics, e.g. diameter,bisection.
    #[serde(with = "texts::metrics")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub metrics: Vec<Metric>,
    /// Sort the networks by this metric, the smallest first [default: the order in which they are given].
    #[serde(with = "texts::metric_or_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub sort: Option<Metric>,
    /// With `sort`: the largest first.
    pub descending: bool,
    /// Effort limits.
    #[serde(flatten)]
    pub effort: EffortRequest,
}

impl CompareRequest {
    /// The report on each of these networks, in order.
    pub fn reported(&self, on: &[Topology]) -> Vec<Metric> {
        let machines = || on.iter().any(|net| net.shape().machine().is_some());
        match self.metrics.is_empty() {
            true if machines() => MACHINE_METRICS.to_vec(),
            true => DEFAULT_METRICS.to_vec(),
            false => self.metrics.iter().copied().filter(|metric| *metric != HISTOGRAM).collect(),
        }
    }
}

/// Several networks side by side.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CompareAnswer {
    /// The networks, in the requested order.
    pub networks: Vec<ComparedAnswer>,
}

/// One of several networks.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparedAnswer {
    /// The network, in canonical text.
    pub expression: String,
    /// Its metrics.
    #[serde(flatten)]
    pub metrics: MetricsAnswer,
}

impl Request for CompareRequest {
    type On = [Topology];
    type Answer = CompareAnswer;
    const VERB: &'static str = "compare";

    fn answer(&self, on: &[Topology], progress: &dyn Progress) -> Result<CompareAnswer, Error> {
        if self.descending && self.sort.is_none() {
            return Err(Error::usage("`descending` needs `sort`"));
        }
        let mut wanted = self.reported(on);
        wanted.extend(self.sort.filter(|metric| !wanted.contains(metric)));
        let one = |net: &Topology| {
            let metrics = measure(net, &wanted, &self.effort, false, progress)?;
            Ok(ComparedAnswer { expression: net.to_string(), metrics })
        };
        let mut networks = on.iter().map(one).collect::<Result<Vec<_>, Error>>()?;
        if let Some(metric) = self.sort {
            networks.sort_by(|a, b| compare_by_metric(&a.metrics, &b.metrics, metric, self.descending));
        }
        Ok(CompareAnswer { networks })
    }
}

/// The order of two networks by a metric; one of which it is not known comes last.
fn compare_by_metric(a: &MetricsAnswer, b: &MetricsAnswer, metric: Metric, descending: bool) -> Ordering {
    // Of bounds, the first known one counts.
    let known = |(_, value): &PlainColumn| !value.to_string().is_empty();
    let key = |of: &MetricsAnswer| of.plain(metric).into_iter().find(known).map(|(_, value)| value);
    let both = match (key(a), key(b)) {
        (Some(Plain::Integer(a)), Some(Plain::Integer(b))) => a.cmp(&b),
        (Some(Plain::Number(a)), Some(Plain::Number(b))) => {
            a.unwrap_or_default().total_cmp(&b.unwrap_or_default())
        }
        (Some(Plain::Flag(a)), Some(Plain::Flag(b))) => a.cmp(&b),
        (a, b) => return a.is_none().cmp(&b.is_none()),
    };
    if descending { both.reverse() } else { both }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::several::<CompareRequest>("Compare several networks side by side");
