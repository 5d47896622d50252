//! `crossedge sweep merge`: all results as one table, Parquet and CSV.

use super::{CampaignFiles, read_journals};
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files::{file_failure, write_same};
use crate::output::print_answer;
use crate::table::Page;
use crossedge::answers::Envelope;
use crossedge_campaign::sweep::MergeAnswer;
use crossedge_campaign::{Error, plural};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `sweep merge`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: CampaignFiles,
    /// Output file, .parquet or .csv; repeatable [default: both]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Omit tasks without a result instead of failing
    #[arg(long)]
    partial: bool,
    /// Overwrite existing files that differ
    #[arg(long)]
    force: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Writes the table; exit code 1 when results are missing or contradict each other.
pub fn run(args: &Args) -> CommandOutcome {
    let campaign = args.place.campaign();
    let outputs = match args.output.is_empty() {
        true => vec![campaign.sibling_file(".parquet"), campaign.sibling_file(".csv")],
        false => args.output.clone(),
    };
    for path in &outputs {
        if !matches!(extension(path), "parquet" | "csv") {
            let message = format!("{} ends neither with .parquet nor with .csv", path.display());
            return Err(Failure::Usage(message));
        }
    }
    let held = read_journals(&campaign)?;
    let merged = campaign.merge(&held, args.partial).map_err(|error| match error {
        Error::Missing(_) => {
            let command = format!("`crossedge sweep run {}`", args.place.tasks.display());
            Failure::Nothing(format!("{error}\nhelp: {command} runs them; --partial leaves them out"))
        }
        other => file_failure(other),
    })?;
    let table = &merged.table;
    let provenance = table.provenance_json();
    for path in &outputs {
        match extension(path) {
            "parquet" => write_same(path, &table.parquet().map_err(file_failure)?, args.force)?,
            _ => {
                write_same(path, table.csv().as_bytes(), args.force)?;
                // CSV has no place for it.
                let mut beside = path.clone().into_os_string();
                beside.push(".prov.json");
                let text = serde_json::to_string_pretty(&provenance).map_err(std::io::Error::from)?;
                write_same(Path::new(&beside), format!("{text}\n").as_bytes(), args.force)?;
            }
        }
    }
    let envelope = Envelope::new(MergeAnswer::VERB, None, MergeAnswer::new(&merged, outputs));
    print_answer(&envelope, args.json, text)?;
    Ok(ExitCode::SUCCESS)
}

fn text(envelope: &Envelope<MergeAnswer>) -> Page {
    let (merged, mut out) = (&envelope.answer, Page::new());
    let (rows, columns) = (plural(merged.rows as u64, "row"), plural(merged.columns.len() as u64, "column"));
    writeln!(out, "{rows}, {columns}");
    if merged.missing > 0 {
        writeln!(out, "{} without a result left out", plural(merged.missing, "task"));
    }
    merged.files.iter().for_each(|path| writeln!(out, "written to {}", path.display()));
    out
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or("")
}
