//! `crossedge papers`: recomputes the claims of the papers, with a verdict on each.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{print, stdout, write_json};
use crate::progress::Bars;
use crate::table::{Cell, Form, Mark, Page, Sheet};
use clap::ValueEnum;
use crossedge::answers::Envelope;
use crossedge_papers::{Answer, Error, Request, TABLE_HEADER, VERB, Verdict};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `papers`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only these papers: RDN, HAM, HDN, DC, RE
    #[arg(value_name = "PAPER")]
    pub papers: Vec<String>,
    /// Only claims with this text in their name, location or erratum
    #[arg(long, value_name = "TEXT")]
    pub claim: Option<String>,
    /// Read the claims from this file instead
    #[arg(long, value_name = "FILE", conflicts_with = "papers")]
    pub file: Option<PathBuf>,
    /// Output format: table, json, csv, md, tex or html
    #[arg(long, value_name = "FORM", default_value = "table", hide_possible_values = true)]
    pub format: Format,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

/// Output formats of `papers`: those of tables, and HTML.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Plain text, fitted to the terminal
    Table,
    /// JSON, complete
    Json,
    /// CSV
    Csv,
    /// Markdown
    #[value(alias = "markdown")]
    Md,
    /// LaTeX
    #[value(alias = "latex")]
    Tex,
    /// A self-contained HTML page
    Html,
}

/// Evaluates the claims and prints them; exit code 1 if a verdict differs from the recorded one.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let file = match &args.file {
        Some(path) => Some((path.display().to_string(), files::settings(path)?)),
        None => None,
    };
    let request = Request { papers: args.papers.clone(), claim: args.claim.clone(), file };
    let answer = request.answer(bars).map_err(|error| match error {
        Error::Stopped => Failure::Interrupted,
        other => Failure::Usage(other.to_string()),
    })?;
    bars.clear_bars();
    match args.format {
        Format::Json => write_json(&Envelope::new(VERB, None, &answer))?,
        _ if args.json => write_json(&Envelope::new(VERB, None, &answer))?,
        Format::Table => print(&claims_page(&answer), Form::Table)?,
        Format::Csv => print(&claims_page(&answer), Form::Csv)?,
        Format::Tex => print(&claims_page(&answer), Form::Tex)?,
        Format::Md => stdout().write_all(answer.markdown().as_bytes())?,
        Format::Html => stdout().write_all(answer.html().as_bytes())?,
    }
    Ok(if answer.changed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// One table per paper; CSV has a single table.
fn claims_page(answer: &Answer) -> Page {
    let mut out = Page::new();
    let mut data = Sheet::new(["paper"].into_iter().chain(TABLE_HEADER));
    for paper in &answer.papers {
        writeln!(out, "{}: {}", paper.name, paper.cite);
        let mut rows = Sheet::new(TABLE_HEADER);
        for claim in &paper.claims {
            let cells = claim.cells();
            data.row(std::iter::once(paper.name.clone()).chain(cells.clone()));
            let refuted = claim.verdict == Verdict::False;
            rows.row(cells.map(|cell| Cell::from(cell).marked_if(Mark::Refuted, refuted)));
        }
        out.table(rows);
        writeln!(out);
    }
    writeln!(out, "{}", answer.summary());
    out.set_csv(data);
    out
}
