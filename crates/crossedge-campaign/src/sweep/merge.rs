//! All results as one table. Missing results and two that differ are refused, by name.
//!
//! The table has one row for each task, in the order of the task file. No time and no host are in it, so it is the same to the byte
//! however the work was shared out, and however often it was cut off.

use super::kind::Task;
use super::kinds::TASK_KINDS;
use super::rows::TaskResult;
use super::sum::GENERATOR;
use crate::error::Error;
use crate::records::Held;
use crate::table::{Cells, Column, ResultTable};
use crate::task_file::TaskFile;
use crate::words::plural;
use serde_json::Value;

/// The version of the columns. It grows when one of them changes its meaning or goes away.
const TABLE_VERSION: u32 = 1;

/// Maximum number of tasks of a kind reported by name.
const MAX_NAMED_TASKS: usize = 5;

/// The table, and how many tasks without a result are left out of it.
#[derive(Debug)]
pub struct Merged {
    /// One row for each task that has a result.
    pub table: ResultTable,
    /// Number of tasks without a result.
    pub missing: u64,
}

/// Puts the results of a campaign together. Tasks without a result are refused unless the table may be `partial`.
pub(crate) fn merge(
    file: &TaskFile,
    tasks: &[Box<dyn Task>],
    held: &Held,
    partial: bool,
) -> Result<Merged, Error> {
    check_contradictions(file, held)?;
    let missing = file.entries.iter().filter(|entry| !held.results.contains_key(&entry.id)).count() as u64;
    if missing > 0 && !partial {
        return Err(missing_results_error(file, tasks, held, missing));
    }
    let table = table(file, tasks, held, missing).map_err(Error::Result)?;
    Ok(Merged { table, missing })
}

/// Refuses two different results of one task of this campaign.
fn check_contradictions(file: &TaskFile, held: &Held) -> Result<(), Error> {
    let line = |id| file.entries.iter().position(|entry| entry.id == id);
    let ours = held.contradictions.iter().filter_map(|c| Some((line(c.id)? + 1, c))).collect::<Vec<_>>();
    if ours.is_empty() {
        return Ok(());
    }
    let count = plural(ours.len() as u64, "contradiction");
    let mut message = format!("the journals hold {count}: a task must give the same result each time");
    for (line, c) in ours.iter().take(MAX_NAMED_TASKS) {
        message.push_str(&format!("\n  line {line}, id {}", c.id));
        for (path, value) in [&c.first, &c.second] {
            message.push_str(&format!("\n    {}: {value}", path.display()));
        }
    }
    if ours.len() > MAX_NAMED_TASKS {
        message.push_str(&format!("\n  and {} more", ours.len() - MAX_NAMED_TASKS));
    }
    Err(Error::Contradictions(message))
}

/// The error for tasks without a result.
fn missing_results_error(file: &TaskFile, tasks: &[Box<dyn Task>], held: &Held, missing: u64) -> Error {
    let total = plural(file.entries.len() as u64, "task");
    let mut message = format!("{missing} of {total} have no result");
    let all = file.entries.iter().zip(tasks).zip(1..);
    let without = all.filter(|((entry, _), _)| !held.results.contains_key(&entry.id));
    for ((entry, task), line) in without.take(MAX_NAMED_TASKS) {
        let why = held.failures.get(&entry.id).map_or(String::new(), |why| format!("; failed: {why}"));
        message.push_str(&format!("\n  line {line}: {}{why}", task.about()));
    }
    if missing > MAX_NAMED_TASKS as u64 {
        message.push_str(&format!("\n  and {} more", missing - MAX_NAMED_TASKS as u64));
    }
    Error::Missing(message)
}

