//! The program `crossedge` as a function, for callers other than a shell: arguments, job, answer.

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

/// Parts that the tests call on their own. No stable API.
#[doc(hidden)]
pub mod internals {
    pub use super::clean::{Cleaned, clean_in_place, sanitize};
    pub use super::failure::with_option_names;
    pub use super::table::written::csv_field;
    pub use super::table::{Cell, Form, Mark, Page, Sheet};
}

/// Runs the program with these arguments, the program name first, and returns the exit code. Wrong arguments end the process.
pub fn program(arguments: Vec<String>) -> u8 {
    let args = Args::read(arguments);
    args.color.write_global();
    let code = match command::run(&args) {
        Ok(code) => code,
        Err(failure) => {
            failure.report();
            failure.exit_code()
        }
    };
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == code).unwrap_or(1)
}

/// The command line of the program, with all its verbs.
pub fn command_line() -> clap::Command {
    Args::with_help()
}

/// The outcome of a command: an exit code, or a failure to report.
type CommandOutcome = Result<ExitCode, Failure>;
