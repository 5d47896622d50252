//! An answer as lines and tables, independent of the output format.

use super::{Form, Sheet};
use std::fmt;

/// Lines and tables, in order. `writeln!` adds a line.
#[derive(Debug, Default)]
pub struct Page {
    pub(super) parts: Vec<PagePart>,
    /// The CSV content, if it differs from the tables.
    data: Option<Sheet>,
}

#[derive(Debug)]
pub(super) enum PagePart {
    Text(String),
    Table(Sheet),
    /// A drawing of characters on a terminal, a table elsewhere.
    Chart(String, Sheet),
}

impl Page {
    /// An empty page.
    pub fn new() -> Page {
        Page::default()
    }

    /// Adds text; called by `writeln!`. It cannot fail, so it returns nothing.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) {
        match self.parts.last_mut() {
            Some(PagePart::Text(have)) => have.push_str(&text.to_string()),
            _ => self.parts.push(PagePart::Text(text.to_string())),
        }
    }

    /// Appends the contents of another page, except for its data.
    pub fn append(&mut self, other: Page) {
        self.parts.extend(other.parts);
    }

    /// Adds a table.
    pub fn table(&mut self, sheet: Sheet) {
        self.parts.push(PagePart::Table(sheet));
    }

    /// Adds a chart: drawn with characters on a terminal, and written as a table in every other format.
    pub fn add_chart(&mut self, text: String, sheet: Sheet) {
        self.parts.push(PagePart::Chart(text, sheet));
    }

    /// Sets the CSV content, if it differs from the tables: one row per metric.
    pub fn set_csv(&mut self, sheet: Sheet) {
        self.data = Some(sheet);
    }

    /// Returns the page as text in the given format.
    ///
    /// - [`Form::Table`]: text and tables in order; tables are fitted to `width` columns, without limit if it is `None`. [`Form::Json`] is the same, as
    ///   verbs print JSON without a page.
    /// - [`Form::Csv`]: no text; the rows of [`Page::set_csv`], else the only table, else one line per cell of all tables.
    /// - [`Form::Md`] and [`Form::Tex`]: text as paragraphs or comments, and complete tables; `width` is ignored.
    pub fn print(&self, form: Form, width: Option<usize>) -> String {
        match form {
            Form::Csv => match &self.data {
                Some(data) => data.csv(),
                None => match &self.tables().collect::<Vec<_>>()[..] {
                    [one] => one.csv(),
                    several => Sheet::tidy_csv(several),
                },
            },
            Form::Md => self.markdown(),
            Form::Tex => self.tex(),
            Form::Table | Form::Json => self.text(width),
        }
    }

    fn tables(&self) -> impl Iterator<Item = &Sheet> {
        self.parts.iter().filter_map(|part| match part {
            PagePart::Table(sheet) | PagePart::Chart(_, sheet) => Some(sheet),
            PagePart::Text(_) => None,
        })
    }

    fn text(&self, width: Option<usize>) -> String {
        let mut out = String::new();
        for part in &self.parts {
            match part {
                PagePart::Text(text) | PagePart::Chart(text, _) => {
                    out.push_str(&crate::clean::sanitize(text))
                }
                PagePart::Table(sheet) => {
                    for line in sheet.lines(width) {
                        out.push_str(&line);
                        out.push('\n');
                    }
                }
            }
        }
        out
    }
}
