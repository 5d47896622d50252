//! `crossedge deadlock`: a proof that a routing cannot deadlock, or a cycle of channels that wait for each other.

use super::certificates;
use crate::CommandOutcome;
use crate::files;
use crate::output::{grouped, print_answer, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{Cell, FormArgs, Mark, Page, Sheet};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossedge::answers::{
    DeadlockAnswer, DeadlockRequest, Envelope, HeldAnswer, ProofAnswer, Request, RoutingRequest,
};
use crossedge::route::channels::{ROUTINGS, RoutingEntry, RoutingName};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `deadlock`.
#[derive(Debug, clap::Args)]
#[command(after_help = "If --vcs is less than the routing needs, its last virtual channels are merged.")]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Routing algorithm [default: minimal, or address if not minimal]
    #[arg(long, value_name = "NAME", value_parser = routing_parser())]
    pub routing: Option<RoutingName>,
    /// Base routing of valiant [default: the one with the fewest VCs]
    #[arg(long, value_name = "NAME", value_parser = base_routing_parser())]
    pub over: Option<&'static RoutingEntry>,
    /// Virtual channels per link [default: as the routing needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub vcs: Option<u32>,
    /// Find the minimum number of virtual channels that can be proved
    #[arg(long, conflicts_with = "vcs")]
    pub minimum: bool,
    /// Dead nodes and links, as `without(EXPR, "FAULTS")`, e.g. 5,7-8
    #[arg(long, value_name = "FAULTS")]
    pub faults: Option<String>,
    /// Write a certificate for `crossedge verify --certificate`
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Names of the routing algorithms with their descriptions, as option values.
fn routing_values() -> impl Iterator<Item = PossibleValue> {
    ROUTINGS.into_iter().map(|entry| PossibleValue::new(entry.name).help(entry.summary))
}

/// The values of `--routing`.
pub fn routing_parser() -> impl TypedValueParser<Value = RoutingName> {
    let valiant = PossibleValue::new("valiant").help("To a node drawn at random first, over another routing");
    RoutingParser(PossibleValuesParser::new(routing_values().chain([valiant])))
}

/// Parses a routing name, or one with its base, e.g. `valiant over minimal`.
#[derive(Clone)]
struct RoutingParser(PossibleValuesParser);

impl TypedValueParser for RoutingParser {
    type Value = RoutingName;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<RoutingName, clap::Error> {
        match value.to_str().and_then(|name| name.parse().ok()) {
            Some(name) => Ok(name),
            None => {
                let listed = self.0.clone().try_map(|name| name.parse::<RoutingName>());
                listed.parse_ref(command, arg, value)
            }
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// The values of `--over`: base routings of valiant.
pub fn base_routing_parser() -> impl TypedValueParser<Value = &'static RoutingEntry> {
    let entry = |name: String| RoutingEntry::named(&name).ok_or(format!("there is no routing '{name}'"));
    let below = ROUTINGS.into_iter().filter(|entry| !entry.own_ways);
    let named = below.map(|entry| PossibleValue::new(entry.name).help(entry.summary));
    PossibleValuesParser::new(named).try_map(entry)
}

/// Verifies a routing; exit code 1 and a cycle of channels if it can deadlock.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let routing = RoutingRequest { routing: args.routing, over: args.over };
    let request = DeadlockRequest { routing, vcs: args.vcs, minimum: args.minimum };
    let net = source::damaged(source::topology(&args.expr)?, args.faults.as_deref())?;
    let envelope = match &args.output {
        None => run_and_print(&request, &net, args.form.selected_form(), bars, text)?,
        Some(path) => {
            files::check(path, args.force)?;
            let (answer, certificate) = request.certified(&net, bars)?;
            certificates::write(path, &certificate, args.force)?;
            let envelope = Envelope::new(DeadlockRequest::VERB, Some(net.to_string()), answer);
            bars.clear_bars();
            print_answer(&envelope, args.form.selected_form(), text)?;
            certificates::print_written(path);
            envelope
        }
    };
    Ok(ExitCode::from(u8::from(!envelope.answer.proved)))
}

fn text(envelope: &Envelope<DeadlockAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    let many = |n: u32| if n == 1 { "1 virtual channel".to_owned() } else { format!("{n} virtual channels") };
    let refuted = answer.refuted.iter().flatten().map(|r| (r.vcs, Some(r.cycle_length)));
    let undecided = answer.undecided.iter().flatten().map(|&vcs| (vcs, None));
    let mut tried: Vec<(u32, Option<usize>)> = refuted.chain(undecided).collect();
    tried.sort_unstable();
    for (vcs, length) in tried {
        match length {
            Some(length) => {
                writeln!(out, "refuted with {}: {length} channels wait for each other in a cycle", many(vcs));
            }
            None if answer.proof.is_some_and(|proof| proof.escape_channels.is_some()) => {
                writeln!(out, "undecided with {}: too few for a separate escape channel", many(vcs));
            }
            None => writeln!(out, "undecided with {}: a cycle without packets", many(vcs)),
        }
    }
    let on = format!("{} routing with {} on each link", answer.routing, many(answer.vcs));
    if let Some(proof_answer) = &answer.proof {
        writeln!(out, "proved: {on} cannot deadlock");
        out.table(proof_table(answer, proof_answer));
        match &answer.undecided {
            Some(none) if none.is_empty() => {
                writeln!(out, "{} is the least number for this assignment of channels", answer.vcs);
            }
            Some(_) => writeln!(out, "{} is enough; a smaller number is undecided", answer.vcs),
            None => {}
        }
    }
    if let Some(cycle_answer) = &answer.cycle {
        writeln!(out, "refuted: {on} can deadlock");
        out.table(cycle(cycle_answer));
        writeln!(out, "each packet waits for the channel in the next line, the last one for the first");
    }
    if let Some(error) = &answer.routing_error {
        writeln!(out, "refuted: {on} breaks its own description: {error}");
    }
    out
}

/// Number of routes that were walked, and whether these are all.
fn cross_checked(proof: &ProofAnswer) -> String {
    let routes = grouped(&proof.routes_walked.0.into());
    match proof.all_routes_walked {
        true if proof.from_packets => format!("from all {routes} routes"),
        true => format!("cross-checked on all {routes} routes"),
        false => format!("cross-checked on a sample of {routes} routes"),
    }
}

fn proof_table(answer: &DeadlockAnswer, proof: &ProofAnswer) -> Sheet {
    let mut rows = Sheet::new(["property", "value", "evidence"]);
    let number = |n: u64| Cell::number(grouped(&n.into()), n);
    rows.row([
        "channels".into(),
        number(proof.channels.0),
        "every one that a packet uses was visited".into(),
    ]);
    let each = format!("each decreases the rank; {}", cross_checked(proof));
    rows.row(["dependencies".into(), number(proof.dependencies.0), each.into()]);
    let ranks = "the longest chain of channels that wait for each other";
    rows.row(["ranks".into(), number(proof.ranks.into()), ranks.into()]);
    if let Some(channels) = proof.escape_channels {
        let candidates = grouped(&proof.candidates_walked.0.into());
        let offered = format!(
            "virtual channels, to which the numbers above belong; offered in every state by construction; {} and {candidates} candidates",
            cross_checked(proof)
        );
        rows.row(["escape".into(), number(channels.into()), offered.into()]);
    }
    if let Some(longest) = answer.longest_route {
        let seen = format!("from the routing of the parts; the longest walked has {}", proof.longest_walked);
        rows.row(["longest route".into(), number(longest.0), seen.into()]);
    }
    rows.row(["memory".into(), number(proof.bytes.0), "bytes for the ranks".into()]);
    let switching = format!("holds for {} switching", proof.valid_for.join(" and "));
    rows.row([Cell::from("switching"), "any".into(), switching.into()]);
    rows
}

fn cycle(channels: &[HeldAnswer]) -> Sheet {
    let mut rows = Sheet::new(["channel", "VC", "link", "packet"]);
    for by in channels {
        let ends = format!("{} → {}", by.from_address, by.to_address);
        let ends = Cell::from(ends).marked_if(Mark::Refuted, true);
        rows.row([
            ends,
            by.vc.to_string().into(),
            by.link_class.clone().into(),
            by.packet.to_string().into(),
        ]);
    }
    rows
}
