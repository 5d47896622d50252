//! `crossedge disjoint`: paths between two nodes that are internally node-disjoint.

use crate::CommandOutcome;
use crate::output::{count_noun, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{DisjointAnswer, DisjointRequest, Envelope};
use crossedge::net::Node;
use std::process::ExitCode;

/// Arguments of `disjoint`.
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
    /// Maximum number of nodes to visit if no construction is known
    #[arg(long, value_name = "N", default_value_t = DisjointRequest::LIMIT)]
    pub limit: u64,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Finds the paths and verifies them; exit code 1 if there is no path.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = DisjointRequest { limit: args.limit, ..DisjointRequest::new(&args.from, &args.to) };
    let envelope =
        run_and_print(&request, &source::topology(&args.expr)?, args.form.selected_form(), bars, text)?;
    Ok(ExitCode::from(u8::from(envelope.answer.count.value == 0)))
}

fn text(envelope: &Envelope<DisjointAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    let name = |v: Node, address: &str| match answer.notation.as_str() {
        "id" => v.0.to_string(),
        _ => format!("{} = {address}", v.0),
    };
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    let ends = (name(answer.from, &answer.from_address), name(answer.to, &answer.to_address));
    writeln!(out, "from {} to {}", ends.0, ends.1);
    let mut rows = Sheet::new(["path", "hops", "excess", "nodes"]);
    for (i, path) in answer.paths.iter().enumerate() {
        let excess = path.excess.map_or("unknown".to_owned(), |excess| excess.to_string());
        rows.row([(i + 1).to_string(), path.hops.to_string(), excess, nodes(&path.path)]);
    }
    out.table(rows);
    let count = &answer.count;
    let paths = count_noun(count.value.into(), "disjoint path");
    writeln!(out, "{paths} of at most {} ({})", answer.most, count.evidence);
    if count.value > 0 {
        write!(out, "the longest has {}", count_noun(answer.longest.0.into(), "hop"));
        if let Some(distance) = &answer.distance {
            write!(out, "; the distance is {} ({})", distance.value, distance.evidence);
        }
        if let Some(diameter) = &answer.diameter {
            write!(out, "; the diameter is {} ({})", diameter.value, diameter.evidence);
        }
        writeln!(out, "\nverified: every step is a link, no node is met twice");
    }
    out
}

/// The ids along a path; long paths are shortened in the middle.
fn nodes(path: &[Node]) -> String {
    let text = |part: &[Node]| part.iter().map(|v| v.0.to_string()).collect::<Vec<_>>().join(" ");
    match path.len() {
        0..=40 => text(path),
        n => format!("{} … {}", text(&path[..20]), text(&path[n - 5..])),
    }
}
