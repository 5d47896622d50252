//! Runs one case: the evaluator of its kind computes a value, which is compared with that of the paper.

use crate::claim::{Check, ClaimCase, Evaluator};
use crate::evaluated::{ComputedValue, Evaluated};
use crate::formula::{Formula, NameValues};
use crate::instance::{Instance, Outcome};
use crate::metrics::to_lowest_terms;
use crate::net::topology;
use crate::ratio::LowestTerms;
use crate::{collectives, counts, metrics, rings, walks};
use crossedge::metrics::{Effort, Metrics};
use crossedge::progress::Progress;

/// Evaluates one case, and compares it with the paper.
pub fn evaluate(check: &Check, case: &ClaimCase, progress: &dyn Progress) -> Result<Instance, String> {
    let names = formula_names(case, progress)?;
    let evaluated = match check.kind {
        Evaluator::Metric => metrics::metric(&check.what, case, progress)?,
        Evaluator::Bisection => metrics::cut(case, progress)?,
        Evaluator::Symmetry => metrics::symmetry(&check.what, case, progress)?,
        Evaluator::Route => walks::route(&check.what, case, progress)?,
        Evaluator::Routes => walks::routes(&check.what, case, progress)?,
        Evaluator::PointerLongest => walks::pointer_longest(case)?,
        Evaluator::Links => counts::links(case, &names)?,
        Evaluator::Round => rings::round(case)?,
        Evaluator::Ring => rings::ring(case, progress)?,
        Evaluator::Path => rings::one_path(case, progress)?,
        Evaluator::Ends => rings::ends(case, progress)?,
        Evaluator::VirtualRings => rings::virtual_rings(case, progress)?,
        Evaluator::Address => counts::address(case)?,
        Evaluator::Same => counts::shared_links(&check.what, case)?,
        Evaluator::Value => {
            let value = Formula::read(&case.ours)?.value(&names)?;
            Evaluated { value: ComputedValue::Exact(value), evidence: format!("computed: {}", case.ours) }
        }
        Evaluator::Count => counts::count(case, &names)?,
        Evaluator::Pivots => counts::disconnected_pivots(case)?,
        Evaluator::FirstCopy => counts::first_copy(case)?,
        Evaluator::CrossEdges => counts::cross_edges(case)?,
        Evaluator::Schedule => collectives::schedule(&check.what, case, progress)?,
        Evaluator::BroadcastPrinted if case.expr.is_empty() => collectives::broadcast_as_printed(case)?,
        Evaluator::BroadcastPrinted => collectives::stages_as_printed(case)?,
    };
    compare_with_paper(check, case, &names, evaluated)
}

/// Compares the result with the paper's value.
fn compare_with_paper(
    check: &Check,
    case: &ClaimCase,
    names: &NameValues,
    evaluated: Evaluated,
) -> Result<Instance, String> {
    let text = match (&case.paper, &check.formula) {
        (Some(text), _) => text.to_string(),
        (None, Some(formula)) => Formula::read(formula)?.value(names)?.to_string(),
        (None, None) => return Err("the case has no value of the paper, and the check no formula".to_owned()),
    };
    let number = || Formula::read(&text)?.value(names);
    let (ours, outcome) = match evaluated.value {
        ComputedValue::Exact(value) => {
            (value.to_string(), Outcome::compare(&value, &number()?, check.relation))
        }
        ComputedValue::Rounded(value) => {
            // More digits than a double has would be meaningless.
            let decimals = text.split_once('.').map_or(0, |(_, d)| d.len()).min(30);
            let shown = format!("{value:.decimals$}");
            let rounded = LowestTerms::decimal(&shown).ok_or("a metric is not a number")?;
            (shown, Outcome::compare(&rounded, &number()?, check.relation))
        }
        ComputedValue::Between(low, high) if low == high => {
            (low.to_string(), Outcome::compare(&low, &number()?, check.relation))
        }
        ComputedValue::Between(low, high) => {
            let paper = number()?;
            let ends = [&low, &high].map(|end| Outcome::compare(end, &paper, check.relation));
            let outcome = if ends[0] == ends[1] { ends[0] } else { Outcome::Open };
            (format!("{low} to {high}"), outcome)
        }
        ComputedValue::Text(ours) => {
            let outcome = if ours == text { Outcome::Agrees } else { Outcome::Differs };
            (ours, outcome)
        }
    };
    let paper = match number() {
        Ok(value) if !text.contains('.') => value.to_string(),
        _ => text,
    };
    Ok(Instance {
        what: case_subject(check, case),
        paper,
        ours,
        evidence: evaluated.evidence,
        outcome,
        outside_condition: false,
        interpretation: None,
    })
}

/// The subject of a case, in short.
fn case_subject(check: &Check, case: &ClaimCase) -> String {
    let thing = check.what.replace('_', " ");
    let mut out = match (case.expr.is_empty(), thing.is_empty()) {
        (true, _) => thing,
        (false, true) => case.expr.clone(),
        (false, false) => format!("{thing} of {}", case.expr),
    };
    if !case.from.is_empty() {
        out += &format!(", {}", case.from);
    }
    if !case.to.is_empty() {
        out += &format!(" to {}", case.to);
    }
    let numbers: Vec<String> = case.numbers.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if !numbers.is_empty() {
        out += &format!(" ({})", numbers.join(", "));
    }
    out
}

/// The names that formulas of a case may use.
fn formula_names(case: &ClaimCase, progress: &dyn Progress) -> Result<NameValues, String> {
    let mut names: NameValues =
        case.numbers.iter().map(|(name, &value)| (name.clone(), LowestTerms::from_integer(value))).collect();
    for (name, text) in &case.nets {
        let net = topology(text)?;
        let network = net.network_if_it_fits();
        let mut metrics = Metrics::new(net.shape(), network.map(AsRef::as_ref), Effort::Exhaustive, progress);
        let diameter = metrics.diameter().map_err(|e| e.to_string())?.value;
        let degree = LowestTerms::from_integer(metrics.largest_degree());
        names.insert(format!("{name}.nodes"), to_lowest_terms(&net.nodes())?);
        names.insert(format!("{name}.degree"), degree);
        names.insert(format!("{name}.diameter"), to_lowest_terms(diameter.least())?);
    }
    Ok(names)
}
