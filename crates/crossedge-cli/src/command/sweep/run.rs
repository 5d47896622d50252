//! `crossedge sweep run`: runs the tasks without a result: all of them, a shard, or a single one given by an engine.

use super::{CampaignFiles, read_journals};
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files::file_failure;
use crate::output::print_answer;
use crate::progress::Bars;
use crate::table::Page;
use crossedge::answers::Envelope;
use crossedge_campaign::sweep::{Ran, RunAnswer};
use crossedge_campaign::{Error, Shard, plural};
use std::process::ExitCode;

/// Arguments of `sweep run`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Run the same command again after an interruption: finished tasks are skipped. \
Several processes may run at once, on one machine or on several that share the directory; each writes its own journal.")]
pub struct Args {
    #[command(flatten)]
    place: CampaignFiles,
    /// Run only part i of n: every n-th task, starting with the i-th
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,
    /// Run the tasks given in this environment variable (HQ_ENTRY), separated by tabs
    #[arg(long, value_name = "NAME", conflicts_with = "shard")]
    task_env: Option<String>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Maximum number of failures to print.
const MAX_PRINTED_FAILURES: usize = 5;

/// Runs the missing tasks; exit code 1 if a task failed.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let campaign = args.place.campaign();
    let mut damaged = 0;
    let work = match &args.task_env {
        Some(name) => campaign.work_of_lines(&environment_variable(name)?).map_err(|error| match error {
            Error::Line(why) => Failure::Usage(format!("the line in {name} {why}")),
            other => file_failure(other),
        })?,
        None => {
            let held = read_journals(&campaign)?;
            damaged = held.damaged();
            campaign.work(held, args.shard).map_err(file_failure)?
        }
    };
    let ran = work.run(bars).map_err(file_failure)?;
    bars.clear_bars();
    let answer = RunAnswer::new(&ran, args.place.tasks.clone(), damaged);
    print_answer(&Envelope::new(RunAnswer::VERB, None, answer), args.json, |_| text(&ran))?;
    Ok(if ran.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Reads an environment variable.
fn environment_variable(name: &str) -> Result<String, Failure> {
    std::env::var(name).map_err(|_| {
        let help = "a job scheduler sets it to a line of the task file; otherwise omit --task-env";
        Failure::Usage(format!("the variable {name} is not set\nhelp: {help}"))
    })
}

fn text(ran: &Ran) -> Page {
    let mut out = Page::new();
    let (tasks, failed) = (plural(ran.tasks, "task"), ran.failed.len());
    writeln!(out, "{tasks}: {} done now, {} done before, {failed} failed", ran.done_now, ran.done_before);
    for failed in ran.failed.iter().take(MAX_PRINTED_FAILURES) {
        writeln!(out, "failed: {}: {}", failed.about, failed.why);
    }
    if failed > MAX_PRINTED_FAILURES {
        writeln!(out, "and {} more; `crossedge sweep status` counts them", failed - MAX_PRINTED_FAILURES);
    }
    out
}
