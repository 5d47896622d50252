//! `crossedge check-tables`: what the forwarding tables of a fabric do.

use crate::CommandOutcome;
use crate::failure::Failure;
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
    /// Service levels of paths: saquery PR, .psl, or LID LID SL [default: 0]
    #[arg(long, value_name = "FILE")]
    pub service_levels: Vec<String>,
    /// SL2VL tables: opensm-sl2vl.dump, smpquery, .slvl [default: VL = SL]
    #[arg(long, value_name = "FILE")]
    pub sl2vl: Vec<String>,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Prints what the tables do; exit code 1 if a host is not reached or packets can deadlock.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let read_all = |names: &[String]| -> Result<Vec<Vec<u8>>, Failure> {
        names.iter().map(|name| files::read_cables(name)).collect()
    };
    let request = TablesRequest {
        fabric: args.fabric.clone(),
        tables: args.tables.clone(),
        fabric_bytes: files::read_cables(&args.fabric)?,
        tables_bytes: files::read_cables(&args.tables)?,
        service_levels_bytes: read_all(&args.service_levels)?,
        sl2vl_bytes: read_all(&args.sl2vl)?,
        service_levels: args.service_levels.clone(),
        sl2vl: args.sl2vl.clone(),
    };
    let response =
        run_and_print(&request, &(), args.form.selected_form(), bars, |response| text(&response.answer))?;
    let answer = &response.answer;
    let fine = answer.lost.value.0 == 0
        && answer.discarded.as_ref().is_none_or(|pairs| pairs.0 == 0)
        && answer.deadlock_free.value
        && answer.without_table.is_empty();
    Ok(ExitCode::from(u8::from(!fine)))
}

fn text(answer: &TablesAnswer) -> Page {
    let mut out = Page::new();
    let number = |count: u64| grouped(&count.into());
    let TablesAnswer {
        switches,
        destinations,
        pairs,
        lost,
        longer,
        longest,
        deadlock_free,
        virtual_lanes,
        ..
    } = answer;
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
    let lanes = match virtual_lanes.value.len() {
        0 | 1 => "one virtual lane".to_owned(),
        count => format!("{count} virtual lanes"),
    };
    let verdict = if deadlock_free.value { "deadlock-free on" } else { "deadlock possible on" };
    rows.row(["deadlock", &format!("{verdict} {lanes}"), &deadlock_free.evidence.to_string()]);
    let listed: Vec<String> = virtual_lanes.value.iter().map(u8::to_string).collect();
    let mut used = match &listed[..] {
        [] => "no cable between switches is used".to_owned(),
        lanes => format!("VL {}", lanes.join(", ")),
    };
    if let Some(pairs) = answer.discarded.as_ref().filter(|pairs| pairs.0 > 0) {
        used += &format!("; packets of {} pairs are discarded (VL 15)", number(pairs.0));
    }
    rows.row(["virtual lanes", &used, &virtual_lanes.evidence.to_string()]);
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
        let mut rows = Sheet::new(["cable", "VL", "held by a packet", "SL"]);
        for held in cycle {
            rows.row([
                format!("{} port {} to {} port {}", held.from, held.from_port, held.to, held.to_port),
                held.lane.to_string(),
                format!("{} to {}", held.packet_from, held.packet_to),
                held.service_level.to_string(),
            ]);
        }
        out.table(rows);
    }
    out
}
