//! Which of several designs is recommended: the one that is, over all objectives together, nearest to the best of each.

use super::answer::{ComparedObjectiveAnswer, RecommendedAnswer};
use crate::answers::{DesignAnswer, DesignedAnswer};
use crate::exact::Ratio;
use crate::search::Quantity;

/// The value of an objective; `None` if it is not known.
fn objective_value(design: &DesignedAnswer, objective: Quantity) -> Option<f64> {
    let ratio = |ratio: &Option<Ratio>| ratio.as_ref().and_then(Ratio::value);
    let ends = design.endpoints.0 as f64;
    match objective {
        Quantity::Endpoints => Some(ends),
        Quantity::Switches => Some(design.switches.0 as f64),
        Quantity::Ports => Some(design.ports.into()),
        Quantity::Diameter => design.diameter.map(|diameter| diameter.0 as f64),
        Quantity::Mean => ratio(&design.mean_distance),
        Quantity::Throughput => ratio(&design.throughput_at_least),
        Quantity::Bisection => design.bisection_at_least.map(|links| links.0 as f64 / ends),
        Quantity::Channels => design.virtual_channels.map(f64::from),
        Quantity::Cables => Some(design.cables.0 as f64 / ends),
        Quantity::Optical => ratio(&design.optical_per_endpoint),
        Quantity::PerOptical => ratio(&design.throughput_per_optical_at_least),
        Quantity::CostRatio => design.weighted_cost_ratio,
        Quantity::Cost => design.cost.as_ref().map(|cost| cost.per_endpoint),
    }
}

/// Ratio of the best value to this one; 1 for the best. If the best is zero, each additional unit counts as a factor of two.
pub fn factor_to_best(objective: Quantity, value: f64, best: f64) -> f64 {
    let (less, more) = if objective.more_is_better() { (value, best) } else { (best, value) };
    if less > 0.0 { more / less } else { 1.0 + more - less }
}

/// Compares every objective of a design with the best.
fn compare_objectives(
    designs: &[DesignedAnswer],
    objectives: &[Quantity],
    one: &DesignedAnswer,
) -> Vec<ComparedObjectiveAnswer> {
    let mut out = Vec::new();
    for &objective in objectives {
        let Some(own) = objective_value(one, objective) else { continue };
        let others = designs.iter().filter_map(|other| Some((objective_value(other, objective)?, other)));
        let better = |a: f64, b: f64| if objective.more_is_better() { a > b } else { a < b };
        let (best, of) =
            others.fold(
                (own, one),
                |(best, of), (value, other)| {
                    if better(value, best) { (value, other) } else { (best, of) }
                },
            );
        out.push(ComparedObjectiveAnswer {
            objective: objective.name().to_owned(),
            value: own,
            best,
            best_of: of.expression.clone(),
            factor: factor_to_best(objective, own, best),
        });
    }
    out
}

/// The design that is recommended. The factors to the best are multiplied over all objectives, and the least product wins; of equal ones the first, which is the
/// best by the first objective.
pub fn recommended(designs: &[DesignedAnswer], objectives: &[Quantity]) -> Option<RecommendedAnswer> {
    let log_factors = |one: &DesignedAnswer| -> f64 {
        compare_objectives(designs, objectives, one).iter().map(|objective| objective.factor.ln()).sum()
    };
    let (mut best, mut least) = (designs.first()?, f64::INFINITY);
    for one in designs {
        let sum = log_factors(one);
        if sum < least - 1e-12 {
            (best, least) = (one, sum);
        }
    }
    let compared = compare_objectives(designs, objectives, best);
    let mean = (least / compared.len().max(1) as f64).exp();
    let rule = format!(
        "of {} designs it is nearest to the best of each objective, all objectives together: the best is {mean:.2} times as good on average",
        designs.len()
    );
    let mut disadvantages: Vec<String> = compared
        .iter()
        .filter(|objective| objective.factor > 1.05)
        .map(|objective| {
            format!(
                "{} is {:.4}, and {:.4} with {} ({:.2} times as good)",
                objective.objective, objective.value, objective.best, objective.best_of, objective.factor
            )
        })
        .collect();
    disadvantages.extend(known_weakness(&best.expression));
    Some(RecommendedAnswer { expression: best.expression.clone(), rule, compared, disadvantages })
}

/// The cheapest family's best member, compared with those of the other families.
pub fn recommended_by_cost(answer: &DesignAnswer, objectives: &[Quantity]) -> Option<RecommendedAnswer> {
    let choice = answer.choice.as_ref()?;
    let designs: Vec<DesignedAnswer> =
        answer.families.iter().filter_map(|family| family.design.clone()).collect();
    let design = designs.iter().find(|design| design.expression == choice.expression)?;
    let compared = compare_objectives(&designs, objectives, design);
    let disadvantages = known_weakness(&design.expression).into_iter().collect();
    let rule = choice.reason.clone();
    Some(RecommendedAnswer { expression: choice.expression.clone(), rule, compared, disadvantages })
}

/// Known disadvantages of a construction beyond its metrics.
fn known_weakness(expression: &str) -> Option<String> {
    let has = |word: &str| expression.contains(word);
    let text = if has("dragonfly(") || has("megafly(") {
        "one cable joins two groups: groups that talk to each other alone share it, and uniform traffic does not show it"
    } else if has("dual(") || has("rdn(") || has("hdn(") {
        "one cross-edge joins two clusters: traffic between two clusters is limited by it, and a job of several clusters is spread over several racks"
    } else if has("hosts(") || has("fattree(") || has("clos(") || has("xgft(") {
        "a host hangs on one cable and one switch: with either it is cut off"
    } else {
        return None;
    };
    Some(text.to_owned())
}
