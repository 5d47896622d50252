//! `crossedge verify`: every node and every link, nothing sampled.

use crate::Outcome;
use crate::output::{many, tell};
use crate::progress::Bars;
use crate::source;
use crate::table::Page;
use crossedge::answers::{Envelope, VerifyAnswer, VerifyRequest};
use std::process::ExitCode;

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

/// Judges a network; exit code 1 and a counterexample when a law breaks.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let told = tell(&VerifyRequest, &source::topology(&args.expr)?, args.json, bars, text)?;
    Ok(ExitCode::from(u8::from(!told.answer.holds)))
}

fn text(told: &Envelope<VerifyAnswer>) -> Page {
    let mut out = Page::new();
    writeln!(out, "{}", told.expression.as_deref().unwrap_or_default());
    if let Some(broken) = &told.answer.counterexample {
        writeln!(out, "  refuted: {broken}");
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
