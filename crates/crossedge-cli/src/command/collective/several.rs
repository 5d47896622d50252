//! One collective on several networks, side by side.

use super::Args;
use super::text::{cost_cells, request_line, verdict};
use crate::CommandOutcome;
use crate::failure::Failure;
use crate::output::run_and_print;
use crate::progress::Bars;
use crate::table::{Cell, Mark, Page, Sheet};
use crossedge::Topology;
use crossedge::answers::{CollectiveAnswer, CollectiveRequest, SeveralAnswer, SeveralRequest};
use std::process::ExitCode;

/// Builds, verifies and prices schedules on each network; exit code 1 if one has no priced schedule.
pub fn run(args: &Args, nets: &[Topology], request: CollectiveRequest, bars: &Bars) -> CommandOutcome {
    let given = [args.plot.is_some(), args.trace.is_some(), args.export.is_some(), args.steps, args.sizes];
    let alone =
        ["--plot", "--trace", "--export", "--steps", "--sizes"].iter().zip(given).find(|(_, given)| *given);
    if let Some((option, _)) = alone {
        let help = "name one network, or leave the option out";
        return Err(Failure::Usage(format!("{option} is for one network at a time\nhelp: {help}")));
    }
    let envelope =
        run_and_print(&SeveralRequest(request), nets, args.form.selected_form(), bars, |envelope| {
            text(&envelope.answer)
        })?;
    let priced = |one: &crossedge::answers::OnNetworkAnswer| {
        one.answer.one.as_ref().is_some_and(|size| size.best.is_some())
    };
    Ok(ExitCode::from(u8::from(!envelope.answer.networks.iter().all(priced))))
}

/// One row per network and algorithm, then the algorithms without a price.
fn text(answer: &SeveralAnswer) -> Page {
    let mut out = Page::new();
    // Switches do not store messages, so the model may differ from network to network.
    let bytes = |answer: &CollectiveAnswer| answer.one.as_ref().map_or(0, |one| one.bytes.0);
    let headings: Vec<String> =
        answer.networks.iter().map(|network| request_line(&network.answer, bytes(&network.answer))).collect();
    match &headings[..] {
        [first, others @ ..] if others.iter().all(|other| other == first) => writeln!(out, "{first}"),
        _ => {
            for (network, heading) in answer.networks.iter().zip(&headings) {
                writeln!(out, "{}: {heading}", network.expression);
            }
        }
    }
    let mut rows = Sheet::new([
        "network",
        "nodes",
        "algorithm",
        "steps",
        "messages",
        "bytes·links",
        "time",
        "bound",
        "× bound",
        "verdict",
    ]);
    let times = answer.networks.iter().filter_map(|network| network.answer.one.as_ref()?.time_seconds);
    let least = times.fold(f64::INFINITY, f64::min);
    let mut lines = Vec::new();
    for network in &answer.networks {
        let Some(one) = &network.answer.one else { continue };
        for tried in &one.algorithms {
            let [steps, messages, volume, time, times_bound] = cost_cells(tried.cost.as_ref());
            let best = tried.cost.as_ref().is_some_and(|cost| cost.time_seconds <= least);
            let bound = one.lower_bound.time_seconds;
            rows.row([
                network.expression.as_str().into(),
                network.answer.nodes.to_string().into(),
                tried.algorithm.into(),
                steps,
                messages,
                volume,
                time.marked_if(Mark::Best, best),
                Cell::number(crossedge::render::seconds(bound), bound),
                times_bound,
                verdict(tried.verdict, tried.reason.as_deref()).into(),
            ]);
        }
        for tried in &one.unpriced {
            let why = verdict(tried.verdict, tried.reason.as_deref());
            lines.push(format!("{}, {}: {why}", network.expression, tried.algorithm));
        }
    }
    out.table(rows);
    lines.iter().for_each(|line| writeln!(out, "{line}"));
    out
}
