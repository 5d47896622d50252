//! What journals hold: results, failures, and contradictions, which are two different results of one task.

use crate::error::Error;
use crate::journal::{HEAD, Records, TaskId};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What some journals hold together.
#[derive(Debug, Default)]
pub struct Held {
    /// The result of each task that has one; the first that was read.
    pub results: Records,
    /// Why a task failed, for tasks that have no result.
    pub failures: BTreeMap<TaskId, String>,
    /// Tasks with results that differ.
    pub contradictions: Vec<Contradiction>,
}

/// Two different results of one task: it did not depend on its text alone, or a file was damaged.
#[derive(Debug)]
pub struct Contradiction {
    /// The task.
    pub id: TaskId,
    /// Its canonical text.
    pub task: String,
    /// Where the first result stands, and the result.
    pub first: (PathBuf, Value),
    /// Where the other stands.
    pub second: (PathBuf, Value),
}

impl Held {
    /// Reads journals. A file that is none is an error.
    pub fn read<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Held, Error> {
        let mut all = Collector::default();
        for path in paths {
            let bytes = std::fs::read(path).map_err(Error::io(path))?;
            // A process that was killed early leaves a part of the first line.
            if !bytes.starts_with(HEAD.as_bytes()) && !HEAD.as_bytes().starts_with(&bytes) {
                return Err(Error::NoJournal(path.to_owned()));
            }
            all.add(path, &bytes);
        }
        Ok(all.end())
    }

    /// What the bytes of one journal hold.
    pub(crate) fn of(path: &Path, bytes: &[u8]) -> Held {
        let mut all = Collector::default();
        all.add(path, bytes);
        all.end()
    }
}

/// Collects records, and knows where each came from.
#[derive(Default)]
struct Collector {
    held: Held,
    paths: Vec<PathBuf>,
    origins: BTreeMap<TaskId, usize>,
}

impl Collector {
    /// Adds the records among the lines; the other lines are passed over.
    fn add(&mut self, path: &Path, bytes: &[u8]) {
        self.paths.push(path.to_owned());
        let here = self.paths.len() - 1;
        for line in bytes.split(|&b| b == b'\n') {
            match record(line) {
                None => {}
                Some((id, _, Record::Failure(why))) => {
                    self.held.failures.insert(id, why);
                }
                Some((id, task, Record::Result(result))) => match self.held.results.get(&id) {
                    None => {
                        self.held.results.insert(id, result);
                        self.origins.insert(id, here);
                    }
                    Some(have) if *have == result => {}
                    Some(have) => {
                        let origin = self.origins.get(&id).map_or(path, |&at| &self.paths[at]);
                        let first = (origin.to_owned(), have.clone());
                        let second = (path.to_owned(), result);
                        self.held.contradictions.push(Contradiction { id, task, first, second });
                    }
                },
            }
        }
    }

    fn end(mut self) -> Held {
        let results = &self.held.results;
        self.held.failures.retain(|id, _| !results.contains_key(id));
        self.held
    }
}

/// What a line of a journal says of a task.
pub(crate) enum Record {
    Result(Value),
    Failure(String),
}

/// A line as a record, with its canonical text. The id must be that of the task, so that no damaged line passes for one.
pub(crate) fn record(line: &[u8]) -> Option<(TaskId, String, Record)> {
    let mut value: Value = serde_json::from_slice(line).ok()?;
    let id = TaskId::parse(value.get("id")?.as_str()?)?;
    let task = value.get("task")?.as_str()?.to_owned();
    if TaskId::of(&task) != id {
        return None;
    }
    let record = match (value.get_mut("result").map(Value::take), value.get("failed").and_then(Value::as_str))
    {
        (Some(result), _) => Record::Result(result),
        (None, Some(why)) => Record::Failure(why.to_owned()),
        (None, None) => return None,
    };
    Some((id, task, record))
}
