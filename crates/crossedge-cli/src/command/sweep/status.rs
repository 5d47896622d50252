//! `crossedge sweep status`: how far a campaign is.

use super::{Place, held};
use crate::Outcome;
use crate::files::failure;
use crate::output::{head, table, write_json, write_table};
use crossedge_campaign::plural;
use crossedge_campaign::sweep::{Count, Status};
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// Arguments of `sweep status`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// Count for each of so many shards too; without it for those that have a journal
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shards: Option<u32>,
    /// Answer as JSON
    #[arg(long)]
    json: bool,
}

/// Counts; exit code 1 unless every task has a result.
pub fn run(args: &Args) -> Outcome {
    let campaign = args.place.campaign();
    let held = held(&campaign)?;
    let status = campaign.status(&held, args.shards).map_err(failure)?;
    let Status { all, contradictions, journals, .. } = status;
    if args.json {
        let mut map = head("sweep status", None);
        map.insert("file".to_owned(), json!(args.place.tasks));
        map.insert("plan".to_owned(), json!(status.plan));
        if let Value::Object(counts) = json!(all) {
            map.extend(counts);
        }
        map.insert("running".to_owned(), Value::Null);
        map.insert("contradictions".to_owned(), json!(contradictions));
        map.insert("damaged".to_owned(), json!(held.damaged()));
        map.insert("journals".to_owned(), json!(journals));
        map.insert("shards".to_owned(), json!(status.shards));
        write_json(&Value::Object(map))?;
    } else {
        show(args, &status)?;
    }
    Ok(if all.done == all.tasks && contradictions == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn show(args: &Args, status: &Status) -> std::io::Result<()> {
    let Status { all, shards, contradictions, .. } = status;
    let mut out = crate::output::stdout();
    // Rounded down: 100 % means all.
    let percent = all.done * 100 / all.tasks.max(1);
    let journals = plural(status.journals as u64, "journal");
    writeln!(
        out,
        "{}: {}, {percent} % done, {journals}",
        args.place.tasks.display(),
        plural(all.tasks, "task")
    )?;
    let mut rows = table(["shard", "tasks", "done", "failed", "missing"]);
    let mut row = |name: String, count: &Count| {
        let numbers = [count.tasks, count.done, count.failed, count.missing].map(|n| n.to_string());
        rows.add_row(std::iter::once(name).chain(numbers).collect::<Vec<_>>());
    };
    row("all".to_owned(), all);
    for (shard, number) in shards.iter().zip(1..) {
        row(format!("{number}/{}", shards.len()), shard);
    }
    write_table(&rows)?;
    if *contradictions > 0 {
        writeln!(out, "contradictions: {contradictions}; `crossedge sweep merge` names them")?;
    }
    if all.missing > 0 {
        writeln!(out, "a missing task may be running: a journal knows only what is finished")?;
    }
    Ok(())
}
