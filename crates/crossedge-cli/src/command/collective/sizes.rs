//! Time against message size: a table, where the fastest changes, and the drawing.

use super::Args;
use super::text::verdict;
use crate::chart;
use crate::failure::Failure;

use crate::output::grouped;
use crate::table::{Cell, Page, Sheet};
use crossedge::answers::{CollectiveAnswer, Envelope, FateName, SizesAnswer};
use crossedge::render::{Theme, seconds};
use crossedge_report::{Line, time_chart};
use std::path::Path;

/// Draws it into a file.
pub fn plot(envelope: &Envelope<CollectiveAnswer>, file: &Path, force: bool) -> Result<(), Failure> {
    let Some(all) = &envelope.answer.all else { return Ok(()) };
    let title = format!("{} on {}", envelope.answer.kind, envelope.expression.as_deref().unwrap_or_default());
    let svg = time_chart(&title, &lines(all), Theme::Light);
    chart::write(file, svg, force).map(drop)
}

/// A line for every algorithm, and the lower bound.
pub fn lines(all: &SizesAnswer) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for size in &all.sizes {
        for time in &size.times {
            let Some(seconds) = time.time_seconds else { continue };
            let point = (size.bytes.0 as f64, seconds);
            match lines.iter_mut().find(|line| line.name == time.algorithm) {
                Some(line) => line.points.push(point),
                None => lines.push(Line { name: time.algorithm.to_owned(), points: vec![point] }),
            }
        }
    }
    let points = all.sizes.iter().map(|size| (size.bytes.0 as f64, size.lower_bound_seconds));
    lines.push(Line { name: "lower bound".to_owned(), points: points.collect() });
    lines
}

/// The fastest at each size, the algorithms without a price, and the crossover points.
pub fn text(args: &Args, envelope: &Envelope<CollectiveAnswer>, all: &SizesAnswer) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    writeln!(out, "{}, {}, {} port", answer.kind, answer.model, answer.ports);
    let mut rows = Sheet::new(["bytes", "fastest", "steps", "time", "bound"]);
    for size in &all.sizes {
        let fastest = size.times.iter().find(|time| Some(time.algorithm) == size.best);
        if let Some((time, steps, taken)) = fastest.and_then(|t| Some((t, t.step_count?, t.time_seconds?))) {
            rows.row([
                Cell::number(grouped(&size.bytes.0.into()), size.bytes),
                time.algorithm.into(),
                steps.to_string().into(),
                Cell::number(seconds(taken), taken),
                Cell::number(seconds(size.lower_bound_seconds), size.lower_bound_seconds),
            ]);
        }
    }
    out.table(rows);
    // Algorithms without a price at any size are listed, with the reason.
    for time in all.sizes.last().map(|size| size.times.as_slice()).unwrap_or_default() {
        if time.time_seconds.is_none() || time.verdict == FateName::Formula {
            writeln!(out, "{}: {}", time.algorithm, verdict(time.verdict, time.reason.as_deref()));
        }
    }
    for change in &all.crossovers {
        let bytes = grouped(&change.bytes.0.into());
        writeln!(out, "from {bytes} bytes on {} is faster than {}", change.after, change.before);
    }
    if let Some(file) = &args.plot {
        writeln!(out, "written to {}", file.display());
    }
    out
}
