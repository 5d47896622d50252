//! The program `crossedge` as a function, for whoever starts it in another way than from a shell: arguments, job, answer.

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

/// Does what the arguments say, the name of the program first, and tells the exit code. Wrong arguments end the process.
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

/// What a command ends with: an exit code, or a failure that is still to be told.
type Outcome = Result<ExitCode, Failure>;
