//! Tables, and the forms in which they are written: for a terminal of any width, CSV, Markdown, LaTeX. Verbs make a [`Page`] of lines and
//! tables and know nothing of the form.

mod layout;
mod page;
pub(crate) mod written;

pub use page::Page;

use clap::ValueEnum;

/// The form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Plain text, fitted to the terminal
    Table,
    /// JSON, complete
    Json,
    /// CSV: the table only, numbers without separators
    Csv,
    /// Markdown
    #[value(alias = "markdown")]
    Md,
    /// LaTeX
    #[value(alias = "latex")]
    Tex,
}

/// The options that choose a form.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct FormArgs {
    /// Output format: table, json, csv, md or tex
    #[arg(long, value_name = "FORM", default_value = "table", hide_possible_values = true)]
    pub format: Form,
    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    pub json: bool,
}

impl FormArgs {
    /// The selected format.
    pub fn selected_form(self) -> Form {
        if self.json { Form::Json } else { self.format }
    }
}

/// Verbs without tables answer for people or as JSON.
impl From<bool> for Form {
    fn from(json: bool) -> Self {
        if json { Form::Json } else { Form::Table }
    }
}

/// The highlight of a cell, by colour on a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The best of its column.
    Best,
    /// The bottleneck.
    Bottleneck,
    /// It does not hold.
    Refuted,
}

/// A cell: what people read and, where that differs, what programs read.
#[derive(Debug, Clone, Default)]
pub struct Cell {
    text: String,
    plain: Option<String>,
    mark: Option<Mark>,
}

impl Cell {
    /// A number as people read it, and as programs do.
    pub fn number(text: impl Into<String>, plain: impl ToString) -> Cell {
        Cell { text: text.into(), plain: Some(plain.to_string()), mark: None }
    }

    /// The same cell, marked when `stands_out`.
    pub fn marked_if(self, mark: Mark, stands_out: bool) -> Cell {
        Cell { mark: stands_out.then_some(mark).or(self.mark), ..self }
    }

    fn plain_text(&self) -> &str {
        self.plain.as_deref().unwrap_or(&self.text)
    }
}

impl<T: Into<String>> From<T> for Cell {
    fn from(text: T) -> Self {
        Cell { text: text.into(), plain: None, mark: None }
    }
}

/// A table: the names of its columns, and rows of equally many cells.
#[derive(Debug, Clone)]
pub struct Sheet {
    header: Vec<String>,
    rows: Vec<Vec<Cell>>,
    /// Spaces between two columns.
    gap: usize,
}

impl Sheet {
    /// A table without rows.
    pub fn new<H: Into<String>>(header: impl IntoIterator<Item = H>) -> Sheet {
        Sheet {
            header: header.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            gap: layout::COLUMN_GAP,
        }
    }

    /// One of many narrow columns, which are closer.
    pub fn dense<H: Into<String>>(header: impl IntoIterator<Item = H>) -> Sheet {
        Sheet { gap: layout::COLUMN_GAP - 1, ..Sheet::new(header) }
    }

    /// Adds a row.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let mut row: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        row.resize(self.header.len(), Cell::default());
        self.rows.push(row);
    }

    /// The table with its rows as columns: what was in the first column are the names.
    fn transposed(&self, rows: std::ops::Range<usize>) -> Sheet {
        let rows = &self.rows[rows];
        let name = |row: &Vec<Cell>| row.first().map_or(String::new(), |cell| cell.text.clone());
        let first = self.header.first().cloned().unwrap_or_default();
        let mut turned =
            Sheet { gap: self.gap, ..Sheet::new(std::iter::once(first).chain(rows.iter().map(name))) };
        for (column, title) in self.header.iter().enumerate().skip(1) {
            let cells: Vec<Cell> = rows.iter().map(|row| row[column].clone()).collect();
            // A column without a name, as that of marks, is worth a line only where something is in it.
            if !title.is_empty() || cells.iter().any(|cell| !cell.text.is_empty()) {
                turned.row(std::iter::once(Cell::from(title.as_str())).chain(cells));
            }
        }
        turned
    }
}
