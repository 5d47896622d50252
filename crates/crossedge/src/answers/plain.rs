//! Metrics as plain columns, for machine-readable tables: each column has one type, and a cell is empty if the value is not known.
//!
//! A metric that may have bounds has three columns: the value, if the bounds meet, and both bounds.

use super::metrics::MetricsAnswer;
use crate::exact::Ratio;
use crate::metrics::{DiameterAnswer, Metric, MetricValue, ValueKind};
use num_bigint::BigUint;
use std::fmt;

/// A cell of a column, which has one type; `None` if the value is not known.
#[derive(Debug, Clone, PartialEq)]
pub enum Plain {
    /// An integer of any size.
    Integer(Option<BigUint>),
    /// A number.
    Number(Option<f64>),
    /// Yes or no.
    Flag(Option<bool>),
    /// A name.
    Word(Option<&'static str>),
}

impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write_value<T: fmt::Display>(value: &Option<T>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            value.as_ref().map_or(Ok(()), |value| value.fmt(f))
        }
        match self {
            Plain::Integer(value) => write_value(value, f),
            Plain::Number(value) => write_value(value, f),
            Plain::Flag(value) => write_value(value, f),
            Plain::Word(value) => write_value(value, f),
        }
    }
}

/// A column: its name, and the cell.
pub type PlainColumn = (String, Plain);

/// Two bounds of a value.
type BoundPair = (Option<BigUint>, Option<BigUint>);

/// A metric with bounds: the value if they agree, and both bounds.
fn bounds_columns(name: &str, (lower, upper): BoundPair) -> Vec<PlainColumn> {
    let value = lower.clone().filter(|lower| Some(lower) == upper.as_ref());
    let names = [name.to_owned(), format!("{name}_at_least"), format!("{name}_at_most")];
    names.into_iter().zip([value, lower, upper].map(Plain::Integer)).collect()
}

impl MetricsAnswer {
    /// The columns of a metric: the same for every network.
    ///
    /// ```
    /// use crossedge::answers::{CompareRequest, Request};
    /// use crossedge::metrics::metric::BISECTION;
    /// use crossedge::prelude::*;
    ///
    /// let net: Topology = "rdn(ring(3), 2)".parse()?;
    /// let answer = CompareRequest::default().answer(&[net], &Silent)?;
    /// let columns = answer.networks[0].metrics.plain(BISECTION);
    /// let text: Vec<String> = columns.iter().map(|(name, value)| format!("{name}={value}")).collect();
    /// assert_eq!(text[..3], ["bisection=", "bisection_at_least=70", "bisection_at_most=90"]);
    /// # Ok::<(), crossedge::Error>(())
    /// ```
    pub fn plain(&self, metric: Metric) -> Vec<PlainColumn> {
        let name = metric.column();
        let mut columns = self.value_columns(metric, name);
        if metric.explained() {
            let evidence = self.get(metric).and_then(|asked| asked.evidence.as_ref());
            let known = Plain::Word(evidence.map(|evidence| evidence.kind()));
            columns.push((format!("{name}_known"), known));
        }
        columns
    }

    /// The columns of its value, by what that is like.
    fn value_columns(&self, metric: Metric, name: &str) -> Vec<PlainColumn> {
        let value = self.value(metric);
        let big = |value: u64| Some(BigUint::from(value));
        let one = |cell: Plain| vec![(name.to_owned(), cell)];
        let with = |end: &str, cell: Plain| (format!("{name}{end}"), cell);
        match metric.kind() {
            ValueKind::Count => one(Plain::Integer(value.and_then(MetricValue::count).cloned())),
            ValueKind::Degrees => {
                let degree = match value {
                    Some(MetricValue::Degrees(degree)) => Some(degree),
                    _ => None,
                };
                vec![
                    with("_min", Plain::Integer(degree.map(|degree| degree.min.0.into()))),
                    with("_max", Plain::Integer(degree.map(|degree| degree.max.0.into()))),
                ]
            }
            ValueKind::Diameter => bounds_columns(
                name,
                match value {
                    Some(MetricValue::Diameter(DiameterAnswer::Exact(diameter))) => {
                        (Some(diameter.0.clone()), Some(diameter.0.clone()))
                    }
                    Some(MetricValue::Diameter(DiameterAnswer::AtLeast { lower, .. })) => {
                        (Some(lower.0.clone()), None)
                    }
                    _ => BoundPair::default(),
                },
            ),
            ValueKind::Ratio => one(Plain::Number(value.and_then(MetricValue::ratio).and_then(Ratio::value))),
            // A list is a table of its own.
            ValueKind::List => Vec::new(),
            ValueKind::Cut => {
                let cut = value.and_then(MetricValue::cut);
                let ends = cut.map(|cut| (Some(cut.lower.0.clone()), Some(cut.upper.0.clone())));
                bounds_columns(name, ends.unwrap_or_default())
            }
            ValueKind::Flag => one(Plain::Flag(match value {
                Some(MetricValue::Flag(yes)) => Some(*yes),
                _ => None,
            })),
            ValueKind::Between => bounds_columns(
                name,
                match value {
                    Some(MetricValue::Between(ends)) => (big(ends.lower.0), big(ends.upper.0)),
                    _ => BoundPair::default(),
                },
            ),
            ValueKind::Share => {
                let share = match value {
                    Some(MetricValue::Share(share)) => Some(share),
                    _ => None,
                };
                let lower = share.and_then(|share| share.lower.value());
                let upper = share.and_then(|share| share.upper.value());
                let exact = share.is_some_and(|share| share.lower == share.upper);
                let bounds =
                    [with("_at_least", Plain::Number(lower)), with("_at_most", Plain::Number(upper))];
                // A metric that follows from another one is reported by its bounds alone.
                let value = metric.explained().then(|| with("", Plain::Number(lower.filter(|_| exact))));
                value.into_iter().chain(bounds).collect()
            }
            ValueKind::Number => one(Plain::Number(match value {
                Some(MetricValue::Number(number)) => Some(*number),
                _ => None,
            })),
            ValueKind::CostRatio => one(Plain::Number(match value {
                // A lower bound on a ratio could not be distinguished in a column.
                Some(MetricValue::CostRatio(ratio)) if !ratio.lower_bound => Some(ratio.plain),
                _ => None,
            })),
            ValueKind::Moore => {
                let bound = match value {
                    Some(MetricValue::Moore(bound)) => Some(bound),
                    _ => None,
                };
                let mean = bound.and_then(|bound| bound.mean_distance.value());
                vec![
                    with("_diameter", Plain::Integer(bound.map(|bound| bound.diameter.0.into()))),
                    with("_mean_distance", Plain::Number(mean)),
                    with("_cost_ratio", Plain::Number(bound.and_then(|bound| bound.cost_ratio))),
                ]
            }
            // The tightest level.
            ValueKind::Levels => vec![with(
                "_most",
                Plain::Number(match value {
                    Some(MetricValue::Levels(levels)) => {
                        Some(levels.0.iter().filter_map(Ratio::value).fold(1.0, f64::max))
                    }
                    _ => None,
                }),
            )],
        }
    }
}
