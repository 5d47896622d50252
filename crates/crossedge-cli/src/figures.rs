//! Metrics as rows of a table: the same for `show`, `compare` and `report`.

use crate::failure::{Failure, with_option_names};
use crate::output::{count_noun, grouped};
use crate::progress::Bars;
use crossedge::Topology;
use crossedge::answers::{
    Asked, CompareRequest, DegreeAnswer, DiameterAnswer, EffortRequest, MetricValue, MetricsAnswer, Request,
};
use crossedge::exact::{Exact, Ratio};
use crossedge::metrics::metric::{DIAMETER, DIAMETER_OF_NODES, HISTOGRAM};
use crossedge::metrics::{Metric, When};
use crossedge::theorems::cited;
use num_bigint::BigUint;

/// A metric, ready to show.
pub struct MetricRow {
    /// Which.
    pub metric: Metric,
    /// Its name.
    pub label: String,
    /// Its value.
    pub text: String,
    /// The evidence.
    pub evidence: String,
}

/// The metrics of an answer, in this order.
pub fn rows(answer: &MetricsAnswer, order: &[Metric]) -> Vec<MetricRow> {
    order.iter().filter_map(|&metric| metric_row(answer, metric)).collect()
}

/// The metrics of a comparison, in this order.
pub fn compared_metrics(
    net: &Topology,
    order: &[Metric],
    effort: EffortRequest,
    bars: &Bars,
) -> Result<Vec<MetricRow>, Failure> {
    let request = CompareRequest { metrics: order.to_vec(), effort, ..CompareRequest::default() };
    let answer = request.answer(std::slice::from_ref(net), bars)?;
    Ok(answer.networks.first().map(|network| rows(&network.metrics, order)).unwrap_or_default())
}

/// Further metrics of a network with switches or widths, beyond those requested: name, value, evidence.
pub fn machine_rows(answer: &MetricsAnswer, order: &[Metric]) -> Vec<[String; 3]> {
    let beside = Metric::reported(When::OfMachines).chain(Metric::reported(When::BesideMachines));
    let more = beside.filter(|metric| !order.contains(metric));
    // The diameter of all nodes is next to that between endpoints where it differs.
    let count = |metric: Metric| answer.value(metric).and_then(MetricValue::count);
    let same = |metric: &Metric| *metric == DIAMETER_OF_NODES && count(*metric) == count(DIAMETER);
    let further = more.filter(|metric| !same(metric)).filter_map(|metric| metric_row(answer, metric));
    let mut rows: Vec<[String; 3]> = further.map(|row| [row.label, row.text, row.evidence]).collect();
    let wide = answer.link_classes.iter().flatten().filter(|class| class.width.0 != 1);
    rows.extend(
        wide.map(|class| {
            [format!("width of {}", class.name), class.width.to_string(), "as written".to_owned()]
        }),
    );
    rows
}

/// The ids of the theorems and methods of an evidence, or its first reason without explanations in parentheses; `None` if nothing is left out. The
/// size of a sample, the reason and the advice of a missing metric, and counterexamples are never shortened.
pub fn short_evidence(full: &str) -> Option<String> {
    let kinds = ["proved: ", "computed: ", "bounded: "];
    let kind = kinds.iter().find(|kind| full.starts_with(*kind))?;
    let ids: Vec<&str> = cited(full).iter().map(|entry| entry.id).collect();
    if !ids.is_empty() {
        return Some(format!("{kind}{}", ids.join(", ")));
    }
    let (mut short, mut depth) = (String::new(), 0usize);
    for (at, c) in full.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                continue;
            }
            ';' if depth == 0 && full[at..].starts_with("; ") => break,
            _ => {}
        }
        if depth == 0 {
            short.push(c);
        }
    }
    let short = short.replace("  ", " ").trim_end().to_owned();
    (short.len() + 3 < full.len()).then(|| format!("{short} …"))
}

fn metric_row(answer: &MetricsAnswer, metric: Metric) -> Option<MetricRow> {
    let asked = answer.get(metric)?;
    let (text, mut evidence) = value_and_evidence(asked, metric);
    if let Some(witness) =
        asked.value.as_ref().and_then(MetricValue::cut).and_then(|cut| cut.witness.as_ref())
    {
        evidence = format!("{evidence}; witness: {witness}");
    }
    Some(MetricRow { metric, label: metric.label(), text, evidence })
}

