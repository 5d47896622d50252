//! `crossedge distance`: the distance of two nodes.

use crate::CommandOutcome;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::source;
use crate::table::Page;
use crossedge::answers::{DistanceAnswer, DistanceRequest};
use std::process::ExitCode;

/// Arguments of `distance`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Source node: an id or an address
    #[arg(value_name = "A")]
    pub from: String,
    /// Destination node
    #[arg(value_name = "B")]
    pub to: String,
    /// Maximum number of nodes to visit if there is no closed form
    #[arg(long, value_name = "NODES", default_value_t = DistanceRequest::LIMIT)]
    pub limit: usize,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the distance; exit code 1 if there is no path.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = DistanceRequest { limit: args.limit, ..DistanceRequest::new(&args.from, &args.to) };
    let envelope = run_and_print(&request, &source::topology(&args.expr)?, args.json, bars, |envelope| {
        text(&envelope.answer)
    })?;
    Ok(ExitCode::from(u8::from(envelope.answer.distance.value.is_none())))
}

fn text(answer: &DistanceAnswer) -> Page {
    let mut out = Page::new();
    let DistanceAnswer { from_address, to_address, distance, .. } = answer;
    let (ends, how) = (format!("from {from_address} to {to_address}"), &distance.evidence);
    match &distance.value {
        Some(hops) => writeln!(out, "{hops} {ends} ({how})"),
        None => writeln!(out, "no path {ends} ({how})"),
    }
    out
}
