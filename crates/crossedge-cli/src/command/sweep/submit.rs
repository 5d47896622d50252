//! `crossedge sweep submit`: hands the tasks that have no result to an engine that already exists. HyperQueue takes them by its program `hq` or, where that
//! is not installed, by its Python package.

use super::{CampaignFiles, read_journals};
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crossedge_campaign::sweep::{SLURM_SHARDS, Submit, shell_command};
use crossedge_campaign::{TaskEntry, TaskFile, plural};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Arguments of `sweep submit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The directory of the task file must be shared by all machines. Submit again after a failure: only missing tasks are submitted.")]
pub struct Args {
    #[command(flatten)]
    place: CampaignFiles,
    /// Job scheduler
    #[arg(long, value_name = "ENGINE")]
    engine: Engine,
    /// Slurm: number of shards [default: one per ten tasks, at most 1000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shards: Option<u32>,
    /// HyperQueue: tasks that a worker takes at a time [default: a thousandth of all, at most 256]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    batch: Option<u32>,
    /// Cores per task or shard
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    cpus: u32,
    /// HyperQueue: server directory
    #[arg(long, value_name = "DIR", env = "HQ_SERVER_DIR")]
    server_dir: Option<PathBuf>,
    /// HyperQueue: submit with the Python package of this interpreter
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
    /// Wait until all tasks have finished
    #[arg(long)]
    wait: bool,
    /// Slurm: overwrite an existing script that differs
    #[arg(long)]
    force: bool,
    /// Print the commands without running them
    #[arg(long)]
    dry_run: bool,
    /// Extra options for hq submit or sbatch
    #[arg(last = true, value_name = "OPTIONS")]
    more: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    /// HyperQueue
    Hq,
    /// A Slurm array
    Slurm,
}

/// Submits the missing tasks.
pub fn run(args: &Args) -> CommandOutcome {
    let campaign = args.place.campaign();
    let held = read_journals(&campaign)?;
    let (file, _) = campaign.read().map_err(files::file_failure)?;
    let missing: Vec<&TaskEntry> =
        file.entries.iter().filter(|entry| !held.results.contains_key(&entry.id)).collect();
    if missing.is_empty() {
        writeln!(
            crate::output::stdout(),
            "nothing to do: all {} have a result",
            plural(file.entries.len() as u64, "task")
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    let wrong = match args.engine {
        Engine::Hq => args.shards.map(|_| ("--shards", "Slurm")),
        Engine::Slurm => args.batch.map(|_| ("--batch", "HyperQueue")),
    };
    if let Some((option, engine)) = wrong {
        return Err(Failure::Usage(format!("{option} is for {engine}\nhelp: leave it out")));
    }
    match args.engine {
        Engine::Hq => submit_to_hyperqueue(args, &missing),
        Engine::Slurm => submit_to_slurm(args, &file),
    }
}

/// Collects the submission.
fn submission(args: &Args) -> Result<Submit, Failure> {
    let campaign = args.place.campaign();
    let absolute =
        |path: &Path| std::path::absolute(path).map_err(|e| Failure::Io(format!("{}: {e}", path.display())));
    Ok(Submit {
        program: std::env::current_exe()
            .map_err(|e| Failure::Io(format!("the path of this program is not known: {e}")))?,
        tasks: absolute(&args.place.tasks)?,
        folder: absolute(campaign.folder().path())?,
        name: campaign.stem().file_name().map_or("sweep".into(), |name| name.to_string_lossy()).into_owned(),
        cpus: args.cpus,
        wait: args.wait,
        more: args.more.clone(),
    })
}

/// Runs a program and waits for it; `what` explains how to install it.
fn start(words: &[OsString], what: &str) -> CommandOutcome {
    let (program, rest) = words.split_first().expect("a command has a program");
    let status = Command::new(program).args(rest).status().map_err(|e| {
        let program = program.to_string_lossy();
        Failure::Io(format!("{program} cannot be started: {e}\nhelp: {what}"))
    })?;
    match status.code() {
        Some(0) => Ok(ExitCode::SUCCESS),
        _ => Err(Failure::Io(format!("{} did not take the tasks: {status}", program.to_string_lossy()))),
    }
}

/// Returns `true` if a program is on the path.
fn is_installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

fn submit_to_hyperqueue(args: &Args, missing: &[&TaskEntry]) -> CommandOutcome {
    let (submit, server) = (submission(args)?, args.server_dir.as_deref());
    let by_hq = args.python.is_none() && is_installed("hq");
    if !by_hq && !args.more.is_empty() {
        let message = "extra options are for the program hq, which is not installed or not selected";
        return Err(Failure::Usage(message.to_owned()));
    }
    let words = if by_hq { submit.by_hq(server) } else { submit.by_python(args.python.as_deref(), server) };
    let mut out = crate::output::stdout();
    let missing: Vec<TaskEntry> = missing.iter().copied().cloned().collect();
    let batches = batches(&missing, args.batch);
    let tasks = match plural(missing.len() as u64, "task") {
        tasks if batches.len() == missing.len() => tasks,
        tasks if batches.len() == 1 => format!("{tasks} in 1 batch"),
        tasks => format!("{tasks} in {} batches", batches.len()),
    };
    if args.dry_run {
        let by = if by_hq { "the program hq" } else { "the Python package hyperqueue" };
        writeln!(out, "{tasks} by {by}, each:")?;
        writeln!(out, "{}", shell_command(&submit.hq_task()))?;
        if by_hq {
            writeln!(out, "handed over by:\n{}", shell_command(&words))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    files::create_folder(&submit.hq_logs())?;
    // Our own file in our own folder: the next hand-over has other lines.
    files::write(&submit.todo_file(), (batches.join("\n") + "\n").as_bytes(), true)?;
    let code = start(&words, "install HyperQueue: the program hq, or the Python package hyperqueue")?;
    writeln!(out, "{tasks} handed over")?;
    Ok(code)
}

/// Bytes of a batch at most: a process takes 128 KiB in a variable.
const MAX_BATCH_BYTES: usize = 100_000;

/// The lines of tasks, those of a batch in one with tabs between them.
fn batches(tasks: &[TaskEntry], batch: Option<u32>) -> Vec<String> {
    let most = batch.map_or_else(|| tasks.len().div_ceil(1000).min(256), |batch| batch as usize);
    let (mut batches, mut held): (Vec<String>, usize) = (Vec::new(), 0);
    for line in TaskFile::print(tasks).lines() {
        match batches.last_mut().filter(|last| held < most && last.len() + line.len() < MAX_BATCH_BYTES) {
            Some(last) => {
                last.push('\t');
                last.push_str(line);
                held += 1;
            }
            None => {
                batches.push(line.to_owned());
                held = 1;
            }
        }
    }
    batches
}

fn submit_to_slurm(args: &Args, file: &TaskFile) -> CommandOutcome {
    let tasks = file.entries.len() as u64;
    let shards = args.shards.map_or_else(|| tasks.div_ceil(10).min(SLURM_SHARDS), u64::from);
    if shards > SLURM_SHARDS {
        let message = format!("a Slurm array has at most {SLURM_SHARDS} shards, found {shards}");
        return Err(Failure::Limit(format!(
            "{message}\nhelp: a shard has many tasks; take --shards {SLURM_SHARDS}"
        )));
    }
    let submit = submission(args)?;
    let script = submit.slurm_script(shards);
    let mut out = crate::output::stdout();
    if args.dry_run {
        write!(out, "{script}")?;
        return Ok(ExitCode::SUCCESS);
    }
    // Slurm writes its logs there, and does not make the folder.
    files::create_folder(&submit.folder)?;
    let path = args.place.campaign().sibling_file(".sbatch");
    files::write_same(&path, script.as_bytes(), args.force)?;
    writeln!(out, "written to {}", path.display())?;
    let mut words: Vec<OsString> = vec!["sbatch".into()];
    words.extend(args.wait.then(|| "--wait".into()));
    words.push(path.into());
    start(&words, "sbatch is part of Slurm; the script may be handed over where Slurm is")
}
