//! `crossedge schema`: the JSON schema of the answer to a verb.

use crate::Outcome;
use crate::failure::Failure;
use crate::output::{raw, stdout, write_json};
use crossedge::answers::SCHEMAS;
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `schema`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The verb; without it, all verbs that have a schema are listed
    pub verb: Option<String>,
}

/// Writes a schema, or the verbs that have one.
pub fn run(args: &Args) -> Outcome {
    let Some(verb) = &args.verb else {
        for (verb, _) in SCHEMAS {
            writeln!(stdout(), "{verb}")?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let found = SCHEMAS.iter().find(|(name, _)| name == verb);
    let (_, schema) = found.ok_or_else(|| {
        Failure::Usage(format!("there is no schema of '{verb}'\nhelp: `crossedge schema` lists the verbs"))
    })?;
    write_json(&schema())?;
    raw().flush()?;
    Ok(ExitCode::SUCCESS)
}
