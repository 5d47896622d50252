//! A kind of task: from a table of a plan to tasks, the work of a task, and the columns of its results.

use super::reader::SpannedValue as Table;
use super::rows::TaskResult;
use crate::run::NoResult;
use crate::table::Column;
use crossedge::expr::Error;
use crossedge::progress::Progress;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt;

/// A kind of task. A new one is a file and a line in the list.
pub(crate) trait TaskKind: Sync {
    /// The name: plans have tables `[[name]]`, and tasks refer to it.
    fn name(&self) -> &'static str;

    /// The tasks of one table of the plan `file`. A mistake is reported with its place in the file.
    fn expand(&self, file: &str, table: &Table<'_>) -> Result<Vec<Box<dyn Task>>, Error>;

    /// Parses the canonical text of a task.
    fn read(&self, text: &str) -> Result<Box<dyn Task>, String>;

    /// The columns of the results, which have a place for each row of the entire table; none for a row of another kind.
    fn columns(&self, results: &[Option<TaskResult<'_>>]) -> Result<Vec<Column>, String>;

    /// The external engine, if any: it goes into the provenance.
    fn engine(&self) -> Option<&'static str> {
        None
    }
}

/// A task: all that its result depends on.
pub trait Task: fmt::Debug + Send + Sync {
    /// The name of its kind.
    fn kind(&self) -> &'static str;

    /// The canonical text: one line of JSON with its keys in a fixed order.
    fn text(&self) -> String;

    /// One line for people.
    fn about(&self) -> String;

    /// The network.
    fn expression(&self) -> &str;

    /// The seed.
    fn seed(&self) -> u64;

    /// Does the work. The result depends on nothing but the text.
    fn run(&self, progress: &dyn Progress) -> Result<Value, NoResult>;
}

/// The version of the format of tasks.
pub(crate) const TASK_FORMAT: u32 = 1;

/// The header of every task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Head {
    /// The version of the format.
    pub crossedge_task: u32,
    /// The version of the program, for another may find something else.
    pub version: String,
    /// The kind of task.
    pub kind: String,
}

impl Head {
    /// The head of a task of this kind.
    pub fn for_kind(kind: &str) -> Head {
        Head {
            crossedge_task: TASK_FORMAT,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            kind: kind.to_owned(),
        }
    }
}

/// A task as its canonical text.
pub(crate) fn canonical_text(task: &impl Serialize) -> String {
    serde_json::to_string(task).expect("a struct of texts and numbers is JSON")
}

/// The error for a line that cannot be parsed.
pub(crate) fn no_task(error: serde_json::Error) -> String {
    format!("is not a task of this program: {error}")
}
