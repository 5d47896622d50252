//! `crossedge verify`: every node and every link, nothing sampled.

use super::throughput::ratio;
use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::{many, tell};
use crate::progress::Bars;
use crate::source;
use crate::table::Page;
use crossedge::answers::{CertificateRequest, Envelope, VerifyAnswer, VerifyRequest};
use crossedge::certificate::Certificate;
use std::path::PathBuf;
use std::process::ExitCode;

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR", required_unless_present = "certificate")]
    pub expr: Option<String>,
    /// Recount a certificate of `crossedge throughput` instead; without EXPR on the network that it names
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Judges a network; exit code 1 and a counterexample when a law breaks.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let named = args.expr.as_deref();
    let told = match &args.certificate {
        None => tell(&VerifyRequest, &source::topology(named.unwrap_or_default())?, args.json, bars, text)?,
        Some(path) => {
            let wrong = |error| Failure::Usage(format!("{}: no certificate: {error}", path.display()));
            let certificate =
                serde_json::from_slice::<Certificate>(&files::certificate(path)?).map_err(wrong)?;
            let net = source::topology(named.unwrap_or(&certificate.expression))?;
            tell(&CertificateRequest { certificate }, &net, args.json, bars, text)?
        }
    };
    Ok(ExitCode::from(u8::from(!told.answer.holds)))
}

fn text(told: &Envelope<VerifyAnswer>) -> Page {
    let mut out = Page::new();
    writeln!(out, "{}", told.expression.as_deref().unwrap_or_default());
    if let Some(broken) = &told.answer.counterexample {
        writeln!(out, "  refuted: {broken}");
    }
    if let Some(found) = &told.answer.certificate {
        let what = format!("{} traffic of {}", found.traffic, many(found.sources.0.into(), "source"));
        writeln!(out, "  holds: a flow carries {}, {what}", ratio(&found.lower));
        writeln!(out, "  holds: no flow carries more than {}, by the lengths of links", ratio(&found.upper));
    }
    let Some(counted) = &told.answer.counted else { return out };
    for law in &counted.laws {
        writeln!(out, "  holds: {law}");
    }
    writeln!(out, "  holds: whoever follows next_port arrives, {}", counted.walked);
    for claim in &counted.claims {
        match claim.holds {
            true => writeln!(out, "  holds: {}", claim.claim),
            false => {
                writeln!(out, "  refuted: {}: claimed {}, found {}", claim.claim, claim.claimed, claim.found);
            }
        }
    }
    let (nodes, links) = (many(counted.nodes.0.into(), "node"), many(counted.links.0.into(), "link"));
    writeln!(out, "checked {nodes} and {links}, each from both ends");
    out
}
