//! `crossedge compare`: several networks side by side.

use super::show::EffortArgs;
use crate::Outcome;
use crate::figures::{machine_rows, rows};
use crate::output::{table, tell, write_table};
use crate::progress::Bars;
use crate::source;
use crossedge::answers::{Asked, CompareAnswer, CompareRequest, ComparedAnswer};
use crossedge::metrics::Metric;
use std::io::{self, Write};
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

/// Shows one line per network.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let nets = args.exprs.iter().map(|text| source::topology(text)).collect::<Result<Vec<_>, _>>()?;
    let request = CompareRequest { effort: args.effort.request() };
    tell(&request, &nets, args.json, bars, |told| text(&told.answer))?;
    Ok(ExitCode::SUCCESS)
}

/// The names of the columns.
const HEADER: [&str; 11] =
    ["network", "nodes", "degree", "diameter", "Moore", "mean", "Moore", "bisection", "CR", "Moore", "known"];

fn text(answer: &CompareAnswer) -> io::Result<()> {
    let mut shown = table(HEADER);
    for network in &answer.networks {
        shown.add_row(line(network));
    }
    write_table(&shown)?;
    for network in &answer.networks {
        let each: Vec<String> = machine_rows(&network.metrics)
            .into_iter()
            .map(|[name, value, _]| format!("{name} {value}"))
            .collect();
        if !each.is_empty() {
            writeln!(crate::output::stdout(), "{}: {}", network.expression, each.join(", "))?;
        }
    }
    writeln!(
        crate::output::stdout(),
        "known: how diameter, mean distance and bisection are known; `crossedge show` names the theorem or method"
    )
}

/// One network.
fn line(network: &ComparedAnswer) -> [String; 11] {
    /// The value of a metric, where it is known.
    fn of<T>(asked: &Option<Asked<T>>, text: impl FnOnce(&T) -> String) -> String {
        let value = asked.as_ref().and_then(|asked| asked.value.as_ref());
        value.map_or("–".to_owned(), text)
    }
    fn kind<T>(asked: &Option<Asked<T>>) -> &'static str {
        let evidence = asked.as_ref().and_then(|asked| asked.evidence.as_ref());
        evidence.map_or("–", |evidence| evidence.kind())
    }
    let metrics = &network.metrics;
    let whole = |metric| rows(metrics, &[metric]).pop().map_or(String::new(), |row| row.text);
    let ratio = |ratio: f64| format!("{ratio:.2}");
    let kinds = [kind(&metrics.diameter), kind(&metrics.mean_distance), kind(&metrics.bisection_width)];
    [
        network.expression.clone(),
        whole(Metric::Nodes),
        of(&metrics.degree, |degree| degree.max.to_string()),
        whole(Metric::Diameter),
        of(&metrics.moore_bound, |bound| bound.diameter.to_string()),
        of(&metrics.mean_distance, |mean| mean.decimal(6)),
        of(&metrics.moore_bound, |bound| bound.mean_distance.decimal(6)),
        whole(Metric::Bisection),
        of(&metrics.cost_ratio, |cost| {
            format!("{}{}", if cost.lower_bound { "≥ " } else { "" }, ratio(cost.plain))
        }),
        of(&metrics.moore_bound, |bound| bound.cost_ratio.map_or("–".to_owned(), ratio)),
        kinds.join(", "),
    ]
}
