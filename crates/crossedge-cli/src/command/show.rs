//! `crossedge show`: the metrics of a network.

use crate::Outcome;
use crate::figures::{machine_rows, rows};
use crate::output::{grouped, tell};
use crate::progress::Bars;
use crate::source;
use crate::table::{Cell, FormArgs, Mark, Page, Sheet};
use crossedge::answers::{
    EffortRequest, Envelope, MetricValue, ShowAnswer, ShowRequest, metric, read_budget, read_weights,
};
use crossedge::metrics::Metric;
use crossedge::metrics::metric::HISTOGRAM;
use std::process::ExitCode;
use std::time::Duration;

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Connectivity, edge connectivity and the spectral gap count a link once, whatever its width; the bisection and cables count its width."
)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    #[arg(long, aliases = ["figures", "columns", "metric", "metrics"], value_name = "NAMES", value_delimiter = ',', value_parser = metric, help = metric_names("Only these figures, separated by commas"))]
    pub figure: Vec<Metric>,
    /// Also list how many pairs of nodes there are at each distance; CSV has this list alone
    #[arg(long)]
    pub histogram: bool,
    #[command(flatten)]
    pub effort: EffortArgs,
    #[command(flatten)]
    pub form: FormArgs,
}

/// How hard to try, shared by the verbs that show metrics.
#[derive(Debug, Clone, clap::Args)]
pub struct EffortArgs {
    /// Where no theorem gives the distances, search from this many nodes drawn at random instead of from all
    #[arg(long, value_name = "COUNT")]
    pub sample: Option<u64>,
    /// The seed of the sample
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// The weights of degree and diameter in the weighted cost ratio
    #[arg(long, value_name = "W1,W2", default_value = "0.5,0.5", value_parser = read_weights)]
    pub weights: (f64, f64),
    /// Time for metrics that are not asked for by name, e.g. 60s; `none` for no limit
    #[arg(long, value_name = "TIME", default_value = "10s", env = "CROSSEDGE_BUDGET", hide_env_values = true, value_parser = budget)]
    pub budget: Budget,
}

/// A time limit; `None` for none.
#[derive(Debug, Clone, Copy)]
pub struct Budget(pub Option<Duration>);

fn budget(text: &str) -> Result<Budget, String> {
    read_budget(text).map(Budget)
}

impl EffortArgs {
    /// As a part of a request.
    pub fn request(&self) -> EffortRequest {
        EffortRequest { sample: self.sample, seed: self.seed, weights: self.weights, budget: self.budget.0 }
    }
}

/// What is said of an option, and the names of the figures.
pub fn metric_names(said: &str) -> String {
    let names: Vec<_> = Metric::every().map(Metric::name).collect();
    format!("{said}: {}", names.join(", "))
}

/// Shows the metrics, each with how it is known.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let (metrics, histogram) = (args.figure.clone(), args.histogram);
    let request = ShowRequest { metrics, histogram, effort: args.effort.request() };
    tell(&request, &source::topology(&args.expr)?, args.form.form(), bars, |told| {
        text(told, &request.told())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn text(told: &Envelope<ShowAnswer>, order: &[Metric]) -> Page {
    let (answer, mut out) = (&told.answer, Page::new());
    writeln!(out, "{}", told.expression.as_deref().unwrap_or_default());
    let (histogram, rows): (Vec<_>, Vec<_>) =
        rows(&answer.metrics, order).into_iter().partition(|row| row.metric == HISTOGRAM);
    let mut shown = Sheet::new(["figure", "value", "how it is known"]);
    for row in rows {
        let refuted = row.evidence.starts_with("refuted");
        shown.row([
            row.label.into(),
            row.text.into(),
            Cell::from(row.evidence).marked(Mark::Refuted, refuted),
        ]);
    }
    for row in machine_rows(&answer.metrics, order) {
        shown.row(row);
    }
    if order.iter().any(|metric| *metric != HISTOGRAM) {
        out.table(shown);
        if !histogram.is_empty() {
            writeln!(out);
        }
    }
    for row in histogram {
        writeln!(out, "ordered pairs at each distance ({})", row.evidence);
        let pairs = pairs(answer).unwrap_or_else(|| Sheet::new(["distance", "pairs"]));
        out.chart(format!("{}\n", row.text), pairs);
    }
    for note in &answer.notes {
        writeln!(out, "note: {note}");
    }
    out.data(data(answer, order));
    out
}

/// How many pairs there are at each distance, where that was asked for.
fn pairs(answer: &ShowAnswer) -> Option<Sheet> {
    let Some(MetricValue::List(counts)) = answer.metrics.value(HISTOGRAM) else { return None };
    let mut shown = Sheet::new(["distance", "pairs"]);
    for (distance, pairs) in counts.iter().enumerate() {
        shown.row([distance.to_string().into(), Cell::number(grouped(&pairs.0), pairs)]);
    }
    Some(shown)
}

/// One row a figure; or, where it was asked for, how many pairs there are at each distance.
fn data(answer: &ShowAnswer, order: &[Metric]) -> Sheet {
    let metrics = &answer.metrics;
    if let Some(pairs) = pairs(answer) {
        return pairs;
    }
    let mut shown = Sheet::new(["figure", "value", "how it is known"]);
    for row in rows(metrics, order) {
        let columns = metrics.plain(row.metric).into_iter().filter(|(name, _)| !name.ends_with("_known"));
        for (name, value) in columns {
            shown.row([name, value.to_string(), row.evidence.clone()]);
        }
    }
    shown
}
