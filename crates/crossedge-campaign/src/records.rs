//! The contents of journals: results, failures, and contradictions, which are two different results of one task.

use crate::error::Error;
use crate::read;
use crate::record::{FirstLine, MAX_JOURNAL, OLD_HEAD, Record, TaskId, parse_record};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// The results of finished tasks, sorted by id.
pub type Records = BTreeMap<TaskId, Value>;

/// The combined contents of some journals.
#[derive(Debug, Default)]
pub struct Held {
    /// The result of each task that has one; the first that was read.
    pub results: Records,
    /// Why a task failed, for tasks that have no result.
    pub failures: BTreeMap<TaskId, String>,
    /// Tasks with results that differ.
    pub contradictions: Vec<Contradiction>,
    /// Lines that are not complete records, by journal. Each was skipped, and its task has no result.
    pub damages: Vec<(PathBuf, u64)>,
}

/// Two different results of one task: it did not depend on its text alone, or a file was damaged.
#[derive(Debug)]
pub struct Contradiction {
    /// The task.
    pub id: TaskId,
    /// Its canonical text.
    pub task: String,
    /// The first result and its location.
    pub first: (PathBuf, Value),
    /// The location of the other.
    pub second: (PathBuf, Value),
}

impl Held {
    /// Reads journals. A file that is none is an error.
    pub fn read<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Held, Error> {
        let mut all = Collector::default();
        for path in paths {
            all.add_file(path, &read::open(path, MAX_JOURNAL)?)?;
        }
        Ok(all.finish())
    }

    /// The contents of one journal.
    pub(crate) fn of(path: &Path, file: &File) -> Result<Held, Error> {
        let mut all = Collector::default();
        all.add_file(path, file)?;
        Ok(all.finish())
    }

    /// Number of lines that were passed over in all journals.
    pub fn damaged(&self) -> u64 {
        self.damages.iter().map(|(_, lines)| lines).sum()
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
    /// Adds the records among the lines; the other lines are passed over and counted.
    fn add_file(&mut self, path: &Path, file: &File) -> Result<(), Error> {
        self.paths.push(path.to_owned());
        let (mut head, mut records, mut damaged) = (None, 0u64, 0u64);
        read::for_each_line(path, file, |line| {
            if head.is_none() {
                head = Some(line.to_vec());
            } else if let Some((id, task, record)) = parse_record(line) {
                records += 1;
                self.add_record(path, id, task, record);
            } else if line != b"\n" {
                damaged += 1;
            }
        })?;
        match FirstLine::parse(head.as_deref().unwrap_or_default()) {
            FirstLine::Whole => {}
            FirstLine::Old => {
                return Err(Error::OldJournal(path.to_owned(), OLD_HEAD.trim_end().to_owned()));
            }
            // Records prove that it is a journal, and so does all of the line but one byte.
            FirstLine::Nearly => damaged += 1,
            FirstLine::Other if records > 0 => damaged += 1,
            FirstLine::Other => return Err(Error::NoJournal(path.to_owned())),
        }
        if damaged > 0 {
            self.held.damages.push((path.to_owned(), damaged));
        }
        Ok(())
    }

    /// Adds a record of the journal that was begun last.
    fn add_record(&mut self, path: &Path, id: TaskId, task: String, record: Record) {
        match record {
            Record::Failure(why) => {
                self.held.failures.insert(id, why);
            }
            Record::Result(result) => match self.held.results.get(&id) {
                None => {
                    self.held.results.insert(id, result);
                    self.origins.insert(id, self.paths.len() - 1);
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

    fn finish(mut self) -> Held {
        let results = &self.held.results;
        self.held.failures.retain(|id, _| !results.contains_key(id));
        self.held
    }
}
