//! `crossedge node`: one node and its neighbours.

use crate::CommandOutcome;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{Envelope, NodeAnswer, NodeRequest};
use std::process::ExitCode;

/// Arguments of `node`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Node id or address, e.g. (0,2,1)
    #[arg(value_name = "ID|ADDRESS")]
    pub node: String,
    /// Maximum number of ports to list
    #[arg(long, value_name = "N", default_value_t = NodeRequest::PORTS)]
    pub ports: u32,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Shows a node in every notation, its ports and neighbours.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = NodeRequest { ports: args.ports, ..NodeRequest::new(&args.node) };
    run_and_print(&request, &source::topology(&args.expr)?, args.form.selected_form(), bars, text)?;
    Ok(ExitCode::SUCCESS)
}

fn text(envelope: &Envelope<NodeAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    writeln!(out, "node {}", answer.node.0);
    if answer.notation != "id" {
        writeln!(out, "{} = {}", answer.notation, answer.address);
    }
    let mut rows = Sheet::new(["port", "leads to", "address", "its port", "link"]);
    for port in &answer.ports {
        let (number, node, back) =
            (port.port.to_string(), port.node.0.to_string(), port.back_port.to_string());
        rows.row([&number, &node, &port.address, &back, &port.link_class].map(String::as_str));
    }
    out.table(rows);
    if (answer.ports.len() as u64) < u64::from(answer.degree) {
        writeln!(out, "… {} ports in all; --ports N lists more", answer.degree);
    }
    out
}
