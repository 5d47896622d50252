//! `crossedge sweep plan`: from a plan to a task file.

use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{head, write_json};
use crossedge_campaign::sweep::kinds;
use crossedge_campaign::{Plan, TaskFile, TaskId, plural};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `sweep plan`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The plan, in TOML
    #[arg(value_name = "FILE")]
    plan: PathBuf,
    /// Write the tasks to this file, or to standard output for -; without it beside the plan, with .tasks.jsonl at the end
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite the file if it is there and holds other tasks
    #[arg(long)]
    force: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// Writes the task file.
pub fn run(args: &Args) -> Outcome {
    let text = files::settings(&args.plan)?;
    let plan = Plan::read(&text).map_err(|error| Failure::Source(error, text))?;
    let lines = TaskFile::print(&plan.entries);
    if args.output.as_ref().is_some_and(|path| path.as_os_str() == "-") {
        crate::output::raw().write_all(lines.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = args.output.clone().unwrap_or_else(|| args.plan.with_extension("tasks.jsonl"));
    files::write_same(&path, lines.as_bytes(), args.force)?;
    let digest = TaskId::of(&lines).to_string();
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for task in &plan.tasks {
        *counts.entry(task.kind()).or_default() += 1;
    }
    let networks = plan.tasks.iter().map(|task| task.expression()).collect::<BTreeSet<_>>().len() as u64;
    if args.json {
        let mut map = head("sweep plan", None);
        let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
        put("file", json!(path));
        put("tasks", json!(plan.tasks.len()));
        for kind in kinds() {
            put(&format!("{kind}_tasks"), json!(counts.get(kind).unwrap_or(&0)));
        }
        put("networks", json!(networks));
        put("repeated", json!(plan.repeated));
        put("digest", json!(digest));
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = crate::output::stdout();
    let kinds: Vec<String> = counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let (tasks, networks) = (plural(plan.tasks.len() as u64, "task"), plural(networks, "network"));
    writeln!(out, "{}: {tasks} ({}) on {networks}", path.display(), kinds.join(", "))?;
    if plan.repeated > 0 {
        writeln!(out, "{} that the plan names a second time left out", plural(plan.repeated, "task"))?;
    }
    writeln!(out, "digest {digest}")?;
    Ok(ExitCode::SUCCESS)
}
