//! `crossedge show`: the figures of a network.

use crate::Outcome;
use crate::output::{figure, grouped, head, integer, table, write_json, write_table};
use crate::source::Source;
use crossedge::evidence::{Evidence, Figure};
use crossedge::net::{DegreeCounts, links};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `show`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Shows sizes, degree and links.
pub fn run(args: &Args) -> Outcome {
    let source = Source::read(&args.expr)?;
    let shape = source.shape.as_ref();
    let counted = |what: &str| Evidence::proved(format!("{what}, from the definition of the construction"));
    let nodes = Figure::new(shape.nodes(), counted("product of the sizes"));
    let degrees = Figure::new(shape.degrees(), counted("degrees add up"));
    let links = Figure::new(links(shape), Evidence::proved("half the sum of the degrees"));
    if args.json {
        let mut map = head("show", Some(&source.expr.to_string()));
        let exact = |f: &Figure<BigUint>| figure(&f.clone().map(|v| integer(&v)));
        map.insert("nodes".to_owned(), exact(&nodes));
        map.insert("links".to_owned(), exact(&links));
        map.insert("degree".to_owned(), figure(&degrees.clone().map(|d| degree_json(&d))));
        map.insert("notes".to_owned(), json!(shape.notes()));
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    writeln!(anstream::stdout(), "{}", source.expr)?;
    let mut rows = table(["figure", "value", "how it is known"]);
    rows.add_row(["nodes", &grouped(&nodes.value), &nodes.evidence.to_string()]);
    rows.add_row(["links", &grouped(&links.value), &links.evidence.to_string()]);
    rows.add_row(["degree", &degree_text(&degrees.value), &degrees.evidence.to_string()]);
    write_table(&rows)?;
    for note in shape.notes() {
        writeln!(anstream::stdout(), "note: {note}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The smallest and largest degree, and how many nodes have each.
fn degree_json(degrees: &DegreeCounts) -> Value {
    let mut counts = Map::new();
    for (degree, count) in degrees {
        counts.insert(degree.to_string(), integer(count));
    }
    let ends = (degrees.keys().next(), degrees.keys().next_back());
    json!({"min": ends.0, "max": ends.1, "counts": counts})
}

fn degree_text(degrees: &DegreeCounts) -> String {
    let each: Vec<_> = degrees.iter().map(|(d, c)| format!("{d} ({} nodes)", grouped(c))).collect();
    match &each[..] {
        [_] => format!("{}, regular", degrees.keys().next().unwrap_or(&0)),
        many if many.len() <= 8 => many.join(", "),
        many => format!("{}, … {}", many[..4].join(", "), many[many.len() - 1]),
    }
}
