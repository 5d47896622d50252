//! Answers for people and for programs, in the form that was asked for. All forms show the same figures.

use crate::clean::{Cleaned, clean};
use crate::failure::Failure;
use crate::progress::Bars;
use crate::table::{Form, Page};
use crossedge::answers::{Envelope, Request, SCHEMA_VERSION, ask};
use num_bigint::BigUint;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use std::path::Path;

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

/// Prints a warning to standard error, next to the answer.
pub fn warn(text: &str) {
    // An answer without a reader for its warnings is still right.
    let _ = writeln!(anstream::stderr(), "warning: {}", clean(text));
}

/// Says on standard error what would work.
pub fn advise(text: &str) {
    // If nobody reads it, the exit code still tells.
    let _ = writeln!(anstream::stderr(), "help: {}", clean(text));
}

/// What is said of a file that was written, where the file is the answer.
pub fn written(path: &Path, bytes: u64) -> Page {
    let mut out = Page::new();
    writeln!(out, "written to {} ({})", path.display(), crossedge::cost::size::show(bytes.into()));
    out
}

/// Asks, and tells the answer in a form.
pub fn tell<R: Request<Answer: Serialize>>(
    request: &R,
    on: &R::On,
    form: impl Into<Form>,
    bars: &Bars,
    page: impl FnOnce(&Envelope<R::Answer>) -> Page,
) -> Result<Envelope<R::Answer>, Failure> {
    let told = ask(request, on, bars)?;
    bars.done();
    show(&told, form, page)?;
    Ok(told)
}

/// Tells an answer: as JSON, or as `page` shows it.
pub fn show<A: Serialize>(
    told: &Envelope<A>,
    form: impl Into<Form>,
    page: impl FnOnce(&Envelope<A>) -> Page,
) -> io::Result<()> {
    match form.into() {
        Form::Json => write_json(told),
        form => print(&page(told), form),
    }
}

/// Writes a page on standard output.
pub fn print(page: &Page, form: Form) -> io::Result<()> {
    match form {
        // The page is clean already, and its colours are ours.
        Form::Table => anstream::stdout().write_all(page.print(form, terminal_width()).as_bytes()),
        _ => stdout().write_all(page.print(form, None).as_bytes()),
    }
}

/// Writes JSON, indented, on standard output.
pub fn write_json(value: &impl Serialize) -> io::Result<()> {
    let mut out = Cleaned::json(io::stdout().lock());
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)
}

/// Writes JSON as one line on standard output, at once.
pub fn json_line(value: &impl Serialize) -> io::Result<()> {
    let mut out = Cleaned::json(io::stdout().lock());
    serde_json::to_writer(&mut out, value).map_err(io::Error::from)?;
    writeln!(out)?;
    out.flush()
}

/// The width of the terminal, or what `COLUMNS` says; none otherwise, and a table then takes what it needs.
fn terminal_width() -> Option<usize> {
    let columns = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal_size::terminal_size().map(|(width, _)| width.0.into()).or_else(columns)?;
    (width >= 40).then_some(width)
}

/// So many things: `1 node`, `1,296 links`.
pub fn many(count: BigUint, thing: &str) -> String {
    let plural = if count == BigUint::from(1u32) { "" } else { "s" };
    format!("{} {thing}{plural}", grouped(&count))
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
