//! `crossedge cite`: the works behind an expression.

use crate::CommandOutcome;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::source;
use crate::table::Page;
use crossedge::answers::{CiteAnswer, CiteRequest};
use std::process::ExitCode;

/// Arguments of `cite`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Add the works of the theorems and methods behind the metrics
    #[arg(long)]
    pub evidence: bool,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the works as BibTeX.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = CiteRequest { evidence: args.evidence };
    run_and_print(&request, &source::topology(&args.expr)?, args.json, bars, |envelope| {
        text(&envelope.answer)
    })?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &CiteAnswer) -> Page {
    let mut out = Page::new();
    // BibTeX ignores text outside of entries.
    if !answer.folklore.is_empty() {
        writeln!(out, "% folklore, or your own: {}\n", answer.folklore.join(", "));
    }
    for work in &answer.publications {
        let sources: Vec<&str> = work.constructions.iter().chain(&work.theorems).copied().collect();
        writeln!(out, "% {}\n{}", sources.join(", "), work.bibtex);
    }
    out
}
