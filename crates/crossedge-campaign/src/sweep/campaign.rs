//! A campaign by the name of its task file: its tasks, the folder of its journals, and what is done with them.

use super::kind::Task;
use super::merge::{Merged, merge};
use super::status::{Status, status};
use super::task::read_task;
use crate::error::Error;
use crate::folder::Folder;
use crate::record::TaskId;
use crate::records::{Held, Records};
use crate::run::{NoResult, run_rest};
use crate::task_file::{Shard, TaskEntry, TaskFile};
use crossedge::progress::Progress;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A campaign.
#[derive(Debug, Clone)]
pub struct Campaign {
    tasks: PathBuf,
    results: Option<PathBuf>,
}

/// The remaining work of a campaign.
#[derive(Debug)]
pub struct RemainingTasks {
    folder: Folder,
    /// The name of the journal.
    name: String,
    tasks: Vec<(TaskEntry, Box<dyn Task>)>,
    finished: Records,
}

/// Results of a run.
#[derive(Debug)]
pub struct Ran {
    /// Number of tasks there were.
    pub tasks: u64,
    /// Number of tasks that got a result in this run.
    pub done_now: u64,
    /// Number of tasks that already had a result.
    pub done_before: u64,
    /// Those that failed.
    pub failed: Vec<FailedTask>,
}

/// A task that failed.
#[derive(Debug)]
pub struct FailedTask {
    /// Its id.
    pub id: TaskId,
    /// One-line description.
    pub about: String,
    /// Why.
    pub why: String,
}

impl Campaign {
    /// The campaign of a task file; its journals are in a folder next to it unless another is named.
    pub fn new(tasks: impl Into<PathBuf>, results: Option<PathBuf>) -> Campaign {
        Campaign { tasks: tasks.into(), results }
    }

    /// The task file.
    pub fn file(&self) -> &Path {
        &self.tasks
    }

    /// The name of the campaign with its folder: `a/study` for `a/study.tasks.jsonl`.
    pub fn stem(&self) -> PathBuf {
        let name =
            self.tasks.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let stem = [".tasks.jsonl", ".jsonl"].iter().find_map(|ending| name.strip_suffix(ending));
        self.tasks.with_file_name(stem.filter(|stem| !stem.is_empty()).unwrap_or(&name))
    }

    /// A file next to the task file.
    pub fn sibling_file(&self, ending: &str) -> PathBuf {
        let mut name = self.stem().into_os_string();
        name.push(ending);
        name.into()
    }

    /// The folder of the journals.
    pub fn folder(&self) -> Folder {
        Folder::new(self.results.clone().unwrap_or_else(|| self.sibling_file(".results")))
    }

    /// The tasks.
    pub fn read(&self) -> Result<(TaskFile, Vec<Box<dyn Task>>), Error> {
        let file = TaskFile::read(&self.tasks)?;
        let mut tasks = Vec::with_capacity(file.entries.len());
        for (entry, line) in file.entries.iter().zip(1..) {
            tasks.push(read_task(entry).map_err(|why| Error::Task(self.tasks.clone(), line, why))?);
        }
        Ok((file, tasks))
    }

    /// The contents of its journals.
    pub fn read_journals(&self) -> Result<Held, Error> {
        self.folder().read()
    }

    /// The remaining work of all tasks, or of a shard.
    pub fn work(&self, held: Held, shard: Option<Shard>) -> Result<RemainingTasks, Error> {
        let (file, tasks) = self.read()?;
        let mine = |place: usize| shard.is_none_or(|shard| shard.holds(place));
        let all = file.entries.into_iter().zip(tasks).enumerate();
        let tasks = all.filter(|(place, _)| mine(*place)).map(|(_, task)| task).collect();
        let name = match shard {
            Some(shard) => format!("shard-{}-of-{}", shard.number, shard.of),
            None => "run".to_owned(),
        };
        Ok(RemainingTasks { folder: self.folder(), name, tasks, finished: held.results })
    }

    /// The work of some lines of the task file, with tabs between them, as an engine hands them over.
    pub fn work_of_lines(&self, lines: &str) -> Result<RemainingTasks, Error> {
        let read = |line: &str| {
            let entry = TaskEntry::parse(line).map_err(Error::Line)?;
            let task = read_task(&entry).map_err(Error::Line)?;
            Ok((entry, task))
        };
        let tasks: Vec<(TaskEntry, Box<dyn Task>)> =
            lines.trim_end().split('\t').map(read).collect::<Result<_, Error>>()?;
        let folder = self.folder();
        // Only these are looked for: many such processes start, and each would read all journals.
        let finished = folder.find(&tasks.iter().map(|(entry, _)| entry.id).collect())?;
        Ok(RemainingTasks { folder, name: "task".to_owned(), tasks, finished })
    }

    /// The progress: in total, and for each of this many shards, or of those that have a journal.
    pub fn status(&self, held: &Held, shards: Option<u32>) -> Result<Status, Error> {
        let (file, _) = self.read()?;
        Ok(status(&file, held, &self.folder().journals()?, shards))
    }

    /// All results as one table. Tasks without a result are refused unless the table may be `partial`.
    pub fn merge(&self, held: &Held, partial: bool) -> Result<Merged, Error> {
        let (file, tasks) = self.read()?;
        merge(&file, &tasks, held, partial)
    }
}

impl RemainingTasks {
    /// Does it, on all cores. Every result is in a journal before its task counts as done.
    pub fn run(&self, progress: &dyn Progress) -> Result<Ran, Error> {
        let RemainingTasks { folder, name, tasks, finished, .. } = self;
        let journal = match tasks.iter().all(|(entry, _)| finished.contains_key(&entry.id)) {
            true => None,
            false => Some(folder.journal(name)?),
        };
        let canonical = |(entry, _): &(TaskEntry, Box<dyn Task>)| entry.text.clone();
        let work = |(_, task): &(TaskEntry, Box<dyn Task>)| run_guarded(task.as_ref(), progress);
        let done = run_rest(tasks, canonical, work, journal.as_ref(), finished, progress)?;
        let failed = done.failed.into_iter().map(|(id, why)| {
            let task = tasks.iter().find(|(entry, _)| entry.id == id);
            FailedTask { id, about: task.map_or_else(String::new, |(_, task)| task.about()), why }
        });
        Ok(Ran {
            tasks: tasks.len() as u64,
            done_now: done.new.len() as u64,
            done_before: done.resumed,
            failed: failed.collect(),
        })
    }
}

/// A task's work. A panic in it fails this task and no other.
fn run_guarded(task: &dyn Task, progress: &dyn Progress) -> Result<Value, NoResult> {
    let work = std::panic::AssertUnwindSafe(|| task.run(progress));
    std::panic::catch_unwind(work).unwrap_or_else(|_| Err(NoResult::Failed("the work panicked".to_owned())))
}
