//! A long search: checkpointed to a file, and streamed design by design.

use crate::failure::Failure;
use crate::files;
use crate::output::{json_line, print_note};
use crossedge::search::{Keeper, KeptCandidate, SoFar};
use crossedge_campaign::Checkpoint;
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(2);

/// Keeps a search in a checkpoint, streams designs as JSON Lines, or both.
pub struct DesignObserver {
    file: Option<Checkpoint>,
    before: Option<String>,
    stream: bool,
    last: Cell<Instant>,
    /// `true` if this run has written the checkpoint.
    kept: Cell<bool>,
    /// The first I/O error on the file or on standard output.
    trouble: RefCell<Option<Failure>>,
}

/// A design on the Pareto front of the candidates examined.
#[derive(Serialize)]
struct DesignLine {
    expression: String,
    endpoints: u64,
    ports: u32,
    examined: u64,
    /// Old name of `examined`, for one version.
    looked: u64,
    done: f64,
}

impl DesignObserver {
    /// Reads the checkpoint, if there is one.
    pub fn new(file: Option<&PathBuf>, stream: bool) -> Result<DesignObserver, Failure> {
        let opened = file.map(|path| Checkpoint::open(path)).transpose().map_err(files::file_failure)?;
        let (file, before) = opened.map_or((None, None), |(file, state)| (Some(file), state));
        Ok(DesignObserver {
            file,
            before,
            stream,
            last: Cell::new(Instant::now()),
            kept: Cell::new(false),
            trouble: RefCell::new(None),
        })
    }

    /// Ends a search: a finished one removes its checkpoint, an interrupted one prints its location.
    pub fn finish(self, ending: Ending) -> Result<(), Failure> {
        if let Some(trouble) = self.trouble.into_inner() {
            return Err(trouble);
        }
        let Some(file) = &self.file else { return Ok(()) };
        match ending {
            Ending::Finished if self.before.is_some() || self.kept.get() => {
                file.remove().map_err(files::file_failure)?;
            }
            Ending::Interrupted if self.kept.get() => {
                print_note(&format!(
                    "{} keeps the search; run the same command to continue",
                    file.path().display()
                ));
            }
            _ => {}
        }
        Ok(())
    }
}

/// The outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// With an answer.
    Finished,
    /// Interrupted; the same command can continue it.
    Interrupted,
    /// With an error that the same command would meet again.
    Failed,
}

impl Keeper for DesignObserver {
    fn before(&self) -> Option<String> {
        self.before.clone()
    }

    fn due(&self) -> bool {
        self.file.is_some() && (!self.kept.get() || self.last.get().elapsed() >= CHECKPOINT_INTERVAL)
    }

    fn keep(&self, state: &str) {
        let Some(file) = &self.file else { return };
        self.last.set(Instant::now());
        match file.write(state) {
            Ok(()) => self.kept.set(true),
            Err(error) => {
                self.trouble.borrow_mut().get_or_insert(files::file_failure(error));
            }
        }
    }

    fn design_found(&self, design: &KeptCandidate, so_far: SoFar) {
        if !self.stream || self.trouble.borrow().is_some() {
            return;
        }
        let line = DesignLine {
            expression: design.text(),
            endpoints: design.figures.endpoints,
            ports: design.figures.ports(),
            examined: so_far.looked,
            looked: so_far.looked,
            done: so_far.permille as f64 / 1000.0,
        };
        if let Err(error) = json_line(&line) {
            self.trouble.borrow_mut().get_or_insert(error.into());
        }
    }
}
