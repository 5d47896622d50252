//! `crossedge sweep plan`: from a plan to a task file.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::print_answer;
use crate::table::Page;
use crossedge::answers::Envelope;
use crossedge_campaign::sweep::PlanAnswer;
use crossedge_campaign::{Plan, TaskFile, plural};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `sweep plan`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Plan file (TOML)
    #[arg(value_name = "FILE")]
    plan: PathBuf,
    /// Task file; - for stdout [default: the plan's name with .tasks.jsonl]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file with different tasks
    #[arg(long)]
    force: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Writes the task file.
pub fn run(args: &Args) -> CommandOutcome {
    let written = files::settings(&args.plan)?;
    let plan = Plan::read(&written).map_err(|error| Failure::Source(error, written))?;
    let lines = TaskFile::print(&plan.entries);
    if args.output.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        crate::output::raw_output().write_all(lines.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.output.clone().unwrap_or_else(|| args.plan.with_extension("tasks.jsonl"));
    files::write_same(&path, lines.as_bytes(), args.force)?;
    let envelope = Envelope::new(PlanAnswer::VERB, None, PlanAnswer::new(&plan, path));
    print_answer(&envelope, args.json, text)?;
    Ok(ExitCode::SUCCESS)
}

fn text(envelope: &Envelope<PlanAnswer>) -> Page {
    let (plan, mut out) = (&envelope.answer, Page::new());
    let kinds: Vec<String> = plan.counts().map(|(kind, count)| format!("{count} {kind}")).collect();
    let (tasks, networks) = (plural(plan.tasks as u64, "task"), plural(plan.networks as u64, "network"));
    writeln!(out, "{}: {tasks} ({}) on {networks}", plan.file.display(), kinds.join(", "));
    if plan.repeated > 0 {
        writeln!(out, "{} that the plan names a second time left out", plural(plan.repeated, "task"));
    }
    writeln!(out, "digest {}", plan.digest);
    out
}
