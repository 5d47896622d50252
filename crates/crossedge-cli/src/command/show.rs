//! `crossedge show`: the figures of a network.

use crate::Outcome;
use crate::figures::{Job, Row, rows};
use crate::output::{head, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::metrics::{Effort, Metric};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Only these figures, separated by commas; all without it
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = key)]
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

/// How hard to try, shared by the verbs that show figures.
#[derive(Debug, clap::Args)]
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
    /// From every node, or from a sample.
    pub fn effort(&self) -> Effort {
        match self.sample {
            Some(count) => Effort::Sampled { count: count.max(1), seed: self.seed },
            None => Effort::Exhaustive,
        }
    }
}

/// A figure by its name.
fn key(name: &str) -> Result<Metric, String> {
    let names: Vec<_> = Metric::ALL.iter().map(|k| k.name()).collect();
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

/// Shows the figures, each with how it is known.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.shape.network().ok();
    let mut keys = if args.figure.is_empty() {
        Metric::ALL.into_iter().filter(|k| *k != Metric::Histogram || args.histogram).collect()
    } else {
        args.figure.clone()
    };
    if args.histogram && !keys.contains(&Metric::Histogram) {
        keys.push(Metric::Histogram);
    }
    let asked = !args.figure.is_empty();
    let job = Job { source: &source, net: net.as_deref(), effort: &args.effort, asked, watch: bars };
    let found: Vec<Row> = rows(&job, &keys)?;
    if args.json {
        let mut map = head("show", Some(&source.expr.to_string()));
        for row in &found {
            map.insert(row.key.to_owned(), row.json.clone());
        }
        map.insert("notes".to_owned(), json!(crossedge::net::notes(source.shape.as_ref())));
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(crate::output::stdout(), "{}", source.expr)?;
    let mut shown = table(["figure", "value", "how it is known"]);
    for row in found.iter().filter(|r| r.key != Metric::Histogram.name()) {
        shown.add_row([row.label.clone(), row.text.clone(), row.evidence.clone()]);
    }
    write_table(&shown)?;
    if let Some(row) = found.iter().find(|r| r.key == Metric::Histogram.name()) {
        writeln!(
            crate::output::stdout(),
            "\nordered pairs at each distance ({})\n{}",
            row.evidence,
            row.text
        )?;
    }
    for note in crossedge::net::notes(source.shape.as_ref()) {
        writeln!(crate::output::stdout(), "note: {note}")?;
    }
    Ok(ExitCode::SUCCESS)
}
