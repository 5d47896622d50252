//! `crossedge list`: the catalog.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{head, table, write_json, write_table};
use crossedge::net::{ENTRIES, Entry, nearest_word};
use serde_json::{Value, json};
use std::io::Write;
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
pub fn run(args: &Args) -> Outcome {
    let chosen: Vec<&Entry> = match &args.name {
        None => ENTRIES.iter().collect(),
        Some(name) => {
            let found = ENTRIES.iter().find(|e| e.name == name);
            vec![found.ok_or_else(|| unknown(name))?]
        }
    };
    if args.json {
        let entry = |e: &&Entry| json!({"name": e.name, "signature": e.signature, "summary": e.summary, "paper": e.paper, "examples": e.examples});
        let mut map = head("list", None);
        map.insert("constructions".to_owned(), chosen.iter().map(entry).collect());
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    if let (Some(_), [entry]) = (&args.name, &chosen[..]) {
        let mut out = crate::output::stdout();
        writeln!(out, "{}\n  {}\n\npaper: {}\n\nexamples:", entry.signature, entry.summary, entry.paper)?;
        for example in entry.examples {
            writeln!(out, "  {example}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let mut rows = table(["written", "means"]);
    rows.add_row(["G * H, G ^ k", "Cartesian product, power; the first factor is most significant in an id"]);
    for entry in chosen {
        rows.add_row([entry.signature, entry.summary]);
    }
    write_table(&rows)?;
    Ok(ExitCode::SUCCESS)
}

fn unknown(name: &str) -> Failure {
    let advice = match nearest_word(name) {
        Some(word) => format!("did you mean '{word}'?"),
        None => "`crossedge list` shows every construction".to_owned(),
    };
    Failure::Usage(format!("unknown construction '{name}'\nhelp: {advice}"))
}
