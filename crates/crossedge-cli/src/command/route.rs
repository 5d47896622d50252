//! `crossedge route`: a path from one node to another, hop by hop, with the case taken at each level.

use super::deadlock::{base_routing_parser, routing_parser};
use crate::CommandOutcome;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crate::words::word;
use crossedge::answers::{
    CaseAnswer, ChannelRequest, Envelope, HopAnswer, RouteAnswer, RouteRequest, RoutingRequest,
};
use crossedge::net::Node;
use crossedge::route::Algorithm;
use crossedge::route::channels::{RoutingEntry, RoutingName};
use std::process::ExitCode;

/// Arguments of `route`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Source node: an id or an address
    #[arg(value_name = "A")]
    pub from: String,
    /// Destination node
    #[arg(value_name = "B")]
    pub to: String,
    /// Path algorithm, without virtual channels
    #[arg(long, value_name = "NAME", default_value = "minimal", value_parser = word::<Algorithm>())]
    pub algorithm: Algorithm,
    /// Routing algorithm with virtual channels, instead of --algorithm
    #[arg(long, value_name = "NAME", value_parser = routing_parser(), conflicts_with = "algorithm")]
    pub routing: Option<RoutingName>,
    /// Base routing of valiant [default: the one with the fewest VCs]
    #[arg(long, value_name = "NAME", value_parser = base_routing_parser(), requires = "routing")]
    pub over: Option<&'static RoutingEntry>,
    /// Intermediate node of a routing with detours
    #[arg(long, value_name = "NODE", requires = "channels")]
    pub via: Option<String>,
    /// Show the virtual channel of each hop, as verified by `deadlock`
    #[arg(long, conflicts_with = "algorithm")]
    pub channels: bool,
    /// Print only the output ports, on one line
    #[arg(long, conflicts_with_all = ["json", "format"])]
    pub ports: bool,
    /// Maximum number of nodes to visit if there is no closed form
    #[arg(long, value_name = "NODES", default_value_t = RouteRequest::LIMIT)]
    pub limit: usize,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Longer routes are shortened in the table.
const MAX_SHOWN_HOPS: usize = 1000;

/// Prints a verified route; exit code 1 if there is no path.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = RouteRequest { limit: args.limit, ..RouteRequest::new(&args.from, &args.to) };
    let routing = RoutingRequest { routing: args.routing, over: args.over };
    let packet = ChannelRequest { routing, via: args.via.as_deref().map(Into::into) };
    let request = match args.channels || args.routing.is_some() {
        true => request.on_channels(packet),
        false => request.by(args.algorithm),
    };
    let envelope = run_and_print(
        &request,
        &source::topology(&args.expr)?,
        args.form.selected_form(),
        bars,
        |envelope| text(args, envelope),
    )?;
    Ok(ExitCode::from(u8::from(envelope.answer.path.is_none())))
}

fn text(args: &Args, envelope: &Envelope<RouteAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    if let Some(reason) = &answer.reason {
        writeln!(out, "{reason}");
        return out;
    }
    if args.ports {
        let ports: Vec<String> = answer.ports.iter().map(ToString::to_string).collect();
        writeln!(out, "{}", ports.join(" "));
        return out;
    }
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    let by = match (&answer.routing, answer.algorithm) {
        (Some(routing), _) => format!("{routing} routing"),
        (None, Some(algorithm)) => format!("{algorithm} route"),
        (None, None) => "route".to_owned(),
    };
    let via = answer.via.map_or(String::new(), |via| format!(" by {}", via.0));
    writeln!(out, "from {}{via} to {}, {by}", answer.from_address, answer.to_address);
    out.table(hops(answer, args.channels));
    if answer.hops.len() > MAX_SHOWN_HOPS {
        writeln!(out, "… {} hops in all; --json gives every one", answer.hops.len());
    }
    write!(out, "length {}", answer.hops.len());
    match (&answer.distance, &answer.stretch) {
        (Some(distance), Some(stretch)) => {
            writeln!(
                out,
                ", distance {} ({}), stretch {}",
                distance.value,
                distance.evidence,
                stretch.decimal(3)
            );
        }
        _ => writeln!(out, ", distance not found within {} nodes (--limit)", args.limit),
    }
    let has = |case: &str| answer.hops.iter().flat_map(|hop| &hop.cases).any(|c| c.rule == case);
    for (case, meaning) in CASE_MEANINGS {
        if has(case) {
            writeln!(out, "  {case}: {meaning}");
        }
    }
    out
}

/// One row per hop, one column per level of the construction.
fn hops(answer: &RouteAnswer, channels: bool) -> Sheet {
    let parts = columns(&answer.hops);
    let named = answer.notation != "id";
    let choices = channels && answer.hops.iter().any(|hop| hop.candidates.is_some());
    let mut header = vec!["hop".to_owned(), "port".to_owned()];
    header.extend(channels.then(|| "vc".to_owned()));
    header.push("node".to_owned());
    header.extend(named.then(|| "address".to_owned()));
    header.push("link".to_owned());
    header.extend(choices.then(|| "candidates (port:vc)".to_owned()));
    header.extend(parts.iter().cloned());
    let mut rows = Sheet::new(header);
    let place = |v: Node, address: &str| {
        [v.0.to_string()].into_iter().chain(named.then(|| address.to_owned())).collect::<Vec<_>>()
    };
    let mut first = vec!["0".to_owned(), String::new()];
    first.extend(channels.then(String::new));
    first.extend(place(answer.from, &answer.from_address));
    first.extend(std::iter::repeat_n(String::new(), parts.len() + 1 + usize::from(choices)));
    rows.row(first);
    for (i, hop) in answer.hops.iter().enumerate().take(MAX_SHOWN_HOPS) {
        let mut row = vec![(i + 1).to_string(), hop.port.to_string()];
        row.extend(channels.then(|| hop.vc.map_or(String::new(), |vc| vc.to_string())));
        row.extend(place(hop.node, &hop.address));
        row.push(hop.link_class.clone());
        row.extend(choices.then(|| {
            let each = hop.candidates.iter().flatten().map(|out| format!("{}:{}", out.port, out.vc));
            each.collect::<Vec<_>>().join(" ")
        }));
        for (depth, part) in parts.iter().enumerate() {
            row.push(hop.cases.get(depth).map_or(String::new(), |case| match *part == case.part {
                true => case_text(case),
                false => format!("{}: {}", case.part, case_text(case)),
            }));
        }
        rows.row(row);
    }
    rows
}

/// The routing case at one level.
fn case_text(case: &CaseAnswer) -> String {
    match case.rule.as_str() {
        "" => case.goal.clone(),
        rule => format!("{rule}, {}", case.goal),
    }
}

/// The cases of dual constructions, named as in Algorithm 1 of RDN and HDN.
const CASE_MEANINGS: [(&str, &str); 3] = [
    ("case 1", "same cluster: the route stays inside it"),
    ("case 2", "the other class: to the node that is linked with the cluster of the target, and across"),
    ("case 3", "another cluster of the same class: two crossings"),
];

/// One column per level, named after its part if all hops agree.
fn columns(hops: &[HopAnswer]) -> Vec<String> {
    let deepest = hops.iter().map(|hop| hop.cases.len()).max().unwrap_or(0);
    let name = |depth: usize| {
        let mut parts = hops.iter().filter_map(|hop| hop.cases.get(depth)).map(|case| &case.part);
        let first = parts.next().cloned().unwrap_or_default();
        if parts.all(|part| *part == first) { first } else { "case".to_owned() }
    };
    (0..deepest).map(name).collect()
}
