//! The answer for one size: a table, and the steps.

use super::{Args, TRACE_FILES};
use crate::failure::with_option_names;
use crate::output::grouped;
use crate::table::{Cell, Mark, Page, Sheet};
use crossedge::answers::{
    Choice, CollectiveAnswer, CostAnswer, Envelope, FateName, MessageAnswer, OneSizeAnswer, TriedAnswer,
};
use crossedge::collective::Kind;
use crossedge::cost::{Link, Switching, link};
use crossedge::render::seconds;
use crossedge::verify::Ports;

/// The outcome of an algorithm.
pub fn verdict(outcome: FateName, reason: Option<&str>) -> String {
    match (outcome, reason.map(with_option_names)) {
        (FateName::Formula, Some(verdict)) => format!("by formula, {verdict}"),
        (outcome, Some(why)) => format!("{outcome}: {why}"),
        (outcome, None) => outcome.to_string(),
    }
}

/// The request in one line.
pub fn request_line(answer: &CollectiveAnswer, bytes: u64) -> String {
    let preposition = if matches!(answer.kind, Kind::Gather | Kind::Reduce) { "to" } else { "from" };
    let root = answer.root_address.as_ref().map_or(String::new(), |root| format!(" {preposition} {root}"));
    let plural = if answer.ports == Ports::All { "s" } else { "" };
    let bytes = match bytes {
        1 => "1 byte".to_owned(),
        bytes => format!("{} bytes", grouped(&bytes.into())),
    };
    let (latency, rate) = (answer.link_latency_seconds, answer.link_bytes_per_second);
    // The default link is documented in the help, and not repeated.
    let links = match latency == Link::default().latency_seconds && rate == 1e9 {
        true => String::new(),
        false => format!(", links of {} and {}", seconds(latency), link::show_bandwidth(rate)),
    };
    format!("{}{root}, {bytes}, {}, {} port{plural}{links}", answer.kind, answer.model, answer.ports)
}

/// The table of algorithms, the lower bounds, and the steps.
pub fn text(args: &Args, envelope: &Envelope<CollectiveAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    let Some(one) = &answer.one else { return out };
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    writeln!(out, "{}", request_line(answer, one.bytes.0));
    let mut rows =
        Sheet::new(["algorithm", "steps", "messages", "bytes·links", "time", "× bound", "verdict"]);
    let several = matches!(args.algorithm, Choice::Best | Choice::All);
    for tried in &one.algorithms {
        let fastest = several && one.best == Some(tried.algorithm);
        rows.row(algorithm_row(tried, fastest.then_some(one)));
    }
    out.table(rows);
    // The table shows the fastest alone; algorithms without a price are listed below, the rest was slower.
    for tried in &one.unpriced {
        writeln!(out, "{}: {}", tried.algorithm, verdict(tried.verdict, tried.reason.as_deref()));
    }
    let least = &one.lower_bound;
    // A message over several links is one step; where nodes store it, only messages over one link are bounded.
    let of = match answer.model {
        Switching::StoreAndForward => "no schedule of messages over one link each",
        _ => "no schedule",
    };
    match least.step_count.0 {
        0 => write!(out, "no schedule takes"),
        steps => write!(
            out,
            "{of} takes fewer than {steps} step{}, and none takes",
            if steps == 1 { "" } else { "s" }
        ),
    }
    write!(
        out,
        " less than {}: latency {}, bandwidth {}",
        seconds(least.time_seconds),
        seconds(least.latency_seconds),
        seconds(least.bandwidth_seconds)
    );
    if let Some(bisection) = least.bisection_seconds {
        write!(out, ", bisection {}", seconds(bisection));
    }
    writeln!(out);
    if let Some(folder) = &args.trace {
        writeln!(out, "written to {}: {}", folder.display(), TRACE_FILES.join(", "));
    }
    for listed in one.algorithms.iter().filter_map(|tried| tried.steps.as_ref()) {
        for (number, step) in (1..).zip(listed) {
            writeln!(out, "step {number}");
            step.iter().for_each(|message| writeln!(out, "{}", self::message(answer, message)));
        }
    }
    out
}

/// Algorithms skipped because of a default limit, each with that limit.
fn skipped_algorithms(one: &OneSizeAnswer) -> String {
    let by_size = |tried: &&TriedAnswer| tried.limit.as_ref().is_some_and(|limit| limit.most_nodes.is_some());
    let named =
        |tried: &TriedAnswer| format!("{} ({})", tried.algorithm, tried.reason.as_deref().unwrap_or("limit"));
    let all: Vec<String> = one.skipped.iter().filter(by_size).map(named).collect();
    if all.is_empty() { String::new() } else { format!("; not tried: {}", all.join(", ")) }
}

/// One algorithm; the fastest also shows the number of candidates.
fn algorithm_row(tried: &TriedAnswer, fastest_of: Option<&OneSizeAnswer>) -> [Cell; 7] {
    let name = match tried.paper {
        Some(place) => format!("{} ({place})", tried.algorithm),
        None => tried.algorithm.to_owned(),
    };
    let outcome = verdict(tried.verdict, tried.reason.as_deref());
    let outcome = match &tried.pieces {
        Some(pieces) if pieces.0 > 1 => format!("{outcome}; {} pieces", grouped(&pieces.0.into())),
        _ => outcome,
    };
    let outcome = match fastest_of {
        Some(one) => {
            format!("{outcome}; fastest of the {} tried{}", one.tried_count, skipped_algorithms(one))
        }
        None => outcome,
    };
    let [steps, messages, volume, time, ratio_to_bound] = cost_cells(tried.cost.as_ref());
    let outcome = Cell::from(outcome).marked_if(Mark::Refuted, tried.verdict == FateName::Refused);
    let time = time.marked_if(Mark::Best, fastest_of.is_some());
    [Cell::number(name, tried.algorithm), steps, messages, volume, time, ratio_to_bound, outcome]
}

/// Steps, messages, bytes times links, time, and ratio to the bound; blank without a price.
pub fn cost_cells(cost: Option<&CostAnswer>) -> [Cell; 5] {
    let Some(cost) = cost else { return Default::default() };
    [
        Cell::number(cost.step_count.to_string(), cost.step_count),
        Cell::number(grouped(&cost.message_count.0.into()), cost.message_count),
        Cell::number(grouped(&cost.link_bytes.0.into()), cost.link_bytes),
        Cell::number(seconds(cost.time_seconds), cost.time_seconds),
        cost.ratio_to_bound.map_or_else(Cell::default, |ratio| Cell::number(format!("{ratio:.2}"), ratio)),
    ]
}

fn message(answer: &CollectiveAnswer, message: &MessageAnswer) -> String {
    let name = |chunk: u64| match answer.kind {
        Kind::AllToAll => format!("{}→{}", chunk / answer.nodes.0, chunk % answer.nodes.0),
        _ => chunk.to_string(),
    };
    let some: Vec<String> = message.chunks.iter().take(4).map(|chunk| name(chunk.0)).collect();
    let chunks = match message.chunks.len() {
        0..=4 => some.join(","),
        more => format!("{},… ({more})", some.join(",")),
    };
    let path = message.addresses.join(" → ");
    let plural = if message.bytes.0 == 1 { "" } else { "s" };
    format!("  {path}  {} {chunks}, {} byte{plural}", message.action, message.bytes)
}
