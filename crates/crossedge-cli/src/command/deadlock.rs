//! `crossedge deadlock`: a proof that a routing cannot deadlock, or a circle of channels that wait for each other.

use crate::Outcome;
use crate::output::{grouped, stdout, table, tell, write_table};
use crate::progress::Bars;
use crate::source;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossedge::answers::{
    DeadlockAnswer, DeadlockRequest, Envelope, HeldAnswer, ProofAnswer, RoutingRequest,
};
use crossedge::route::channels::{ROUTINGS, RoutingEntry, RoutingName};
use std::io::{self, Write};
use std::process::ExitCode;

/// Arguments of `deadlock`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The routing
    #[arg(long, value_name = "NAME", value_parser = routings())]
    pub routing: RoutingName,
    /// The routing below valiant; the one with the fewest channels without it
    #[arg(long, value_name = "NAME", value_parser = bases())]
    pub over: Option<&'static RoutingEntry>,
    /// Virtual channels on each link; as many as the routing asks for without it. With fewer, its last ones are put together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub vcs: Option<u32>,
    /// Find the least number of channels with a proof
    #[arg(long, conflicts_with = "vcs")]
    pub minimum: bool,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// The names of the routings, with what they do, as values of an option.
fn named() -> impl Iterator<Item = PossibleValue> {
    ROUTINGS.into_iter().map(|entry| PossibleValue::new(entry.name).help(entry.summary))
}

/// The values of `--routing`.
pub fn routings() -> impl TypedValueParser<Value = RoutingName> {
    let valiant = PossibleValue::new("valiant").help("To a node drawn at random first, over another routing");
    PossibleValuesParser::new(named().chain([valiant])).try_map(|name| name.parse::<RoutingName>())
}

/// The values of `--over`: routings below valiant.
pub fn bases() -> impl TypedValueParser<Value = &'static RoutingEntry> {
    let entry = |name: String| RoutingEntry::named(&name).ok_or(format!("there is no routing '{name}'"));
    PossibleValuesParser::new(named()).try_map(entry)
}

/// Judges a routing; exit code 1 and a circle of channels when it can deadlock.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let routing = RoutingRequest { routing: Some(args.routing), over: args.over };
    let request = DeadlockRequest { routing, vcs: args.vcs, minimum: args.minimum };
    let told = tell(&request, &source::topology(&args.expr)?, args.json, bars, text)?;
    Ok(ExitCode::from(u8::from(!told.answer.proved)))
}

fn text(told: &Envelope<DeadlockAnswer>) -> io::Result<()> {
    let (answer, mut out) = (&told.answer, stdout());
    writeln!(out, "{}", told.expression.as_deref().unwrap_or_default())?;
    let many = |n: u32| if n == 1 { "1 virtual channel".to_owned() } else { format!("{n} virtual channels") };
    let refuted = answer.refuted.iter().flatten().map(|r| (r.vcs, Some(r.cycle_length)));
    let undecided = answer.undecided.iter().flatten().map(|&vcs| (vcs, None));
    let mut tried: Vec<(u32, Option<usize>)> = refuted.chain(undecided).collect();
    tried.sort_unstable();
    for (vcs, length) in tried {
        match length {
            Some(length) => {
                writeln!(
                    out,
                    "refuted with {}: {length} channels wait for each other in a circle",
                    many(vcs)
                )?;
            }
            None => writeln!(out, "undecided with {}: a circle without packets", many(vcs))?,
        }
    }
    let on = format!("{} routing with {} on each link", answer.routing, many(answer.vcs));
    if let Some(found) = &answer.proof {
        writeln!(out, "proved: {on} cannot deadlock")?;
        proof(answer, found)?;
        match &answer.undecided {
            Some(none) if none.is_empty() => {
                writeln!(out, "{} is the least number for this assignment of channels", answer.vcs)?;
            }
            Some(_) => writeln!(out, "{} is enough; a smaller number is undecided", answer.vcs)?,
            None => {}
        }
    }
    if let Some(found) = &answer.cycle {
        writeln!(out, "refuted: {on} can deadlock")?;
        cycle(found)?;
    }
    match &answer.broken {
        Some(broken) => writeln!(out, "refuted: {on} breaks its own description: {broken}"),
        None => Ok(()),
    }
}

/// What the routes that were walked say of the description.
fn held(proof: &ProofAnswer) -> String {
    let routes = grouped(&proof.routes_walked.0.into());
    match proof.all_routes_walked {
        true if proof.from_packets => format!("those that all {routes} routes make"),
        true => format!("held against all {routes} routes"),
        false => format!("held against {routes} routes drawn at random"),
    }
}

fn proof(answer: &DeadlockAnswer, proof: &ProofAnswer) -> io::Result<()> {
    let mut rows = table(["figure", "value", "how it is known"]);
    let number = |n: u64| grouped(&n.into());
    rows.add_row(["channels", &number(proof.channels.0), "every one that a packet uses was visited"]);
    let each = format!("each leads to a lower rank; {}", held(proof));
    rows.add_row(["dependencies", &number(proof.dependencies.0), &each]);
    let ranks = "the longest chain of channels that wait for each other";
    rows.add_row(["ranks", &number(proof.ranks.into()), ranks]);
    if let Some(longest) = answer.longest_route {
        let seen = format!("from the routing of the parts; the longest walked has {}", proof.longest_walked);
        rows.add_row(["longest route", &number(longest.0), &seen]);
    }
    rows.add_row(["memory", &number(proof.bytes.0), "bytes for the ranks"]);
    write_table(&rows)
}

fn cycle(channels: &[HeldAnswer]) -> io::Result<()> {
    let mut rows = table(["channel", "vc", "link", "by a packet"]);
    for by in channels {
        let ends = format!("{} → {}", by.from_address, by.to_address);
        rows.add_row([ends, by.vc.to_string(), by.link_class.clone(), by.packet.to_string()]);
    }
    write_table(&rows)?;
    writeln!(stdout(), "each packet waits for the channel in the next line, the last one for the first")
}
