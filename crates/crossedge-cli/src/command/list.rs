//! `crossedge list`: the catalog.

use crate::Outcome;
use crate::output::{stdout, table, tell, write_table};
use crate::progress::Bars;
use crossedge::answers::{ListAnswer, ListRequest};
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `list`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this construction, with its definition, paper and examples
    pub name: Option<String>,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Shows the catalog, or one entry of it.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let request = ListRequest { name: args.name.clone() };
    tell(&request, &(), args.json, bars, |told| text(&told.answer, args.name.is_some()))?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &ListAnswer, named: bool) -> io::Result<()> {
    if let (true, [entry]) = (named, &answer.constructions[..]) {
        let mut out = stdout();
        writeln!(out, "{}\n  {}\n\npaper: {}\n\nexamples:", entry.signature, entry.summary, entry.paper)?;
        return entry.examples.iter().try_for_each(|example| writeln!(out, "  {example}"));
    }
    let mut rows = table(["written", "means"]);
    rows.add_row(["G * H, G ^ k", "Cartesian product, power; the first factor is most significant in an id"]);
    for entry in &answer.constructions {
        rows.add_row([entry.signature, entry.summary]);
    }
    write_table(&rows)
}
