//! The values of metrics, by kind. A kind determines the form in JSON, in tables and in columns.

use crossedge_core::exact::{Exact, Ratio};
use crossedge_core::net::Node;
use num_bigint::BigUint;
use std::collections::BTreeMap;
use std::fmt;

/// The value of a metric.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum MetricValue {
    /// An integer.
    Count(Exact<BigUint>),
    /// Degrees, and how many nodes have each.
    Degrees(DegreeAnswer),
    /// A distance, exact or a lower bound.
    Diameter(DiameterAnswer),
    /// A ratio of integers.
    Ratio(Ratio),
    /// Counts at 0, 1, …
    List(Vec<Exact<BigUint>>),
    /// The size of a cut, with its witness.
    Cut(BisectionAnswer),
    /// Yes or no.
    Flag(bool),
    /// An integer with bounds.
    Between(BetweenAnswer),
    /// A ratio with bounds.
    Share(ShareAnswer),
    /// A number.
    Number(f64),
    /// Degree and diameter over the logarithm of the size.
    CostRatio(CostRatioAnswer),
    /// The Moore bound: the minimum that size and degree allow.
    Moore(MooreAnswer),
    /// A ratio for each level of switches.
    Levels(LevelsAnswer),
}

/// The kind of the value of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// An integer.
    Count,
    /// Degrees, and how many nodes have each.
    Degrees,
    /// A distance, exact or a lower bound.
    Diameter,
    /// A ratio of integers.
    Ratio,
    /// Counts at 0, 1, …
    List,
    /// The size of a cut, with its witness.
    Cut,
    /// Yes or no.
    Flag,
    /// An integer with bounds.
    Between,
    /// A ratio with bounds.
    Share,
    /// A number.
    Number,
    /// Degree and diameter over the logarithm of the size.
    CostRatio,
    /// The Moore bound: the minimum that size and degree allow.
    Moore,
    /// A ratio for each level of switches.
    Levels,
}

/// The degrees of a network.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DegreeAnswer {
    /// The smallest.
    pub min: Exact<u64>,
    /// The largest.
    pub max: Exact<u64>,
    /// Number of nodes that have each degree.
    pub counts: BTreeMap<u64, Exact<BigUint>>,
}

/// The diameter, exact or a lower bound.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DiameterAnswer {
    /// The exact value.
    Exact(Exact<BigUint>),
    /// A lower bound: some pair has this distance.
    AtLeast {
        /// Lower bound: some pair has this distance.
        lower: Exact<BigUint>,
        /// No upper bound is known: null.
        upper: (),
    },
}

/// The bisection width, with bounds.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BisectionAnswer {
    /// Lower bound.
    pub lower: Exact<BigUint>,
    /// The upper bound, by a cut.
    pub upper: Exact<BigUint>,
    /// The rule of that cut.
    pub witness: Option<String>,
    /// The nodes of one side, if the cut has no closed form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<Node>>,
}

/// A number with bounds.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BetweenAnswer {
    /// Lower bound.
    pub lower: Exact<u64>,
    /// Upper bound.
    pub upper: Exact<u64>,
}

/// A ratio with bounds.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShareAnswer {
    /// Lower bound.
    pub lower: Ratio,
    /// Upper bound.
    pub upper: Ratio,
}

impl fmt::Display for ShareAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [lower, upper] = [self.lower.short(), self.upper.short()];
        match self.lower.numerator == BigUint::ZERO {
            _ if self.lower == self.upper => f.write_str(&upper),
            true => write!(f, "≤ {upper}"),
            false => write!(f, "{lower} to {upper}"),
        }
    }
}

/// Degree and diameter over the logarithm of the size.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostRatioAnswer {
    /// With weights 1 and 1.
    pub plain: f64,
    /// With the requested weights.
    pub weighted: f64,
    /// These weights, of degree and diameter.
    pub weights: (f64, f64),
    /// `true` if both are lower bounds, because the diameter is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub lower_bound: bool,
}

/// The Moore bound: the minimum that size and degree allow.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MooreAnswer {
    /// Lower bound on the diameter.
    pub diameter: Exact<u64>,
    /// Lower bound on the mean distance.
    pub mean_distance: Ratio,
    /// Lower bound on the unweighted cost ratio; null for one node, and with switches.
    pub cost_ratio: Option<f64>,
}

/// For each level of switches the width of all links down over that of all links up; empty where all switches are on one level.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelsAnswer(
    /// From the switches of the endpoints on.
    pub Vec<Ratio>,
);

impl fmt::Display for LevelsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = |ratio: &Ratio| format!("{}:{}", ratio.numerator, ratio.denominator);
        match &self.0[..] {
            [] => f.write_str("–"),
            levels => f.write_str(&levels.iter().map(level).collect::<Vec<_>>().join(", ")),
        }
    }
}

impl MetricValue {
    /// The integer, if it is one.
    pub fn count(&self) -> Option<&BigUint> {
        match self {
            MetricValue::Count(value) | MetricValue::Diameter(DiameterAnswer::Exact(value)) => Some(&value.0),
            _ => None,
        }
    }

    /// The ratio, if it is one.
    pub fn ratio(&self) -> Option<&Ratio> {
        match self {
            MetricValue::Ratio(ratio) => Some(ratio),
            _ => None,
        }
    }

    /// The cut, if it is one.
    pub fn cut(&self) -> Option<&BisectionAnswer> {
        match self {
            MetricValue::Cut(cut) => Some(cut),
            _ => None,
        }
    }
}
