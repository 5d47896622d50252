//! The metrics of a network as they are recorded for the atlas: those with closed form at any size, others up to a size that depends on the metric, never on time,
//! so that a record is the same on every machine.

use super::Request;
use super::asked::Asked;
use super::metrics::MetricsAnswer;
use crate::error::Error;
use crate::metrics::{self, Effort, Measured, Metric, MetricValue, Metrics, ValueKind, When};
use crate::progress::Progress;
use crate::topology::Topology;
use num_traits::ToPrimitive;

/// Steps of a search from every node that a record may take.
const MAX_SEARCH: u128 = 1 << 25;

/// The most nodes at which a metric without closed form is computed, by its place in the order of costs: bisection, distances (limited by [`MAX_SEARCH`]),
/// throughput, connectivity, structure, two symmetries, distances of all nodes.
const MAX_NODES: [u64; 9] = [u64::MAX, 64, u64::MAX, 64, 512, 256, 256, 256, 1 << 12];

/// The most nodes of parts of larger networks that are searched.
const MAX_PART: u64 = 64;

/// Metrics that follow from distances have this cost.
const DISTANCES: u8 = 2;

/// Request for the record of a network.
#[derive(Debug, Clone, Copy, Default)]
pub struct RecordRequest;

/// The record of a network.
#[derive(Debug, Clone, serde::Serialize)]
pub struct RecordAnswer {
    /// The metrics.
    pub metrics: MetricsAnswer,
}

/// The metrics of a record: all but lists, those of machines too.
pub fn recorded_metrics() -> impl Iterator<Item = Metric> {
    Metric::every().filter(|metric| metric.kind() != ValueKind::List && metric.when() != When::BesideMachines)
}

impl Request for RecordRequest {
    type On = Topology;
    type Answer = RecordAnswer;
    const VERB: &'static str = "atlas";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<RecordAnswer, Error> {
        let shape = on.shape();
        let (nodes, links) = (on.nodes().to_u64(), on.links().to_u128());
        let searched =
            nodes.zip(links).is_some_and(|(nodes, links)| u128::from(nodes) * (links + 1) <= MAX_SEARCH);
        // A network that is searched nowhere is not built either.
        let net = searched.then(|| on.network_if_it_fits()).flatten().map(|net| net.as_ref());
        let mut closed = Metrics::new(shape, None, Effort::Exhaustive, progress).searched_to(MAX_PART);
        let mut full = Metrics::new(shape, net, Effort::Exhaustive, progress);
        let mut answer = MetricsAnswer::default();
        for metric in recorded_metrics() {
            let most = MAX_NODES.get(usize::from(metric.cost())).copied().unwrap_or(0);
            let computed = net.is_some() && nodes.is_some_and(|nodes| nodes <= most);
            // These build the network for themselves.
            if !computed && metric.when() == When::ByName && metric.cost() > DISTANCES {
                let help = format!("`crossedge show --metric {}` computes it", metric.name());
                answer.insert(metric, Asked::gap("not recorded at this size", &help));
                continue;
            }
            let found: Result<Measured, metrics::Error> =
                metric.find(if computed { &mut full } else { &mut closed });
            let value: Asked<MetricValue> = match found {
                Ok(value) => value.into(),
                Err(metrics::Error::Stopped) => return Err(metrics::Error::Stopped.into()),
                Err(metrics::Error::Limit { message, help } | metrics::Error::Usage { message, help }) => {
                    Asked::gap(&message, &help)
                }
            };
            answer.insert(metric, value);
        }
        Ok(RecordAnswer { metrics: answer })
    }
}
