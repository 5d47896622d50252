//! `crossedge sweep submit`: hands the tasks that have no result to an engine that is there already.
//!
//! HyperQueue takes the lines of a file, one for each missing task, by the program `hq` or, where that is not installed, by its Python
//! package. Slurm takes an array of shards. Both may run a task twice, or stop half-way: the journals see to the rest.

use super::{Place, held};
use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crossedge_campaign::{Entry, TaskFile, plural};
use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Arguments of `sweep submit`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The folder of the task file must be seen by all machines. Submit again after a breakdown: only missing tasks are handed over.")]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// The engine
    #[arg(long, value_name = "ENGINE")]
    engine: Engine,
    /// Slurm: into how many shards; without it one for ten tasks, 1000 at most
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shards: Option<u32>,
    /// Cores of each task or shard
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    cpus: u32,
    /// HyperQueue: the folder of the server, as hq has it
    #[arg(long, value_name = "DIR", env = "HQ_SERVER_DIR")]
    server_dir: Option<PathBuf>,
    /// HyperQueue: hand over by the Python package of this interpreter, not by the program hq
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
    /// Wait until the engine is done
    #[arg(long)]
    wait: bool,
    /// Slurm: overwrite the script if it is there and says something else
    #[arg(long)]
    force: bool,
    /// Print what would be done, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// More options for hq submit, or for sbatch
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

/// Slurm numbers the parts of an array below MaxArraySize, which is 1001 unless a site changed it.
const SLURM_SHARDS: u32 = 1000;

/// Hands lines over by the Python package of HyperQueue.
const PYTHON: &str = include_str!("submit_hq.py");

/// Hands over what is missing.
pub fn run(args: &Args) -> Outcome {
    let campaign = args.place.campaign();
    let held = held(&campaign)?;
    let (file, _) = campaign.read().map_err(files::failure)?;
    let missing: Vec<&Entry> =
        file.entries.iter().filter(|entry| !held.results.contains_key(&entry.id)).collect();
    if missing.is_empty() {
        writeln!(
            crate::output::stdout(),
            "nothing to do: all {} have a result",
            plural(file.entries.len() as u64, "task")
        )?;
        return Ok(ExitCode::SUCCESS);
    }
    match args.engine {
        Engine::Hq => hyperqueue(args, &missing),
        Engine::Slurm => slurm(args, &file),
    }
}

/// This program.
fn program() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|e| Failure::Io(format!("the path of this program is not known: {e}")))
}

/// The path from the root, for an engine may start elsewhere.
fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|e| Failure::Io(format!("{}: {e}", path.display())))
}

/// A word as a shell reads it.
fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,%+@{}".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

