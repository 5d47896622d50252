//! `crossedge sweep run`: runs the tasks that have no result yet: all, a shard of them, or one that an engine hands over.

use super::task::Task;
use super::{Place, damages, plural};
use crate::Outcome;
use crate::failure::Failure;
use crate::files::failure;
use crate::output::{head, write_json};
use crate::progress::Bars;
use crossedge_campaign::{Cut, Done, Entry, Shard, TaskId, run_rest};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `sweep run`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Run it again after any interruption: what is done stays done. Several processes may run at once, on one machine or on many that share
the folder: each writes a journal of its own.")]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Run part i of n only: every n-th task, from the i-th on
    #[arg(long, value_name = "i/n")]
    shard: Option<Shard>,
    /// Run the one task whose line stands in this variable of the environment, as HyperQueue gives it in HQ_ENTRY
    #[arg(long, value_name = "NAME", conflicts_with = "shard")]
    task_env: Option<String>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// So many failures are told.
const TOLD: usize = 5;

/// Runs what is missing; exit code 1 when a task failed.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let folder = args.place.folder();
    let mut damaged = 0;
    let (work, finished, name) = match &args.task_env {
        Some(name) => {
            let task = handed_over(name)?;
            // Only this one is looked for: many such processes start, and each would read all journals.
            let have = folder.find(task.0.id).map_err(failure)?;
            let finished = have.into_iter().map(|result| (task.0.id, result)).collect();
            (vec![task], finished, "task".to_owned())
        }
        None => {
            let (file, tasks) = args.place.read()?;
            let mine = |place: usize| args.shard.is_none_or(|shard| shard.holds(place));
            let all = file.entries.into_iter().zip(tasks).enumerate();
            let work = all.filter(|(place, _)| mine(*place)).map(|(_, task)| task).collect();
            let name = match args.shard {
                Some(shard) => format!("shard-{}-of-{}", shard.number, shard.of),
                None => "run".to_owned(),
            };
            let held = folder.read().map_err(failure)?;
            damages(&held);
            damaged = held.damaged();
            (work, held.results, name)
        }
    };
    let work: Vec<(Entry, Task)> = work;
    let journal = match work.iter().all(|(entry, _)| finished.contains_key(&entry.id)) {
        true => None,
        false => Some(folder.journal(&name).map_err(failure)?),
    };
    let canonical = |(entry, _): &(Entry, Task)| entry.text.clone();
    let done = run_rest(&work, canonical, |(_, task)| guarded(task, bars), journal.as_ref(), &finished, bars);
    let done = done.map_err(failure)?;
    tell(args, &work, &done, damaged)?;
    Ok(if done.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// A task's work. A panic in it fails this task and no other.
fn guarded(task: &Task, bars: &Bars) -> Result<Value, Cut> {
    let work = std::panic::AssertUnwindSafe(|| task.work(bars));
    std::panic::catch_unwind(work).unwrap_or_else(|_| Err(Cut::Failed("the work panicked".to_owned())))
}

/// The task in a variable of the environment.
fn handed_over(name: &str) -> Result<(Entry, Task), Failure> {
    let line = std::env::var(name).map_err(|_| {
        let help = "an engine sets it to a line of the task file; without one, leave --task-env out";
        Failure::Usage(format!("the variable {name} is not set\nhelp: {help}"))
    })?;
    let wrong = |why: String| Failure::Usage(format!("the line in {name} {why}"));
    let entry = Entry::parse(line.trim_end()).map_err(wrong)?;
    let task = Task::read(&entry).map_err(wrong)?;
    Ok((entry, task))
}

fn tell(args: &Args, work: &[(Entry, Task)], done: &Done, damaged: u64) -> Result<(), Failure> {
    let (new, failed) = (done.new.len() as u64, done.failed.len() as u64);
    if args.json {
        let mut map = head("sweep run", None);
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        put("file", json!(args.place.tasks));
        put("tasks", json!(work.len()));
        put("done_now", json!(new));
        put("done_before", json!(done.resumed));
        put("damaged", json!(damaged));
        let why = |(id, why): &(TaskId, String)| json!({"id": id.to_string(), "why": why});
        put("failed", done.failed.iter().map(why).collect());
        write_json(&Value::Object(map))?;
        return Ok(());
    }
    let mut out = crate::output::stdout();
    let tasks = plural(work.len() as u64, "task");
    writeln!(out, "{tasks}: {new} done now, {} done before, {failed} failed", done.resumed)?;
    for (id, why) in done.failed.iter().take(TOLD) {
        let task =
            work.iter().find(|(entry, _)| entry.id == *id).map_or(String::new(), |(_, task)| task.about());
        writeln!(out, "failed: {task}: {why}")?;
    }
    if failed > TOLD as u64 {
        writeln!(out, "and {} more; `crossedge sweep status` counts them", failed - TOLD as u64)?;
    }
    Ok(())
}
