//! The journal: one line of JSON for each finished task, only ever appended to.
//!
//! ```json
//! {"crossedge_journal":1}
//! {"id":"6a9f…","task":"…","result":{…}}
//! {"id":"07c2…","task":"…","failed":"why"}
//! ```
//!
//! A record is written by one call, with its line end, and synced before the task counts as done. A process that is killed leaves at
//! most one line without an end; opening the journal ends that line, and reading passes over every line that is no record. Several
//! records of one task are one, if they agree: two processes on one journal only waste time. No clock time is stored. A failure is
//! kept so that somebody may look at it; the task still has no result, and is tried again.

use crate::error::Error;
use crate::file::sync_folder;
use crate::held::{Held, Record, record};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The first line.
pub(crate) const HEAD: &str = "{\"crossedge_journal\":1}\n";

/// The BLAKE3 digest of the canonical text of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId([u8; 32]);

impl TaskId {
    /// The id of the task with this canonical text.
    pub fn of(canonical: &str) -> TaskId {
        TaskId(blake3::hash(canonical.as_bytes()).into())
    }

    /// The id that a text of 64 digits spells.
    pub fn parse(text: &str) -> Option<TaskId> {
        Some(TaskId(blake3::Hash::from_hex(text).ok()?.into()))
    }
}

impl fmt::Display for TaskId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", blake3::Hash::from(self.0).to_hex())
    }
}

/// The results of finished tasks, sorted by id.
pub type Records = BTreeMap<TaskId, Value>;

/// A journal open for appending. Threads may share it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
    /// Records written so far.
    written: AtomicU64,
    /// The same file for syncing, and how many records are known to be on the disk. Whoever waits for a sync finds his record
    /// synced with that of another: many threads share one.
    synced: Mutex<(File, u64)>,
}

impl Journal {
    /// Opens a journal, or begins one, and gives what it holds.
    ///
    /// A file that is no journal is left alone and is an error.
    pub fn open(path: &Path) -> Result<(Journal, Records), Error> {
        Journal::begin(path, file(path)?)
    }

    /// The same, for this process alone; none when another holds the journal. A killed process lets go of it.
    ///
    /// Where the file system knows no locks, the journal is opened all the same: sharing it only wastes time.
    pub fn open_alone(path: &Path) -> Result<Option<(Journal, Records)>, Error> {
        let file = file(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Ok(()) | Err(TryLockError::Error(_)) => Journal::begin(path, file).map(Some),
        }
    }

    fn begin(path: &Path, mut file: File) -> Result<(Journal, Records), Error> {
        let io = || Error::io(path);
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io())?;
        if HEAD.as_bytes().starts_with(&bytes) {
            // Empty, or killed within the first line.
            let rest = &HEAD.as_bytes()[bytes.len()..];
            file.write_all(rest).and_then(|()| file.sync_all()).map_err(io())?;
            sync_folder(path);
        } else if !bytes.starts_with(HEAD.as_bytes()) {
            return Err(Error::NoJournal(path.to_owned()));
        } else if bytes.last() != Some(&b'\n') {
            file.write_all(b"\n").and_then(|()| file.sync_data()).map_err(io())?;
        }
        let records = agreed(Held::of(path, &bytes))?;
        let synced = Mutex::new((file.try_clone().map_err(io())?, 0));
        let journal =
            Journal { path: path.to_owned(), file: Mutex::new(file), written: AtomicU64::new(0), synced };
        Ok((journal, records))
    }

    /// The records of several journals together: shards of one campaign.
    pub fn merge<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Records, Error> {
        agreed(Held::read(paths)?)
    }

    /// The result of one task, if the journal holds it. The file is looked through and not kept: quick for one task of many.
    pub fn find(path: &Path, id: TaskId) -> Result<Option<Value>, Error> {
        let bytes = std::fs::read(path).map_err(Error::io(path))?;
        let start = format!("{{\"id\":\"{id}\"");
        let mut lines = bytes.split(|&b| b == b'\n').filter(|line| line.starts_with(start.as_bytes()));
        Ok(lines.find_map(|line| match record(line) {
            Some((_, _, Record::Result(value))) => Some(value),
            _ => None,
        }))
    }

    /// Appends the result of the task with this canonical text; when this returns, it is on the disk.
    pub fn append(&self, task: &str, result: &Value) -> Result<(), Error> {
        self.write(json!({"id": TaskId::of(task).to_string(), "task": task, "result": result}))
    }

    /// Appends why the task with this canonical text has no result.
    pub fn append_failure(&self, task: &str, why: &str) -> Result<(), Error> {
        self.write(json!({"id": TaskId::of(task).to_string(), "task": task, "failed": why}))
    }

    fn write(&self, record: Value) -> Result<(), Error> {
        let line = format!("{record}\n");
        // A lock left by a panic elsewhere is good: a line is written by one call.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(Error::io(&self.path))?;
        let mine = self.written.fetch_add(1, Ordering::SeqCst) + 1;
        drop(file);
        let mut synced = self.synced.lock().unwrap_or_else(PoisonError::into_inner);
        if synced.1 < mine {
            let written = self.written.load(Ordering::SeqCst);
            synced.0.sync_data().map_err(Error::io(&self.path))?;
            synced.1 = written;
        }
        Ok(())
    }
}

/// The file of a journal, made if it is not there.
fn file(path: &Path) -> Result<File, Error> {
    OpenOptions::new().read(true).append(true).create(true).open(path).map_err(Error::io(path))
}

/// The results, if no two of one task differ.
fn agreed(held: Held) -> Result<Records, Error> {
    match held.contradictions.first() {
        Some(first) => Err(Error::Differ(first.id.to_string())),
        None => Ok(held.results),
    }
}
