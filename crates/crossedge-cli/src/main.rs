//! The program `crossedge`: arguments, job, answer.

mod args;
mod chart;
mod clean;
mod command;
mod examples;
mod failure;
mod figures;
mod files;
mod output;
mod progress;
mod source;
mod table;
mod words;

use args::Args;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::read();
    args.color.write_global();
    match command::run(&args) {
        Ok(code) => code,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    }
}

/// What a command ends with: an exit code, or a failure that is still to be told.
type Outcome = Result<ExitCode, Failure>;
