//! The answer of `design`: designs, the best by each objective, and near misses.

use super::families::{DesignChoiceAnswer, FamilyAnswer};
use super::row::DesignedAnswer;
use crate::evidence::Evidence;
use crate::exact::Exact;
use crate::search::{KeptCandidate, Quantity, QuantityValue, better_first};

/// Designs for a requirement.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DesignAnswer {
    /// Number of candidates examined.
    pub examined: Exact<u64>,
    /// Number of candidates that meet the condition.
    pub feasible: Exact<u64>,
    /// Number of candidates with an unknown requested metric.
    pub unknown: Exact<u64>,
    /// The objectives, the most important first.
    pub objectives: Vec<String>,
    /// Size of the Pareto front. Absent for explicitly named networks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<Exact<u64>>,
    /// Endpoints per block; absent if not requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block: Option<Exact<u64>>,
    /// The best of each family that meets the requirement, or why there is none; empty if cost is no objective.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub families: Vec<FamilyAnswer>,
    /// The recommended design; absent if none meets the requirement or cost is no objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<DesignChoiceAnswer>,
    /// The designs, best first by the first objective.
    pub designs: Vec<DesignedAnswer>,
    /// The best design by each objective.
    pub winners: Vec<WinnerAnswer>,
    /// Near misses that are better by the first objective than all feasible ones.
    pub near: Vec<NearAnswer>,
    /// The evidence of the metrics.
    pub evidence: Evidence,
}

/// The best design by an objective.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinnerAnswer {
    /// The objective.
    pub objective: String,
    /// The compared designs: all, or those without switches.
    pub compared_designs: &'static str,
    /// The networks; several if they tie.
    pub expressions: Vec<String>,
    /// The value, rounded; null if nothing limits it.
    pub value: Option<f64>,
}

/// A near miss: a design just outside the requirement.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NearAnswer {
    /// The requirement that it misses, and by how much.
    pub deviation: &'static str,
    /// The network.
    pub expression: String,
    /// Its endpoints.
    pub endpoints: Exact<u64>,
    /// Its ports.
    pub ports: u32,
    /// The objective by which it is better.
    pub objective: String,
    /// Its value, rounded.
    pub value: Option<f64>,
    /// The best value of a feasible design, rounded; null if none is feasible.
    pub best_feasible: Option<f64>,
}

/// A value that can be written as a number.
fn finite_value(value: Option<QuantityValue>) -> Option<f64> {
    value.map(QuantityValue::value).filter(|value| value.is_finite())
}

impl NearAnswer {
    pub(super) fn new(
        deviation: &'static str,
        kept: &KeptCandidate,
        objective: Quantity,
        best: Option<&KeptCandidate>,
    ) -> Self {
        NearAnswer {
            deviation,
            expression: kept.text(),
            endpoints: Exact(kept.figures.endpoints),
            ports: kept.figures.ports(),
            objective: objective.name().to_owned(),
            value: finite_value(objective.of(kept.candidate())),
            best_feasible: best.and_then(|best| finite_value(objective.of(best.candidate()))),
        }
    }
}

/// Maximum number of listed ties.
const MAX_NAMED: usize = 3;

/// The best design by each objective: among all, and among those without switches where both kinds were named.
pub(super) fn winners(kept: &[&KeptCandidate], objectives: &[Quantity], named: bool) -> Vec<WinnerAnswer> {
    let mixed =
        named && kept.iter().any(|one| one.figures.direct()) && kept.iter().any(|one| !one.figures.direct());
    let groups: &[(&'static str, bool)] =
        if mixed { &[("all", false), ("without switches", true)] } else { &[("all", false)] };
    let mut out = Vec::new();
    for &objective in objectives {
        for &(compared_designs, direct) in groups {
            let mut best: Vec<(&KeptCandidate, QuantityValue)> = Vec::new();
            for one in kept.iter().filter(|one| !direct || one.figures.direct()) {
                let Some(value) = objective.of(one.candidate()) else { continue };
                match best.first().map(|(_, least)| better_first(objective, value, *least)) {
                    Some(std::cmp::Ordering::Greater) => continue,
                    Some(std::cmp::Ordering::Equal) => {}
                    _ => best.clear(),
                }
                best.push((one, value));
            }
            if let Some((_, value)) = best.first() {
                out.push(WinnerAnswer {
                    objective: objective.name().to_owned(),
                    compared_designs,
                    value: finite_value(Some(*value)),
                    expressions: best.iter().take(MAX_NAMED).map(|(one, _)| one.text()).collect(),
                });
            }
        }
    }
    out
}
