//! Time against message size: which algorithm is fastest where, the sizes at which that changes, and the drawing.

use super::Job;
use super::answer::{best, describe, exact};
use super::tried::{Fate, Tried};
use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{grouped, head, id, table, write_json, write_table};
use crossedge::collective::Algorithm;
use crossedge::render::{Theme, seconds};
use crossedge_report::{Line, png, times};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Sizes from one byte to 16 MiB, each four times the one before.
const POWERS: std::ops::RangeInclusive<u32> = 0..=12;

/// All algorithms at all sizes.
pub fn run(job: &Job<'_>) -> Outcome {
    if let Some(file) = &job.args.plot {
        files::check(file, job.args.force)?;
    }
    let rows = rows(job)?;
    let changes = crossovers(job, &rows)?;
    if let Some(file) = &job.args.plot {
        let svg = times(&title(job), &lines(job, &rows), Theme::Light);
        let bytes = match file.extension().and_then(|e| e.to_str()) {
            Some("svg") => svg.into_bytes(),
            Some("png") => png(&svg, 2.0)?,
            _ => {
                let message = "the file to plot into ends with .svg or .png";
                return Err(Failure::Usage(format!("{message}\nhelp: write --plot times.svg")));
            }
        };
        files::write(file, &bytes, job.args.force)?;
    }
    match job.args.json {
        true => write_json(&to_json(job, &rows, &changes))?,
        false => text(job, &rows, &changes)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What became of every algorithm at every size.
pub type Rows = Vec<(u64, Vec<Tried>)>;

/// Every algorithm at every size.
pub fn rows(job: &Job<'_>) -> Result<Rows, Failure> {
    POWERS
        .map(|power| {
            let bytes = 1u64 << (2 * power);
            Ok((bytes, job.all(bytes)?))
        })
        .collect()
}

/// What the chart is called.
pub fn title(job: &Job<'_>) -> String {
    format!("{} on {}", job.kind(), job.source.expr)
}

/// The fastest at a size.
fn fastest(tried: &[Tried]) -> Option<&'static Algorithm> {
    best(tried).map(|i| tried[i].algorithm)
}

/// A size at which another algorithm becomes the fastest: size, the one before, the one from there on.
type Change = (u64, &'static str, &'static str);

/// Where the fastest changes, by bisection between two sizes that differ.
fn crossovers(job: &Job<'_>, rows: &[(u64, Vec<Tried>)]) -> Result<Vec<Change>, Failure> {
    let mut found = Vec::new();
    for pair in rows.windows(2) {
        let (Some(before), Some(after)) = (fastest(&pair[0].1), fastest(&pair[1].1)) else { continue };
        if before == after {
            continue;
        }
        let (mut low, mut high) = (pair[0].0, pair[1].0);
        while high - low > 1 {
            let middle = low + ((high - low) >> 1);
            let time = |algorithm| -> Result<f64, Failure> {
                Ok(job.one(algorithm, middle)?.fate.cost().map_or(f64::INFINITY, |cost| cost.seconds))
            };
            if time(before)? <= time(after)? { low = middle } else { high = middle }
        }
        found.push((high, before.name, after.name));
    }
    Ok(found)
}

/// A line for every algorithm, and the lower bound.
pub fn lines(job: &Job<'_>, rows: &[(u64, Vec<Tried>)]) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (bytes, tried) in rows {
        for t in tried {
            if let Some(cost) = t.fate.cost() {
                let point = (*bytes as f64, cost.seconds);
                match lines.iter_mut().find(|line| line.name == t.name) {
                    Some(line) => line.points.push(point),
                    None => lines.push(Line { name: t.name.to_owned(), points: vec![point] }),
                }
            }
        }
    }
    let points = rows.iter().map(|(bytes, _)| (*bytes as f64, job.least(*bytes).seconds()));
    lines.push(Line { name: "lower bound".to_owned(), points: points.collect() });
    lines
}

fn text(job: &Job<'_>, rows: &[(u64, Vec<Tried>)], changes: &[Change]) -> Result<(), Failure> {
    let mut out = crate::output::stdout();
    writeln!(out, "{}", job.source.expr)?;
    writeln!(out, "{}, {}, {} port", job.kind(), job.args.model.word(), job.args.ports.word())?;
    let mut told = table(["bytes", "fastest", "steps", "time", "bound"]);
    for (bytes, tried) in rows {
        let Some(t) = best(tried).map(|i| &tried[i]) else { continue };
        if let Some(cost) = t.fate.cost() {
            let bound = seconds(job.least(*bytes).seconds());
            told.add_row([
                grouped(&(*bytes).into()),
                t.name.to_owned(),
                cost.steps.to_string(),
                seconds(cost.seconds),
                bound,
            ]);
        }
    }
    write_table(&told)?;
    // Whoever has no price at any size is named, with the reason.
    for t in rows.last().map(|(_, tried)| tried.as_slice()).unwrap_or_default() {
        if t.fate.cost().is_none() || matches!(t.fate, Fate::Formula(..)) {
            writeln!(out, "{}: {}", t.name, t.fate.text())?;
        }
    }
    for (bytes, before, after) in changes {
        writeln!(out, "from {} bytes on {after} is faster than {before}", grouped(&(*bytes).into()))?;
    }
    if let Some(file) = &job.args.plot {
        writeln!(out, "drawn into {}", file.display())?;
    }
    Ok(())
}

fn to_json(job: &Job<'_>, rows: &[(u64, Vec<Tried>)], changes: &[Change]) -> Value {
    let mut map = head("collective", Some(&job.source.expr.to_string()));
    describe(job, &mut map);
    let time = |t: &Tried| json!({"algorithm": t.name, "time_seconds": t.fate.cost().map(|c| exact(c.seconds)), "verdict": t.fate.word(), "reason": t.fate.reason()});
    let size = |(bytes, tried): &(u64, Vec<Tried>)| {
        json!({
            "bytes": id(*bytes),
            "best": fastest(tried).map(|algorithm| algorithm.name),
            "lower_bound_seconds": exact(job.least(*bytes).seconds()),
            "times": tried.iter().map(time).collect::<Vec<_>>(),
        })
    };
    map.insert("sizes".to_owned(), rows.iter().map(size).collect());
    let change =
        |(bytes, before, after): &Change| json!({"bytes": id(*bytes), "before": before, "after": after});
    map.insert("crossovers".to_owned(), changes.iter().map(change).collect());
    Value::Object(map)
}
