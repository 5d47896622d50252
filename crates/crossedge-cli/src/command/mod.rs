//! The verbs, one file each.

mod export;
mod list;
mod node;
mod show;
mod verify;

use crate::Outcome;
use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::progress::{Bars, catch_interrupts};
use clap::CommandFactory;
use std::io;
use std::process::ExitCode;

/// Does what the command line says.
pub fn run(args: &Args) -> Outcome {
    catch_interrupts();
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global().map_err(|e| Failure::Usage(e.to_string()))?;
    }
    let bars = Bars::new(args.quiet);
    match &args.command {
        Command::List(list) => list::run(list),
        Command::Show(show) => show::run(show),
        Command::Node(node) => node::run(node),
        Command::Verify(verify) => verify::run(verify, &bars),
        Command::Export(export) => export::run(export, &bars),
        Command::Completions(completions) => {
            let mut command = Args::command();
            clap_complete::generate(completions.shell, &mut command, "crossedge", &mut io::stdout());
            Ok(ExitCode::SUCCESS)
        }
        Command::Man => {
            clap_mangen::Man::new(Args::command()).render(&mut io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
