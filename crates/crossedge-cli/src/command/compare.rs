//! `crossedge compare`: compares several networks side by side.

use super::show::{EffortArgs, metric_list};
use crate::CommandOutcome;
use crate::figures::rows;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::source;
use crate::table::{Cell, FormArgs, Mark, Page, Sheet};
use crossedge::answers::{CompareAnswer, CompareRequest, ComparedAnswer, MetricValue, MetricsAnswer, metric};
use crossedge::metrics::metric::{COST_RATIO, DIAMETER, ENDPOINTS, MEAN_DISTANCE, MOORE_BOUND};
use crossedge::metrics::{Metric, ValueKind, When};
use std::process::ExitCode;

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
#[command(after_help = metric_list())]
pub struct Args {
    /// Network expressions, e.g. 'rdn(torus(5,5), 2)' 'hypercube(21)'
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    /// Show only these metrics, comma-separated (listed below)
    #[arg(long, aliases = ["columns", "figure", "figures", "metrics"], value_name = "NAMES", value_delimiter = ',', value_parser = metric)]
    pub metric: Vec<Metric>,
    /// Sort by this metric, smallest first
    #[arg(long, value_name = "NAME", value_parser = metric)]
    pub sort: Option<Metric>,
    /// With --sort: largest first
    #[arg(long, requires = "sort")]
    pub descending: bool,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Shows one line per network.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let nets = args.exprs.iter().map(|text| source::topology(text)).collect::<Result<Vec<_>, _>>()?;
    let request = CompareRequest {
        metrics: args.metric.clone(),
        sort: args.sort,
        descending: args.descending,
        effort: args.effort.request(),
    };
    run_and_print(&request, &nets, args.form.selected_form(), bars, |envelope| {
        text(&envelope.answer, &request.reported(&nets))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &CompareAnswer, metrics: &[Metric]) -> Page {
    let mut out = Page::new();
    // Machines have more columns: each bound is shown next to its metric.
    let beside = [ENDPOINTS, DIAMETER, MEAN_DISTANCE, MOORE_BOUND];
    let machines = beside.iter().all(|metric| metrics.contains(metric));
    let title = |metric: Metric| column_titles(metric, machines).iter().map(move |title| (*title, metric));
    let named: Vec<(&str, Metric)> = metrics.iter().flat_map(|&metric| title(metric)).collect();
    let judged: Vec<Metric> =
        metrics.iter().copied().filter(|metric| metric.explained() && !machines).collect();
    let header = std::iter::once("network").chain(named.iter().map(|(title, _)| *title));
    let header = header.chain((!judged.is_empty()).then_some("evidence"));
    let mut shown = if machines { Sheet::dense(header) } else { Sheet::new(header) };
    let cells: Vec<Vec<String>> =
        answer.networks.iter().map(|network| network_row(network, metrics, machines)).collect();
    for (network, line) in answer.networks.iter().zip(&cells) {
        let cell = |(i, (text, (_, metric))): (usize, (&String, &(&str, Metric)))| {
            Cell::from(text.as_str())
                .marked_if(Mark::Best, is_smallest(*metric, text, cells.iter().map(|line| &line[i])))
        };
        let mut row = vec![Cell::from(network.expression.as_str())];
        row.extend(line.iter().zip(&named).enumerate().map(cell));
        let mut kinds: Vec<&str> = judged.iter().map(|metric| network.metrics.kind(*metric)).collect();
        if kinds.iter().all(|kind| *kind == kinds[0]) {
            kinds.truncate(1);
        }
        row.push(kinds.join(", ").into());
        shown.row(row);
    }
    out.table(shown);
    let late: Vec<String> = unfinished_metrics(answer, metrics);
    if !late.is_empty() {
        writeln!(out, "not computed within the time limit: {}; --budget none computes all", late.join(", "));
    }
    if machines {
        writeln!(
            out,
            "each: per endpoint; taper: links down to links up, by level of switches; ≥ Moore: lower bound for the radix"
        );
        writeln!(out, "`crossedge show` gives the evidence of each metric");
    }
    if !judged.is_empty() {
        let names: Vec<String> = judged.iter().map(|metric| metric.name().replace('_', " ")).collect();
        let names = match &names[..] {
            [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
            names => names.join(", "),
        };
        writeln!(out, "evidence: of {names}; `crossedge show` names the theorem or method");
    }
    out.set_csv(csv_rows(answer, metrics));
    out
}

/// Metrics that some network lacks because the time budget ran out.
fn unfinished_metrics(answer: &CompareAnswer, metrics: &[Metric]) -> Vec<String> {
    let late = |metric: &Metric| {
        let rows = answer.networks.iter().flat_map(|network| rows(&network.metrics, &[*metric]));
        rows.into_iter().any(|row| row.evidence.starts_with("not computed within the budget"))
    };
    metrics
        .iter()
        .copied()
        .filter(|metric| late(metric))
        .map(|metric| metric.name().replace('_', " "))
        .collect()
}

/// One row per network, for CSV.
fn csv_rows(answer: &CompareAnswer, metrics: &[Metric]) -> Sheet {
    let columns =
        |of: &MetricsAnswer| metrics.iter().flat_map(|metric| of.plain(*metric)).collect::<Vec<_>>();
    let names = columns(&MetricsAnswer::default()).into_iter().map(|(name, _)| name);
    let mut shown = Sheet::new(std::iter::once("network".to_owned()).chain(names));
    for network in &answer.networks {
        let values = columns(&network.metrics).into_iter().map(|(_, value)| value.to_string());
        shown.row(std::iter::once(network.expression.clone()).chain(values));
    }
    shown
}

/// Returns `true` if the cell is the strict minimum of a metric for which less is better.
fn is_smallest<'a>(metric: Metric, text: &str, all: impl Iterator<Item = &'a String>) -> bool {
    if ![DIAMETER, MEAN_DISTANCE, COST_RATIO].contains(&metric) {
        return false;
    }
    let value = |text: &str| text.split(" ≥").next()?.replace(',', "").parse::<f64>().ok();
    let values: Vec<Option<f64>> = all.map(|text| value(text)).collect();
    let least = values.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    value(text) == Some(least) && values.iter().any(|other| *other != Some(least))
}

/// One network.
fn network_row(network: &ComparedAnswer, metrics: &[Metric], machines: bool) -> Vec<String> {
    let cells = |metric: &Metric| cells(&network.metrics, *metric, if machines { 4 } else { 6 });
    let moore = cells(&MOORE_BOUND);
    let bounded = |metric: &Metric, bound: &String| vec![format!("{} ≥ {bound}", cells(metric).concat())];
    let cell = |metric: &Metric| match machines {
        true if *metric == DIAMETER => bounded(metric, &moore[0]),
        true if *metric == MEAN_DISTANCE => bounded(metric, &moore[1]),
        true if *metric == MOORE_BOUND => Vec::new(),
        _ => cells(metric),
    };
    metrics.iter().flat_map(cell).collect()
}

/// The cells of a metric in short form.
fn cells(metrics: &MetricsAnswer, metric: Metric, places: u32) -> Vec<String> {
    let ratio = |ratio: f64| format!("{ratio:.2}");
    let none = || "–".to_owned();
    match (metrics.value(metric), metric.kind()) {
        (_, ValueKind::List) => Vec::new(),
        (Some(MetricValue::Degrees(degree)), _) => vec![degree.max.to_string()],
        (Some(MetricValue::Ratio(mean)), _) if metric.when() != When::OfMachines => {
            vec![mean.decimal(places)]
        }
        (Some(MetricValue::CostRatio(cost)), _) => {
            vec![format!("{}{}", if cost.lower_bound { "≥ " } else { "" }, ratio(cost.plain))]
        }
        (Some(MetricValue::Moore(bound)), _) => vec![
            bound.diameter.to_string(),
            bound.mean_distance.decimal(places),
            bound.cost_ratio.map_or_else(none, ratio),
        ],
        (None, ValueKind::Moore) => vec![none(), none(), none()],
        (None, ValueKind::Degrees | ValueKind::Ratio | ValueKind::CostRatio) => vec![none()],
        // A column of machines has no room to explain why.
        _ if metric.when() == When::OfMachines => {
            let row = rows(metrics, &[metric]).pop();
            vec![row.map_or_else(none, |row| row.text.replace("not known", "–"))]
        }
        _ => vec![rows(metrics, &[metric]).pop().map_or(String::new(), |row| row.text)],
    }
}

/// Column titles of a metric; with machines the Moore bound is shown next to the metric it bounds.
fn column_titles(metric: Metric, machines: bool) -> &'static [&'static str] {
    match machines {
        true if metric == DIAMETER => &["diameter ≥ Moore"],
        true if metric == MEAN_DISTANCE => &["mean ≥ Moore"],
        true if metric == MOORE_BOUND => &[],
        _ => metric.titles(),
    }
}
