//! Errors of campaigns.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a campaign has no results.
#[derive(Debug)]
pub enum Error {
    /// A file could not be read or written.
    Io(PathBuf, io::Error),
    /// The file exists and may not be overwritten.
    There(PathBuf),
    /// It is no plain file, but this.
    NoFile(PathBuf, &'static str),
    /// The file has more bytes than this.
    Large(PathBuf, u64),
    /// The bytes of the file are no text.
    NoText(PathBuf),
    /// The file exists and is not a journal.
    NoJournal(PathBuf),
    /// The journal has the form of another version: this is its first line.
    OldJournal(PathBuf, String),
    /// The file exists and is not a checkpoint.
    NoCheckpoint(PathBuf),
    /// The digest of a checkpoint does not match its content.
    DamagedCheckpoint(PathBuf),
    /// Two records of one task differ: a task must give the same result each time.
    Differ(String),
    /// A line of a task file is wrong: the file, the line, and what it is or was.
    Task(PathBuf, u64, String),
    /// A line that was handed over is wrong: what it is or was.
    Line(String),
    /// Tasks have results that differ: which, and their locations.
    Contradictions(String),
    /// Tasks have no result: which.
    Missing(String),
    /// A result cannot be read: which, and why.
    Result(String),
    /// The journal holds a result that is none of this campaign.
    Foreign,
    /// Too many processes write under this name.
    Busy(PathBuf),
    /// A table could not be written as Parquet.
    Table(String),
    /// The work was stopped; what is finished is in the journal.
    Stopped,
}

impl Error {
    pub(crate) fn io_error(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        move |error| Error::Io(path.to_owned(), error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Error::There(path) => write!(f, "{} already exists", path.display()),
            Error::NoFile(path, kind) => write!(f, "{} is {kind}, not a file", path.display()),
            Error::Large(path, limit) => {
                write!(f, "{} is too large: the limit is {limit} bytes", path.display())
            }
            Error::NoText(path) => write!(f, "{} is not a text in UTF-8", path.display()),
            Error::OldJournal(path, head) => {
                let path = path.display();
                write!(f, "{path} is a journal of another version, which begins with {head}")
            }
            Error::NoJournal(path) => {
                write!(f, "{} exists and is not a journal of a campaign", path.display())
            }
            Error::NoCheckpoint(path) => {
                write!(f, "{} exists and is not a checkpoint; it was left unchanged", path.display())
            }
            Error::DamagedCheckpoint(path) => {
                write!(f, "{} is damaged: its digest does not match its content", path.display())
            }
            Error::Differ(id) => write!(f, "the journal holds two different results of task {id}"),
            Error::Task(path, line, what) => write!(f, "{}: line {line} {what}", path.display()),
            Error::Line(what) => write!(f, "the line {what}"),
            Error::Contradictions(which) | Error::Missing(which) => f.write_str(which),
            Error::Result(why) => write!(f, "the result {why}"),
            Error::Foreign => f.write_str("the journal holds a result that is none of this campaign"),
            Error::Busy(path) => write!(f, "{}: too many processes write here", path.display()),
            Error::Table(why) => write!(f, "the table cannot be written: {why}"),
            Error::Stopped => write!(f, "stopped"),
        }
    }
}

impl std::error::Error for Error {}
