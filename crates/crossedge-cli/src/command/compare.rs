//! `crossedge compare`: several networks side by side.

use super::show::EffortArgs;
use crate::Outcome;
use crate::figures::{Job, Row, rows};
use crate::output::{head, table, write_json, write_table};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::metrics::Metric;
use serde_json::{Map, Value, json};
use std::process::ExitCode;

/// Arguments of `compare`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The networks, as in: 'rdn(torus(5,5), 2)' 'hypercube(21)'
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    #[command(flatten)]
    pub effort: EffortArgs,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// What is compared.
const KEYS: [Metric; 8] = [
    Metric::Nodes,
    Metric::Links,
    Metric::Degree,
    Metric::Diameter,
    Metric::MeanDistance,
    Metric::Bisection,
    Metric::CostRatio,
    Metric::MooreBound,
];

/// Shows one line per network.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let mut all: Vec<(String, Vec<Row>)> = Vec::new();
    for text in &args.exprs {
        let source = Source::read(text)?;
        let net = source.shape.network().ok();
        let job =
            Job { source: &source, net: net.as_deref(), effort: &args.effort, asked: false, watch: bars };
        let found = rows(&job, &KEYS)?;
        all.push((source.expr.to_string(), found));
    }
    if args.json {
        let network = |(expr, rows): &(String, Vec<Row>)| {
            let mut map = Map::new();
            map.insert("expression".to_owned(), json!(expr));
            for row in rows {
                map.insert(row.key.to_owned(), row.json.clone());
            }
            Value::Object(map)
        };
        let mut map = head("compare", None);
        map.insert("networks".to_owned(), all.iter().map(network).collect());
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut shown = table([
        "network",
        "nodes",
        "degree",
        "diameter",
        "Moore",
        "mean",
        "Moore",
        "bisection",
        "CR",
        "Moore",
        "known",
    ]);
    for (expr, rows) in &all {
        let get = |key: Metric| rows.iter().find(|r| r.key == key.name());
        let text = |key: Metric| get(key).map_or(String::new(), |r| r.text.clone());
        let value = |key: Metric, path: &str| -> String {
            let found = get(key).and_then(|r| r.json.pointer(&format!("/value{path}")));
            match found {
                Some(Value::Number(n)) if n.is_f64() => format!("{:.2}", n.as_f64().unwrap_or(f64::NAN)),
                Some(Value::String(s)) => s.clone(),
                Some(Value::Null) | None => "–".to_owned(),
                Some(other) => other.to_string(),
            }
        };
        let kinds: Vec<&str> = [Metric::Diameter, Metric::MeanDistance, Metric::Bisection]
            .into_iter()
            .map(|k| {
                get(k).and_then(|r| r.json.pointer("/evidence/kind")).and_then(Value::as_str).unwrap_or("–")
            })
            .collect();
        shown.add_row([
            expr.clone(),
            text(Metric::Nodes),
            value(Metric::Degree, "/max"),
            text(Metric::Diameter),
            value(Metric::MooreBound, "/diameter"),
            value(Metric::MeanDistance, "/decimal"),
            value(Metric::MooreBound, "/mean_distance/decimal"),
            text(Metric::Bisection),
            match value(Metric::CostRatio, "/lower_bound").as_str() {
                "true" => format!("≥ {}", value(Metric::CostRatio, "/plain")),
                _ => value(Metric::CostRatio, "/plain"),
            },
            value(Metric::MooreBound, "/cost_ratio"),
            kinds.join(", "),
        ]);
    }
    write_table(&shown)?;
    let out = &mut crate::output::stdout();
    std::io::Write::write_all(
        out,
        "known: how diameter, mean distance and bisection are known; `crossedge show` names the theorem or method\n"
            .as_bytes(),
    )?;
    Ok(ExitCode::SUCCESS)
}
