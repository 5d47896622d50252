//! The figures as tables and as JSON.

use super::Args;
use super::job::Subject;
use crate::failure::Failure;
use crate::output::{grouped, head, id, integer, table, write_json, write_table};
use crossedge::metrics::traffic::Bound;
use crossedge_sim::{Bounds, Judged, Latency, Mean, Outcome, Point, Saturation};
use num_integer::Integer;
use serde_json::{Map, Value, json};
use std::io::Write;

/// Tells everything.
pub fn tell(args: &Args, subjects: &[Subject]) -> Result<(), Failure> {
    if args.json {
        return Ok(write_json(&all(args, subjects))?);
    }
    for (number, subject) in subjects.iter().enumerate() {
        if number > 0 {
            writeln!(crate::output::stdout())?;
        }
        text(args, subject)?;
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

fn text(args: &Args, subject: &Subject) -> Result<(), Failure> {
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
fn figures(subject: &Subject, point: &Point) -> Result<(), Failure> {
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
fn curve(subject: &Subject) -> Result<(), Failure> {
    let mut rows = table(["offered", "accepted", "latency", "50 %", "99 %", "hops", "busiest link", ""]);
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
fn bounds(args: &Args, subject: &Subject) -> Result<(), Failure> {
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

fn exact((a, b): Bound) -> Value {
    let common = a.gcd(&b).max(1);
    let (a, b) = (a / common, b / common);
    json!({"numerator": integer(&a.into()), "denominator": integer(&b.into()), "value": a as f64 / b as f64})
}

fn all(args: &Args, subjects: &[Subject]) -> Value {
    let mut map = head("simulate", None);
    map.insert("engine".to_owned(), json!("caminos-lib 0.6.3"));
    map.insert("generator".to_owned(), json!("rand 0.8 StdRng"));
    map.insert("first_seed".to_owned(), id(args.seed));
    map.insert("seeds".to_owned(), id(args.seeds.get()));
    map.insert("results".to_owned(), subjects.iter().map(one).collect());
    Value::Object(map)
}

fn one(subject: &Subject) -> Value {
    let prepared = &subject.prepared;
    let mut map = Map::new();
    map.insert("expression".to_owned(), json!(prepared.settings().expression));
    map.insert("settings".to_owned(), json!(prepared.settings()));
    map.insert("routing".to_owned(), json!(prepared.routing.to_string()));
    map.insert("vcs".to_owned(), json!(prepared.vcs));
    map.insert("judged".to_owned(), json!(prepared.judged));
    map.insert("bounds".to_owned(), subject.bounds.as_ref().map(bound).unwrap_or(Value::Null));
    let saturation = subject.saturation.as_ref().map(|found: &Saturation| {
        let deadlock = found.deadlock().map(|run| json!({"load": run.load, "seed": id(run.seed)}));
        json!({"carried": found.carried, "not_carried": found.not_carried, "deadlock": deadlock, "runs": found.runs.len()})
    });
    map.insert("saturation".to_owned(), saturation.unwrap_or(Value::Null));
    map.insert("points".to_owned(), subject.points.iter().map(at).collect());
    Value::Object(map)
}

fn bound(bounds: &Bounds) -> Value {
    let some = |bound: Option<Bound>| bound.map(exact).unwrap_or(Value::Null);
    json!({
        "routing": some(bounds.routing),
        "cut": some(bounds.cut),
        "server": exact(bounds.server),
        "mean_hops": some(bounds.mean_hops),
    })
}

fn at(point: &Point) -> Value {
    let first = &point.runs[0];
    let (accepted, half) = point.over(|run| run.accepted_load);
    let latency = point.latency();
    let hops = point.some(|run| run.mean_hops);
    json!({
        "offered_load": first.offered_load,
        "accepted_load": accepted,
        "accepted_load_half_width": half,
        "mean_latency_cycles": latency.map(|l| l.0),
        "mean_latency_half_width": latency.and_then(|l| l.1),
        "mean_hops": hops.map(|h| h.0),
        "mean_hops_half_width": hops.and_then(|h| h.1),
        "ending": point.ending(),
        "runs": point.runs,
    })
}
