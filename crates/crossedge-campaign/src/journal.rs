//! The journal: one line of JSON for each finished task, only ever appended to.
//!
//! ```json
//! {"crossedge_journal":2}
//! {"id":"6a9f…","task":"…","result":{…},"sum":"51d0…"}
//! {"id":"07c2…","task":"…","failed":"why","sum":"e88b…"}
//! ```
//!
//! A record is written by one call, with its newline, and synced before the task counts as done. Its sum is a digest of everything
//! before it in the line, so that a flipped bit is detected anywhere. A process that is killed leaves at most one incomplete
//! line; opening the journal ends that line, and reading skips every line that is not a complete record, and counts it: the task has no
//! result then, and is run again. Several records of one task are one, if they agree: two processes on one journal only waste time. No
//! clock time is stored. A failure is kept for inspection; the task still has no result, and is tried again.
//!
//! Journals of format 1 have no sums, so damage cannot be detected: they are rejected.

use crate::error::Error;
use crate::file::{may_write, sync_folder};
use crate::read;
use crate::record::{FIRST_LINE, MAX_JOURNAL, Record, TaskId, parse_record, sum};
use crate::records::{Held, Records};
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// A journal open for appending. Threads may share it.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// The file, and whether its last line has no end, because the disk was full.
    file: Mutex<(File, bool)>,
    /// Number of damaged lines there that were when it was opened.
    damaged: u64,
    /// Number of records written.
    written: AtomicU64,
    /// The same file for syncing, and the number of records known to be on disk. A thread waiting for a sync finds its record
    /// synced with that of another: many threads share one.
    synced: Mutex<(File, u64)>,
}

impl Journal {
    /// Opens a journal, or begins one, and gives what it holds.
    ///
    /// A file that is not a journal is left alone and is an error.
    pub fn open(path: &Path) -> Result<(Journal, Records), Error> {
        Journal::open_file(path, open_or_create(path)?)
    }

    /// Opens a journal for this process alone, or begins one; `None` if another holds it. A killed process lets go of it. The records, which may be
    /// many, are not looked at, and those that are damaged are not counted.
    ///
    /// If the file system has no locks, the journal is opened anyway: sharing it only wastes time.
    pub fn append_alone(path: &Path) -> Result<Option<Journal>, Error> {
        let Some(file) = lock(open_or_create(path)?) else { return Ok(None) };
        let mut head = Vec::new();
        (&file).take(FIRST_LINE.len() as u64).read_to_end(&mut head).map_err(Error::io_error(path))?;
        if head == FIRST_LINE.as_bytes() {
            return Journal::append_to(path, file, 0).map(Some);
        }
        (&file).rewind().map_err(Error::io_error(path))?;
        Ok(Some(Journal::open_file(path, file)?.0))
    }

    fn open_file(path: &Path, file: File) -> Result<(Journal, Records), Error> {
        let held = Held::of(path, &file)?;
        let damaged = held.damaged();
        let records = without_contradictions(held)?;
        Ok((Journal::append_to(path, file, damaged)?, records))
    }

    /// Ends the first line and the last one, where a process was killed within it.
    fn append_to(path: &Path, mut file: File, damaged: u64) -> Result<Journal, Error> {
        let io = || Error::io_error(path);
        let length = file.metadata().map_err(io())?.len();
        if length < FIRST_LINE.len() as u64 {
            // Empty, or killed within the first line.
            let rest = &FIRST_LINE.as_bytes()[length as usize..];
            file.write_all(rest).and_then(|()| file.sync_all()).map_err(io())?;
            sync_folder(path);
        } else {
            let mut last = [0];
            file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(io())?;
            if last != *b"\n" {
                file.write_all(b"\n").and_then(|()| file.sync_data()).map_err(io())?;
            }
        }
        let synced = Mutex::new((file.try_clone().map_err(io())?, 0));
        let file = Mutex::new((file, false));
        Ok(Journal { path: path.to_owned(), file, damaged, written: AtomicU64::new(0), synced })
    }

    /// Number of damaged lines the journal had when it was opened; their tasks count as not done.
    pub fn damaged(&self) -> u64 {
        self.damaged
    }

    /// Its position.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The records of several journals together: shards of one campaign.
    pub fn merge<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<Records, Error> {
        without_contradictions(Held::read(paths)?)
    }

    /// Adds the results of these tasks that the journal holds. The file is looked through and not kept: quick for a few tasks of many.
    pub fn find(path: &Path, ids: &BTreeSet<TaskId>, found: &mut Records) -> Result<(), Error> {
        const START: &str = "{\"id\":\"";
        let wanted: HashSet<String> = ids.iter().map(TaskId::to_string).collect();
        let id_of = |line: &[u8]| -> Option<String> {
            let digits = line.strip_prefix(START.as_bytes())?.get(..TaskId::DIGITS)?;
            String::from_utf8(digits.to_vec()).ok()
        };
        read::for_each_line(path, &read::open(path, MAX_JOURNAL)?, |line| {
            if id_of(line).is_some_and(|id| wanted.contains(&id))
                && let Some((id, _, Record::Result(value))) = parse_record(line)
            {
                found.entry(id).or_insert(value);
            }
        })
    }

    /// Appends the result of the task with this canonical text; when this returns, it is on the disk.
    pub fn append(&self, task: &str, result: &Value) -> Result<(), Error> {
        self.write(task, "result", result)
    }

    /// Appends why the task with this canonical text has no result.
    pub fn append_failure(&self, task: &str, why: &str) -> Result<(), Error> {
        self.write(task, "failed", &Value::from(why))
    }

    fn write(&self, task: &str, key: &str, value: &Value) -> Result<(), Error> {
        let body = format!(
            "{{\"id\":\"{}\",\"task\":{},\"{key}\":{value}",
            TaskId::from_text(task),
            Value::from(task)
        );
        let mut line = format!("{body},\"sum\":\"{}\"}}\n", sum(body.as_bytes()));
        // A lock left by a panic elsewhere is good: a line is written by one call.
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.1 {
            // A partial record left by a full disk must not swallow this one.
            line.insert(0, '\n');
        }
        file.1 = true;
        file.0.write_all(line.as_bytes()).map_err(Error::io_error(&self.path))?;
        file.1 = false;
        let mine = self.written.fetch_add(1, Ordering::SeqCst) + 1;
        drop(file);
        let mut synced = self.synced.lock().unwrap_or_else(PoisonError::into_inner);
        if synced.1 < mine {
            let written = self.written.load(Ordering::SeqCst);
            synced.0.sync_data().map_err(Error::io_error(&self.path))?;
            synced.1 = written;
        }
        Ok(())
    }
}

/// A file for this process alone; `None` if another holds it. Where the file system has no locks, it is shared.
fn lock(file: File) -> Option<File> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => None,
        Ok(()) | Err(TryLockError::Error(_)) => Some(file),
    }
}

/// The file of a journal, made if it is not there.
fn open_or_create(path: &Path) -> Result<File, Error> {
    // Plain files only: a link is followed to one, and a device would never end.
    may_write(path, true)?;
    if path.exists() {
        read::open(path, MAX_JOURNAL)?;
    }
    OpenOptions::new().read(true).append(true).create(true).open(path).map_err(Error::io_error(path))
}

/// The results, if no two of one task differ.
fn without_contradictions(held: Held) -> Result<Records, Error> {
    match held.contradictions.first() {
        Some(first) => Err(Error::Differ(first.id.to_string())),
        None => Ok(held.results),
    }
}
