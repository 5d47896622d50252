//! The metrics of a network, each with how it is known.

use super::Request;
use super::asked::Asked;
use super::machine::{BisectionAnswer, MachineAnswer, ShareAnswer, whole};
use super::texts;
#[cfg(feature = "schema")]
use super::verbs::Verb;
use crate::error::Error;
use crate::evidence::{Evidence, Known};
use crate::exact::{Exact, Ratio};
use crate::metrics::throughput::{Ratio as Ratios, lowest};
use crate::metrics::{self, Connectivity, Diameter, Effort, Metric, Metrics, Symmetry, cost_ratio};
use crate::net::{DegreeCounts, notes};
use crate::progress::{Progress, Silent, TimeLimit};
use crate::topology::Topology;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::time::Duration;

/// Asks for metrics.
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
    /// How hard to try, and what weighs how much.
    #[serde(flatten)]
    pub effort: EffortRequest,
}

/// How hard to try, and what weighs how much.
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct EffortRequest {
    /// Where no theorem gives the distances, search from this many random nodes instead of from all.
    pub sample: Option<u64>,
    /// Seed of the sample.
    pub seed: u64,
    /// Weights of degree and diameter in the weighted cost ratio, e.g. 0.5,0.5.
    #[serde(with = "texts::weights")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub weights: (f64, f64),
    /// Time for metrics that are not asked for by name, e.g. 60s, or none; cheap ones come first, and the rest is reported as not computed.
    #[serde(default = "usual_budget", with = "texts::budget")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub budget: Option<Duration>,
}

/// Time limit of a request that was read without one.
fn usual_budget() -> Option<Duration> {
    Some(Duration::from_secs(10))
}

impl Default for EffortRequest {
    fn default() -> Self {
        EffortRequest { sample: None, seed: 0, weights: (0.5, 0.5), budget: None }
    }
}

/// Weights above this are refused: a ratio must stay a number.
const MAX_WEIGHT: f64 = 1e9;

impl EffortRequest {
    /// Refuses weights that give no number.
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
        ShowRequest { metrics: Vec::new(), histogram: false, effort: EffortRequest::default() }
    }

    /// What is told, in order.
    pub fn told(&self) -> Vec<Metric> {
        let mut told = match self.metrics.is_empty() {
            true => Metric::ALL.into_iter().filter(|metric| *metric != Metric::Histogram).collect(),
            false => self.metrics.clone(),
        };
        if self.histogram && !told.contains(&Metric::Histogram) {
            // It stands behind the mean, of which it tells more.
            let behind = told.iter().position(|metric| *metric == Metric::MeanDistance);
            let at =
                if self.metrics.is_empty() { behind.map_or(told.len(), |at| at + 1) } else { told.len() };
            told.insert(at, Metric::Histogram);
        }
        told
    }
}

/// The metrics of a network, and what its user should know.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShowAnswer {
    /// The metrics.
    #[serde(flatten)]
    pub metrics: MetricsAnswer,
    /// What a user should know of this choice of arguments.
    pub notes: Vec<String>,
}

