//! `crossedge show`: the metrics of a network.

use crate::Outcome;
use crate::figures::{machine_rows, rows};
use crate::output::{stdout, table, tell, write_table};
use crate::progress::Bars;
use crate::source;
use crossedge::answers::{EffortRequest, Envelope, ShowAnswer, ShowRequest};
use crossedge::metrics::Metric;
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Only these figures, separated by commas; all without it
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = metric)]
    pub figure: Vec<Metric>,
    /// Also list how many pairs of nodes there are at each distance
    #[arg(long)]
    pub histogram: bool,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// How hard to try, shared by the verbs that show metrics.
#[derive(Debug, Clone, clap::Args)]
pub struct EffortArgs {
    /// Where no theorem gives the distances, search from so many nodes drawn at random instead of from all
    #[arg(long, value_name = "COUNT")]
    pub sample: Option<u64>,
    /// The seed of the sample
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    pub seed: u64,
    /// The weights of degree and diameter in the weighted cost ratio
    #[arg(long, value_name = "W1,W2", default_value = "0.5,0.5", value_parser = weights)]
    pub weights: (f64, f64),
}

impl EffortArgs {
    /// As a part of a request.
    pub fn request(&self) -> EffortRequest {
        EffortRequest { sample: self.sample, seed: self.seed, weights: self.weights }
    }
}

/// A metric by its name.
fn metric(name: &str) -> Result<Metric, String> {
    let names: Vec<_> = Metric::ALL.iter().map(|k| k.name()).collect();
    // The words of before.
    let name = match name {
        "node_symmetry" => "vertex_transitivity",
        "edge_symmetry" => "edge_transitivity",
        name => name,
    };
    let found = Metric::ALL.into_iter().find(|k| k.name() == name);
    found.ok_or_else(|| format!("the figures are {}", names.join(", ")))
}

/// Two weights that are not negative.
fn weights(text: &str) -> Result<(f64, f64), String> {
    let parts: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    match parts[..] {
        [a, b] if a >= 0.0 && b >= 0.0 && a.is_finite() && b.is_finite() => Ok((a, b)),
        _ => Err("two numbers that are not negative, as in 0.5,0.5".to_owned()),
    }
}

/// Shows the metrics, each with how it is known.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let (metrics, histogram) = (args.figure.clone(), args.histogram);
    let request = ShowRequest { metrics, histogram, effort: args.effort.request() };
    tell(&request, &source::topology(&args.expr)?, args.json, bars, |told| text(told, &request.told()))?;
    Ok(ExitCode::SUCCESS)
}

fn text(told: &Envelope<ShowAnswer>, order: &[Metric]) -> io::Result<()> {
    let (answer, mut out) = (&told.answer, stdout());
    writeln!(out, "{}", told.expression.as_deref().unwrap_or_default())?;
    let (histogram, rows): (Vec<_>, Vec<_>) =
        rows(&answer.metrics, order).into_iter().partition(|row| row.metric == Metric::Histogram);
    let mut shown = table(["figure", "value", "how it is known"]);
    for row in rows {
        shown.add_row([row.label, row.text, row.evidence]);
    }
    for row in machine_rows(&answer.metrics) {
        shown.add_row(row);
    }
    write_table(&shown)?;
    for row in histogram {
        writeln!(out, "\nordered pairs at each distance ({})\n{}", row.evidence, row.text)?;
    }
    answer.notes.iter().try_for_each(|note| writeln!(out, "note: {note}"))
}
