//! `crossedge throughput`: what a network can carry, regardless of the routing.

use super::certificates;
use crate::CommandOutcome;
use crate::files;
use crate::output::{grouped, print_answer};
use crate::progress::Bars;
use crate::source;
use crate::table::Page;
use crossedge::answers::{
    Envelope, Request, ThroughputAnswer, ThroughputRequest, TrafficRequest, TrafficText, ask,
};
use crossedge::exact::Ratio;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `throughput`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Traffic patterns: uniform, transpose, complement, tornado, reverse, shuffle, neighbour, longest, worst, all-to-all, 'shift by 3', 'random seed 7', 'hotspot at 0', 'groups of 8', 'rings of 8', 'file demands.txt', 'file trace.et' (Chakra: trace.0.et, trace.1.et, ...)")]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Traffic pattern (listed below)
    #[arg(long, value_name = "TRAFFIC", default_value = "uniform")]
    pub traffic: TrafficText,
    /// Maximum gap between the bounds if not solved exactly, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 100.0 * ThroughputRequest::GAP)]
    pub gap: f64,
    /// Write a certificate for `crossedge verify --certificate`
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    pub force: bool,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Computes the throughput, and writes a certificate if requested.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let traffic = match &args.traffic {
        TrafficText::Known(traffic) => traffic.clone(),
        TrafficText::File(name) if name.ends_with(".et") || name.ends_with(".json") => {
            TrafficRequest::Traces { name: name.clone(), files: files::traces(name)? }
        }
        TrafficText::File(name) => {
            TrafficRequest::Listed { name: name.clone(), text: files::settings(name.as_ref())? }
        }
    };
    let request = ThroughputRequest { traffic, gap: args.gap / 100.0 };
    let net = source::topology(&args.expr)?;
    let envelope = match &args.output {
        None => ask(&request, &net, bars)?,
        Some(path) => {
            files::check(path, args.force)?;
            let certified = request.certified(&net, bars)?;
            certificates::write(path, &*certified.certificate, args.force)?;
            Envelope::new(ThroughputRequest::VERB, Some(net.to_string()), certified.answer)
        }
    };
    bars.clear_bars();
    print_answer(&envelope, args.json, text)?;
    if let Some(path) = &args.output {
        certificates::print_written(path);
    }
    Ok(ExitCode::SUCCESS)
}

/// Exact if short, and as a decimal.
pub fn ratio(value: &Ratio) -> String {
    let Ratio { numerator: a, denominator: b } = value;
    match (b.bits(), a.bits()) {
        (1, _) => grouped(a),
        (..=40, ..=40) => format!("{a}/{b} ≈ {}", value.decimal(6)),
        _ => format!("about {}, a fraction of {} digits", value.decimal(6), b.to_string().len()),
    }
}

fn text(envelope: &Envelope<ThroughputAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    let ThroughputAnswer { traffic, endpoints, lower, upper, evidence, .. } = answer;
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    writeln!(out, "{traffic} traffic between {} endpoints, any (multipath) routing:", grouped(&endpoints.0));
    let theta = match (answer.exact, upper.value(), lower.value()) {
        (true, ..) => format!("θ = {}", ratio(lower)),
        (false, Some(high), Some(low)) if low > 0.0 => {
            let gap = (high / low - 1.0) * 100.0;
            format!("{} ≤ θ ≤ {} (gap {gap:.2} %)", lower.decimal(6), upper.decimal(6))
        }
        (false, Some(_), _) => format!("θ ≤ {}", upper.decimal(6)),
        (false, None, _) => format!("θ ≥ {}", lower.decimal(6)),
    };
    writeln!(out, "  {theta}, in packets per endpoint per cycle");
    if let Some(cycles) = &answer.cycles {
        writeln!(out, "  a packet from each to each other one takes at least {} cycles", ratio(cycles));
    }
    writeln!(out, "  ({evidence})");
    out
}
