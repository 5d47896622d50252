//! Rows of one kind of task among the rows of a campaign: a row of another kind has empty cells in their columns.

use crate::record::TaskId;
use crate::table::{Cells, Column};
use crate::task_file::TaskEntry;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A task of the table and its result.
#[derive(Clone, Copy)]
pub struct TaskResult<'a> {
    /// The task.
    pub entry: &'a TaskEntry,
    /// Its result.
    pub value: &'a Value,
}

/// The tasks of one kind with what they found, at their places in the table.
pub struct TaskRows<T, F> {
    /// One for each row of the table.
    all: Vec<Option<(T, F)>>,
}

impl<T: DeserializeOwned, F: DeserializeOwned> TaskRows<T, F> {
    /// Reads tasks and results.
    pub fn read(results: &[Option<TaskResult<'_>>]) -> Result<TaskRows<T, F>, String> {
        let wrong = |id: TaskId, error: serde_json::Error| format!("of task {id} cannot be read: {error}");
        let one = |result: &Option<TaskResult<'_>>| -> Result<Option<(T, F)>, String> {
            let Some(TaskResult { entry, value }) = *result else { return Ok(None) };
            let task = serde_json::from_str(&entry.text).map_err(|error| wrong(entry.id, error))?;
            let task_result = F::deserialize(value).map_err(|error| wrong(entry.id, error))?;
            Ok(Some((task, task_result)))
        };
        Ok(TaskRows { all: results.iter().map(one).collect::<Result<_, _>>()? })
    }

    /// Returns `true` if a task is such a one.
    pub fn any_task(&self, such: impl Fn(&T) -> bool) -> bool {
        self.all.iter().flatten().any(|(task, _)| such(task))
    }

    fn cells<C>(&self, cell: impl Fn(&T, &F) -> Option<C>) -> Vec<Option<C>> {
        self.all
            .iter()
            .map(|row| row.as_ref().and_then(|(task, task_result)| cell(task, task_result)))
            .collect()
    }

    /// A column of integers.
    pub fn count(&self, name: &str, cell: impl Fn(&T, &F) -> Option<u64>) -> Column {
        Column { name: name.to_owned(), cells: Cells::Count(self.cells(cell)) }
    }

    /// A column of numbers.
    pub fn number(&self, name: &str, cell: impl Fn(&T, &F) -> Option<f64>) -> Column {
        Column { name: name.to_owned(), cells: Cells::Number(self.cells(cell)) }
    }

    /// A column of yes and no.
    pub fn bool_column(&self, name: &str, cell: impl Fn(&T, &F) -> Option<bool>) -> Column {
        Column { name: name.to_owned(), cells: Cells::Flag(self.cells(cell)) }
    }

    /// A column of texts.
    pub fn text(&self, name: &str, cell: impl Fn(&T, &F) -> Option<String>) -> Column {
        Column { name: name.to_owned(), cells: Cells::Text(self.cells(cell)) }
    }
}
