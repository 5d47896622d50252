//! Metrics as rows of a table: the same for `show`, `compare` and `report`.

use crate::failure::{Failure, spelled};
use crate::output::{grouped, many};
use crate::progress::Bars;
use crossedge::Topology;
use crossedge::answers::{
    Asked, CompareRequest, DegreeAnswer, DiameterAnswer, EffortRequest, MetricsAnswer, Request,
};
use crossedge::exact::{Exact, Ratio};
use crossedge::metrics::Metric;
use num_bigint::BigUint;

/// A metric, ready to show.
pub struct Row {
    /// Which.
    pub metric: Metric,
    /// Its name.
    pub label: String,
    /// Its value.
    pub text: String,
    /// How it is known.
    pub evidence: String,
}

/// The metrics of an answer, in this order.
pub fn rows(answer: &MetricsAnswer, order: &[Metric]) -> Vec<Row> {
    order.iter().filter_map(|&metric| row(answer, metric)).collect()
}

/// What a network is compared by, in this order.
pub fn compared(
    net: &Topology,
    order: &[Metric],
    effort: EffortRequest,
    bars: &Bars,
) -> Result<Vec<Row>, Failure> {
    let request = CompareRequest { metrics: order.to_vec(), effort, ..CompareRequest::default() };
    let answer = request.answer(std::slice::from_ref(net), bars)?;
    Ok(answer.networks.first().map(|network| rows(&network.metrics, order)).unwrap_or_default())
}

/// What a network with switches or widths has beyond what was asked for in this order: name, value, how it is known.
pub fn machine_rows(answer: &MetricsAnswer, order: &[Metric]) -> Vec<[String; 3]> {
    let Some(machine) = &answer.machine else { return Vec::new() };
    let more = Metric::OF_MACHINES.into_iter().filter(|metric| !order.contains(metric));
    let told = more.filter_map(|metric| row(answer, metric));
    let mut rows: Vec<[String; 3]> = told.map(|row| [row.label, row.text, row.evidence]).collect();
    // Beside the diameter between endpoints where it differs.
    let between = match answer.diameter.as_ref().and_then(|asked| asked.value.as_ref()) {
        Some(DiameterAnswer::Exact(value)) => Some(value),
        _ => None,
    };
    if let Some(nodes) = machine.diameter_of_nodes.as_ref().filter(|far| far.value.as_ref() != between) {
        let (text, how) = tell(nodes, |far| grouped(&far.0));
        rows.push(["diameter of all nodes".to_owned(), text, how]);
    }
    let wide = machine.link_classes.iter().flatten().filter(|class| class.width.0 != 1);
    rows.extend(
        wide.map(|class| {
            [format!("width of {}", class.name), class.width.to_string(), "as written".to_owned()]
        }),
    );
    rows
}

