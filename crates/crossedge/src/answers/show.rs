//! The metrics of a network, each with evidence.

use super::Request;
use super::asked::Asked;
use super::derivation::{DerivationAnswer, derivation};
use super::metrics::{LinkClassAnswer, MetricsAnswer};
use super::texts;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::metrics::metric::{DIAMETER, HISTOGRAM, MEAN_DISTANCE, NODES, OVERSUBSCRIPTION, RADIX};
use crate::metrics::{self, Effort, Metric, Metrics, When};
use crate::net::{classes, endpoints, notes};
use crate::progress::{Progress, Silent, TimeLimit};
use crate::topology::Topology;
use std::time::Duration;

/// Request for metrics.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ShowRequest {
    /// Only these metrics, e.g. diameter,bisection; one that is not available is an error [default: all but the histogram, as far as known].
    #[serde(with = "texts::metrics")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub metrics: Vec<Metric>,
    /// Also the number of pairs at each distance.
    pub histogram: bool,
    /// Also the theorem that was applied to each part of the expression.
    pub explain: bool,
    /// Effort limits and weights.
    #[serde(flatten)]
    pub effort: EffortRequest,
}

/// Effort limits and weights.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EffortRequest {
    /// Search distances from this many random nodes, if there is no closed form.
    pub sample: Option<u64>,
    /// Seed of the sample.
    pub seed: u64,
    /// Weights of degree and diameter in the weighted cost ratio, e.g. 0.5,0.5.
    #[serde(with = "texts::weights")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub weights: (f64, f64),
    /// Time limit for metrics not requested by name, e.g. 60s or none; the remaining ones are reported as not computed.
    #[serde(default = "usual_budget", with = "texts::budget")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub budget: Option<Duration>,
}

/// Default time limit of a deserialised request.
fn usual_budget() -> Option<Duration> {
    Some(Duration::from_secs(10))
}

impl Default for EffortRequest {
    fn default() -> Self {
        EffortRequest { sample: None, seed: 0, weights: (0.5, 0.5), budget: None }
    }
}

/// Maximum weight, so that the ratio stays finite.
const MAX_WEIGHT: f64 = 1e9;

impl EffortRequest {
    /// Rejects weights that are not finite.
    fn check(&self) -> Result<(), Error> {
        let (a, b) = self.weights;
        let fits = |weight: f64| (0.0..=MAX_WEIGHT).contains(&weight);
        if fits(a) && fits(b) {
            return Ok(());
        }
        Err(Error::usage(format!("weights must be between 0 and {MAX_WEIGHT:e} (got {a:e}, {b:e})"))
            .help("e.g. 0.5,0.5"))
    }

    /// From every node, or from a sample.
    pub fn effort(&self) -> Effort {
        match self.sample {
            Some(count) => Effort::Sampled { count: count.max(1), seed: self.seed },
            None => Effort::Exhaustive,
        }
    }
}

impl ShowRequest {
    /// All metrics.
    pub fn all() -> Self {
        ShowRequest {
            metrics: Vec::new(),
            histogram: false,
            explain: false,
            effort: EffortRequest::default(),
        }
    }

    /// The reported metrics, in order.
    pub fn reported(&self) -> Vec<Metric> {
        let mut reported = match self.metrics.is_empty() {
            true => Metric::reported(When::Usual).filter(|metric| *metric != HISTOGRAM).collect(),
            false => self.metrics.clone(),
        };
        if self.histogram && !reported.contains(&HISTOGRAM) {
            // It follows the mean, which it refines.
            let behind = reported.iter().position(|metric| *metric == MEAN_DISTANCE);
            let at = if self.metrics.is_empty() {
                behind.map_or(reported.len(), |at| at + 1)
            } else {
                reported.len()
            };
            reported.insert(at, HISTOGRAM);
        }
        reported
    }
}

/// The metrics of a network, with notes.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShowAnswer {
    /// The metrics.
    #[serde(flatten)]
    pub metrics: MetricsAnswer,
    /// The theorems applied to the expression and its parts; empty if not requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derivation: Vec<DerivationAnswer>,
    /// Notes for the user on this choice of arguments.
    pub notes: Vec<String>,
}

