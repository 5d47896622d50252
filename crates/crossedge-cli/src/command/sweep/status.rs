//! `crossedge sweep status`: how far a campaign is.

use super::{Place, damages, plural};
use crate::Outcome;
use crate::files::failure;
use crate::output::{head, table, write_json, write_table};
use crossedge_campaign::{Held, Shard, TaskFile};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;
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

/// Tasks counted.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    tasks: u64,
    done: u64,
    failed: u64,
}

impl Count {
    fn missing(self) -> u64 {
        self.tasks - self.done - self.failed
    }

    fn json(self) -> Value {
        json!({"tasks": self.tasks, "done": self.done, "failed": self.failed, "missing": self.missing()})
    }
}

/// Counts; exit code 1 unless every task has a result.
pub fn run(args: &Args) -> Outcome {
    let (file, _) = args.place.read()?;
    let folder = args.place.folder();
    let journals = folder.journals().map_err(failure)?;
    let held = folder.read().map_err(failure)?;
    damages(&held);
    let all = count(&file, &held, None);
    let of = args.shards.or_else(|| shards(&journals)).filter(|of| *of as usize <= file.entries.len());
    let shards: Vec<Count> = of
        .map(|of| (1..=of).map(|number| count(&file, &held, Some(Shard { number, of }))).collect())
        .unwrap_or_default();
    let differ = held.contradictions.len();
    if args.json {
        let mut map = head("sweep status", None);
        map.insert("file".to_owned(), json!(args.place.tasks));
        map.insert("plan".to_owned(), json!(file.digest));
        if let Value::Object(counts) = all.json() {
            map.extend(counts);
        }
        map.insert("running".to_owned(), Value::Null);
        map.insert("contradictions".to_owned(), json!(differ));
        map.insert("damaged".to_owned(), json!(held.damaged()));
        map.insert("journals".to_owned(), json!(journals.len()));
        map.insert("shards".to_owned(), shards.iter().map(|shard| shard.json()).collect());
        write_json(&Value::Object(map))?;
    } else {
        show(args, all, &shards, journals.len() as u64, differ as u64)?;
    }
    Ok(if all.done == all.tasks && differ == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The tasks of a shard, or all.
fn count(file: &TaskFile, held: &Held, shard: Option<Shard>) -> Count {
    let mut count = Count::default();
    for (place, entry) in file.entries.iter().enumerate() {
        if shard.is_none_or(|shard| shard.holds(place)) {
            count.tasks += 1;
            count.done += u64::from(held.results.contains_key(&entry.id));
            count.failed += u64::from(held.failures.contains_key(&entry.id));
        }
    }
    count
}

/// How many shards there are, by the names of the journals; the most if there were several divisions.
fn shards(journals: &[PathBuf]) -> Option<u32> {
    let of = |path: &PathBuf| {
        let name = path.file_stem()?.to_str()?.strip_prefix("shard-")?;
        name.split_once("-of-")?.1.split('.').next()?.parse().ok()
    };
    journals.iter().filter_map(of).max()
}

fn show(args: &Args, all: Count, shards: &[Count], journals: u64, differ: u64) -> std::io::Result<()> {
    let mut out = crate::output::stdout();
    // Rounded down: 100 % means all.
    let percent = all.done * 100 / all.tasks.max(1);
    let journals = plural(journals, "journal");
    writeln!(
        out,
        "{}: {}, {percent} % done, {journals}",
        args.place.tasks.display(),
        plural(all.tasks, "task")
    )?;
    let mut rows = table(["shard", "tasks", "done", "failed", "missing"]);
    let mut row = |name: String, count: Count| {
        let numbers = [count.tasks, count.done, count.failed, count.missing()].map(|n| n.to_string());
        rows.add_row(std::iter::once(name).chain(numbers).collect::<Vec<_>>());
    };
    row("all".to_owned(), all);
    for (shard, number) in shards.iter().zip(1..) {
        row(format!("{number}/{}", shards.len()), *shard);
    }
    write_table(&rows)?;
    if differ > 0 {
        writeln!(out, "contradictions: {differ}; `crossedge sweep merge` names them")?;
    }
    if all.missing() > 0 {
        writeln!(out, "a missing task may be running: a journal knows only what is finished")?;
    }
    Ok(())
}
