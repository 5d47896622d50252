//! Metrics as plain columns, for tables that programs read: each has one type, and a cell is empty where the value is not known.
//!
//! A metric that may be known between two ends has three columns: the value, where the ends meet, and both ends.

use super::asked::Asked;
use super::show::{DiameterAnswer, MetricsAnswer};
use crate::exact::{Exact, Ratio};
use crate::metrics::Metric;
use num_bigint::BigUint;
use std::fmt;

/// A cell of a column, which has one type; none where the value is not known.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain {
    /// A whole number of any size.
    Integer(Option<BigUint>),
    /// A number.
    Number(Option<f64>),
    /// Yes or no.
    Flag(Option<bool>),
    /// A word.
    Word(Option<&'static str>),
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn told<T: fmt::Display>(value: &Option<T>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            value.as_ref().map_or(Ok(()), |value| value.fmt(f))
        }
        match self {
            Plain::Integer(value) => told(value, f),
            Plain::Number(value) => told(value, f),
            Plain::Flag(value) => told(value, f),
            Plain::Word(value) => told(value, f),
        }
    }
}

/// A column: its name, and the cell.
pub type PlainColumn = (&'static str, Plain);

/// A value that stands between two ends.
type Ends = (Option<BigUint>, Option<BigUint>);

/// What is told of a metric, where it has a value.
fn of<T, U>(asked: &Option<Asked<T>>, make: impl FnOnce(&T) -> U) -> Option<U> {
    asked.as_ref().and_then(|asked| asked.value.as_ref()).map(make)
}

/// How a metric is known.
fn known<T>(asked: &Option<Asked<T>>) -> Plain {
    let evidence = asked.as_ref().and_then(|asked| asked.evidence.as_ref());
    Plain::Word(evidence.map(|evidence| evidence.kind()))
}

/// A metric between two ends: the value where they meet, both ends, and how it is known.
fn between(names: [&'static str; 4], ends: Option<Ends>, known: Plain) -> Vec<PlainColumn> {
    let (lower, upper) = ends.unwrap_or_default();
    let value = lower.clone().filter(|lower| Some(lower) == upper.as_ref());
    let [value, lower, upper] = [value, lower, upper].map(Plain::Integer);
    names.into_iter().zip([value, lower, upper, known]).collect()
}

impl MetricsAnswer {
    /// The columns of a metric: the same for every network, whatever is known of it.
    ///
    /// ```
    /// use crossedge::answers::{CompareRequest, Request};
    /// use crossedge::metrics::Metric;
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 2)".parse()?;
    /// let answer = CompareRequest::default().answer(&[net], &Silent)?;
    /// let columns = answer.networks[0].metrics.plain(Metric::Bisection);
    /// let text: Vec<String> = columns.iter().map(|(name, value)| format!("{name}={value}")).collect();
    /// assert_eq!(text[..3], ["bisection=", "bisection_at_least=70", "bisection_at_most=90"]);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn plain(&self, metric: Metric) -> Vec<PlainColumn> {
        let whole =
            |asked: &Option<Asked<Exact<BigUint>>>| Plain::Integer(of(asked, |value| value.0.clone()));
        let big = |value: u64| Some(BigUint::from(value));
        match metric {
            Metric::Nodes => vec![("nodes", whole(&self.nodes))],
            Metric::Links => vec![("links", whole(&self.links))],
            Metric::Degree => vec![
                ("degree_min", Plain::Integer(of(&self.degree, |d| d.min.0.into()))),
                ("degree_max", Plain::Integer(of(&self.degree, |d| d.max.0.into()))),
            ],
            Metric::Diameter => {
                let ends = of(&self.diameter, |diameter| match diameter {
                    DiameterAnswer::Exact(value) => (Some(value.0.clone()), Some(value.0.clone())),
                    DiameterAnswer::AtLeast { lower, .. } => (Some(lower.0.clone()), None),
                });
                let names = ["diameter", "diameter_at_least", "diameter_at_most", "diameter_known"];
                between(names, ends, known(&self.diameter))
            }
            Metric::MeanDistance => vec![
                ("mean_distance", Plain::Number(of(&self.mean_distance, |mean| mean.value()).flatten())),
                ("mean_distance_known", known(&self.mean_distance)),
            ],
            // A list is a table of its own.
            Metric::Histogram => Vec::new(),
            Metric::Bisection => {
                let cut = &self.bisection_width;
                let ends = of(cut, |cut| (Some(cut.lower.0.clone()), Some(cut.upper.0.clone())));
                let names = ["bisection", "bisection_at_least", "bisection_at_most", "bisection_known"];
                between(names, ends, known(cut))
            }
            Metric::NodeSymmetry => vec![
                ("vertex_transitive", Plain::Flag(of(&self.vertex_transitivity, |yes| *yes))),
                ("vertex_transitive_known", known(&self.vertex_transitivity)),
            ],
            Metric::EdgeSymmetry => vec![
                ("edge_transitive", Plain::Flag(of(&self.edge_transitivity, |yes| *yes))),
                ("edge_transitive_known", known(&self.edge_transitivity)),
            ],
            Metric::Connectivity => {
                let ends = of(&self.connectivity, |k| (big(k.lower.0), big(k.upper.0)));
                let names =
                    ["connectivity", "connectivity_at_least", "connectivity_at_most", "connectivity_known"];
                between(names, ends, known(&self.connectivity))
            }
            Metric::EdgeConnectivity => {
                let ends = of(&self.edge_connectivity, |k| (big(k.lower.0), big(k.upper.0)));
                let names = [
                    "edge_connectivity",
                    "edge_connectivity_at_least",
                    "edge_connectivity_at_most",
                    "edge_connectivity_known",
                ];
                between(names, ends, known(&self.edge_connectivity))
            }
            Metric::Throughput => {
                let [lower, upper] = [0, 1].map(|end| {
                    of(&self.throughput, |ends| [&ends.lower, &ends.upper][end].value()).flatten()
                });
                let exact = of(&self.throughput, |ends| ends.lower == ends.upper) == Some(true);
                vec![
                    ("throughput", Plain::Number(lower.filter(|_| exact))),
                    ("throughput_at_least", Plain::Number(lower)),
                    ("throughput_at_most", Plain::Number(upper)),
                    ("throughput_known", known(&self.throughput)),
                ]
            }
            Metric::Radius => vec![("radius", whole(&self.radius)), ("radius_known", known(&self.radius))],
            Metric::Girth => vec![
                ("girth", Plain::Integer(of(&self.girth, |length| length.0.into()))),
                ("girth_known", known(&self.girth)),
            ],
            Metric::SpectralGap => vec![
                ("spectral_gap", Plain::Number(of(&self.spectral_gap, |gap| *gap))),
                ("spectral_gap_known", known(&self.spectral_gap)),
            ],
            Metric::PathDiversity => vec![
                ("path_diversity", Plain::Number(of(&self.path_diversity, |ways| ways.value()).flatten())),
                ("path_diversity_known", known(&self.path_diversity)),
            ],
            Metric::CostRatio => {
                // A ratio from below is none that a column could tell apart.
                let ratio = of(&self.cost_ratio, |ratio| (!ratio.lower_bound).then_some(ratio.plain));
                vec![("cost_ratio", Plain::Number(ratio.flatten()))]
            }
            Metric::MooreBound => {
                let bound = &self.moore_bound;
                let mean = of(bound, |bound| bound.mean_distance.value()).flatten();
                vec![
                    ("moore_diameter", Plain::Integer(of(bound, |bound| bound.diameter.0.into()))),
                    ("moore_mean_distance", Plain::Number(mean)),
                    ("moore_cost_ratio", Plain::Number(of(bound, |bound| bound.cost_ratio).flatten())),
                ]
            }
            machine => self.plain_of_machine(machine),
        }
    }

    /// The columns of a figure of machines; of oversubscription that of the tightest level.
    fn plain_of_machine(&self, metric: Metric) -> Vec<PlainColumn> {
        let machine = self.machine.as_ref();
        let whole = |of: Option<&Asked<Exact<BigUint>>>| {
            Plain::Integer(of.and_then(|asked| Some(asked.value.as_ref()?.0.clone())))
        };
        let number =
            |of: Option<&Asked<Ratio>>| Plain::Number(of.and_then(|asked| asked.value.as_ref()?.value()));
        match metric {
            Metric::Endpoints => vec![("endpoints", whole(machine.and_then(|m| m.endpoints.as_ref())))],
            Metric::Switches => vec![("switches", whole(machine.and_then(|m| m.switches.as_ref())))],
            Metric::Radix => {
                let radix = machine.and_then(|m| Some(m.radix.as_ref()?.value?.0.into()));
                vec![("radix", Plain::Integer(radix))]
            }
            Metric::Cables => vec![("cables", whole(machine.and_then(|m| m.cables.as_ref())))],
            Metric::PortsPerEndpoint => {
                vec![("ports_per_endpoint", number(machine.and_then(|m| m.ports_per_endpoint.as_ref())))]
            }
            Metric::CablesPerEndpoint => {
                vec![("cables_per_endpoint", number(machine.and_then(|m| m.cables_per_endpoint.as_ref())))]
            }
            Metric::Oversubscription => {
                let most = machine
                    .and_then(|m| m.oversubscription.as_ref()?.value.as_ref())
                    .map(|levels| levels.0.iter().filter_map(Ratio::value).fold(1.0, f64::max));
                vec![("oversubscription_most", Plain::Number(most))]
            }
            Metric::BisectionPerEndpoint => {
                let cut = machine.and_then(|m| m.bisection_per_endpoint.as_ref()?.value.as_ref());
                let [lower, upper] =
                    [cut.and_then(|cut| cut.lower.value()), cut.and_then(|cut| cut.upper.value())];
                vec![
                    ("bisection_per_endpoint_at_least", Plain::Number(lower)),
                    ("bisection_per_endpoint_at_most", Plain::Number(upper)),
                ]
            }
            _ => Vec::new(),
        }
    }
}
