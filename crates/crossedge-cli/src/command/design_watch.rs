//! A long search: checkpointed to a file, and streamed design by design.

use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, json_line, print_note, terminal_width};
use crate::progress::Bars;
use crate::table::{Form, Page, Sheet};
use crossedge::search::{Keeper, KeptCandidate, Quantity, SoFar};
use crossedge_campaign::Checkpoint;
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Time between two checkpoints.
const CHECKPOINT_INTERVAL: Duration = Duration::from_secs(2);

/// The cheapest of each family so far are shown after this time.
const FIRST_TABLE: Duration = Duration::from_millis(1500);

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
    /// The cheapest of each family so far, shared with the thread that shows them once.
    first: Option<Arc<Mutex<FirstTable>>>,
}

/// The cheapest network of each family so far.
#[derive(Default)]
struct FirstTable {
    rows: Vec<FirstRow>,
    examined: u64,
}

/// A family with its cheapest network so far.
struct FirstRow {
    family: &'static str,
    expression: String,
    endpoints: u64,
    cost: Option<f64>,
}

impl FirstTable {
    fn text(&mut self) -> String {
        self.rows.sort_by(|a, b| a.cost.unwrap_or(f64::INFINITY).total_cmp(&b.cost.unwrap_or(f64::INFINITY)));
        let mut shown = Sheet::dense(["family", "cheapest so far", "endpoints", "cost each, about"]);
        for row in &self.rows {
            let cost = row.cost.map_or("–".to_owned(), |cost| format!("{cost:.2}"));
            let endpoints = grouped(&row.endpoints.into());
            shown.row([row.family.to_owned(), row.expression.clone(), endpoints, cost]);
        }
        let mut page = Page::new();
        page.table(shown);
        let examined = grouped(&self.examined.into());
        writeln!(page, "{examined} candidates examined, costs estimated before layout; still searching");
        page.print(Form::Table, terminal_width())
    }
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
    pub fn new(file: Option<&PathBuf>, stream: bool, bars: &Bars) -> Result<DesignObserver, Failure> {
        let opened = file.map(|path| Checkpoint::open(path)).transpose().map_err(files::file_failure)?;
        let (file, before) = opened.map_or((None, None), |(file, state)| (Some(file), state));
        let first = bars.above().filter(|_| !stream).map(|above| {
            let table = Arc::new(Mutex::new(FirstTable::default()));
            let shared = Arc::downgrade(&table);
            std::thread::spawn(move || {
                std::thread::sleep(FIRST_TABLE);
                let Some(table) = shared.upgrade() else { return };
                if let Ok(mut table) = table.lock()
                    && !table.rows.is_empty()
                {
                    above.print(&table.text());
                }
            });
            table
        });
        Ok(DesignObserver {
            file,
            before,
            stream,
            last: Cell::new(Instant::now()),
            kept: Cell::new(false),
            trouble: RefCell::new(None),
            first,
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

    fn families_found(&self, best: &mut dyn Iterator<Item = (&'static str, &KeptCandidate)>, so_far: SoFar) {
        let Some(Ok(mut table)) = self.first.as_ref().map(|table| table.lock()) else { return };
        table.examined = so_far.looked;
        table.rows = best
            .map(|(family, kept)| FirstRow {
                family,
                expression: kept.text(),
                endpoints: kept.figures.endpoints,
                cost: Quantity::Cost.of(kept.candidate()).map(|cost| cost.value()),
            })
            .collect();
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
