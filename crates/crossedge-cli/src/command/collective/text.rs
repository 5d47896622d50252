//! The answer for one size: a table, and the steps.

use super::Args;
use crate::failure::spelled;
use crate::output::{grouped, stdout, table, write_table};
use crossedge::answers::{Choice, CollectiveAnswer, Envelope, MessageAnswer, Outcome, TriedAnswer};
use crossedge::collective::Kind;
use crossedge::render::seconds;
use crossedge::verify::Ports;
use std::io::{self, Write};

/// What became of an algorithm.
pub fn verdict(outcome: Outcome, reason: Option<&str>) -> String {
    match (outcome, reason.map(spelled)) {
        (Outcome::Formula, Some(judged)) => format!("by formula, {judged}"),
        (outcome, Some(why)) => format!("{outcome}: {why}"),
        (outcome, None) => outcome.to_string(),
    }
}

/// A table of algorithms, what no schedule can beat, and the steps.
pub fn text(args: &Args, told: &Envelope<CollectiveAnswer>) -> io::Result<()> {
    let (answer, mut out) = (&told.answer, stdout());
    let Some(one) = &answer.one else { return Ok(()) };
    writeln!(out, "{}", told.expression.as_deref().unwrap_or_default())?;
    let way = if matches!(answer.kind, Kind::Gather | Kind::Reduce) { "to" } else { "from" };
    let root = answer.root_address.as_ref().map_or(String::new(), |root| format!(" {way} {root}"));
    let plural = if answer.ports == Ports::All { "s" } else { "" };
    let bytes = grouped(&one.bytes.0.into());
    writeln!(out, "{}{root}, {bytes} bytes, {}, {} port{plural}", answer.kind, answer.model, answer.ports)?;
    let mut rows = table(["algorithm", "steps", "messages", "bytes·links", "time", "× bound", "verdict"]);
    let several = matches!(args.algorithm, Choice::Best | Choice::All);
    for tried in &one.algorithms {
        let fastest = several && one.best == Some(tried.algorithm);
        rows.add_row(row(tried, fastest.then_some(one.tried_count)));
    }
    write_table(&rows)?;
    // What the table leaves out, for it shows the fastest alone, has no price; the rest was slower.
    for tried in &one.without_price {
        writeln!(out, "{}: {}", tried.algorithm, verdict(tried.verdict, tried.reason.as_deref()))?;
    }
    let least = &one.lower_bound;
    write!(
        out,
        "no schedule takes fewer than {} steps, or less than {}: latency {}, bandwidth {}",
        least.step_count,
        seconds(least.time_seconds),
        seconds(least.latency_seconds),
        seconds(least.bandwidth_seconds)
    )?;
    if let Some(bisection) = least.bisection_seconds {
        write!(out, ", bisection {}", seconds(bisection))?;
    }
    writeln!(out)?;
    for listed in one.algorithms.iter().filter_map(|tried| tried.steps.as_ref()) {
        for (number, step) in (1..).zip(listed) {
            writeln!(out, "step {number}")?;
            step.iter().try_for_each(|message| self::message(answer, message, &mut out))?;
        }
    }
    Ok(())
}

/// One algorithm; the fastest also says of how many.
fn row(tried: &TriedAnswer, fastest_of: Option<usize>) -> [String; 7] {
    let name = match tried.paper {
        Some(place) => format!("{} ({place})", tried.algorithm),
        None => tried.algorithm.to_owned(),
    };
    let said = verdict(tried.verdict, tried.reason.as_deref());
    let said = match fastest_of {
        Some(count) => format!("{said}; fastest of the {count} tried"),
        None => said,
    };
    let Some(cost) = &tried.cost else {
        let blank = String::new;
        return [name, blank(), blank(), blank(), blank(), blank(), said];
    };
    [
        name,
        cost.step_count.to_string(),
        grouped(&cost.message_count.0.into()),
        grouped(&cost.link_bytes.0.into()),
        seconds(cost.time_seconds),
        cost.times_bound.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
        said,
    ]
}

fn message(answer: &CollectiveAnswer, message: &MessageAnswer, out: &mut impl Write) -> io::Result<()> {
    let name = |chunk: u64| match answer.kind {
        Kind::AllToAll => format!("{}→{}", chunk / answer.nodes.0, chunk % answer.nodes.0),
        _ => chunk.to_string(),
    };
    let some: Vec<String> = message.chunks.iter().take(4).map(|chunk| name(chunk.0)).collect();
    let chunks = match message.chunks.len() {
        0..=4 => some.join(","),
        more => format!("{},… ({more})", some.join(",")),
    };
    let way = message.addresses.join(" → ");
    writeln!(out, "  {way}  {} {chunks}, {} bytes", message.action, message.bytes)
}
