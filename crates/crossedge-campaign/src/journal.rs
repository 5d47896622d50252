//! The journal: one line of JSON for each finished task, only ever appended to.
//!
//! ```json
//! {"crossedge_journal":1}
//! {"id":"6a9f…","task":"…","result":{…}}
//! ```
//!
//! A record is written by one call, with its line end, and synced before the task counts as done. A process that is killed leaves at
//! most one line without an end; opening the journal ends that line, and reading passes over every line that is no record. Several
//! records of one task are one, if they agree: two processes on one journal only waste time. No clock time is stored.

use crate::error::Error;
use crate::file::sync_folder;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The first line.
const HEAD: &str = "{\"crossedge_journal\":1}\n";

/// The BLAKE3 digest of the canonical text of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId([u8; 32]);

impl TaskId {
    /// The id of the task with this canonical text.
    pub fn of(canonical: &str) -> TaskId {
        TaskId(blake3::hash(canonical.as_bytes()).into())
    }

    fn parse(text: &str) -> Option<TaskId> {
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
        let io = || Error::io(path);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(io())?;
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
        let records = parse(&bytes)?;
        let synced = Mutex::new((file.try_clone().map_err(io())?, 0));
        let journal =
            Journal { path: path.to_owned(), file: Mutex::new(file), written: AtomicU64::new(0), synced };
        Ok((journal, records))
    }

    /// The records of several journals together: shards of one campaign.
    pub fn merge<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Records, Error> {
        let mut all = Records::new();
        for path in paths {
            let bytes = std::fs::read(path).map_err(Error::io(path))?;
            if !bytes.starts_with(HEAD.as_bytes()) {
                return Err(Error::NoJournal(path.to_owned()));
            }
            for (id, result) in parse(&bytes)? {
                add(&mut all, id, result)?;
            }
        }
        Ok(all)
    }

    /// Appends the result of the task with this canonical text; when this returns, it is on the disk.
    pub fn append(&self, task: &str, result: &Value) -> Result<(), Error> {
        let line =
            format!("{}\n", json!({"id": TaskId::of(task).to_string(), "task": task, "result": result}));
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

/// The records among the lines; the others are passed over.
fn parse(bytes: &[u8]) -> Result<Records, Error> {
    let mut records = Records::new();
    for line in bytes.split(|&b| b == b'\n') {
        if let Some((id, result)) = record(line) {
            add(&mut records, id, result)?;
        }
    }
    Ok(records)
}

/// A line as a record. The id must be that of the task, so that no damaged line passes for one.
fn record(line: &[u8]) -> Option<(TaskId, Value)> {
    let mut value: Value = serde_json::from_slice(line).ok()?;
    let id = TaskId::parse(value.get("id")?.as_str()?)?;
    let right = TaskId::of(value.get("task")?.as_str()?) == id;
    let result = value.get_mut("result")?.take();
    right.then_some((id, result))
}

fn add(records: &mut Records, id: TaskId, result: Value) -> Result<(), Error> {
    match records.entry(id) {
        Entry::Vacant(place) => {
            place.insert(result);
            Ok(())
        }
        Entry::Occupied(have) if *have.get() == result => Ok(()),
        Entry::Occupied(_) => Err(Error::Differ(id.to_string())),
    }
}
