//! `crossedge verify`: checks every node and every link, without sampling.

use super::independent;
use super::throughput::ratio;
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{count_noun, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::Page;
use crossedge::answers::{
    AnyCertificate, AnyCertificateRequest, Envelope, GivenSchedule, ScheduleRequest, VerifyAnswer,
    VerifyRequest,
};
use crossedge::collective::Kind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
A GOAL schedule is checked for matching messages and deadlocks; with --kind also that data reaches every rank.
Certificates are written by `throughput -o`, `deadlock -o` and `show --certificates`; the JSON answers of disjoint, trees and ring are checked, too.")]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR", required_unless_present = "certificate")]
    pub expr: Option<String>,
    /// Check a certificate (listed below); EXPR is optional
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Also run the independent checker; needs Python 3.10 or later
    #[arg(long, conflicts_with = "kind")]
    pub independent: bool,
    /// Check a schedule: .json (of `collective --export`) or .goal
    #[arg(long, value_name = "FILE", conflicts_with = "certificate", requires = "expr")]
    pub schedule: Option<PathBuf>,
    /// Collective that the GOAL schedule should implement, e.g. broadcast
    #[arg(long, value_name = "COLLECTIVE", requires = "schedule")]
    pub kind: Option<Kind>,
    /// Root of a rooted collective
    #[arg(long, value_name = "NODE", default_value = "0", requires = "kind")]
    pub root: String,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Verifies a network; exit code 1 and a counterexample if a law is violated.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let named = args.expr.as_deref();
    let envelope = match &args.certificate {
        None if args.schedule.is_some() => {
            let net = source::topology(named.unwrap_or_default())?;
            run_and_print(&schedule(args)?, &net, args.json, bars, text)?
        }
        None => run_and_print(
            &VerifyRequest,
            &source::topology(named.unwrap_or_default())?,
            args.json,
            bars,
            text,
        )?,
        Some(path) => {
            let certificate = AnyCertificate::read(&files::read_certificate(path)?)
                .map_err(|error| named_file(path, error.into()))?;
            let net = source::topology(named.unwrap_or(certificate.expression()))?;
            run_and_print(&AnyCertificateRequest { certificate }, &net, args.json, bars, text)?
        }
    };
    let mut holds = envelope.answer.holds;
    if let Some(path) = args.certificate.as_ref().or(args.schedule.as_ref()).filter(|_| args.independent) {
        let net = source::topology(envelope.expression.as_deref().or(named).unwrap_or_default())?;
        holds &= independent::check(&net, path, bars)?;
    }
    Ok(ExitCode::from(u8::from(!holds)))
}

/// Names the file of an error.
fn named_file(path: &Path, failure: Failure) -> Failure {
    match failure {
        Failure::Usage(text) => Failure::Usage(format!("{}: {text}", path.display())),
        other => other,
    }
}

/// Reads a schedule, in the format given by the file extension.
fn schedule(args: &Args) -> Result<ScheduleRequest, Failure> {
    let path = args.schedule.as_deref().unwrap_or(Path::new(""));
    let name = path.display().to_string();
    let bytes = files::schedule(path)?;
    let schedule = if name.ends_with(".goal") {
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::Usage(format!("{name}: GOAL is a text, and this is none")))?;
        GivenSchedule::Goal { text, kind: args.kind, root: args.root.as_str().into() }
    } else if args.kind.is_some() {
        let message = format!("{name}: --kind is for GOAL schedules only");
        return Err(Failure::Usage(format!(
            "{message}\nhelp: leave out --kind, or name a file that ends in .goal"
        )));
    } else {
        let wrong = |error| {
            let help = "JSON as `crossedge collective --export schedule.json` writes it, or a file that ends in .goal";
            Failure::Usage(format!("{name}: no schedule: {error}\nhelp: {help}"))
        };
        GivenSchedule::Listed(serde_json::from_slice(&bytes).map_err(wrong)?)
    };
    Ok(ScheduleRequest { name, schedule })
}

fn text(envelope: &Envelope<VerifyAnswer>) -> Page {
    let mut out = Page::new();
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    if let Some(broken) = &envelope.answer.counterexample {
        writeln!(out, "  refuted: {broken}");
    }
    if let Some(certificate) = &envelope.answer.certificate {
        let what = format!(
            "{} traffic of {}",
            certificate.traffic,
            count_noun(certificate.sources.0.into(), "source")
        );
        writeln!(out, "  holds: a flow carries {}, {what}", ratio(&certificate.lower));
        writeln!(
            out,
            "  holds: no flow carries more than {}, by the lengths of links",
            ratio(&certificate.upper)
        );
    }
    if let Some(accepted) = &envelope.answer.accepted {
        writeln!(out, "  holds: {}", accepted.claim);
    }
    if let Some(schedule) = &envelope.answer.schedule {
        let (messages, ranks) =
            (count_noun(schedule.messages.0.into(), "message"), count_noun(schedule.ranks.0.into(), "rank"));
        let bytes = count_noun(schedule.bytes.0.into(), "byte");
        writeln!(out, "  holds: {messages} of {bytes} together between {ranks}, each received once");
        match (schedule.contents_verified, schedule.collective) {
            (true, Some(kind)) => {
                let steps = count_noun(schedule.steps.0.into(), "step");
                writeln!(out, "  holds: a {kind} in {steps}, replayed chunk by chunk over links and ports");
            }
            (_, kind) => {
                let chain = count_noun(schedule.steps.0.into(), "message");
                writeln!(out, "  holds: nothing waits for ever; the longest chain has {chain}");
                if let Some(kind) = kind {
                    writeln!(
                        out,
                        "  holds: for a {kind}, chains of messages reach every rank that needs data"
                    );
                    writeln!(out, "  not verified: the contents of messages, which GOAL does not record");
                }
            }
        }
        if schedule.completes_with_synchronous_sends == Some(false) {
            writeln!(out, "  beware: where a sender waits until its message is taken, it never ends");
        }
    }
    let Some(counted) = &envelope.answer.counted else { return out };
    for law in &counted.laws {
        writeln!(out, "  holds: {law}");
    }
    writeln!(out, "  holds: next_port reaches every destination, {}", counted.walked);
    for claim in &counted.claims {
        match claim.holds {
            true => writeln!(out, "  holds: {}", claim.claim),
            false => {
                writeln!(
                    out,
                    "  refuted: {}: claimed {}, found {}",
                    claim.claim, claim.claimed, claim.computed
                );
            }
        }
    }
    let (nodes, links) =
        (count_noun(counted.nodes.0.into(), "node"), count_noun(counted.links.0.into(), "link"));
    writeln!(out, "checked {nodes} and {links}, each from both ends");
    out
}
