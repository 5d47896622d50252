//! The answer for one size: a table, the steps, or JSON.

use super::Job;
use super::tried::{Fate, Tried};
use crate::failure::Failure;
use crate::output::{grouped, head, id, integer, table, write_json, write_table};
use crossedge::collective::{Action, Kind, Listed, Message, Schedule};
use crossedge::cost::{Bound, Contradiction};
use crossedge::render::seconds;
use serde_json::{Value, json};
use std::io::Write;

/// A time for programs: what is left of rounding is cut off.
pub fn exact(value: f64) -> Value {
    json!(format!("{value:.12e}").parse::<f64>().unwrap_or(value))
}

/// The fastest of those that have a price.
pub fn best(tried: &[Tried]) -> Option<usize> {
    let time = |t: &Tried| t.fate.cost().map(|cost| (cost.seconds, cost.steps));
    let all = tried.iter().enumerate().filter_map(|(i, t)| Some((time(t)?, i)));
    all.min_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal)).map(|(_, i)| i)
}

/// How many were tried: priced, or refused by the judge.
pub fn count(tried: &[Tried]) -> usize {
    tried.iter().filter(|t| !matches!(t.fate, Fate::None(_) | Fate::NotTried(_))).count()
}

/// A time below what no schedule can beat is never told.
pub fn internal(wrong: Contradiction) -> Failure {
    Failure::Internal(wrong.to_string())
}

/// Tells it.
pub fn tell(job: &Job<'_>, tried: &[Tried]) -> Result<(), Failure> {
    let least = job.least(job.args.bytes);
    match job.args.json {
        true => write_json(&to_json(job, tried, &least))?,
        false => text(job, tried, &least)?,
    }
    Ok(())
}

/// Only one is asked for.
fn shown<'a>(job: &Job<'_>, tried: &'a [Tried]) -> Vec<&'a Tried> {
    match job.args.algorithm.as_str() {
        "best" => best(tried).map_or_else(|| tried.iter().collect(), |i| vec![&tried[i]]),
        _ => tried.iter().collect(),
    }
}

fn text(job: &Job<'_>, tried: &[Tried], least: &Bound) -> Result<(), Failure> {
    let (args, mut out) = (job.args, crate::output::stdout());
    let kind = job.kind();
    writeln!(out, "{}", job.source.expr)?;
    let root = match kind.rooted() {
        true => format!(" from {}", job.net.address(job.root)),
        false => String::new(),
    };
    let root = if matches!(kind, Kind::Gather | Kind::Reduce) { root.replace("from", "to") } else { root };
    writeln!(
        out,
        "{kind}{root}, {} bytes, {}, {} port{}",
        grouped(&job.collective(args.bytes).bytes.into()),
        args.model.word(),
        args.ports.word(),
        if args.ports.word() == "all" { "s" } else { "" }
    )?;
    let mut rows = table(["algorithm", "steps", "messages", "bytes·links", "time", "× bound", "verdict"]);
    let fastest = best(tried);
    for t in shown(job, tried) {
        let name = match t.paper {
            Some(place) => format!("{} ({place})", t.name),
            None => t.name.to_owned(),
        };
        let mark = fastest.is_some_and(|i| std::ptr::eq(&tried[i], t)) && tried.len() > 1;
        let said = t.fate.text();
        match t.fate.cost() {
            Some(cost) => {
                let ratio = least.times(cost).map_err(internal)?;
                rows.add_row([
                    name,
                    cost.steps.to_string(),
                    grouped(&cost.messages.into()),
                    grouped(&cost.link_bytes.into()),
                    seconds(cost.seconds),
                    ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
                    if mark { format!("{said}; fastest of the {} tried", count(tried)) } else { said },
                ]);
            }
            None => {
                let blank = String::new;
                rows.add_row([name, blank(), blank(), blank(), blank(), blank(), said]);
            }
        }
    }
    write_table(&rows)?;
    // What the table leaves out, for it shows the fastest alone, has no price; the rest was slower.
    if job.args.algorithm == "best" && fastest.is_some() {
        for t in tried.iter().filter(|t| t.fate.cost().is_none()) {
            writeln!(out, "{}: {}", t.name, t.fate.text())?;
        }
    }
    write!(
        out,
        "no schedule takes fewer than {} steps, or less than {}: latency {}, bandwidth {}",
        least.steps,
        seconds(least.seconds()),
        seconds(least.latency_seconds),
        seconds(least.bandwidth_seconds)
    )?;
    if let Some(bisection) = least.bisection_seconds {
        write!(out, ", bisection {}", seconds(bisection))?;
    }
    writeln!(out)?;
    for listed in shown(job, tried).into_iter().filter_map(|t| t.listed.as_ref()) {
        steps(job, listed, &mut out)?;
    }
    Ok(())
}