/// A value for people, by what it is like.
fn text(value: &MetricValue) -> String {
    match value {
        MetricValue::Count(count) => grouped(&count.0),
        MetricValue::Degrees(degrees) => degree(degrees),
        MetricValue::Diameter(diameter_answer) => diameter(diameter_answer),
        MetricValue::Ratio(ratio) => mean_text(ratio),
        MetricValue::List(counts) => histogram_bars(counts),
        MetricValue::Cut(cut) => bounds_text(&grouped(&cut.lower.0), &grouped(&cut.upper.0)),
        MetricValue::Flag(value) => yes_no(value),
        MetricValue::Between(ends) => bounds_text(&ends.lower.to_string(), &ends.upper.to_string()),
        MetricValue::Share(share) => share.to_string(),
        MetricValue::Number(number) => format!("{number:.6}"),
        MetricValue::CostRatio(ratio) => {
            let least = if ratio.lower_bound { "≥ " } else { "" };
            let (a, b) = ratio.weights;
            format!("{least}{:.4}; weighted {a},{b}: {least}{:.4}", ratio.plain, ratio.weighted)
        }
        MetricValue::Moore(bound) => {
            let text = format!("diameter ≥ {}, mean ≥ {}", bound.diameter, bound.mean_distance.decimal(6));
            bound.cost_ratio.map_or(text.clone(), |ratio| format!("{text}, cost ratio ≥ {ratio:.4}"))
        }
        MetricValue::Levels(levels) => levels.to_string(),
    }
}

/// The value of a metric and evidence, or why it is not.
fn value_and_evidence(asked: &Asked<MetricValue>, metric: Metric) -> (String, String) {
    let absent = if asked.reason.is_none() { metric.absent() } else { "not known" };
    let short = metric.when() == When::OfMachines;
    let text = match &asked.value {
        Some(MetricValue::Ratio(ratio)) if short => ratio.short(),
        Some(MetricValue::List(counts)) if metric != HISTOGRAM => nonzero_counts(counts),
        Some(value) => text(value),
        None => absent.to_owned(),
    };
    let how = match (&asked.counterexample, &asked.evidence) {
        (Some(why), _) => format!("refuted: {why}"),
        (None, Some(evidence)) => evidence.to_string(),
        (None, None) => {
            let [why, help] = [&asked.reason, &asked.help].map(|text| text.as_deref().unwrap_or_default());
            with_option_names(&format!("{why}; {help}"))
        }
    };
    (text, how)
}

/// Two ends as one number where they are.
fn bounds_text(lower: &str, upper: &str) -> String {
    if lower == upper { upper.to_owned() } else { format!("{lower} to {upper}") }
}

fn yes_no(value: &bool) -> String {
    if *value { "yes" } else { "no" }.to_owned()
}

/// The diameter, exact or a lower bound.
fn diameter(diameter: &DiameterAnswer) -> String {
    match diameter {
        DiameterAnswer::Exact(value) => grouped(&value.0),
        DiameterAnswer::AtLeast { lower, .. } => format!("≥ {}", grouped(&lower.0)),
    }
}

fn mean_text(mean: &Ratio) -> String {
    let Ratio { numerator, denominator } = mean;
    match denominator.bits() <= 40 && numerator.bits() <= 40 {
        true => format!("{} ({numerator}/{denominator})", mean.decimal(6)),
        false => mean.decimal(6),
    }
}

fn degree(degrees: &DegreeAnswer) -> String {
    let each: Vec<_> =
        degrees.counts.iter().map(|(d, c)| format!("{d} ({})", count_noun(c.0.clone(), "node"))).collect();
    match &each[..] {
        [_] => format!("{}, regular", degrees.min),
        many if many.len() <= 8 => many.join(", "),
        many => format!("{}, … {}", many[..4].join(", "), many[many.len() - 1]),
    }
}

/// A short list by its places, those with nothing left out.
fn nonzero_counts(counts: &[Exact<BigUint>]) -> String {
    let some = counts.iter().enumerate().filter(|(_, count)| count.0 != BigUint::ZERO);
    let each: Vec<String> = some.map(|(i, count)| format!("{i}: {}", grouped(&count.0))).collect();
    match each.len() {
        0..=12 => each.join(", "),
        n => format!("{}, … {}", each[..10].join(", "), each[n - 1]),
    }
}

/// One line a distance, with a bar against the largest count. Long histograms are shown by their ends.
fn histogram_bars(counts: &[Exact<BigUint>]) -> String {
    let largest = counts.iter().max().map(|count| count.0.clone()).unwrap_or_default();
    let line = |(i, Exact(count)): (usize, &Exact<BigUint>)| {
        let width = if largest == BigUint::ZERO { BigUint::ZERO } else { count * 40u32 / &largest };
        let width = usize::try_from(width).unwrap_or(0);
        format!("  {i:>5}  {:<40}  {}", "█".repeat(width), grouped(count))
    };
    let lines: Vec<String> = counts.iter().enumerate().map(line).collect();
    match lines.len() {
        0..=64 => lines.join("\n"),
        n => format!(
            "{}\n  … ({} more; --json lists all)\n{}",
            lines[..30].join("\n"),
            n - 60,
            lines[n - 30..].join("\n")
        ),
    }
}
