//! A folder of journals: each process at work has one of its own, and together they are the results of the campaign.

use crate::error::Error;
use crate::journal::Journal;
use crate::record::TaskId;
use crate::records::{Held, Records};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// More processes than this do not write under one name.
const MAX_FILES: u32 = 100_000;

/// The folder.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder of this path, which need not be there yet.
    pub fn new(path: impl Into<PathBuf>) -> Folder {
        Folder { path: path.into() }
    }

    /// Its position.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its journals, sorted by name; `None` if there is no folder.
    pub fn journals(&self) -> Result<Vec<PathBuf>, Error> {
        let entries = match std::fs::read_dir(&self.path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            other => other.map_err(Error::io_error(&self.path))?,
        };
        let mut journals = Vec::new();
        for entry in entries {
            let path = entry.map_err(Error::io_error(&self.path))?.path();
            if path.extension().is_some_and(|ending| ending == "jsonl") {
                journals.push(path);
            }
        }
        journals.sort();
        Ok(journals)
    }

    /// The contents of all its journals.
    pub fn read(&self) -> Result<Held, Error> {
        let journals = self.journals()?;
        Held::read(journals.iter().map(PathBuf::as_path))
    }

    /// The results of these tasks that any journal holds.
    pub fn find(&self, ids: &BTreeSet<TaskId>) -> Result<Records, Error> {
        let mut found = Records::new();
        for path in self.journals()? {
            Journal::find(&path, ids, &mut found)?;
        }
        Ok(found)
    }

    /// A journal for this process alone: `NAME.jsonl`, or when another process holds that, `NAME.2.jsonl` and so on.
    pub fn journal(&self, name: &str) -> Result<Journal, Error> {
        std::fs::create_dir_all(&self.path).map_err(Error::io_error(&self.path))?;
        for number in 1..=MAX_FILES {
            let file = if number == 1 { format!("{name}.jsonl") } else { format!("{name}.{number}.jsonl") };
            if let Some(journal) = Journal::append_alone(&self.path.join(file))? {
                return Ok(journal);
            }
        }
        Err(Error::Busy(self.path.join(name)))
    }
}
