//! Answers for users and for programs, in the requested format. All formats show the same metrics.

use crate::clean::{Cleaned, sanitize};
use crate::failure::Failure;
use crate::progress::Bars;
use crate::table::{Form, Page};
use crossedge::answers::{Envelope, Request, SCHEMA_VERSION, ask};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;

/// The common header of every JSON answer.
pub fn json_header(command: &str, expression: Option<&str>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("schema_version".to_owned(), json!(SCHEMA_VERSION));
    map.insert("crossedge_version".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    map.insert("command".to_owned(), json!(command));
    if let Some(expression) = expression {
        map.insert("expression".to_owned(), json!(expression));
    }
    map
}

/// Stdout for human-readable text; control characters are removed, because text may come from files.
pub fn stdout() -> Cleaned<anstream::Stdout> {
    Cleaned::text(anstream::stdout())
}

/// Stdout for machine-readable bytes: no colours.
pub fn raw_output() -> io::StdoutLock<'static> {
    io::stdout().lock()
}

/// Prints a note to stderr.
pub fn print_note(text: &str) {
    // A note that cannot be written does not invalidate the answer.
    let _ = writeln!(anstream::stderr(), "note: {}", sanitize(text));
}

/// Prints a warning to stderr.
pub fn print_warning(text: &str) {
    // An answer without a reader for its warnings is still right.
    let _ = writeln!(anstream::stderr(), "warning: {}", sanitize(text));
}

/// Prints a help line to stderr.
pub fn advise(text: &str) {
    // A closed stderr is no reason to panic; the exit code remains.
    let _ = writeln!(anstream::stderr(), "help: {}", sanitize(text));
}

/// The message for a written file, if the file is the answer.
pub fn written_message(path: &Path, bytes: u64) -> Page {
    let mut out = Page::new();
    writeln!(out, "written to {} ({})", path.display(), crossedge::cost::size::size_text(bytes.into()));
    out
}

/// Runs a request and prints the answer in a format.
pub fn run_and_print<R: Request<Answer: Serialize>>(
    request: &R,
    on: &R::On,
    form: impl Into<Form>,
    bars: &Bars,
    page: impl FnOnce(&Envelope<R::Answer>) -> Page,
) -> Result<Envelope<R::Answer>, Failure> {
    let envelope = ask(request, on, bars)?;
    bars.clear_bars();
    print_answer(&envelope, form, page)?;
    Ok(envelope)
}

/// Prints an answer as JSON, or as rendered by `page`.
pub fn print_answer<A: Serialize>(
    envelope: &Envelope<A>,
    form: impl Into<Form>,
    page: impl FnOnce(&Envelope<A>) -> Page,
) -> io::Result<()> {
    match form.into() {
        Form::Json => write_json(envelope),
        form => print(&page(envelope), form),
    }
}

/// Writes a page to stdout.
pub fn print(page: &Page, form: Form) -> io::Result<()> {
    match form {
        // The page is clean already, and its colours are ours.
        Form::Table => anstream::stdout().write_all(page.print(form, terminal_width()).as_bytes()),
        _ => stdout().write_all(page.print(form, None).as_bytes()),
    }
}

/// Writes indented JSON to stdout.
pub fn write_json(value: &impl Serialize) -> io::Result<()> {
    let mut out = Cleaned::json(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)
}

/// Writes JSON as one line to stdout and flushes it.
pub fn json_line(value: &impl Serialize) -> io::Result<()> {
    let mut out = Cleaned::json(io::stdout().lock());
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()
}

/// Width of tables that are written to a pipe or a file.
const PIPED_WIDTH: usize = 120;

/// The width of `COLUMNS`, of the terminal, or [`PIPED_WIDTH`]. A width below 40, such as `COLUMNS=0`, means no limit.
pub fn terminal_width() -> Option<usize> {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal = || terminal_size::terminal_size().map(|(width, _)| width.0.into());
    let width = columns.or_else(terminal).unwrap_or(PIPED_WIDTH);
    (width >= 40).then_some(width)
}

/// A count with its noun: `1 node`, `1,296 links`.
pub fn count_noun(count: BigUint, thing: &str) -> String {
    let plural = if count == BigUint::from(1u32) { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(&count))
}

/// An exact integer with separators; very long ones are shortened in the middle.
pub fn grouped(value: &BigUint) -> String {
    let digits = value.to_string();
    if digits.len() > 60 {
        let (first, last) = (&digits[..12], &digits[digits.len() - 12..]);
        return format!("{first}…{last} ({} digits, about 10^{})", digits.len(), digits.len() - 1);
    }
    crossedge::render::grouped(&digits)
}