/// The table of all tasks that have a result.
fn table(file: &TaskFile, tasks: &[Box<dyn Task>], held: &Held, missing: u64) -> Result<ResultTable, String> {
    let all = file.entries.iter().zip(tasks);
    let rows: Vec<(TaskResult<'_>, &dyn Task)> = all
        .filter_map(|(entry, task)| {
            let value = held.results.get(&entry.id)?;
            Some((TaskResult { entry, value }, task.as_ref()))
        })
        .collect();
    let text = |name: &str, cell: &dyn Fn(&TaskResult<'_>, &dyn Task) -> String| {
        let cells = rows.iter().map(|(result, task)| Some(cell(result, *task))).collect();
        Column { name: name.to_owned(), cells: Cells::Text(cells) }
    };
    let mut columns = vec![
        text("id", &|result, _| result.entry.id.to_string()),
        text("kind", &|_, task| task.kind().to_owned()),
        text("expression", &|_, task| task.expression().to_owned()),
    ];
    let seeds = rows.iter().map(|(_, task)| Some(task.seed())).collect();
    columns.push(Column { name: "seed".to_owned(), cells: Cells::Count(seeds) });
    let mut engines = Vec::new();
    for kind in TASK_KINDS.iter().filter(|kind| tasks.iter().any(|task| task.kind() == kind.name())) {
        let mine = |task: &dyn Task| task.kind() == kind.name();
        let results: Vec<Option<TaskResult<'_>>> =
            rows.iter().map(|&(result, task)| mine(task).then_some(result)).collect();
        join_columns(&mut columns, kind.columns(&results)?)?;
        engines.extend(kind.engine());
    }
    let mut seeds: Vec<u64> = tasks.iter().map(|task| task.seed()).collect();
    seeds.sort_unstable();
    seeds.dedup();
    let pairs = [
        ("crossedge.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("crossedge.table", TABLE_VERSION.to_string()),
        ("crossedge.plan", file.digest.clone()),
        ("crossedge.tasks", file.entries.len().to_string()),
        ("crossedge.missing", missing.to_string()),
        ("crossedge.seeds", number_spans(&seeds)),
        ("crossedge.generator", GENERATOR.to_owned()),
    ];
    let engine = (!engines.is_empty()).then(|| ("crossedge.engine", engines.join(", ")));
    let provenance = pairs.into_iter().chain(engine).map(|(key, value)| (key.to_owned(), value)).collect();
    Ok(ResultTable { columns, provenance })
}

/// Adds columns; one that already exists takes the cells of both.
fn join_columns(columns: &mut Vec<Column>, more: Vec<Column>) -> Result<(), String> {
    fn fill_gaps<C>(into: &mut [Option<C>], from: Vec<Option<C>>) {
        for (place, cell) in into.iter_mut().zip(from) {
            *place = place.take().or(cell);
        }
    }
    for column in more {
        match columns.iter_mut().find(|have| have.name == column.name) {
            None => columns.push(column),
            Some(have) => match (&mut have.cells, column.cells) {
                (Cells::Count(into), Cells::Count(from)) => fill_gaps(into, from),
                (Cells::Number(into), Cells::Number(from)) => fill_gaps(into, from),
                (Cells::Text(into), Cells::Text(from)) => fill_gaps(into, from),
                (Cells::Flag(into), Cells::Flag(from)) => fill_gaps(into, from),
                _ => return Err(format!("of two kinds have a column '{}' of different types", have.name)),
            },
        }
    }
    Ok(())
}

/// Sorted numbers as spans: `1 to 20, 25`.
fn number_spans(numbers: &[u64]) -> String {
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for &number in numbers {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => spans.push((number, number)),
        }
    }
    let one = |(from, to): &(u64, u64)| if from == to { from.to_string() } else { format!("{from} to {to}") };
    spans.iter().map(one).collect::<Vec<_>>().join(", ")
}

impl ResultTable {
    /// The provenance as JSON.
    pub fn provenance_json(&self) -> Value {
        self.provenance.iter().map(|(key, value)| (key.clone(), Value::from(value.as_str()))).collect()
    }
}
