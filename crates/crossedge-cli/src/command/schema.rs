//! `crossedge schema`: the JSON schema of the answer to a verb.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::output::{raw_output, stdout, write_json};
use crossedge::answers::{CERTIFICATE_SCHEMAS, SCHEMAS, SchemaOf};
use crossedge_campaign::{FAULT_SCHEMA, sweep};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `schema`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Verbs to print the schema of [default: list them]
    #[arg(value_name = "VERB", num_args = 0..=2)]
    pub verb: Vec<String>,
}

/// Every verb with JSON output, of the library and of the crates around it.
fn all_schemas() -> impl Iterator<Item = (&'static str, SchemaOf)> {
    let around = [
        crossedge_papers::SCHEMAS,
        crossedge_report::SCHEMAS,
        sweep::SCHEMAS,
        crossedge::validation::SCHEMAS,
        simulated(),
        CERTIFICATE_SCHEMAS,
    ];
    SCHEMAS.iter().chain([&FAULT_SCHEMA]).chain(around.into_iter().flatten()).copied()
}

#[cfg(feature = "simulate")]
fn simulated() -> &'static [(&'static str, SchemaOf)] {
    crossedge_sim::SCHEMAS
}

#[cfg(not(feature = "simulate"))]
fn simulated() -> &'static [(&'static str, SchemaOf)] {
    &[]
}

/// Writes a schema, or the verbs that have one.
pub fn run(args: &Args) -> CommandOutcome {
    if args.verb.is_empty() {
        for (verb, _) in all_schemas() {
            writeln!(stdout(), "{verb}")?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    // Subcommands are separate arguments, e.g. `sweep plan`.
    let verb = args.verb.join(" ");
    let entry = all_schemas().find(|(name, _)| *name == verb);
    let (_, schema) = entry.ok_or_else(|| {
        Failure::Usage(format!("there is no schema of '{verb}'\nhelp: `crossedge schema` lists the verbs"))
    })?;
    write_json(&schema())?;
    raw_output().flush()?;
    Ok(ExitCode::SUCCESS)
}
