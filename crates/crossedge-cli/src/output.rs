//! Answers as tables for people and as JSON for programs. Both show the same figures.

use crate::clean::{Cleaned, clean};
use crate::failure::Failure;
use crate::progress::Bars;
use comfy_table::{ContentArrangement, LineStyle, Table, TableStyle};
use crossedge::answers::{Envelope, Request, SCHEMA_VERSION, ask};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};

/// The head that every JSON answer has.
pub fn head(command: &str, expression: Option<&str>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("schema_version".to_owned(), json!(SCHEMA_VERSION));
    map.insert("crossedge_version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    map.insert("command".to_owned(), json!(command));
    if let Some(expression) = expression {
        map.insert("expression".to_owned(), json!(expression));
    }
    map
}

/// Standard output for text that people read: it may come from files, so nothing in it commands the terminal.
pub fn stdout() -> Cleaned<anstream::Stdout> {
    Cleaned::text(anstream::stdout())
}

/// Standard output for bytes that go on to other programs: no colours, no marks.
pub fn raw() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

/// Says something on standard error beside the answer.
pub fn note(text: &str) {
    // If nobody reads it, the answer is still right.
    let _ = writeln!(anstream::stderr(), "note: {}", clean(text));
}

/// Asks, and tells the answer: as JSON, or as `text` shows it.
pub fn tell<R: Request<Answer: Serialize>>(
    request: &R,
    on: &R::On,
    json: bool,
    bars: &Bars,
    text: impl FnOnce(&Envelope<R::Answer>) -> io::Result<()>,
) -> Result<Envelope<R::Answer>, Failure> {
    let told = ask(request, on, bars)?;
    show(&told, json, text)?;
    Ok(told)
}

/// Tells an answer: as JSON, or as `text` shows it.
pub fn show<A: Serialize>(
    told: &Envelope<A>,
    json: bool,
    text: impl FnOnce(&Envelope<A>) -> io::Result<()>,
) -> io::Result<()> {
    if json { write_json(told) } else { text(told) }
}

/// Writes JSON, indented, on standard output.
pub fn write_json(value: &impl Serialize) -> io::Result<()> {
    let mut out = Cleaned::json(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)
}

/// A table with a header; columns wrap at the width of the terminal.
pub fn table<H: Into<String>>(header: impl IntoIterator<Item = H>) -> Table {
    let mut table = Table::new();
    table.load_style(TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─')));
    table.set_content_arrangement(ContentArrangement::Dynamic);
    if let Some(width) = terminal_width() {
        table.set_width(width);
    }
    table.set_header(header.into_iter().map(Into::into).collect::<Vec<String>>());
    table
}

/// The width of the terminal, or what `COLUMNS` says; none otherwise, and a table then takes what it needs.
fn terminal_width() -> Option<u16> {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal_size::terminal_size().map(|(width, _)| width.0).or_else(columns)?;
    (width >= 40).then_some(width)
}

/// Writes a table on standard output, without spaces at the ends of lines.
pub fn write_table(table: &Table) -> io::Result<()> {
    let mut out = stdout();
    for line in table.to_string().lines() {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// An exact integer with separators; very long ones are shown by their ends.
pub fn grouped(value: &BigUint) -> String {
    let digits = value.to_string();
    if digits.len() > 60 {
        let (first, last) = (&digits[..12], &digits[digits.len() - 12..]);
        return format!("{first}…{last} ({} digits, about 10^{})", digits.len(), digits.len() - 1);
    }
    crossedge::render::grouped(&digits)
}
