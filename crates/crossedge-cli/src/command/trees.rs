//! `crossedge trees`: arc-disjoint spanning trees from a root.

use crate::CommandOutcome;
use crate::output::{count_noun, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{Envelope, TreesAnswer, TreesRequest};
use std::process::ExitCode;

/// Arguments of `trees`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Root node: an id or an address
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub root: String,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Builds the trees and verifies them.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = TreesRequest { root: args.root.as_str().into() };
    run_and_print(&request, &source::topology(&args.expr)?, args.form.selected_form(), bars, text)?;
    Ok(ExitCode::SUCCESS)
}

fn text(envelope: &Envelope<TreesAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    match answer.notation.as_str() {
        "id" => writeln!(out, "from {}", answer.root.0),
        _ => writeln!(out, "from {} = {}", answer.root.0, answer.root_address),
    }
    let mut rows = Sheet::new(["tree", "first child", "depth"]);
    for (i, tree) in answer.trees.iter().enumerate() {
        let depth = tree.depth.map_or("not verified".to_owned(), |depth| depth.to_string());
        rows.row([(i + 1).to_string(), tree.first.0.to_string(), depth]);
    }
    out.table(rows);
    let (count, cut) = (&answer.count, &answer.edge_connectivity);
    writeln!(out, "{} ({})", count_noun(count.value.into(), "tree"), count.evidence);
    match cut.value.lower == cut.value.upper {
        true => writeln!(out, "edge connectivity {} ({})", cut.value.lower, cut.evidence),
        false => {
            writeln!(out, "edge connectivity {} to {} ({})", cut.value.lower, cut.value.upper, cut.evidence)
        }
    }
    match &answer.unverified {
        Some(why) => writeln!(out, "not verified: {why}; no tree is deeper than {}", answer.depth_bound),
        None => writeln!(
            out,
            "verified: every parent is a neighbour, no arc is used twice, every node reaches the root"
        ),
    }
    out
}
