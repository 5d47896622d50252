//! The task file: one line for each task of a campaign, in the order of the plan.
//!
//! ```json
//! {"id":"6a9f…","line":1,"of":400,"task":{"crossedge_task":1,"kind":"fault",…}}
//! ```
//!
//! The canonical text of a task is everything between `"task":` and the last brace, byte for byte, and the id is its BLAKE3 digest. So a
//! line that was changed by hand is detected, and any program that reads JSON can read the file. Each line carries its number and the
//! number of lines, so that a missing or moved line is detected too. The digest of the file names the plan.

use crate::error::Error;
use crate::read::text_bounded;
use crate::record::TaskId;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// One line: a task and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskEntry {
    /// The digest of the text.
    pub id: TaskId,
    /// The canonical text.
    pub text: String,
}

impl TaskEntry {
    /// The task with this canonical text.
    pub fn from_text(text: String) -> TaskEntry {
        TaskEntry { id: TaskId::from_text(&text), text }
    }

    /// Reads a line.
    pub fn parse(line: &str) -> Result<TaskEntry, String> {
        TaskLine::parse(line).map(|line| line.entry)
    }
}

/// A line of a task file: a task with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TaskLine {
    entry: TaskEntry,
    /// Number of the line, from 1.
    number: u64,
    /// Number of lines of the file.
    of: u64,
}

impl TaskLine {
    fn parse(line: &str) -> Result<TaskLine, String> {
        let inside = || {
            let (id, rest) = line.strip_prefix("{\"id\":\"")?.split_once("\",\"line\":")?;
            let (number, rest) = rest.split_once(",\"of\":")?;
            let (of, rest) = rest.split_once(",\"task\":")?;
            Some((TaskId::parse(id)?, number.parse().ok()?, of.parse().ok()?, rest.strip_suffix('}')?))
        };
        let shape = "is not a task: it should read {\"id\":\"…\",\"line\":1,\"of\":9,\"task\":{…}}";
        let (id, number, of, text) = inside().ok_or(shape)?;
        let entry = TaskEntry::from_text(text.to_owned());
        if entry.id != id {
            return Err(format!("was changed: its id is {id}, and its text has the id {}", entry.id));
        }
        Ok(TaskLine { entry, number, of })
    }
}

impl fmt::Display for TaskLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TaskLine { entry: TaskEntry { id, text }, number, of } = self;
        write!(f, "{{\"id\":\"{id}\",\"line\":{number},\"of\":{of},\"task\":{text}}}")
    }
}

/// A task file has at most this many bytes, some thousand for each of a million tasks.
const MAX_TASK_FILE: u64 = 4 << 30;

/// All tasks of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskFile {
    /// The tasks in the order of the plan, none twice.
    pub entries: Vec<TaskEntry>,
    /// The BLAKE3 digest of the file.
    pub digest: String,
}

impl TaskFile {
    /// The text of a task file.
    pub fn print(entries: &[TaskEntry]) -> String {
        let of = entries.len() as u64;
        let line = |(entry, number): (&TaskEntry, u64)| TaskLine { entry: entry.clone(), number, of };
        entries.iter().zip(1..).map(|pair| format!("{}\n", line(pair))).collect()
    }

    /// Reads a task file. A file that lacks a line is refused.
    pub fn read(path: &Path) -> Result<TaskFile, Error> {
        let text = text_bounded(path, MAX_TASK_FILE)?;
        let mut entries = Vec::new();
        let mut met = std::collections::BTreeMap::new();
        let mut planned = None;
        for (line, number) in text.lines().zip(1..) {
            let wrong = |why: String| Error::Task(path.to_owned(), number, why);
            let TaskLine { entry, number: own, of } = TaskLine::parse(line).map_err(wrong)?;
            if let Some(before) = met.insert(entry.id, number) {
                return Err(wrong(format!("is the same task as line {before}")));
            }
            let all = *planned.get_or_insert(of);
            if own != number || of != all {
                return Err(wrong(format!(
                    "was planned as line {own} of {of}: lines of the task file are missing or moved"
                )));
            }
            entries.push(entry);
        }
        let (have, planned) = (entries.len() as u64, planned.unwrap_or(1));
        if have != planned {
            let why = if have == 0 {
                "is missing: the file has no tasks".to_owned()
            } else {
                format!("is missing: {planned} tasks were planned")
            };
            return Err(Error::Task(path.to_owned(), have + 1, why));
        }
        Ok(TaskFile { entries, digest: TaskId::from_text(&text).to_string() })
    }
}

/// A part of the tasks: number `number` of `of`, from 1. It takes every `of`-th task, so that parts are equivalent in length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u32,
    /// Number of parts.
    pub of: u32,
}

impl Shard {
    /// Returns `true` if the task at this place of the file, from 0, belongs to the part.
    pub fn holds(self, place: usize) -> bool {
        place as u64 % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = || {
            let (number, of) = text.split_once('/')?;
            Some((number.parse().ok()?, of.parse().ok()?))
        };
        match parts() {
            Some((number, of)) if 1 <= number && number <= of => Ok(Shard { number, of }),
            _ => Err("a shard is i/n with i from 1 to n, e.g. 1/4".to_owned()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}
