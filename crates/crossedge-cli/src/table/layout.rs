//! A table that fits a width without a broken word: as it is, with its cells wrapped between words, or, where even that is too wide, with
//! rows and columns exchanged, as many rows side by side as fit.

use super::{Cell, Mark, Sheet};
use crate::clean::sanitize;
use unicode_width::UnicodeWidthStr;

/// Spaces between two columns.
pub(super) const COLUMN_GAP: usize = 3;

/// Margin before the first column and after the last.
const PAGE_MARGIN: usize = 2;

impl Mark {
    /// The colour of a terminal.
    fn colour(self) -> &'static str {
        match self {
            Mark::Best => "\u{1b}[32m",
            Mark::Bottleneck => "\u{1b}[33m",
            Mark::Refuted => "\u{1b}[31m",
        }
    }
}

impl Sheet {
    /// The lines of the table within a width, with colours where cells are marked; without a width it takes what it needs.
    pub fn lines(&self, width: Option<usize>) -> Vec<String> {
        let sheet = self.without_controls();
        let (natural, least) = (sheet.column_widths(line_width), sheet.column_widths(word_width));
        match width {
            Some(width) if sheet.total_width(&natural) > width => match sheet.total_width(&least) > width {
                true => sheet.transposed_lines(width),
                false => sheet.print(&sheet.distribute_width(least, &natural, width)),
            },
            _ => sheet.print(&natural),
        }
    }

    /// Removes control characters from the texts.
    fn without_controls(&self) -> Sheet {
        let cell = |cell: &Cell| Cell { text: sanitize(&cell.text).into_owned(), ..cell.clone() };
        Sheet {
            header: self.header.iter().map(|name| sanitize(name).into_owned()).collect(),
            rows: self.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
            gap: self.gap,
        }
    }

    /// The widest text of each column.
    fn column_widths(&self, of: fn(&str) -> usize) -> Vec<usize> {
        let column = |(i, name): (usize, &String)| {
            self.rows.iter().map(|row| of(&row[i].text)).fold(of(name), usize::max)
        };
        self.header.iter().enumerate().map(column).collect()
    }

    /// Rows as columns, as many at a time as fit, at least one.
    fn transposed_lines(&self, width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let mut start = 0;
        while start < self.rows.len() {
            let fits = |end: &usize| self.total_width(&self.transposed(start..*end).least_widths()) <= width;
            let end = (start + 2..=self.rows.len()).take_while(fits).last().unwrap_or(start + 1);
            let part = self.transposed(start..end);
            if start > 0 {
                lines.push(String::new());
            }
            let (natural, titled) = (part.column_widths(line_width), part.least_widths());
            let least =
                if part.total_width(&titled) > width { part.column_widths(word_width) } else { titled };
            lines.extend(part.print(&match part.total_width(&natural) > width {
                true => part.distribute_width(least, &natural, width),
                false => natural,
            }));
            start = end;
        }
        lines
    }

    /// The least widths with names of rows and columns in one line each.
    fn least_widths(&self) -> Vec<usize> {
        let mut least = self.column_widths(word_width);
        for (width, name) in least.iter_mut().zip(&self.header) {
            *width = line_width(name).max(*width);
        }
        if let Some(first) = least.first_mut() {
            *first = self.rows.iter().map(|row| line_width(&row[0].text)).fold(*first, usize::max);
        }
        least
    }

    fn print(&self, widths: &[usize]) -> Vec<String> {
        let name = |name: &String| Cell::from(name.as_str());
        let mut lines = wrapped_row(&self.header.iter().map(name).collect::<Vec<_>>(), widths, self.gap);
        lines.push("─".repeat(self.total_width(widths)));
        lines.extend(self.rows.iter().flat_map(|row| wrapped_row(row, widths, self.gap)));
        lines
    }

    /// How wide a table is.
    fn total_width(&self, widths: &[usize]) -> usize {
        widths.iter().sum::<usize>() + self.gap * widths.len().saturating_sub(1) + 2 * PAGE_MARGIN
    }

    /// Distributes the remaining width. The names in the first column come first, unless they are long; then each column that lacks
    /// width gets a character more in turn, long texts more often than short ones, but less than proportionally.
    fn distribute_width(&self, mut widths: Vec<usize>, natural: &[usize], width: usize) -> Vec<usize> {
        let mut left = width.saturating_sub(self.total_width(&widths));
        if let (Some(first), Some(&wanted)) = (widths.first_mut(), natural.first())
            && wanted <= width / 4
        {
            let more = left.min(wanted.saturating_sub(*first));
            *first += more;
            left -= more;
        }
        for _ in 0..left {
            let lacking = |&i: &usize| natural[i] > widths[i];
            let most = (0..widths.len())
                .filter(lacking)
                .max_by_key(|&i| natural[i] * 1_000_000 / (widths[i] * widths[i]).max(1));
            match most {
                Some(i) => widths[i] += 1,
                None => break,
            }
        }
        widths
    }
}

/// The widest line.
fn line_width(text: &str) -> usize {
    text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// The widest word.
fn word_width(text: &str) -> usize {
    text.split_whitespace().map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// A text in lines of a width, broken between words. Spaces at the beginning stay.
fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    for line in text.lines() {
        if line.width() <= width {
            out.push(line.to_owned());
            continue;
        }
        let mut now = String::new();
        for word in line.split(' ') {
            if !now.is_empty() && now.width() + 1 + word.width() > width {
                out.push(std::mem::take(&mut now));
            } else if !now.is_empty() {
                now.push(' ');
            }
            now.push_str(word);
        }
        out.push(now);
    }
    out
}

/// A row as lines, without spaces at their ends.
fn wrapped_row(row: &[Cell], widths: &[usize], gap: usize) -> Vec<String> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, width)| wrap_text(&cell.text, *width)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let line = |number: usize| {
        let mut line = String::new();
        // Spaces are written when something follows them.
        let mut blank = PAGE_MARGIN;
        for ((cell, lines), width) in row.iter().zip(&cells).zip(widths) {
            let text = lines.get(number).map_or("", String::as_str);
            if !text.trim().is_empty() {
                line.push_str(&" ".repeat(blank));
                match cell.mark {
                    Some(mark) => line.push_str(&format!("{}{text}\u{1b}[0m", mark.colour())),
                    None => line.push_str(text),
                }
                blank = 0;
                blank += width.saturating_sub(text.width());
            } else {
                blank += width;
            }
            blank += gap;
        }
        line.trim_end().to_owned()
    };
    (0..height).map(line).collect()
}