impl Request for ShowRequest {
    type On = Topology;
    type Answer = ShowAnswer;
    const VERB: &'static str = "show";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<ShowAnswer, Error> {
        let asked = !self.metrics.is_empty();
        let metrics = measure(on, &self.reported(), &self.effort, asked, progress)?;
        let mut notes = notes(on.shape());
        if let Some(seconds) = metrics.exact_seconds {
            let time = match seconds {
                ..120.0 => format!("{seconds:.0} s"),
                ..7200.0 => format!("{:.0} min", seconds / 60.0),
                _ => format!("{:.0} h", seconds / 3600.0),
            };
            notes.push(format!("distances are sampled; exact ones take about {time} of CPU (--exact)"));
        }
        let derivation = if self.explain { derivation(on, progress) } else { Vec::new() };
        Ok(ShowAnswer { metrics, derivation, notes })
    }
}

/// The metrics of a network. When they were `asked` for by name, one that cannot be had is an error and not a gap.
pub(super) fn measure(
    on: &Topology,
    reported: &[Metric],
    effort: &EffortRequest,
    asked: bool,
    progress: &dyn Progress,
) -> Result<MetricsAnswer, Error> {
    effort.check()?;
    if asked && reported.iter().all(|metric| metric.cost() == DIAMETER.cost()) {
        Metrics::new(on.shape(), None, effort.effort(), progress).distances_affordable()?;
    }
    let net = on.network_if_it_fits().map(|net| net.as_ref());
    let limit = TimeLimit::new(progress);
    let progress: &dyn Progress = &limit;
    let mut metrics = Metrics::new(on.shape(), net, effort.effort(), progress).with_weights(effort.weights);
    let machine = reported.contains(&NODES) && on.shape().machine().is_some();
    let mut wanted = reported.to_vec();
    if machine {
        wanted.extend(of_machines(on).filter(|metric| !reported.contains(metric)));
    }
    let budget = effort.budget.filter(|_| !asked);
    if budget.is_some() {
        wanted.sort_by_key(|metric| metric.cost());
    }
    let mut answer = MetricsAnswer::default();
    // Distances of a large network without a closed form: a sample at once instead of a search that cannot end in time.
    let seconds = budget.and_then(|budget| {
        let seconds = metrics.search_seconds()?;
        (seconds > budget.as_secs_f64() / 2.0).then_some(seconds)
    });
    if seconds.is_some() {
        metrics.sample_distances();
        answer.exact_seconds = seconds;
    }
    for metric in wanted {
        if let Some(budget) = budget {
            // No metric takes more than half of the remaining time, so that later ones get their turn.
            limit.set(limit.elapsed() + budget.saturating_sub(limit.elapsed()) / 2);
        }
        // Further metrics of a machine may be missing.
        let asked = asked && reported.contains(&metric) && !(machine && metric.when() != When::Usual);
        let value = match metric.find(&mut metrics) {
            Ok(value) => value.into(),
            Err(metrics::Error::Stopped) => {
                let Some(budget) = budget.filter(|_| !limit.interrupted()) else {
                    return Err(metrics::Error::Stopped.into());
                };
                let reason = format!("not computed within the budget of {} s", budget.as_secs_f64());
                let help = format!("`metric` {} computes it without a time limit", metric.name());
                Asked::gap(&reason, &help)
            }
            Err(error) if asked => return Err(error.into()),
            Err(metrics::Error::Limit { message, help } | metrics::Error::Usage { message, help }) => {
                Asked::gap(&message, &help)
            }
        };
        answer.insert(metric, value);
    }
    if machine {
        let classes = classes(on.shape());
        answer.link_classes = classes.map(|all| all.into_iter().map(LinkClassAnswer::from).collect());
    }
    Ok(answer)
}

/// The metrics of a network with switches or wide links.
fn of_machines(on: &Topology) -> impl Iterator<Item = Metric> {
    // Without switches there is neither a radix nor a level.
    let switches = on.nodes() != endpoints(on.shape());
    Metric::reported(When::OfMachines)
        .chain(Metric::reported(When::BesideMachines))
        .filter(move |metric| switches || ![RADIX, OVERSUBSCRIPTION].contains(metric))
}

impl Topology {
    /// The metrics of the network, one at a time, each with evidence; distances are found once.
    ///
    /// ```
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 7)".parse()?;
    /// assert_eq!(net.metrics().diameter()?.value.to_string(), "382");
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn metrics(&self) -> Metrics<'_> {
        let net = self.network_if_it_fits().map(|net| net.as_ref());
        Metrics::new(self.shape(), net, Effort::Exhaustive, &Silent)
    }
}

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb =
    Verb::one::<ShowRequest>("Show the metrics of a network, each with its evidence");