/// The metrics of a network. Those that were not asked for are absent.
#[derive(Debug, Clone, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MetricsAnswer {
    /// How many nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Asked<Exact<BigUint>>>,
    /// How many links.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub links: Option<Asked<Exact<BigUint>>>,
    /// The degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub degree: Option<Asked<DegreeAnswer>>,
    /// The largest distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diameter: Option<Asked<DiameterAnswer>>,
    /// The mean distance over ordered pairs of different nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_distance: Option<Asked<Ratio>>,
    /// Ordered pairs at distance 0, 1, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub histogram: Option<Asked<Vec<Exact<BigUint>>>>,
    /// The fewest links between two halves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bisection_width: Option<Asked<BisectionAnswer>>,
    /// Whether all nodes are alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertex_transitivity: Option<Asked<bool>>,
    /// Whether all links are alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_transitivity: Option<Asked<bool>>,
    /// How many nodes must fail before the rest is not connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connectivity: Option<Asked<BetweenAnswer>>,
    /// How many links must fail before the rest is not connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edge_connectivity: Option<Asked<BetweenAnswer>>,
    /// What uniform traffic can have, whatever the routing: packets per endpoint and cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throughput: Option<Asked<ShareAnswer>>,
    /// The least distance from some node to all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Asked<Exact<BigUint>>>,
    /// The length of the shortest cycle; null in a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub girth: Option<Asked<Exact<u64>>>,
    /// The second smallest eigenvalue of the Laplacian.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spectral_gap: Option<Asked<f64>>,
    /// The mean number of shortest ways between two endpoints.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_diversity: Option<Asked<Ratio>>,
    /// Degree and diameter over the logarithm of the size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_ratio: Option<Asked<CostRatioAnswer>>,
    /// The least that size and degree allow; with switches, the endpoints and the radix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moore_bound: Option<Asked<MooreAnswer>>,
    /// Endpoints and switches, ports and cables; absent of a network without switches whose links all have width 1, unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineAnswer>,
}

/// The degrees of a network.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DegreeAnswer {
    /// The smallest.
    pub min: Exact<u64>,
    /// The largest.
    pub max: Exact<u64>,
    /// How many nodes have each degree.
    pub counts: BTreeMap<u64, Exact<BigUint>>,
}

/// The largest distance, or what is known of it from below.
#[derive(Debug, Clone, serde::Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiameterAnswer {
    /// Exactly this.
    Exact(Exact<BigUint>),
    /// Some pair is so far apart, and others may be farther.
    AtLeast {
        /// Some pair is so far apart.
        lower: Exact<BigUint>,
        /// Nothing is known from above: null.
        upper: (),
    },
}

/// A number between two ends.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BetweenAnswer {
    /// Not less.
    pub lower: Exact<u64>,
    /// Not more.
    pub upper: Exact<u64>,
}

/// Degree and diameter over the logarithm of the size.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostRatioAnswer {
    /// With weights 1 and 1.
    pub plain: f64,
    /// With the weights that were asked for.
    pub weighted: f64,
    /// These weights, of degree and diameter.
    pub weights: (f64, f64),
    /// Whether both are bounds from below, because the diameter is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lower_bound: bool,
}

/// The least that size and degree allow.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MooreAnswer {
    /// No diameter is smaller.
    pub diameter: Exact<u64>,
    /// No mean distance is smaller.
    pub mean_distance: Ratio,
    /// No plain cost ratio is smaller; null for one node, and where there are switches.
    pub cost_ratio: Option<f64>,
}

impl Request for ShowRequest {
    type On = Topology;
    type Answer = ShowAnswer;
    const VERB: &'static str = "show";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<ShowAnswer, Error> {
        let asked = !self.metrics.is_empty();
        let metrics = measure(on, &self.told(), &self.effort, asked, progress)?;
        Ok(ShowAnswer { metrics, notes: notes(on.shape()) })
    }
}

