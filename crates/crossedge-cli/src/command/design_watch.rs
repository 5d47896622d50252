//! A search that is long: kept in a file so that it goes on later, and told design by design.

use crate::failure::Failure;
use crate::files;
use crate::output::{json_line, note};
use crossedge::search::{Keeper, Kept, SoFar};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How far a search is is kept as often as this.
const EACH: Duration = Duration::from_secs(2);

/// Keeps a search in a file, or tells designs as JSON lines, or both.
pub struct Watch {
    file: Option<PathBuf>,
    before: Option<String>,
    stream: bool,
    last: Cell<Instant>,
    /// Whether the file has this search.
    kept: Cell<bool>,
    /// The first trouble with the file or with standard output.
    trouble: RefCell<Option<Failure>>,
}

/// A design that is on the front of all that was looked at so far.
#[derive(Serialize)]
struct Line {
    expression: String,
    endpoints: u64,
    ports: u32,
    looked: u64,
    done: f64,
}

impl Watch {
    /// Reads what the file has, where there is one.
    pub fn new(file: Option<&PathBuf>, stream: bool) -> Result<Watch, Failure> {
        let there = file.filter(|path| path.exists());
        let before = there.map(|path| files::settings(path)).transpose()?;
        Ok(Watch {
            file: file.cloned(),
            before,
            stream,
            last: Cell::new(Instant::now()),
            kept: Cell::new(false),
            trouble: RefCell::new(None),
        })
    }

    /// A search that has come to its end leaves no file behind; one that was stopped says where it is.
    pub fn end(self, finished: bool) -> Result<(), Failure> {
        if let Some(trouble) = self.trouble.into_inner() {
            return Err(trouble);
        }
        match &self.file {
            Some(path) if finished && path.exists() => files::remove(path),
            Some(path) if self.kept.get() => {
                note(&format!("{} has the search; the same command goes on from it", path.display()));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

impl Keeper for Watch {
    fn before(&self) -> Option<String> {
        self.before.clone()
    }

    fn due(&self) -> bool {
        self.file.is_some() && self.last.get().elapsed() >= EACH
    }

    fn keep(&self, state: &str) {
        let Some(path) = &self.file else { return };
        self.last.set(Instant::now());
        match files::write(path, state.as_bytes(), true) {
            Ok(()) => self.kept.set(true),
            Err(failure) => {
                self.trouble.borrow_mut().get_or_insert(failure);
            }
        }
    }

    fn found(&self, design: &Kept, so_far: SoFar) {
        if !self.stream || self.trouble.borrow().is_some() {
            return;
        }
        let line = Line {
            expression: design.text(),
            endpoints: design.figures.endpoints,
            ports: design.figures.ports(),
            looked: so_far.looked,
            done: (so_far.done * 1000 / so_far.bases.max(1)) as f64 / 1000.0,
        };
        if let Err(error) = json_line(&line) {
            self.trouble.borrow_mut().get_or_insert(error.into());
        }
    }
}