fn row(answer: &MetricsAnswer, metric: Metric) -> Option<Row> {
    let make = |(text, evidence): (String, String)| Row {
        metric,
        label: metric.name().replace('_', " "),
        text,
        evidence,
    };
    let integer = |value: &Exact<BigUint>| grouped(&value.0);
    let machine = answer.machine.as_ref();
    let told = match metric {
        Metric::Nodes => tell(answer.nodes.as_ref()?, integer),
        Metric::Links => tell(answer.links.as_ref()?, integer),
        Metric::Degree => tell(answer.degree.as_ref()?, degree),
        Metric::Diameter => tell(answer.diameter.as_ref()?, diameter),
        Metric::MeanDistance => tell(answer.mean_distance.as_ref()?, mean_text),
        Metric::Histogram => tell(answer.histogram.as_ref()?, |counts| bars(counts)),
        Metric::Bisection => {
            let asked = answer.bisection_width.as_ref()?;
            let (text, mut how) = tell(asked, |cut| between(&integer(&cut.lower), &integer(&cut.upper)));
            if let Some(witness) = asked.value.as_ref().and_then(|cut| cut.witness.as_ref()) {
                how = format!("{how}; witness: {witness}");
            }
            (text, how)
        }
        Metric::NodeSymmetry => tell(answer.vertex_transitivity.as_ref()?, yes),
        Metric::EdgeSymmetry => tell(answer.edge_transitivity.as_ref()?, yes),
        Metric::Connectivity => {
            tell(answer.connectivity.as_ref()?, |k| between(&k.lower.to_string(), &k.upper.to_string()))
        }
        Metric::EdgeConnectivity => {
            tell(answer.edge_connectivity.as_ref()?, |k| between(&k.lower.to_string(), &k.upper.to_string()))
        }
        Metric::Throughput => tell(answer.throughput.as_ref()?, ToString::to_string),
        Metric::Radius => tell(answer.radius.as_ref()?, integer),
        Metric::Girth => {
            let asked = answer.girth.as_ref()?;
            let (text, how) = tell(asked, ToString::to_string);
            (if asked.value.is_none() && asked.reason.is_none() { "no cycle".to_owned() } else { text }, how)
        }
        Metric::SpectralGap => tell(answer.spectral_gap.as_ref()?, |gap| format!("{gap:.6}")),
        Metric::PathDiversity => tell(answer.path_diversity.as_ref()?, mean_text),
        Metric::CostRatio => tell(answer.cost_ratio.as_ref()?, |ratio| {
            let least = if ratio.lower_bound { "≥ " } else { "" };
            let (a, b) = ratio.weights;
            format!("{least}{:.4}; weighted {a},{b}: {least}{:.4}", ratio.plain, ratio.weighted)
        }),
        Metric::MooreBound => tell(answer.moore_bound.as_ref()?, |bound| {
            let text = format!("diameter ≥ {}, mean ≥ {}", bound.diameter, bound.mean_distance.decimal(6));
            bound.cost_ratio.map_or(text.clone(), |ratio| format!("{text}, cost ratio ≥ {ratio:.4}"))
        }),
        Metric::Endpoints => tell(machine?.endpoints.as_ref()?, integer),
        Metric::Switches => tell(machine?.switches.as_ref()?, integer),
        Metric::Radix => tell(machine?.radix.as_ref()?, ToString::to_string),
        Metric::Cables => tell(machine?.cables.as_ref()?, integer),
        Metric::PortsPerEndpoint => tell(machine?.ports_per_endpoint.as_ref()?, Ratio::short),
        Metric::CablesPerEndpoint => tell(machine?.cables_per_endpoint.as_ref()?, Ratio::short),
        Metric::Oversubscription => tell(machine?.oversubscription.as_ref()?, ToString::to_string),
        Metric::BisectionPerEndpoint => tell(machine?.bisection_per_endpoint.as_ref()?, ToString::to_string),
    };
    Some(make(told))
}

/// The value of a metric and how it is known, or why it is not.
fn tell<T>(asked: &Asked<T>, text: impl Fn(&T) -> String) -> (String, String) {
    let text = asked.value.as_ref().map_or("not known".to_owned(), text);
    let how = match (&asked.counterexample, &asked.evidence) {
        (Some(why), _) => format!("refuted: {why}"),
        (None, Some(evidence)) => evidence.to_string(),
        (None, None) => {
            let [why, help] = [&asked.reason, &asked.help].map(|text| text.as_deref().unwrap_or_default());
            spelled(&format!("{why}; {help}"))
        }
    };
    (text, how)
}

/// Two ends as one number where they are.
fn between(lower: &str, upper: &str) -> String {
    if lower == upper { upper.to_owned() } else { format!("{lower} to {upper}") }
}

fn yes(value: &bool) -> String {
    if *value { "yes" } else { "no" }.to_owned()
}

/// The largest distance, or what is known of it from below.
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
        degrees.counts.iter().map(|(d, c)| format!("{d} ({})", many(c.0.clone(), "node"))).collect();
    match &each[..] {
        [_] => format!("{}, regular", degrees.min),
        many if many.len() <= 8 => many.join(", "),
        many => format!("{}, … {}", many[..4].join(", "), many[many.len() - 1]),
    }
}

/// One line a distance, with a bar against the largest count. Long histograms are shown by their ends.
fn bars(counts: &[Exact<BigUint>]) -> String {
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