/// The metrics of a network. When they were `asked` for by name, one that cannot be had is an error and not a gap.
pub(super) fn measure(
    on: &Topology,
    told: &[Metric],
    effort: &EffortRequest,
    asked: bool,
    progress: &dyn Progress,
) -> Result<MetricsAnswer, Error> {
    effort.check()?;
    if asked && told.iter().all(|metric| cost(*metric) == 2) {
        Metrics::new(on.shape(), None, effort.effort(), progress).distances_affordable()?;
    }
    let net = on.network_if_it_fits().map(|net| net.as_ref());
    let limit = TimeLimit::new(progress);
    let progress: &dyn Progress = &limit;
    let mut metrics = Metrics::new(on.shape(), net, effort.effort(), progress);
    let mut answer = MetricsAnswer::default();
    let budget = effort.budget.filter(|_| !asked);
    let mut by_cost = told.to_vec();
    if budget.is_some() {
        by_cost.sort_by_key(|metric| cost(*metric));
    }
    for metric in by_cost {
        if let Some(budget) = budget {
            // No metric takes more than half of what is left, so that those after it get their turn.
            limit.set(limit.elapsed() + budget.saturating_sub(limit.elapsed()) / 2);
        }
        match one(&mut metrics, metric, effort, &mut answer) {
            Ok(()) => {}
            Err(metrics::Error::Stopped) => {
                let Some(budget) = budget.filter(|_| !limit.interrupted()) else {
                    return Err(metrics::Error::Stopped.into());
                };
                let reason = format!("not computed within the budget of {} s", budget.as_secs_f64());
                let help = format!("`figure` {} computes it without a time limit", metric.name());
                answer.missing(metric, reason, help);
            }
            Err(error) if asked => return Err(error.into()),
            Err(metrics::Error::Limit { message, help } | metrics::Error::Usage { message, help }) => {
                answer.missing(metric, message, help);
            }
        }
    }
    if let Some(budget) = budget {
        limit.set(budget.max(limit.elapsed() + budget / 4));
    }
    machine(on, told, asked, &mut metrics, effort, progress, &mut answer)?;
    Ok(answer)
}

/// The order in which metrics are computed under a budget: closed forms and cheap ones first.
fn cost(metric: Metric) -> u8 {
    match metric {
        Metric::Diameter | Metric::MeanDistance | Metric::Histogram | Metric::Radius | Metric::CostRatio => 2,
        Metric::Bisection => 1,
        Metric::Throughput => 3,
        Metric::Girth | Metric::Connectivity | Metric::EdgeConnectivity => 4,
        Metric::SpectralGap | Metric::PathDiversity => 5,
        Metric::EdgeSymmetry => 6,
        Metric::NodeSymmetry => 7,
        _ => 0,
    }
}

/// What machines are compared by: all of it with the node count of a machine, and what was asked for otherwise.
fn machine(
    on: &Topology,
    told: &[Metric],
    asked: bool,
    metrics: &mut Metrics<'_>,
    effort: &EffortRequest,
    progress: &dyn Progress,
    answer: &mut MetricsAnswer,
) -> Result<(), Error> {
    let all = told.contains(&Metric::Nodes) && on.shape().machine().is_some();
    let wanted = told.iter().filter(|metric| Metric::OF_MACHINES.contains(metric));
    let wanted: Vec<Metric> = wanted.copied().collect();
    if !all && wanted.is_empty() {
        return Ok(());
    }
    // The bisection is found once, and told where it was asked for.
    let mut bisection = answer.bisection_width.clone();
    if bisection.is_none() && (all || wanted.contains(&Metric::BisectionPerEndpoint)) {
        let mut other = MetricsAnswer::default();
        if let Err(metrics::Error::Limit { message, help } | metrics::Error::Usage { message, help }) =
            one(metrics, Metric::Bisection, effort, &mut other)
        {
            other.missing(Metric::Bisection, message, help);
        }
        bisection = other.bisection_width;
    }
    let mut found = if all { whole(on, bisection.as_ref(), progress)? } else { MachineAnswer::default() };
    wanted.iter().for_each(|metric| found.add(on, *metric, bisection.as_ref()));
    let missing = || {
        let MachineAnswer {
            radix,
            cables,
            ports_per_endpoint,
            cables_per_endpoint,
            oversubscription,
            bisection_per_endpoint,
            ..
        } = &found;
        None.or(radix.as_ref().and_then(Asked::missing))
            .or(cables.as_ref().and_then(Asked::missing))
            .or(ports_per_endpoint.as_ref().and_then(Asked::missing))
            .or(cables_per_endpoint.as_ref().and_then(Asked::missing))
            .or(oversubscription.as_ref().and_then(Asked::missing))
            .or(bisection_per_endpoint.as_ref().and_then(Asked::missing))
    };
    if let (true, false, Some(error)) = (asked, all, missing()) {
        return Err(error);
    }
    answer.machine = Some(found);
    Ok(())
}

