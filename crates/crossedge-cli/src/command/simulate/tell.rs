//! The figures as tables.

use super::Args;
use crate::output::{grouped, table, write_table};
use crossedge::metrics::traffic::Bound;
use crossedge_sim::{Judged, Latency, Mean, Outcome, Point, Subject};
use std::io::{self, Write};

/// Everything, one network after the other.
pub fn text(args: &Args, subjects: &[Subject]) -> io::Result<()> {
    for (number, subject) in subjects.iter().enumerate() {
        if number > 0 {
            writeln!(crate::output::stdout())?;
        }
        one(args, subject)?;
    }
    Ok(())
}

/// A mean for people.
fn mean(value: Mean, digits: usize) -> String {
    match value {
        (mean, Some(half)) => format!("{mean:.digits$} ± {half:.digits$}"),
        (mean, None) => format!("{mean:.digits$}"),
    }
}

fn or_none(value: Option<String>) -> String {
    value.unwrap_or_else(|| "-".to_owned())
}

fn value((a, b): Bound) -> f64 {
    a as f64 / b as f64
}

fn one(args: &Args, subject: &Subject) -> io::Result<()> {
    let mut out = crate::output::stdout();
    let (prepared, settings) = (&subject.prepared, subject.prepared.settings());
    writeln!(out, "{}", settings.expression)?;
    let channels = match prepared.vcs {
        1 => "1 virtual channel".to_owned(),
        n => format!("{n} virtual channels"),
    };
    let judged = match prepared.judged {
        Judged::Proved => "proved free of deadlock",
        Judged::Refuted => "refuted by the judge",
        Judged::Unjudged => "not judged",
    };
    writeln!(
        out,
        "{} traffic, {} routing with {channels} on each link ({judged})",
        settings.traffic, prepared.routing
    )?;
    match args.curve {
        true => curve(subject)?,
        false => subject.points.iter().try_for_each(|point| figures(subject, point))?,
    }
    bounds(args, subject)
}

/// The figures at one load.
fn figures(subject: &Subject, point: &Point) -> io::Result<()> {
    let mut rows = table(["figure", "value", "unit"]);
    let many = point.runs.len();
    let run = &point.runs[0];
    let flits = "flits per sending node and cycle";
    match run.offered_load {
        Some(load) => rows.add_row(["offered load", &load.to_string(), flits]),
        None => {
            let done = point.some(|run| run.completion_cycles.map(|cycles| cycles as f64));
            rows.add_row(["completion", &or_none(done.map(|c| mean(c, 0))), "cycles"])
        }
    };
    rows.add_row(["accepted load", &mean(point.over(|run| run.accepted_load), 4), flits]);
    rows.add_row(["latency, mean", &or_none(point.latency().map(|l| mean(l, 2))), "cycles"]);
    let percentile = |of: fn(&Latency) -> u64| or_none(point.percentile(of).map(|p| format!("{p:.0}")));
    rows.add_row(["  half", &percentile(|l| l.p50), "cycles at most"]);
    rows.add_row(["  90 %", &percentile(|l| l.p90), "cycles at most"]);
    rows.add_row(["  99 %", &percentile(|l| l.p99), "cycles at most"]);
    rows.add_row(["  all", &percentile(|l| l.most), "cycles at most"]);
    rows.add_row(["hops, mean", &or_none(point.some(|run| run.mean_hops).map(|h| mean(h, 3))), "links"]);
    for (number, class) in run.classes.iter().enumerate() {
        let of = |figure: fn(&crossedge_sim::ClassUse) -> f64| {
            mean(point.over(|run| run.classes.get(number).map_or(0.0, figure)), 4)
        };
        rows.add_row([
            &format!("{}, mean", class.link_class),
            &of(|class| class.mean_utilisation),
            "flits per cycle over a link",
        ]);
        rows.add_row(["  busiest", &of(|class| class.highest_utilisation), "flits per cycle over a link"]);
    }
    write_table(&rows)?;
    let mut out = crate::output::stdout();
    let seeds = match many {
        1 => format!("seed {}, intervals by batches of the run", subject.prepared.settings().seed),
        n => format!("{n} seeds, 95 % intervals over them"),
    };
    let cycles = |of: fn(&Outcome) -> u64| grouped(&point.runs.iter().map(of).max().unwrap_or(0).into());
    writeln!(
        out,
        "{}: {} cycles of warm-up, {} measured; {seeds}",
        point.ending(),
        cycles(|run| run.warmup_cycles),
        cycles(|run| run.measured_cycles)
    )?;
    if let Some(stuck) = point.runs.iter().find_map(|run| run.deadlock) {
        writeln!(
            out,
            "deadlock: nothing arrives after cycle {} and no flit moves, with {} messages under way",
            grouped(&stuck.since_cycle.into()),
            grouped(&stuck.messages.into())
        )?;
    }
    Ok(())
}

