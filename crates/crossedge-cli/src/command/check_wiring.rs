//! `crossedge check-wiring`: a fabric as it was built, compared with the plan.

use crate::CommandOutcome;
use crate::files;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{FormArgs, Page, Sheet};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use crossedge::answers::{Trust, WiringAnswer, WiringRequest};
use std::process::ExitCode;

/// Arguments of `check-wiring`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Planned network
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// As-built cabling: .ibnet (ibnetdiscover), .csv, edge list or GraphML
    #[arg(value_name = "FILE")]
    pub file: String,
    /// Names in FILE to trust; other nodes are matched by their ports
    #[arg(long, value_name = "WHAT", default_value = "names", value_parser = trust_parser())]
    pub trust: Trust,
    /// Cable list of `layout --cables`; adds rack and unit to each fault
    #[arg(long, value_name = "FILE")]
    pub layout: Option<String>,
    #[command(flatten)]
    pub form: FormArgs,
}

fn trust_parser() -> impl TypedValueParser<Value = Trust> {
    let help = |trust: Trust| match trust {
        Trust::Names => "names of all nodes",
        Trust::Hosts => "names of hosts; switches are matched by their ports",
        Trust::Ports => "none",
        Trust::Nothing => "none, and no port numbers: the same wiring up to both",
    };
    let values = Trust::ALL.map(|trust| PossibleValue::new(trust.name()).help(help(trust)));
    PossibleValuesParser::new(values)
        .map(|name| Trust::ALL.into_iter().find(|trust| trust.name() == name).unwrap_or_default())
}

/// Prints the wiring faults; exit code 1 if there are any.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let bytes = files::read_cables(&args.file)?;
    let layout = match &args.layout {
        Some(name) => Some((name.clone(), files::read_cables(name)?)),
        None => None,
    };
    let request = WiringRequest { file: args.file.clone(), bytes, trust: args.trust, layout };
    let net = source::topology(&args.expr)?;
    let response =
        run_and_print(&request, &net, args.form.selected_form(), bars, |response| text(&response.answer))?;
    let fine = response.answer.as_planned.value == Some(true) && response.answer.slow.is_empty();
    Ok(ExitCode::from(u8::from(!fine)))
}

fn text(answer: &WiringAnswer) -> Page {
    let mut out = Page::new();
    let WiringAnswer { planned, found, right, as_planned, faults, slow, .. } = answer;
    let number = |count: u64| grouped(&count.into());
    let verdict = match as_planned.value {
        Some(true) => "as planned",
        Some(false) => "not as planned",
        None => "not known to be as planned",
    };
    writeln!(out, "{verdict} ({})", as_planned.evidence);
    let planned_and_found = format!("{} cables were planned, {} found", number(planned.0), number(found.0));
    // Without a map from the fabric to the plan no cable is known to be right.
    match answer.trust == "nothing" && as_planned.value != Some(true) {
        true => writeln!(out, "{planned_and_found}"),
        false => writeln!(out, "{planned_and_found}, {} of them right", number(right.0)),
    }
    for cable in slow {
        let (rate, usual, line) = (&cable.rate, &cable.common_rate, cable.line.0);
        writeln!(out, "{} runs at {rate}, others like it at {usual} (line {line})", cable.cable);
    }
    if faults.is_empty() {
        return out;
    }
    let mut rows = Sheet::new(["#", "fault", "found", "what to do"]);
    for (i, fault) in faults.iter().enumerate() {
        let cables: Vec<String> = fault.as_built.iter().map(ToString::to_string).collect();
        rows.row([&(i + 1).to_string(), fault.kind, &cables.join("; "), &fault.repair]);
    }
    out.table(rows);
    out
}