/// Finds one metric.
fn one(
    metrics: &mut Metrics<'_>,
    metric: Metric,
    effort: &EffortRequest,
    answer: &mut MetricsAnswer,
) -> Result<(), metrics::Error> {
    let none = |why: &str| metrics::Error::Usage {
        message: why.to_owned(),
        help: "take another network".to_owned(),
    };
    match metric {
        Metric::Nodes => answer.nodes = Some(metrics.nodes().map(Exact).into()),
        Metric::Links => answer.links = Some(metrics.links().map(Exact).into()),
        Metric::Degree => answer.degree = Some(metrics.degree().map(degrees).into()),
        Metric::Diameter => {
            let diameter = metrics.diameter()?.map(|diameter| match diameter {
                Diameter::Exact(value) => DiameterAnswer::Exact(Exact(value)),
                Diameter::AtLeast(value) => DiameterAnswer::AtLeast { lower: Exact(value), upper: () },
            });
            answer.diameter = Some(diameter.into());
        }
        Metric::MeanDistance => {
            let mean = metrics.mean_distance()?;
            answer.mean_distance =
                Some(mean.map(|(numerator, denominator)| Ratio { numerator, denominator }).into());
        }
        Metric::Histogram => {
            let Known { value, evidence } = metrics.distances()?.distances.clone();
            // A sample is told as it was counted; everything else as all pairs.
            let counts = match evidence {
                Evidence::Sampled { .. } => value.counts().to_vec(),
                _ => value.pairs(),
            };
            answer.histogram = Some(Known::new(counts.into_iter().map(Exact).collect(), evidence).into());
        }
        Metric::Bisection => {
            let found = metrics.bisection().ok_or_else(|| none("no cut into halves is known"))?;
            let width = found.map(|cut| BisectionAnswer {
                witness: cut.side.as_ref().map(|side| side.describe()),
                nodes: cut.side.as_ref().and_then(|side| side.listed()),
                lower: Exact(cut.lower),
                upper: Exact(cut.upper),
            });
            answer.bisection_width = Some(width.into());
        }
        Metric::NodeSymmetry => answer.vertex_transitivity = Some(transitive(metrics.node_symmetry()?)),
        Metric::EdgeSymmetry => answer.edge_transitivity = Some(transitive(metrics.edge_symmetry()?)),
        Metric::Connectivity => answer.connectivity = Some(metrics.connectivity()?.map(ends).into()),
        Metric::EdgeConnectivity => {
            answer.edge_connectivity = Some(metrics.edge_connectivity()?.map(ends).into());
        }
        Metric::Throughput => {
            let told = |(a, b): Ratios| Ratio { numerator: a, denominator: b };
            let found = metrics.throughput()?.map(|known| ShareAnswer {
                lower: told(lowest(known.lower)),
                upper: told(lowest(known.upper)),
            });
            answer.throughput = Some(found.into());
        }
        Metric::Radius => answer.radius = Some(metrics.radius()?.map(Exact).into()),
        Metric::Girth => {
            let Known { value, evidence } = metrics.girth()?;
            let value = value.map(Exact);
            answer.girth = Some(Asked {
                value,
                evidence: Some(evidence),
                counterexample: None,
                reason: None,
                help: None,
            });
        }
        Metric::SpectralGap => answer.spectral_gap = Some(metrics.spectral_gap()?.into()),
        Metric::PathDiversity => {
            let found = metrics.path_diversity()?;
            answer.path_diversity =
                Some(found.map(|(numerator, denominator)| Ratio { numerator, denominator }).into());
        }
        Metric::CostRatio => {
            let weights = effort.weights;
            let alone = || none("one node has no cost ratio");
            let plain = metrics.cost_ratio((1.0, 1.0))?.ok_or_else(alone)?;
            let weighted = metrics.cost_ratio(weights)?.ok_or_else(alone)?.value;
            // A diameter that is known from below gives a ratio from below.
            let lower_bound = !metrics.diameter()?.value.is_exact();
            let ratio = plain.map(|plain| CostRatioAnswer { plain, weighted, weights, lower_bound });
            answer.cost_ratio = Some(ratio.into());
        }
        Metric::MooreBound => {
            let none = none("no connected network has this size and degree");
            let found = metrics.moore_bound().ok_or(none)?;
            let diameter = BigUint::from(found.value.diameter);
            let ratio = (!metrics.switched())
                .then(|| cost_ratio(&metrics.nodes().value, metrics.largest_degree(), &diameter, (1.0, 1.0)));
            let bound = found.map(|bound| MooreAnswer {
                diameter: Exact(bound.diameter),
                mean_distance: Ratio { numerator: bound.mean.0, denominator: bound.mean.1 },
                cost_ratio: ratio.flatten(),
            });
            answer.moore_bound = Some(bound.into());
        }
        // Told beside the others.
        _ => {}
    }
    Ok(())
}