fn quoted(words: &[OsString]) -> String {
    words.iter().map(|word| quote(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

/// The name of the campaign.
fn name(args: &Args) -> String {
    args.place
        .campaign()
        .stem()
        .file_name()
        .map_or_else(|| "sweep".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// Starts a program and waits for it; `what` is how to get it.
fn start(words: &[OsString], what: &str) -> Outcome {
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

/// Whether a program can be found.
fn installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(program).is_file())
}

fn hyperqueue(args: &Args, missing: &[&Entry]) -> Outcome {
    let folder = absolute(args.place.campaign().folder().path())?;
    let todo = folder.join("todo");
    let logs = folder.join("hq");
    let mut task: Vec<OsString> = vec![program()?.into()];
    task.extend(["--quiet", "--threads"].map(OsString::from));
    task.push(args.cpus.to_string().into());
    task.extend(["sweep", "run"].map(OsString::from));
    task.push(absolute(&args.place.tasks)?.into());
    task.push("--results".into());
    task.push(folder.clone().into());
    task.extend(["--task-env", "HQ_ENTRY"].map(OsString::from));

    let by_hq = args.python.is_none() && installed("hq");
    let mut words: Vec<OsString> = Vec::new();
    if by_hq {
        words.push("hq".into());
        if let Some(server) = &args.server_dir {
            words.extend(["--server-dir".into(), server.clone().into()]);
        }
        words.extend(["submit", "--name"].map(OsString::from));
        words.push(name(args).into());
        words.extend(["--each-line".into(), todo.clone().into()]);
        words.push(format!("--cpus={}", args.cpus).into());
        words.push("--stdout=none".into());
        words.push(format!("--stderr={}", logs.join("%{TASK_ID}.stderr").display()).into());
        if args.wait {
            words.push("--wait".into());
        }
        words.extend(args.more.iter().map(OsString::from));
        words.push("--".into());
    } else {
        if !args.more.is_empty() {
            let message = "more options are for the program hq, which is not installed or not asked for";
            return Err(Failure::Usage(message.to_owned()));
        }
        words.push(args.python.clone().unwrap_or_else(|| "python3".into()).into());
        words.extend(["-c", PYTHON].map(OsString::from));
        words.push(args.server_dir.clone().map_or_else(OsString::new, PathBuf::into_os_string));
        words.push(name(args).into());
        words.push(todo.clone().into());
        words.push(logs.clone().into());
        words.push(args.cpus.to_string().into());
        words.push(if args.wait { "wait" } else { "go" }.into());
    }
    let mut out = crate::output::stdout();
    if args.dry_run {
        let by = if by_hq { "the program hq" } else { "the Python package hyperqueue" };
        writeln!(out, "{} by {by}, each:", plural(missing.len() as u64, "task"))?;
        writeln!(out, "{}", quoted(&task))?;
        if by_hq {
            words.extend(task);
            writeln!(out, "handed over by:\n{}", quoted(&words))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    files::folder(&logs)?;
    let lines: String = missing.iter().map(|entry| format!("{entry}\n")).collect();
    // Our own file in our own folder: the next hand-over has other lines.
    files::write(&todo, lines.as_bytes(), true)?;
    words.extend(task);
    let code = start(&words, "install HyperQueue: the program hq, or the Python package hyperqueue")?;
    writeln!(out, "{} handed over", plural(missing.len() as u64, "task"))?;
    Ok(code)
}

fn slurm(args: &Args, file: &TaskFile) -> Outcome {
    let tasks = file.entries.len() as u64;
    let shards = args.shards.map_or_else(|| tasks.div_ceil(10).min(SLURM_SHARDS.into()), u64::from);
    if shards > SLURM_SHARDS.into() {
        let message = format!("a Slurm array has at most {SLURM_SHARDS} shards, found {shards}");
        return Err(Failure::Limit(format!(
            "{message}\nhelp: a shard has many tasks; take --shards {SLURM_SHARDS}"
        )));
    }
    let folder = absolute(args.place.campaign().folder().path())?;
    let run: Vec<OsString> = vec![program()?.into(), "--quiet".into()];
    let tasks = [absolute(&args.place.tasks)?.into(), "--results".into(), folder.clone().into()];
    let more: String = args.more.iter().map(|option| format!("#SBATCH {option}\n")).collect();
    let script = format!(
        "#!/bin/bash\n\
         # Written by `crossedge sweep submit`. A shard does what no journal holds yet, so it may be started again at any time.\n\
         #SBATCH --job-name={name}\n\
         #SBATCH --array=1-{shards}\n\
         #SBATCH --cpus-per-task={cpus}\n\
         #SBATCH --requeue\n\
         #SBATCH --open-mode=append\n\
         #SBATCH --output={log}\n\
         {more}\
         exec {run} --threads {cpus} sweep run {tasks} --shard \"$SLURM_ARRAY_TASK_ID/{shards}\"\n",
        name = quote(&name(args)),
        cpus = args.cpus,
        log = quote(&folder.join("slurm-%a.log").to_string_lossy()),
        run = quoted(&run),
        tasks = quoted(&tasks),
    );
    let mut out = crate::output::stdout();
    if args.dry_run {
        write!(out, "{script}")?;
        return Ok(ExitCode::SUCCESS);
    }
    // Slurm writes its logs there, and does not make the folder.
    files::folder(&folder)?;
    let path = args.place.campaign().beside(".sbatch");
    files::write_same(&path, script.as_bytes(), args.force)?;
    writeln!(out, "written to {}", path.display())?;
    let mut words: Vec<OsString> = vec!["sbatch".into()];
    if args.wait {
        words.push("--wait".into());
    }
    words.push(path.into());
    start(&words, "sbatch is part of Slurm; the script may be handed over where Slurm is")
}
