//! `crossedge papers`: what the papers claim, computed anew, and the verdict.

use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{stdout, table, write_json, write_table};
use crate::progress::Bars;
use clap::ValueEnum;
use crossedge::answers::Envelope;
use crossedge_papers::{Answer, Error, HEADER, Request, VERB};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `papers`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these papers: RDN, HAM, HDN, DC, RE
    #[arg(value_name = "PAPER")]
    pub papers: Vec<String>,
    /// Only the claims with this text in their name, place or errata
    #[arg(long, value_name = "TEXT")]
    pub claim: Option<String>,
    /// Claims of another paper, from this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "papers")]
    pub file: Option<PathBuf>,
    /// The form of the answer
    #[arg(long, value_name = "FORM", default_value = "table")]
    pub format: Format,
    /// Answer as JSON
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// The form of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal
    Table,
    /// For a text
    Markdown,
    /// One page that needs nothing else
    Html,
}

/// Evaluates the claims and shows them. Ends with 1 when a verdict is not the one on record.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let file = match &args.file {
        Some(path) => Some((path.display().to_string(), files::settings(path)?)),
        None => None,
    };
    let request = Request { papers: args.papers.clone(), claim: args.claim.clone(), file };
    let answer = request.answer(bars).map_err(|error| match error {
        Error::Stopped => Failure::Interrupted,
        other => Failure::Usage(other.to_string()),
    })?;
    match args.format {
        _ if args.json => write_json(&Envelope::new(VERB, None, &answer))?,
        Format::Table => show(&answer)?,
        Format::Markdown => stdout().write_all(answer.markdown().as_bytes())?,
        Format::Html => stdout().write_all(answer.html().as_bytes())?,
    }
    Ok(if answer.changed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn show(answer: &Answer) -> Result<(), Failure> {
    let mut out = stdout();
    for paper in &answer.papers {
        writeln!(out, "{}: {}", paper.name, paper.cite)?;
        let mut rows = table(HEADER);
        for claim in &paper.claims {
            rows.add_row(claim.cells());
        }
        write_table(&rows)?;
        writeln!(out)?;
    }
    writeln!(out, "{}", answer.summary())?;
    Ok(())
}
