//! `crossedge sweep merge`: all results as one table, Parquet and CSV.

use super::{Place, held};
use crate::Outcome;
use crate::failure::Failure;
use crate::files::{failure, write_same};
use crate::output::{head, write_json};
use crossedge_campaign::sweep::Merged;
use crossedge_campaign::{Error, plural};
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `sweep merge`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Write to this file, .parquet or .csv; may be given twice. Without it both, beside the task file
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Leave out tasks without a result, instead of refusing
    #[arg(long)]
    partial: bool,
    /// Overwrite files that are there and differ
    #[arg(long)]
    force: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// Writes the table; exit code 1 when results are missing or contradict each other.
pub fn run(args: &Args) -> Outcome {
    let campaign = args.place.campaign();
    let outputs = match args.output.is_empty() {
        true => vec![campaign.beside(".parquet"), campaign.beside(".csv")],
        false => args.output.clone(),
    };
    for path in &outputs {
        if !matches!(ending(path), "parquet" | "csv") {
            let message = format!("{} ends neither with .parquet nor with .csv", path.display());
            return Err(Failure::Usage(message));
        }
    }
    let held = held(&campaign)?;
    let Merged { table, missing } = campaign.merge(&held, args.partial).map_err(|error| match error {
        Error::Missing(_) => {
            let command = format!("`crossedge sweep run {}`", args.place.tasks.display());
            Failure::Nothing(format!("{error}\nhelp: {command} runs them; --partial leaves them out"))
        }
        other => failure(other),
    })?;
    let provenance = table.provenance_json();
    for path in &outputs {
        match ending(path) {
            "parquet" => write_same(path, &table.parquet().map_err(failure)?, args.force)?,
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
    if args.json {
        let mut map = head("sweep merge", None);
        map.insert("rows".to_owned(), json!(table.rows()));
        map.insert("columns".to_owned(), table.columns.iter().map(|column| json!(column.name)).collect());
        map.insert("missing".to_owned(), json!(missing));
        map.insert("provenance".to_owned(), provenance);
        map.insert("files".to_owned(), json!(outputs));
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = crate::output::stdout();
    let (rows, columns) = (plural(table.rows() as u64, "row"), plural(table.columns.len() as u64, "column"));
    writeln!(out, "{rows}, {columns}")?;
    if missing > 0 {
        writeln!(out, "{} without a result left out", plural(missing, "task"))?;
    }
    for path in &outputs {
        writeln!(out, "written to {}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or("")
}
