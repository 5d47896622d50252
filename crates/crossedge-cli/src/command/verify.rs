//! `crossedge verify`: every node and every link, nothing sampled.

use crate::Outcome;
use crate::output::{grouped, head, id, write_json};
use crate::progress::Bars;
use crate::source::Source;
use crossedge::verify;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// What is checked, in the order in which it is told.
const LAWS: [&str; 5] = [
    "link is an involution",
    "neighbours are distinct",
    "addresses read back",
    "degrees are as claimed",
    "every node is reached",
];

/// Judges a network; exit code 1 and a counterexample when a law breaks.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let verdict = verify::network(net.as_ref(), &source.shape.degrees(), bars)?;
    if args.json {
        let mut map = head("verify", Some(&source.expr.to_string()));
        map.insert("holds".to_owned(), json!(verdict.is_ok()));
        match &verdict {
            Ok(v) => {
                map.insert("nodes".to_owned(), id(v.nodes));
                map.insert("links".to_owned(), id(v.links));
                let degrees: Map<_, _> = v.degrees.iter().map(|(d, c)| (d.to_string(), id(*c))).collect();
                map.insert("degree_counts".to_owned(), Value::Object(degrees));
                map.insert("eccentricity_of_node_0".to_owned(), id(v.eccentricity));
                map.insert("laws".to_owned(), json!(LAWS));
            }
            Err(refuted) => {
                map.insert("counterexample".to_owned(), json!(refuted.to_string()));
            }
        }
        write_json(&Value::Object(map))?;
    } else {
        let mut out = anstream::stdout();
        writeln!(out, "{}", source.expr)?;
        match &verdict {
            Ok(v) => {
                for law in LAWS {
                    writeln!(out, "  holds: {law}")?;
                }
                let (nodes, links) = (grouped(&v.nodes.into()), grouped(&v.links.into()));
                writeln!(out, "checked {nodes} nodes and {links} links, each from both ends")?;
            }
            Err(refuted) => writeln!(out, "  refuted: {refuted}")?,
        }
    }
    Ok(if verdict.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
