//! `crossedge sweep`: campaigns of many tasks. A plan becomes a task file, any engine runs the tasks, and the results become one table.
//!
//! The task file is the interface, not an engine: a process on this machine, the shards of a Slurm array and the workers of HyperQueue
//! all do the same with a line of it, and may do it twice. A result is in a journal before its task counts as done.

mod merge;
mod plan;
mod run;
mod status;
mod submit;

use crate::CommandOutcome;
use crate::command::fault::survival::warn_about_damage;
use crate::failure::Failure;
use crate::files::file_failure;
use crate::progress::Bars;
use crossedge_campaign::{Campaign, Held};
use std::path::PathBuf;

/// Arguments of `sweep`.
#[derive(Debug, clap::Args)]
#[command(after_help = "See docs/SWEEP.md for the plan format, an example and all columns.")]
pub struct Args {
    #[command(subcommand)]
    verb: SweepVerb,
}

#[derive(Debug, clap::Subcommand)]
enum SweepVerb {
    /// Expand a plan into a task file
    Plan(plan::Args),
    /// Run the tasks that have no result yet
    Run(run::Args),
    /// Count the tasks that are done, failed and missing
    Status(status::Args),
    /// Merge all results into one table, as Parquet and CSV
    Merge(merge::Args),
    /// Submit the missing tasks to HyperQueue or Slurm
    Submit(submit::Args),
}

/// Locations of the tasks and their results.
#[derive(Debug, clap::Args)]
pub struct CampaignFiles {
    /// Task file
    #[arg(value_name = "TASKS")]
    tasks: PathBuf,
    /// Journal directory [default: the task file's name with .results]
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
}

impl CampaignFiles {
    /// The campaign.
    fn campaign(&self) -> Campaign {
        Campaign::new(self.tasks.clone(), self.results.clone())
    }
}

/// Runs the subcommand.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    match &args.verb {
        SweepVerb::Plan(plan) => plan::run(plan),
        SweepVerb::Run(run) => run::run(run, bars),
        SweepVerb::Status(status) => status::run(status),
        SweepVerb::Merge(merge) => merge::run(merge),
        SweepVerb::Submit(submit) => submit::run(submit),
    }
}

/// Reads the journals and warns about damaged records.
fn read_journals(campaign: &Campaign) -> Result<Held, Failure> {
    let held = campaign.read_journals().map_err(file_failure)?;
    for (path, lines) in &held.damages {
        warn_about_damage(*lines, path);
    }
    Ok(held)
}
