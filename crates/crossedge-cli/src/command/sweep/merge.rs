//! `crossedge sweep merge`: all results as one table. A missing result or two that differ are refused, by name.
//!
//! The table has one row for each task, in the order of the task file. No time and no host stand in it, so it is the same to the byte
//! however the work was shared out, and however often it was cut off.

use super::fault;
use super::rows::Rows;
use super::simulate;
use super::task::Task;
use super::{Place, damages, plural};
use crate::Outcome;
use crate::command::fault::survival::GENERATOR;
use crate::failure::Failure;
use crate::files::{failure, write_same};
use crate::output::{head, write_json};
use crossedge_campaign::{Cells, Column, Entry, Held, Table, TaskFile};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `sweep merge`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Write to this file, .parquet or .csv; may be given twice. Without it both, beside the task file
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Leave out tasks without a result, instead of refusing
    #[arg(long)]
    partial: bool,
    /// Overwrite files that are there and differ
    #[arg(long)]
    force: bool,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// The version of the columns. It grows when one of them changes its meaning or goes away.
const TABLE_VERSION: u32 = 1;

/// So many tasks of a kind are told by name.
const TOLD: usize = 5;

/// Writes the table; exit code 1 when results are missing or contradict each other.
pub fn run(args: &Args) -> Outcome {
    let outputs = match args.output.is_empty() {
        true => vec![args.place.beside(".parquet"), args.place.beside(".csv")],
        false => args.output.clone(),
    };
    for path in &outputs {
        if !matches!(ending(path), "parquet" | "csv") {
            let message = format!("{} ends neither with .parquet nor with .csv", path.display());
            return Err(Failure::Usage(message));
        }
    }
    let (file, tasks) = args.place.read()?;
    let held = args.place.folder().read().map_err(failure)?;
    damages(&held);
    contradictions(&file, &held)?;
    let missing = file.entries.iter().filter(|entry| !held.results.contains_key(&entry.id)).count() as u64;
    if missing > 0 && !args.partial {
        return Err(holes(args, &file, &tasks, &held, missing));
    }
    let table = table(&file, &tasks, &held, missing)?;
    let provenance = provenance(&table);
    for path in &outputs {
        match ending(path) {
            "parquet" => write_same(path, &table.parquet().map_err(failure)?, args.force)?,
            _ => {
                write_same(path, table.csv().as_bytes(), args.force)?;
                // CSV has no place for it.
                let mut beside = path.clone().into_os_string();
                beside.push(".prov.json");
                let text = serde_json::to_string_pretty(&provenance).map_err(std::io::Error::from)?;
                write_same(Path::new(&beside), format!("{text}\n").as_bytes(), args.force)?;
            }
        }
    }
    if args.json {
        let mut map = head("sweep merge", None);
        map.insert("rows".to_owned(), json!(table.rows()));
        map.insert("columns".to_owned(), table.columns.iter().map(|column| json!(column.name)).collect());
        map.insert("missing".to_owned(), json!(missing));
        map.insert("provenance".to_owned(), provenance);
        map.insert("files".to_owned(), json!(outputs));
        write_json(&Value::Object(map))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = crate::output::stdout();
    let (rows, columns) = (plural(table.rows() as u64, "row"), plural(table.columns.len() as u64, "column"));
    writeln!(out, "{rows}, {columns}")?;
    if missing > 0 {
        writeln!(out, "{} without a result left out", plural(missing, "task"))?;
    }
    for path in &outputs {
        writeln!(out, "written to {}", path.display())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|ending| ending.to_str()).unwrap_or("")
}

/// Refuses two different results of one task of this campaign.
fn contradictions(file: &TaskFile, held: &Held) -> Result<(), Failure> {
    let line = |id| file.entries.iter().position(|entry| entry.id == id);
    let ours = held.contradictions.iter().filter_map(|c| Some((line(c.id)? + 1, c))).collect::<Vec<_>>();
    if ours.is_empty() {
        return Ok(());
    }
    let count = plural(ours.len() as u64, "contradiction");
    let mut message = format!("the journals hold {count}: a task must give the same result each time");
    for (line, c) in ours.iter().take(TOLD) {
        message.push_str(&format!("\n  line {line}, id {}", c.id));
        for (path, value) in [&c.first, &c.second] {
            message.push_str(&format!("\n    {}: {value}", path.display()));
        }
    }
    if ours.len() > TOLD {
        message.push_str(&format!("\n  and {} more", ours.len() - TOLD));
    }
    message.push_str("\nhelp: find out which is wrong, delete its line, and run the task again");
    Err(Failure::Nothing(message))
}

/// What is said of tasks without a result.
fn holes(args: &Args, file: &TaskFile, tasks: &[Task], held: &Held, missing: u64) -> Failure {
    let total = plural(file.entries.len() as u64, "task");
    let mut message = format!("{missing} of {total} have no result");
    let all = file.entries.iter().zip(tasks).zip(1..);
    let without = all.filter(|((entry, _), _)| !held.results.contains_key(&entry.id));
    for ((entry, task), line) in without.take(TOLD) {
        let why = held.failures.get(&entry.id).map_or(String::new(), |why| format!("; failed: {why}"));
        message.push_str(&format!("\n  line {line}: {}{why}", task.about()));
    }
    if missing > TOLD as u64 {
        message.push_str(&format!("\n  and {} more", missing - TOLD as u64));
    }
    let command = format!("`crossedge sweep run {}`", args.place.tasks.display());
    message.push_str(&format!("\nhelp: {command} runs them; --partial leaves them out"));
    Failure::Nothing(message)
}

/// The table of all tasks that have a result.
fn table(file: &TaskFile, tasks: &[Task], held: &Held, missing: u64) -> Result<Table, Failure> {
    let all = file.entries.iter().zip(tasks);
    let rows: Vec<(&Entry, &Task, &Value)> =
        all.filter_map(|(entry, task)| Some((entry, task, held.results.get(&entry.id)?))).collect();
    let text = |name: &str, cell: &dyn Fn(&Entry, &Task) -> String| {
        let cells = rows.iter().map(|(entry, task, _)| Some(cell(entry, task))).collect();
        Column { name: name.to_owned(), cells: Cells::Text(cells) }
    };
    let mut columns = vec![
        text("id", &|entry, _| entry.id.to_string()),
        text("kind", &|_, task| task.kind().to_owned()),
        text("expression", &|_, task| task.expression().to_owned()),
    ];
    let seeds = rows.iter().map(|(_, task, _)| Some(task.seed())).collect();
    columns.push(Column { name: "seed".to_owned(), cells: Cells::Count(seeds) });
    let kinds: Vec<&str> = tasks.iter().map(Task::kind).collect();
    if kinds.contains(&"fault") {
        let rows = of_kind(&rows, |task| if let Task::Fault(task) = task { Some(task) } else { None })?;
        join(&mut columns, fault::columns(&rows));
    }
    if kinds.contains(&"simulate") {
        let rows = of_kind(&rows, |task| if let Task::Simulate(task) = task { Some(task) } else { None })?;
        join(&mut columns, simulate::columns(&rows));
    }
    let mut seeds: Vec<u64> = tasks.iter().map(Task::seed).collect();
    seeds.sort_unstable();
    seeds.dedup();
    let pairs = [
        ("crossedge.version", env!("CARGO_PKG_VERSION").to_owned()),
        ("crossedge.table", TABLE_VERSION.to_string()),
        ("crossedge.plan", file.digest.clone()),
        ("crossedge.tasks", file.entries.len().to_string()),
        ("crossedge.missing", missing.to_string()),
        ("crossedge.seeds", spans(&seeds)),
        ("crossedge.generator", GENERATOR.to_owned()),
    ];
    let engine = kinds.contains(&"simulate").then(|| ("crossedge.engine", simulate::ENGINE.to_owned()));
    let provenance = pairs.into_iter().chain(engine).map(|(key, value)| (key.to_owned(), value)).collect();
    Ok(Table { columns, provenance })
}

/// The rows of one kind of task, at their places among all.
fn of_kind<'a, T, F: DeserializeOwned>(
    rows: &[(&Entry, &'a Task, &Value)],
    kind: impl Fn(&'a Task) -> Option<&'a T>,
) -> Result<Rows<'a, T, F>, Failure> {
    let mut all = Vec::with_capacity(rows.len());
    for (entry, task, value) in rows {
        all.push(match kind(task) {
            None => None,
            Some(task) => {
                let found = serde_json::from_value((*value).clone()).map_err(|error| {
                    Failure::Io(format!("the result of task {} cannot be read: {error}", entry.id))
                })?;
                Some((task, found))
            }
        });
    }
    Ok(Rows { all })
}

/// Adds columns; one that is there already takes the cells of both.
fn join(columns: &mut Vec<Column>, more: Vec<Column>) {
    fn fill<C>(into: &mut [Option<C>], from: Vec<Option<C>>) {
        for (place, cell) in into.iter_mut().zip(from) {
            *place = place.take().or(cell);
        }
    }
    for column in more {
        match columns.iter_mut().find(|have| have.name == column.name) {
            None => columns.push(column),
            Some(have) => match (&mut have.cells, column.cells) {
                (Cells::Count(into), Cells::Count(from)) => fill(into, from),
                (Cells::Number(into), Cells::Number(from)) => fill(into, from),
                (Cells::Text(into), Cells::Text(from)) => fill(into, from),
                (Cells::Flag(into), Cells::Flag(from)) => fill(into, from),
                _ => unreachable!("a name has one type; the tests merge all kinds"),
            },
        }
    }
}

/// Sorted numbers as spans: `1 to 20, 25`.
fn spans(numbers: &[u64]) -> String {
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

/// The provenance as JSON.
fn provenance(table: &Table) -> Value {
    let pairs = table.provenance.iter().map(|(key, value)| (key.clone(), json!(value)));
    Value::Object(pairs.collect::<Map<String, Value>>())
}
