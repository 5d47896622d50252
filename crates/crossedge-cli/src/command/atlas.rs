//! `crossedge atlas`: records of many networks as a campaign, merged to sorted tables, and the tables of best networks.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files::{self, file_failure};
use crate::output::{grouped, print_answer, print_note};
use crate::progress::Bars;
use crate::table::Page;
use crossedge::answers::Envelope;
use crossedge_campaign::atlas::{AtlasAnswer, AtlasRecords, best_tables, site};
use crossedge_campaign::{Campaign, Plan, TaskFile};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `atlas`.
#[derive(Debug, clap::Args)]
#[command(after_help = "See docs/ATLAS.md for the columns, queries and tables.")]
pub struct Args {
    #[command(subcommand)]
    verb: AtlasVerb,
}

#[derive(Debug, clap::Subcommand)]
enum AtlasVerb {
    /// Record the metrics of many networks, and write sorted tables
    Build(Build),
    /// Write an atlas as a folder of pages for any web host
    Site(Site),
}

/// Arguments of `atlas build`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Run the same command again after an interruption: finished records are kept. \
`crossedge sweep run` and `sweep submit` work on the task file DIR/atlas.tasks.jsonl, also on other machines.")]
pub struct Build {
    /// Folder of the atlas
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The most endpoints of a network
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(2..=100_000_000))]
    endpoints: u64,
    /// The most networks of each construction between two powers of two of endpoints
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    of_each_size: u64,
    /// Only write the task file
    #[arg(long)]
    plan: bool,
    /// Overwrite existing files that differ
    #[arg(long)]
    force: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `atlas site`.
#[derive(Debug, clap::Args)]
pub struct Site {
    /// Folder of the atlas
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Folder of the pages
    #[arg(short, long, value_name = "SITE")]
    output: PathBuf,
    /// Overwrite existing files that differ
    #[arg(long)]
    force: bool,
}

/// Runs the subcommand.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    match &args.verb {
        AtlasVerb::Build(args) => build(args, bars),
        AtlasVerb::Site(args) => write_site(args, bars),
    }
}

/// Plans if there is no task file, runs what is missing, and writes the tables.
fn build(args: &Build, bars: &Bars) -> CommandOutcome {
    let folder = &args.folder;
    files::create_folder(folder)?;
    let (plan, tasks) = (folder.join("atlas.toml"), folder.join("atlas.tasks.jsonl"));
    let text = format!(
        "crossedge_sweep = 1\n\n[[record]]\nendpoints = {}\nof_each_size = {}\n",
        args.endpoints, args.of_each_size
    );
    files::write_same(&plan, text.as_bytes(), args.force)?;
    if args.force || !tasks.exists() {
        let plan = Plan::read(&text).map_err(|error| Failure::Source(error, text))?;
        files::write_same(&tasks, TaskFile::print(&plan.entries).as_bytes(), args.force)?;
    }
    let campaign = Campaign::new(tasks, None);
    let mut answer = AtlasAnswer::new(folder.clone());
    if !args.plan {
        let held = campaign.read_journals().map_err(file_failure)?;
        let ran = campaign.work(held, None).and_then(|work| work.run(bars)).map_err(file_failure)?;
        answer.failed = ran.failed.len() as u64;
        if let Some(first) = ran.failed.first() {
            return Err(Failure::Nothing(format!("{} failed: {}", first.about, first.why)));
        }
        write(&campaign, folder, args.force, &mut answer)?;
    }
    bars.clear_bars();
    print_answer(&Envelope::new(AtlasAnswer::VERB, None, answer), args.json, page)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the records in parts, their index, and the tables of best networks.
fn write(campaign: &Campaign, folder: &Path, force: bool, answer: &mut AtlasAnswer) -> Result<(), Failure> {
    let held = campaign.read_journals().map_err(file_failure)?;
    let merged = campaign.merge(&held, false).map_err(file_failure)?;
    let records = AtlasRecords::new(&merged.table);
    answer.records = records.table.rows() as u64;
    answer.duplicates = records.rows().filter(|row| row.text("same_as").is_some()).count() as u64;
    let (parts, tables) = (folder.join("records"), folder.join("tables"));
    files::create_folder(&parts)?;
    files::create_folder(&tables)?;
    for (decade, part) in records.parts() {
        let name = format!("records/endpoints-1e{decade}.parquet");
        files::write_same(&folder.join(&name), &part.parquet().map_err(file_failure)?, force)?;
        answer.files.push(name);
    }
    for table in best_tables(&records) {
        let name = format!("tables/{}.json", table.name);
        let text = serde_json::to_string_pretty(&table).map_err(std::io::Error::from)?;
        files::write_same(&folder.join(&name), format!("{text}\n").as_bytes(), force)?;
        answer.files.push(name);
        answer.tables.push(table.summary());
    }
    let index = serde_json::to_string_pretty(&answer.files).map_err(std::io::Error::from)?;
    files::write_same(&folder.join("index.json"), format!("{index}\n").as_bytes(), force)
}

/// Writes the pages, their data and the Parquet files.
fn write_site(args: &Site, bars: &Bars) -> CommandOutcome {
    let campaign = Campaign::new(args.folder.join("atlas.tasks.jsonl"), None);
    let held = campaign.read_journals().map_err(file_failure)?;
    let merged = campaign.merge(&held, false).map_err(file_failure)?;
    let records = AtlasRecords::new(&merged.table);
    let (mut parquet, mut bytes) = (Vec::new(), 0);
    for folder in ["data", "records"] {
        files::create_folder(&args.output.join(folder))?;
    }
    for (decade, part) in records.parts() {
        let name = format!("records/endpoints-1e{decade}.parquet");
        files::write_same(&args.output.join(&name), &part.parquet().map_err(file_failure)?, args.force)?;
        parquet.push(name);
    }
    let pages = site(&records, &best_tables(&records), &parquet).map_err(file_failure)?;
    for file in &pages {
        files::write_same(&args.output.join(&file.path), &file.bytes, args.force)?;
        bytes += file.bytes.len();
    }
    bars.clear_bars();
    let (records, megabytes) = (grouped(&(records.table.rows() as u64).into()), bytes as f64 / 1e6);
    print_note(&format!(
        "{} shows {records} records in {} files of {megabytes:.1} MB, besides Parquet",
        args.output.join("index.html").display(),
        pages.len()
    ));
    Ok(ExitCode::SUCCESS)
}

fn page(envelope: &Envelope<AtlasAnswer>) -> Page {
    let (atlas, mut out) = (&envelope.answer, Page::new());
    let count = |n: u64| grouped(&n.into());
    let records = count(atlas.records);
    writeln!(
        out,
        "{}: {records} records, {} of a network that another has too",
        atlas.folder.display(),
        count(atlas.duplicates)
    );
    for table in &atlas.tables {
        let mut line = format!("{}: {} of {} cells", table.name, table.filled, table.cells);
        if let Some(published) = table.published {
            line.push_str(&format!(
                "; of {published} published values {} reached, {} not, {} beaten",
                table.equal, table.worse, table.better
            ));
        }
        writeln!(out, "{line}");
    }
    atlas.files.iter().for_each(|file| writeln!(out, "written to {}", atlas.folder.join(file).display()));
    out
}
