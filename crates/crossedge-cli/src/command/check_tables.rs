//! `crossedge check-tables`: what the forwarding tables of a fabric do.

use crate::CommandOutcome;
use crate::files;
use crate::output::{grouped, run_and_print};
use crate::progress::Bars;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::{TablesAnswer, TablesRequest};
use std::process::ExitCode;

/// Arguments of `check-tables`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Dump of the fabric: .ibnet (ibnetdiscover)
    #[arg(value_name = "FABRIC")]
    pub fabric: String,
    /// Forwarding tables: opensm-lfts.dump, dump_lfts.sh, .fdbs
    #[arg(value_name = "TABLES")]
    pub tables: String,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Prints what the tables do; exit code 1 if a host is not reached or packets can deadlock.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let request = TablesRequest {
        fabric: args.fabric.clone(),
        tables: args.tables.clone(),
        fabric_bytes: files::read_cables(&args.fabric)?,
        tables_bytes: files::read_cables(&args.tables)?,
    };
    let response =
        run_and_print(&request, &(), args.form.selected_form(), bars, |response| text(&response.answer))?;
    let answer = &response.answer;
    let fine = answer.lost.value.0 == 0 && answer.deadlock_free.value && answer.without_table.is_empty();
    Ok(ExitCode::from(u8::from(!fine)))
}

fn text(answer: &TablesAnswer) -> Page {
    let mut out = Page::new();
    let number = |count: u64| grouped(&count.into());
    let TablesAnswer { switches, destinations, pairs, lost, longer, longest, deadlock_free, .. } = answer;
    writeln!(
        out,
        "tables of {} switches, {} destination LIDs, {} pairs",
        number(switches.0),
        number(destinations.0),
        number(pairs.0)
    );
    if !answer.without_table.is_empty() {
        writeln!(out, "no table: {}", answer.without_table.join(", "));
    }
    let mut rows = Sheet::new(["check", "result", "evidence"]);
    let reached = match lost.value.0 {
        0 => "all pairs are connected".to_owned(),
        lost => format!("{} pairs are not connected", number(lost)),
    };
    rows.row(["reachability", &reached, &lost.evidence.to_string()]);
    let lengths = match &answer.longest_detour {
        None => format!("all shortest; the longest route has {} links", longest.0),
        Some(detour) => format!(
            "{} pairs take a detour; worst: {} to {}, {} links instead of {}",
            number(longer.0),
            detour.from,
            detour.to,
            detour.links.0,
            detour.shortest.0
        ),
    };
    rows.row(["path lengths", &lengths, "computed: breadth-first search from every host"]);
    let deadlock = if deadlock_free.value {
        "deadlock-free on one virtual lane"
    } else {
        "deadlock possible on one virtual lane"
    };
    rows.row(["deadlock", deadlock, &deadlock_free.evidence.to_string()]);
    if let Some(cable) = &answer.most_loaded {
        let text = format!(
            "{} port {} to {} port {}: {} pairs",
            cable.from,
            cable.from_port,
            cable.to,
            cable.to_port,
            number(cable.pairs.0)
        );
        rows.row(["most loaded cable", &text, "computed: all pairs counted"]);
    }
    out.table(rows);
    if !answer.failures.is_empty() {
        let mut rows = Sheet::new(["lost packet", "LID", "at switch", "reason"]);
        for failure in answer.failures.iter().take(20) {
            rows.row([
                &format!("{} to {}", failure.from, failure.to),
                &failure.lid.to_string(),
                &failure.switch,
                failure.reason,
            ]);
        }
        out.table(rows);
    }
    if let Some(cycle) = &answer.cycle {
        let mut rows = Sheet::new(["cable", "held by a packet"]);
        for held in cycle {
            rows.row([
                format!("{} port {} to {} port {}", held.from, held.from_port, held.to, held.to_port),
                format!("{} to {}", held.packet_from, held.packet_to),
            ]);
        }
        out.table(rows);
    }
    out
}
