//! `crossedge list`: the catalog.

use crate::CommandOutcome;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{ListAnswer, ListRequest};
use std::process::ExitCode;

/// Arguments of `list`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Construction to describe, with its paper [default: list all]
    pub name: Option<String>,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Shows the catalog, or one entry of it.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = ListRequest { name: args.name.clone() };
    run_and_print(&request, &(), args.form.selected_form(), bars, |envelope| {
        text(&envelope.answer, args.name.is_some())
    })?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &ListAnswer, named: bool) -> Page {
    let mut out = Page::new();
    if let (true, [entry]) = (named, &answer.constructions[..]) {
        writeln!(out, "{}\n  {}\n\npaper: {}\n\nexamples:", entry.signature, entry.summary, entry.paper);
        entry.examples.iter().for_each(|example| writeln!(out, "  {example}"));
        return out;
    }
    let mut rows = Sheet::new(["written", "means"]);
    rows.row(["G * H, G ^ k", "Cartesian product, power; the first factor is most significant in an id"]);
    for entry in &answer.constructions {
        rows.row([entry.signature, entry.summary]);
    }
    out.table(rows);
    out
}
