//! One packet around given faults.

use super::Args;
use crate::CommandOutcome;
use crate::output::{count_noun, grouped, run_and_print};
use crate::progress::Bars;
use crate::source;
use crate::table::{Cell, Mark, Page, Sheet};
use crossedge::answers::{Envelope, LeftRequest, PacketAnswer, PacketRequest};
use crossedge::net::Node;
use crossedge::route::fault::JourneyEnd;
use std::process::ExitCode;

/// Sends the packet; exit code 1 when it does not arrive.
pub fn run(args: &Args, from: &str, to: &str, bars: &Bars) -> CommandOutcome {
    let texts = [&args.faults, &args.dead_nodes, &args.dead_links].into_iter().flatten();
    let faults = texts.cloned().collect();
    let request = PacketRequest { faults, search: args.search, ..PacketRequest::new(from, to) };
    let envelope =
        run_and_print(&request, &source::topology(&args.expr)?, args.form.selected_form(), bars, text)?;
    Ok(ExitCode::from(u8::from(envelope.answer.end != JourneyEnd::Delivered)))
}

/// Shows what remains after faults; exit code 1 when live endpoints are cut off, or none is left.
pub fn run_remaining(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = LeftRequest { faults: args.faults.iter().cloned().collect(), throughput: args.throughput };
    let envelope = run_and_print(
        &request,
        &source::topology(&args.expr)?,
        args.form.selected_form(),
        bars,
        |envelope| {
            let (answer, mut out) = (&envelope.answer, Page::new());
            writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
            let mut rows = Sheet::new(["what", "left", "of"]);
            for (name, left, all) in answer.rows() {
                let number = |count: u128| Cell::number(grouped(&count.into()), count);
                rows.row([name.into(), number(left).marked_if(Mark::Bottleneck, left < all), number(all)]);
            }
            out.table(rows);
            answer.sentences().iter().for_each(|line| writeln!(out, "{line}"));
            out
        },
    )?;
    let (alive, cut_off) = (envelope.answer.alive, &envelope.answer.cut_off);
    Ok(ExitCode::from(u8::from(alive.0 == 0 || !cut_off.is_empty())))
}

fn text(envelope: &Envelope<PacketAnswer>) -> Page {
    let (answer, mut out) = (&envelope.answer, Page::new());
    let name = |v: Node, address: &str| match answer.notation.as_str() {
        "id" => v.0.to_string(),
        _ => format!("{} = {address}", v.0),
    };
    writeln!(out, "{}", envelope.expression.as_deref().unwrap_or_default());
    let (from, to) = (name(answer.from, &answer.from_address), name(answer.to, &answer.to_address));
    let (nodes, links) = (answer.dead_nodes.len(), answer.dead_links.len());
    writeln!(out, "from {from} to {to}; dead nodes: {nodes}, dead links: {links}");
    let ids: Vec<String> = answer.path.iter().map(|v| v.0.to_string()).collect();
    writeln!(out, "path  {}", ids.join(" "));
    let mut met: Vec<String> = answer.met_nodes.iter().map(|v| v.0.to_string()).collect();
    met.extend(answer.met_links.iter().map(|(v, w)| format!("{}-{}", v.0, w.0)));
    let met = if met.is_empty() { "nothing".to_owned() } else { met.join(" ") };
    writeln!(out, "met   {met}");
    writeln!(out, "plans {}", answer.plans);
    let when = if answer.end == JourneyEnd::Delivered { "in" } else { "after" };
    writeln!(out, "{} {when} {}", answer.end, count_noun(answer.hops.0.into(), "hop"));
    if let Some(around) = &answer.distance {
        writeln!(out, "the distance around the faults is {} ({})", around.value, around.evidence);
    }
    if let Some(distance) = answer.distance_without_faults {
        writeln!(out, "the distance without faults is {distance}");
    }
    out
}