/// Chunks for people.
fn chunks(of: &Listed, m: &Message) -> String {
    let name = |chunk: u64| match of.collective().kind {
        Kind::AllToAll => {
            let n = of.collective().nodes;
            format!("{}→{}", chunk / n, chunk % n)
        }
        _ => chunk.to_string(),
    };
    let some: Vec<String> = m.chunks.iter().take(4).map(|&chunk| name(chunk)).collect();
    match m.chunks.len() {
        0..=4 => some.join(","),
        more => format!("{},… ({more})", some.join(",")),
    }
}

fn steps(job: &Job<'_>, listed: &Listed, out: &mut impl Write) -> Result<(), Failure> {
    for (i, step) in (1..).zip(listed.messages()) {
        writeln!(out, "step {i}")?;
        for m in step {
            let way: Vec<String> =
                m.path.iter().map(|&v| job.net.address(crossedge::net::Node(v)).to_string()).collect();
            let verb = match m.action {
                Action::Copy => "copy",
                Action::Move => "move",
                Action::Add => "add",
            };
            writeln!(out, "  {}  {verb} {}, {} bytes", way.join(" → "), chunks(listed, m), m.bytes)?;
        }
    }
    Ok(())
}

fn bound(least: &Bound) -> Value {
    json!({
        "step_count": id(least.steps),
        "time_seconds": exact(least.seconds()),
        "latency_seconds": exact(least.latency_seconds),
        "bandwidth_seconds": exact(least.bandwidth_seconds),
        "bisection_seconds": least.bisection_seconds.map(exact),
    })
}

fn one(t: &Tried) -> Value {
    let mut map = serde_json::Map::new();
    map.insert("algorithm".to_owned(), json!(t.name));
    map.insert("paper".to_owned(), json!(t.paper));
    if let Some(cost) = t.fate.cost() {
        map.insert("step_count".to_owned(), id(cost.steps));
        map.insert("message_count".to_owned(), id(cost.messages));
        map.insert("link_bytes".to_owned(), integer(&cost.link_bytes.into()));
        map.insert("time_seconds".to_owned(), exact(cost.seconds));
        map.insert("replay_seconds".to_owned(), t.replay_seconds.map_or(Value::Null, exact));
    }
    map.insert("verdict".to_owned(), json!(t.fate.word()));
    map.insert("reason".to_owned(), json!(t.fate.reason()));
    if let Fate::NotTried(limit) = &t.fate {
        map.insert("most_nodes".to_owned(), limit.most_nodes.map_or(Value::Null, id));
    }
    if let Some(listed) = &t.listed {
        let message = |m: &Message| {
            let path: Vec<Value> = m.path.iter().map(|&v| id(v)).collect();
            let action = format!("{:?}", m.action).to_lowercase();
            let chunks: Vec<Value> = m.chunks.iter().map(|&chunk| id(chunk)).collect();
            json!({"path": path, "chunks": chunks, "bytes": id(m.bytes), "action": action})
        };
        let steps = listed.messages().iter().map(|step| step.iter().map(message).collect::<Vec<_>>());
        map.insert("steps".to_owned(), steps.collect());
    }
    Value::Object(map)
}

fn to_json(job: &Job<'_>, tried: &[Tried], least: &Bound) -> Value {
    let mut map = head("collective", Some(&job.source.expr.to_string()));
    describe(job, &mut map);
    map.insert("bytes".to_owned(), id(job.collective(job.args.bytes).bytes));
    let fastest = best(tried).map(|i| &tried[i]);
    map.insert("lower_bound".to_owned(), bound(least));
    let cost = fastest.and_then(|t| t.fate.cost());
    map.insert("best".to_owned(), json!(fastest.map(|t| t.name)));
    map.insert("step_count".to_owned(), cost.map_or(Value::Null, |cost| id(cost.steps)));
    map.insert("time_seconds".to_owned(), cost.map_or(Value::Null, |cost| exact(cost.seconds)));
    map.insert("verdict".to_owned(), json!(fastest.map_or("refused", |t| t.fate.word())));
    map.insert("tried_count".to_owned(), json!(count(tried)));
    map.insert("algorithms".to_owned(), shown(job, tried).into_iter().map(one).collect());
    let untried = tried.iter().filter(|t| matches!(t.fate, Fate::NotTried(_)));
    map.insert("not_tried".to_owned(), untried.map(one).collect());
    Value::Object(map)
}

/// What was asked for.
pub fn describe(job: &Job<'_>, map: &mut serde_json::Map<String, Value>) {
    map.insert("kind".to_owned(), json!(job.kind().word()));
    map.insert("root".to_owned(), if job.kind().rooted() { id(job.root.0) } else { Value::Null });
    map.insert("model".to_owned(), json!(job.args.model.word()));
    map.insert("ports".to_owned(), json!(job.args.ports.word()));
}