/// The figures at all loads, a line each.
fn curve(subject: &Subject) -> io::Result<()> {
    let mut rows = table(["offered", "accepted", "latency", "50 %", "99 %", "hops", "bottleneck", ""]);
    for point in &subject.points {
        let percentile = |of: fn(&Latency) -> u64| or_none(point.percentile(of).map(|p| format!("{p:.0}")));
        let busiest = point.over(|run| run.classes.iter().map(|c| c.highest_utilisation).fold(0.0, f64::max));
        rows.add_row([
            point.load.to_string(),
            mean(point.over(|run| run.accepted_load), 4),
            or_none(point.latency().map(|l| mean(l, 1))),
            percentile(|l| l.p50),
            percentile(|l| l.p99),
            or_none(point.some(|run| run.mean_hops).map(|h| format!("{:.3}", h.0))),
            format!("{:.3}", busiest.0),
            point.ending().to_string(),
        ]);
    }
    write_table(&rows)?;
    let mut out = crate::output::stdout();
    writeln!(out, "loads in flits per sending node and cycle, latency in cycles")?;
    if let Some(found) = &subject.saturation {
        let runs = found.runs.len();
        match (found.deadlock(), found.not_carried) {
            (Some(stopped), _) => writeln!(
                out,
                "deadlock at a load of {}, seed {}: nothing arrives after cycle {} and no flit moves ({runs} runs)",
                stopped.load,
                stopped.seed,
                grouped(&stopped.outcome.deadlock.map_or(0, |stuck| stuck.since_cycle).into())
            )?,
            (None, Some(not)) => {
                writeln!(out, "saturates between {} and {not} ({runs} runs, by bisection)", found.carried)?
            }
            (None, None) => writeln!(out, "carries every load ({runs} runs)")?,
        }
    }
    Ok(())
}

/// What no simulation passes.
fn bounds(args: &Args, subject: &Subject) -> io::Result<()> {
    let Some(bounds) = &subject.bounds else { return Ok(()) };
    let mut out = crate::output::stdout();
    let settings = subject.prepared.settings();
    let loaded = settings.traffic.loaded();
    let said = |bound: Bound| match loaded {
        true => format!("at most {:.4}", value(bound)),
        false => format!("at least {:.0} cycles", f64::from(args.packet) / value(bound)),
    };
    let mut parts: Vec<String> = Vec::new();
    parts.extend(bounds.routing.map(|b| format!("{} on this routing", said(b))));
    parts.extend(bounds.cut.map(|b| format!("{} on any", said(b))));
    if !loaded || value(bounds.server) <= bounds.least() {
        parts.push(format!("{} at the servers", said(bounds.server)));
    }
    let hops = bounds.mean_hops.map_or(String::new(), |h| format!("; {:.3} hops", value(h)));
    writeln!(out, "exact bounds: {}{hops}", parts.join(", "))?;
    Ok(())
}
