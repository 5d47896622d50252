//! `crossedge show`: the metrics of a network.

use super::certificates;
use crate::CommandOutcome;
use crate::figures::{machine_rows, rows, short_evidence};
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{Cell, FormArgs, Mark, Page, Sheet};
use crossedge::answers::{
    EffortRequest, Envelope, MetricValue, ShowAnswer, ShowRequest, metric, read_budget, read_weights,
};
use crossedge::metrics::Metric;
use crossedge::metrics::metric::HISTOGRAM;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
#[command(after_help = format!(
    "{}\n\nConnectivity, edge connectivity and the spectral gap count a link once; bisection and cables count its width.",
    metric_list()
))]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Show only these metrics, comma-separated (listed below)
    #[arg(long, aliases = ["figure", "figures", "columns", "metrics"], value_name = "NAMES", value_delimiter = ',', value_parser = metric)]
    pub metric: Vec<Metric>,
    /// Add the number of node pairs at each distance; CSV has only these
    #[arg(long)]
    pub histogram: bool,
    /// Show the complete evidence, and the theorem applied to each part of the expression
    #[arg(long)]
    pub explain: bool,
    /// Write certificates of the metrics, and the network, into a folder
    #[arg(long, value_name = "FOLDER")]
    pub certificates: Option<PathBuf>,
    /// Overwrite existing files of --certificates
    #[arg(long, requires = "certificates")]
    pub force: bool,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Effort limits, shared by the verbs that show metrics.
#[derive(Debug, Clone, clap::Args)]
pub struct EffortArgs {
    /// Search from COUNT random nodes only, if there is no closed form
    #[arg(long, value_name = "COUNT")]
    pub sample: Option<u64>,
    /// Random seed of --sample
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// Weights of degree and diameter in the weighted cost ratio
    #[arg(long, value_name = "W1,W2", default_value = "0.5,0.5", value_parser = read_weights)]
    pub weights: (f64, f64),
    /// Time limit for metrics not requested by name, e.g. 60s or none
    #[arg(long, value_name = "TIME", default_value = "10s", env = "CROSSEDGE_BUDGET", hide_env_values = true, value_parser = parse_budget)]
    pub budget: Budget,
    /// Compute every metric without a time limit, as --budget none does
    #[arg(long, conflicts_with = "sample")]
    pub exact: bool,
}

/// A time limit; `None` for none.
#[derive(Debug, Clone, Copy)]
pub struct Budget(pub Option<Duration>);

fn parse_budget(text: &str) -> Result<Budget, String> {
    read_budget(text).map(Budget)
}

impl EffortArgs {
    /// As a part of a request.
    pub fn request(&self) -> EffortRequest {
        let budget = self.budget.0.filter(|_| !self.exact);
        EffortRequest { sample: self.sample, seed: self.seed, weights: self.weights, budget }
    }
}

/// The names of the metrics, as the help lists them.
pub fn metric_list() -> String {
    let names: Vec<_> = Metric::every().map(Metric::name).collect();
    format!("Metrics: {}", names.join(", "))
}

/// Prints the metrics, each with its evidence.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let (metrics, histogram) = (args.metric.clone(), args.histogram);
    let request = ShowRequest { metrics, histogram, explain: args.explain, effort: args.effort.request() };
    let net = source::topology(&args.expr)?;
    run_and_print(&request, &net, args.form.selected_form(), bars, |envelope| {
        text(envelope, &request.reported(), args.explain)
    })?;
    if let Some(folder) = &args.certificates {
        certificates::write_folder(folder, &net, &request, args.force, bars)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(envelope: &Envelope<ShowAnswer>, order: &[Metric], explain: bool) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    let (histogram, rows): (Vec<_>, Vec<_>) =
        rows(&answer.metrics, order).into_iter().partition(|row| row.metric == HISTOGRAM);
    let mut shown = Sheet::new(["metric", "value", "evidence"]);
    let mut shortened = false;
    let mut evidence = |full: String| match short_evidence(&full) {
        Some(short) if !explain => {
            shortened = true;
            short
        }
        _ => full,
    };
    for row in rows {
        let refuted = row.evidence.starts_with("refuted");
        let evidence = Cell::from(evidence(row.evidence)).marked_if(Mark::Refuted, refuted);
        shown.row([row.label.into(), row.text.into(), evidence]);
    }
    for [label, value, full] in machine_rows(&answer.metrics, order) {
        shown.row([label, value, evidence(full)]);
    }
    if order.iter().any(|metric| *metric != HISTOGRAM) {
        out.table(shown);
        if shortened {
            writeln!(out, "--explain shows the complete evidence; `crossedge theorem ID` explains an entry");
        }
        if !histogram.is_empty() {
            writeln!(out);
        }
    }
    if !answer.derivation.is_empty() {
        let mut tree = Sheet::new(["derivation", "metrics", "kind", "by"]);
        for part in &answer.derivation {
            let mut name = format!("{}{}", "  ".repeat(part.depth as usize), part.expression);
            for step in &part.steps {
                let metrics = step.metrics.join(", ").replace('_', " ");
                tree.row([std::mem::take(&mut name), metrics, step.kind.to_owned(), step.applied.join(", ")]);
            }
            if part.steps.is_empty() {
                tree.row([name, String::new(), String::new(), "no closed form".to_owned()]);
            }
        }
        writeln!(out);
        out.table(tree);
        writeln!(out, "crossedge theorem ID shows the statement and the proof");
    }
    for row in histogram {
        writeln!(out, "ordered pairs at each distance ({})", row.evidence);
        let pairs = pairs(answer).unwrap_or_else(|| Sheet::new(["distance", "pairs"]));
        out.add_chart(format!("{}\n", row.text), pairs);
    }
    for note in &answer.notes {
        writeln!(out, "note: {note}");
    }
    out.set_csv(csv_rows(answer, order));
    out
}

/// Number of node pairs at each distance, if requested.
fn pairs(answer: &ShowAnswer) -> Option<Sheet> {
    let Some(MetricValue::List(counts)) = answer.metrics.value(HISTOGRAM) else { return None };
    let mut shown = Sheet::new(["distance", "pairs"]);
    for (distance, pairs) in counts.iter().enumerate() {
        shown.row([distance.to_string().into(), Cell::number(grouped(&pairs.0), pairs)]);
    }
    Some(shown)
}

/// One row per metric or, if requested, per distance.
fn csv_rows(answer: &ShowAnswer, order: &[Metric]) -> Sheet {
    let metrics = &answer.metrics;
    if let Some(pairs) = pairs(answer) {
        return pairs;
    }
    let mut shown = Sheet::new(["metric", "value", "evidence"]);
    for row in rows(metrics, order) {
        let columns = metrics.plain(row.metric).into_iter().filter(|(name, _)| !name.ends_with("_known"));
        for (name, value) in columns {
            shown.row([name, value.to_string(), row.evidence.clone()]);
        }
    }
    shown
}
