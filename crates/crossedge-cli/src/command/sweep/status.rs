//! `crossedge sweep status`: the progress of a campaign.

use super::{CampaignFiles, read_journals};
use crate::CommandOutcome;
use crate::files::file_failure;
use crate::output::print_answer;
use crate::table::{FormArgs, Page, Sheet};
use crossedge::answers::Envelope;
use crossedge_campaign::plural;
use crossedge_campaign::sweep::{Count, StatusAnswer};
use std::process::ExitCode;

/// Arguments of `sweep status`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: CampaignFiles,
    /// Also count per shard, for N shards [default: shards with a journal]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    shards: Option<u32>,
    #[command(flatten)]
    form: FormArgs,
}

/// Counts tasks; exit code 1 unless every task has a result.
pub fn run(args: &Args) -> CommandOutcome {
    let campaign = args.place.campaign();
    let held = read_journals(&campaign)?;
    let status = campaign.status(&held, args.shards).map_err(file_failure)?;
    let answer = StatusAnswer::new(status, args.place.tasks.clone(), held.damaged());
    let envelope = Envelope::new(StatusAnswer::VERB, None, answer);
    print_answer(&envelope, args.form.selected_form(), text)?;
    let StatusAnswer { all, contradictions, .. } = envelope.answer;
    Ok(if all.done == all.tasks && contradictions == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn text(envelope: &Envelope<StatusAnswer>) -> Page {
    let StatusAnswer { file, all, shards, contradictions, journals, .. } = &envelope.answer;
    let mut out = Page::new();
    // Rounded down: 100 % means all.
    let percent = all.done * 100 / all.tasks.max(1);
    let (tasks, journals) = (plural(all.tasks, "task"), plural(*journals as u64, "journal"));
    writeln!(out, "{}: {tasks}, {percent} % done, {journals}", file.display());
    let mut rows = Sheet::new(["shard", "tasks", "done", "failed", "missing"]);
    let mut row = |name: String, count: &Count| {
        let numbers = [count.tasks, count.done, count.failed, count.missing].map(|n| n.to_string());
        rows.row(std::iter::once(name).chain(numbers).collect::<Vec<_>>());
    };
    row("all".to_owned(), all);
    for (shard, number) in shards.iter().zip(1..) {
        row(format!("{number}/{}", shards.len()), shard);
    }
    out.table(rows);
    if *contradictions > 0 {
        writeln!(out, "contradictions: {contradictions}; `crossedge sweep merge` names them");
    }
    if all.missing > 0 {
        writeln!(out, "a missing task may be running: a journal knows only what is finished");
    }
    out
}
