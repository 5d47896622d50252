//! `crossedge sweep`: campaigns of many tasks. A plan becomes a task file, any engine runs the tasks, and the results become one table.
//!
//! The task file is the interface, not an engine: a process on this machine, the shards of a Slurm array and the workers of HyperQueue
//! all do the same with a line of it, and may do it twice. A result is in a journal before its task counts as done.

mod fault;
mod merge;
mod plan;
mod plan_verb;
mod reader;
mod rows;
mod run;
#[cfg_attr(not(feature = "simulate"), path = "simulate_absent.rs")]
mod simulate;
mod status;
mod submit;
mod task;
mod units;

use crate::Outcome;
use crate::command::fault::survival::damage;
use crate::failure::Failure;
use crate::files::failure;
use crate::progress::Bars;
use crossedge_campaign::{Error, Folder, Held, TaskFile};
use std::path::PathBuf;
use task::Task;

/// Arguments of `sweep`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
crossedge sweep plan study.toml                  writes study.tasks.jsonl
crossedge sweep run study.tasks.jsonl            runs what has no result yet, on all cores
crossedge sweep status study.tasks.jsonl         how far it is
crossedge sweep merge study.tasks.jsonl          writes study.parquet and study.csv
docs/SWEEP.md has the format of a plan, a worked example, and every column.")]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Turn a plan into a task file
    Plan(plan_verb::Args),
    /// Run the tasks that have no result yet
    Run(run::Args),
    /// How many tasks are done, failed and missing
    Status(status::Args),
    /// Write all results as one table, Parquet and CSV
    Merge(merge::Args),
    /// Hand the missing tasks to HyperQueue or Slurm
    Submit(submit::Args),
}

/// Where the tasks are, and their results.
#[derive(Debug, clap::Args)]
pub struct Place {
    /// The task file
    #[arg(value_name = "TASKS")]
    tasks: PathBuf,
    /// The folder of the journals; without it beside the task file, with .results at the end
    #[arg(long, value_name = "DIR")]
    results: Option<PathBuf>,
}

impl Place {
    /// The name of the campaign with its folder: `a/study` for `a/study.tasks.jsonl`.
    fn stem(&self) -> PathBuf {
        let name =
            self.tasks.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let stem = [".tasks.jsonl", ".jsonl"].iter().find_map(|ending| name.strip_suffix(ending));
        self.tasks.with_file_name(stem.filter(|stem| !stem.is_empty()).unwrap_or(&name))
    }

    /// A file beside the task file.
    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.stem().into_os_string();
        name.push(ending);
        name.into()
    }

    /// The folder of the journals.
    fn folder(&self) -> Folder {
        Folder::new(self.results.clone().unwrap_or_else(|| self.beside(".results")))
    }

    /// The tasks.
    fn read(&self) -> Result<(TaskFile, Vec<Task>), Failure> {
        let file = TaskFile::read(&self.tasks).map_err(failure)?;
        let mut tasks = Vec::with_capacity(file.entries.len());
        for (entry, line) in file.entries.iter().zip(1..) {
            let task =
                Task::read(entry).map_err(|why| failure(Error::Task(self.tasks.clone(), line, why)))?;
            tasks.push(task);
        }
        Ok((file, tasks))
    }
}

/// Does what the verb says.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    match &args.verb {
        Verb::Plan(plan) => plan_verb::run(plan),
        Verb::Run(run) => run::run(run, bars),
        Verb::Status(status) => status::run(status),
        Verb::Merge(merge) => merge::run(merge),
        Verb::Submit(submit) => submit::run(submit),
    }
}

/// Tells about damaged records.
fn damages(held: &Held) {
    for (path, lines) in &held.damages {
        damage(*lines, path);
    }
}

/// `1 task`, `2 tasks`.
fn plural(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