fn ends(found: Connectivity) -> BetweenAnswer {
    BetweenAnswer { lower: Exact(found.lower), upper: Exact(found.upper) }
}

fn degrees(counts: DegreeCounts) -> DegreeAnswer {
    let ends = (counts.keys().next(), counts.keys().next_back());
    let [min, max] = [ends.0, ends.1].map(|degree| Exact(degree.copied().unwrap_or(0)));
    DegreeAnswer {
        min,
        max,
        counts: counts.into_iter().map(|(degree, count)| (degree, Exact(count))).collect(),
    }
}

fn transitive(found: Known<Symmetry>) -> Asked<bool> {
    let (value, counterexample) = match found.value {
        Symmetry::Holds => (Some(true), None),
        Symmetry::Refuted(why) => (Some(false), Some(why)),
        Symmetry::Unknown => (None, None),
    };
    Asked { value, evidence: Some(found.evidence), counterexample, reason: None, help: None }
}

impl MetricsAnswer {
    /// Notes why a metric cannot be had.
    fn missing(&mut self, metric: Metric, reason: String, help: String) {
        fn gap<T>(reason: String, help: String) -> Option<Asked<T>> {
            let (reason, help) = (Some(reason), Some(help));
            Some(Asked { value: None, evidence: None, counterexample: None, reason, help })
        }
        match metric {
            Metric::Nodes => self.nodes = gap(reason, help),
            Metric::Links => self.links = gap(reason, help),
            Metric::Degree => self.degree = gap(reason, help),
            Metric::Diameter => self.diameter = gap(reason, help),
            Metric::MeanDistance => self.mean_distance = gap(reason, help),
            Metric::Histogram => self.histogram = gap(reason, help),
            Metric::Bisection => self.bisection_width = gap(reason, help),
            Metric::NodeSymmetry => self.vertex_transitivity = gap(reason, help),
            Metric::EdgeSymmetry => self.edge_transitivity = gap(reason, help),
            Metric::Connectivity => self.connectivity = gap(reason, help),
            Metric::EdgeConnectivity => self.edge_connectivity = gap(reason, help),
            Metric::Throughput => self.throughput = gap(reason, help),
            Metric::Radius => self.radius = gap(reason, help),
            Metric::Girth => self.girth = gap(reason, help),
            Metric::SpectralGap => self.spectral_gap = gap(reason, help),
            Metric::PathDiversity => self.path_diversity = gap(reason, help),
            Metric::CostRatio => self.cost_ratio = gap(reason, help),
            Metric::MooreBound => self.moore_bound = gap(reason, help),
            _ => {}
        }
    }
}

impl Topology {
    /// The metrics of the network, one at a time, each with how it is known; distances are found once.
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
