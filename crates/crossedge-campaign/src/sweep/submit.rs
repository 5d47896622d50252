//! Submission of a campaign to an existing job scheduler: the command lines, and the script.
//!
//! HyperQueue takes the lines of a file, one for each missing task or batch of them, by the program `hq` or by its Python package. Slurm takes an array of
//! shards. Both may run a task twice, or stop midway: the journals handle the rest.
//!
//! ```
//! use crossedge_campaign::sweep::{Submit, shell_command};
//!
//! let submit = Submit {
//!     program: "/usr/bin/crossedge".into(),
//!     tasks: "/shared/a b/runs.tasks".into(),
//!     folder: "/shared/a b/runs".into(),
//!     name: "runs".to_owned(),
//!     cpus: 2,
//!     wait: false,
//!     more: Vec::new(),
//! };
//! let each = "/usr/bin/crossedge --quiet --threads 2 sweep run '/shared/a b/runs.tasks' --results '/shared/a b/runs' --task-env HQ_ENTRY";
//! assert_eq!(shell_command(&submit.hq_task()), each);
//! assert!(submit.slurm_script(10).contains("#SBATCH --array=1-10\n"));
//! ```

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Slurm numbers the parts of an array below MaxArraySize, which is 1001 unless a site changed it.
pub const SLURM_SHARDS: u64 = 1000;

/// Hands lines over by the Python package of HyperQueue.
const HYPERQUEUE_SCRIPT: &str = include_str!("submit_hq.py");

/// A submission. Paths are absolute, because a scheduler may start elsewhere.
#[derive(Debug, Clone)]
pub struct Submit {
    /// The program that runs tasks.
    pub program: PathBuf,
    /// The task file.
    pub tasks: PathBuf,
    /// The folder of the results.
    pub folder: PathBuf,
    /// The name of the campaign.
    pub name: String,
    /// Cores of each task or shard.
    pub cpus: u32,
    /// Wait until the engine is done.
    pub wait: bool,
    /// More options for the engine.
    pub more: Vec<String>,
}

/// An argument quoted for the shell.
fn shell_quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,%+@{}".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// A command as a shell reads it.
pub fn shell_command(words: &[OsString]) -> String {
    words.iter().map(|word| shell_quote(&word.to_string_lossy())).collect::<Vec<_>>().join(" ")
}

impl Submit {
    /// The file with a line for each task or batch of tasks that HyperQueue is to run.
    pub fn todo_file(&self) -> PathBuf {
        self.folder.join("todo")
    }

    /// The directory in which HyperQueue writes the stderr of tasks.
    pub fn hq_logs(&self) -> PathBuf {
        self.folder.join("hq")
    }

    /// The command that HyperQueue runs for each line.
    pub fn hq_task(&self) -> Vec<OsString> {
        let mut task: Vec<OsString> = vec![self.program.clone().into()];
        task.extend(["--quiet", "--threads"].map(OsString::from));
        task.push(self.cpus.to_string().into());
        task.extend(["sweep", "run"].map(OsString::from));
        task.push(self.tasks.clone().into());
        task.push("--results".into());
        task.push(self.folder.clone().into());
        task.extend(["--task-env", "HQ_ENTRY"].map(OsString::from));
        task
    }

    /// The hand-over by the program hq, with the folder of its server.
    pub fn by_hq(&self, server: Option<&Path>) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["hq".into()];
        if let Some(server) = server {
            words.extend(["--server-dir".into(), server.into()]);
        }
        words.extend(["submit", "--name"].map(OsString::from));
        words.push(self.name.clone().into());
        words.extend(["--each-line".into(), self.todo_file().into()]);
        words.push(format!("--cpus={}", self.cpus).into());
        words.push("--stdout=none".into());
        words.push(format!("--stderr={}", self.hq_logs().join("%{TASK_ID}.stderr").display()).into());
        words.extend(self.wait.then(|| "--wait".into()));
        words.extend(self.more.iter().map(OsString::from));
        words.push("--".into());
        words.extend(self.hq_task());
        words
    }

    /// The hand-over by the Python package of an interpreter.
    pub fn by_python(&self, python: Option<&Path>, server: Option<&Path>) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec![python.unwrap_or(Path::new("python3")).into()];
        words.extend(["-c", HYPERQUEUE_SCRIPT].map(OsString::from));
        words.push(server.map_or_else(OsString::new, OsString::from));
        words.push(self.name.clone().into());
        words.extend([self.todo_file().into(), self.hq_logs().into()]);
        words.push(self.cpus.to_string().into());
        words.push(if self.wait { "wait" } else { "go" }.into());
        words.extend(self.hq_task());
        words
    }

    /// The script of a Slurm array of this many shards.
    pub fn slurm_script(&self, shards: u64) -> String {
        let more: String = self.more.iter().map(|option| format!("#SBATCH {option}\n")).collect();
        let tasks = [self.tasks.clone().into(), "--results".into(), self.folder.clone().into()];
        format!(
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
            name = shell_quote(&self.name),
            cpus = self.cpus,
            log = shell_quote(&self.folder.join("slurm-%a.log").to_string_lossy()),
            run = shell_command(&[self.program.clone().into(), "--quiet".into()]),
            tasks = shell_command(&tasks),
        )
    }
}
