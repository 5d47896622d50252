//! `crossedge distance`: how far two nodes are apart.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{evidence, head, id, write_json};
use crate::progress::Bars;
use crate::source::{self, Source};
use crossedge::evidence::Known;
use crossedge::route::{self, MAX_SEEN, NoRoute};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `distance`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// A node: an id, or an address in the notation of the network
    #[arg(value_name = "A")]
    pub from: String,
    /// Another node
    #[arg(value_name = "B")]
    pub to: String,
    /// How many nodes a search may see, where the distance has no closed form
    #[arg(long, value_name = "NODES", default_value_t = MAX_SEEN)]
    pub limit: usize,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Shows the distance; exit code 1 when there is no way.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let source = Source::read(&args.expr)?;
    let net = source.network()?;
    let a = source::node(net.as_ref(), &args.from)?;
    let b = source::node(net.as_ref(), &args.to)?;
    let Known { value: distance, evidence: how } = route::distance(net.as_ref(), a, b, args.limit, bars)
        .map_err(|why| match why {
            NoRoute::Stopped => Failure::Interrupted,
            why => Failure::Limit(format!("{why}\nhelp: --limit lets it see more nodes")),
        })?;
    if args.json {
        let mut map = head("distance", Some(&source.expr.to_string()));
        map.insert("from".to_owned(), id(a.0));
        map.insert("to".to_owned(), id(b.0));
        map.insert("distance".to_owned(), json!({"value": distance.map(id), "evidence": evidence(&how)}));
        write_json(&Value::Object(map))?;
    } else {
        let mut out = crate::output::stdout();
        let (from, to) = (net.address(a), net.address(b));
        match distance {
            Some(d) => writeln!(out, "{d} from {from} to {to} ({how})")?,
            None => writeln!(out, "no way from {from} to {to} ({how})")?,
        }
    }
    Ok(if distance.is_some() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
