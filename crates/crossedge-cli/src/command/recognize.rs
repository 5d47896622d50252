//! `crossedge recognize`: the expression of a fabric or graph, up to names and port numbers.

use crate::CommandOutcome;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{PlanAnswer, RecognizeAnswer, RecognizeRequest};
use std::process::ExitCode;

/// Differences that are printed.
const MAX_PRINTED: usize = 40;

/// Arguments of `recognize`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Fabric or graph: a file, or an expression
    #[arg(value_name = "FILE")]
    pub expr: String,
    /// Compare with this network only
    #[arg(long, value_name = "EXPR")]
    pub plan: Option<String>,
    /// List the node of the plan that each node is
    #[arg(long)]
    pub map: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Prints the expression; exit code 1 if there is none, or if something differs.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = RecognizeRequest { plan: args.plan.clone(), map: args.map };
    let net = source::topology(&args.expr)?;
    let response =
        run_and_print(&request, &net, args.form.selected_form(), bars, |response| text(&response.answer))?;
    let exact = response.answer.plan.is_some_and(|plan| plan.exact.value);
    Ok(ExitCode::from(u8::from(!exact)))
}

fn text(answer: &RecognizeAnswer) -> Page {
    let mut out = Page::new();
    let number = |count: u64| grouped(&count.into());
    let RecognizeAnswer { endpoints, switches, cables, plan, tried } = answer;
    let counts = format!(
        "{} endpoints, {} switches, {} cables",
        number(endpoints.0),
        number(switches.0),
        number(cables.0)
    );
    let Some(plan) = plan else {
        writeln!(out, "{counts}: no network of the catalogue is near");
        match tried.len() {
            0 => writeln!(out, "no family has these numbers of nodes and cables"),
            count => writeln!(out, "compared: {}{}", listed(tried), if count > 8 { ", …" } else { "" }),
        }
        return out;
    };
    match plan.exact.value {
        true => writeln!(out, "{}", plan.expression),
        false => writeln!(out, "{}, with differences", plan.expression),
    }
    writeln!(out, "{counts} ({})", plan.exact.evidence);
    differences(&mut out, plan);
    if let Some(map) = &plan.map {
        let mut rows = Sheet::new(["node", "in the plan"]);
        for mapped in map {
            rows.row([mapped.node.as_str(), mapped.planned.as_deref().unwrap_or("–")]);
        }
        out.table(rows);
    }
    out
}

fn listed(texts: &[String]) -> String {
    texts.iter().take(8).map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// The differences from a plan.
fn differences(out: &mut Page, plan: &PlanAnswer) {
    let number = |count: u64| grouped(&count.into());
    if plan.missing.0 + plan.extra.0 > 0 {
        writeln!(
            out,
            "{} cables planned, {} missing, {} extra",
            number(plan.planned.0),
            number(plan.missing.0),
            number(plan.extra.0)
        );
    }
    if !plan.ties.is_empty() {
        writeln!(out, "as near: {}", listed(&plan.ties));
    }
    if !plan.hosts.is_empty() {
        let few: Vec<String> = plan
            .hosts
            .iter()
            .take(6)
            .map(|leaf| format!("{} {} (planned {})", leaf.switch, leaf.hosts.0, leaf.planned.0))
            .collect();
        let more = if plan.hosts.len() > few.len() { ", …" } else { "" };
        writeln!(
            out,
            "other numbers of endpoints on {} switches: {}{more}",
            plan.hosts.len(),
            few.join(", ")
        );
    }
    if plan.differences.is_empty() {
        return;
    }
    let mut rows = Sheet::new(["#", "difference", "repair"]);
    for (i, difference) in plan.differences.iter().enumerate().take(MAX_PRINTED) {
        rows.row([
            &(i + 1).to_string(),
            &difference.message,
            difference.repair.as_deref().unwrap_or_default(),
        ]);
    }
    out.table(rows);
    if plan.differences.len() > MAX_PRINTED {
        writeln!(out, "and {} more; --json lists all", plan.differences.len() - MAX_PRINTED);
    }
}
