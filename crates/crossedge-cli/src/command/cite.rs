//! `crossedge cite`: the works behind an expression.

use crate::Outcome;
use crate::output::{stdout, tell};
use crate::progress::Bars;
use crate::source;
use crossedge::answers::{CiteAnswer, CiteRequest};
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `cite`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  crossedge cite \"hyperx(4,4) * dual(ring(5))\" > works.bib")]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Prints the works as BibTeX.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    tell(&CiteRequest, &source::topology(&args.expr)?, args.json, bars, |told| text(&told.answer))?;
    Ok(ExitCode::SUCCESS)
}

fn text(answer: &CiteAnswer) -> io::Result<()> {
    let mut out = stdout();
    // BibTeX passes over what stands outside of entries.
    if !answer.folklore.is_empty() {
        writeln!(out, "% folklore, or your own: {}\n", answer.folklore.join(", "))?;
    }
    for work in &answer.works {
        writeln!(out, "% {}\n{}", work.words.join(", "), work.bibtex)?;
    }
    Ok(())
}
