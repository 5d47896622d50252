//! Rows of one kind of task among the rows of a whole campaign: a row of another kind has empty cells in their columns.

use crossedge_campaign::{Cells, Column};

/// The tasks of one kind with what they found, at their places in the table.
pub struct Rows<'a, T, F> {
    /// One for each row of the table.
    pub all: Vec<Option<(&'a T, F)>>,
}

impl<T, F> Rows<'_, T, F> {
    fn cells<C>(&self, cell: impl Fn(&T, &F) -> Option<C>) -> Vec<Option<C>> {
        self.all.iter().map(|row| row.as_ref().and_then(|(task, found)| cell(task, found))).collect()
    }

    /// A column of whole numbers.
    pub fn count(&self, name: &str, cell: impl Fn(&T, &F) -> Option<u64>) -> Column {
        Column { name: name.to_owned(), cells: Cells::Count(self.cells(cell)) }
    }

    /// A column of numbers.
    pub fn number(&self, name: &str, cell: impl Fn(&T, &F) -> Option<f64>) -> Column {
        Column { name: name.to_owned(), cells: Cells::Number(self.cells(cell)) }
    }

    /// A column of texts.
    pub fn text(&self, name: &str, cell: impl Fn(&T, &F) -> Option<String>) -> Column {
        Column { name: name.to_owned(), cells: Cells::Text(self.cells(cell)) }
    }
}
