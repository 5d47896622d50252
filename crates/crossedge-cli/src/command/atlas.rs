//! `crossedge atlas`: records of many networks as a campaign, merged to sorted tables, and the tables of best networks.

use crate::CommandOutcome;
use crate::failure::Failure;
use crate::files::{self, file_failure};
use crate::output::{grouped, print_answer, print_note};
use crate::progress::Bars;
use crate::table::Page;
use crossedge::answers::Envelope;
use crossedge::atlas::AtlasList;
use crossedge_campaign::atlas::{AtlasAnswer, AtlasRecords, best_tables, site};
use crossedge_campaign::sweep::record_tasks;
use crossedge_campaign::{Campaign, TaskEntry, TaskFile};
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
    #[arg(long, value_name = "N", default_value_t = AtlasList::default().most, value_parser = clap::value_parser!(u64).range(2..=AtlasList::MAX_ENDPOINTS))]
    endpoints: u64,
    /// The most networks of each construction between two powers of two of endpoints
    #[arg(long, value_name = "N", default_value_t = AtlasList::default().of_each_size, value_parser = clap::value_parser!(u64).range(1..=AtlasList::MAX_OF_EACH_SIZE))]
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
        let list = AtlasList { most: args.endpoints, of_each_size: args.of_each_size };
        let all = record_tasks(&list, bars).ok_or(Failure::Interrupted)?;
        let entries: Vec<TaskEntry> = all.iter().map(|task| TaskEntry::from_text(task.text())).collect();
        files::write_same(&tasks, TaskFile::print(&entries).as_bytes(), args.force)?;
    }
    let campaign = Campaign::new(tasks, None);
    let mut answer = AtlasAnswer::new(folder.clone());
    if !args.plan {
        let held = campaign.read_journals().map_err(file_failure)?;
        let ran = campaign.work(held, None).and_then(|work| work.run(bars)).map_err(file_failure)?;
        if let Some(first) = ran.failed.first() {
            return Err(Failure::Nothing(format!("{} failed: {}", first.about, first.why)));
        }
        write(&campaign, folder, args.force, &mut answer, bars)?;
    }
    bars.clear_bars();
    print_answer(&Envelope::new(AtlasAnswer::VERB, None, answer), args.json, page)?;
    Ok(ExitCode::SUCCESS)
}

/// The records of an atlas.
fn records(campaign: &Campaign) -> Result<AtlasRecords, Failure> {
    let held = campaign.read_journals().map_err(file_failure)?;
    let merged = campaign.merge(&held, false).map_err(file_failure)?;
    Ok(AtlasRecords::new(&merged.table))
}

/// Writes the records in parts; their names in the folder.
fn write_records(records: &AtlasRecords, folder: &Path, force: bool) -> Result<Vec<String>, Failure> {
    files::create_folder(&folder.join("records"))?;
    let mut names = Vec::new();
    for (decade, part) in records.parts() {
        let name = format!("records/endpoints-1e{decade}.parquet");
        files::write_same(&folder.join(&name), &part.parquet().map_err(file_failure)?, force)?;
        names.push(name);
    }
    Ok(names)
}

/// Writes the records, their index, and the tables of best networks.
fn write(
    campaign: &Campaign,
    folder: &Path,
    force: bool,
    answer: &mut AtlasAnswer,
    bars: &Bars,
) -> Result<(), Failure> {
    let records = records(campaign)?;
    answer.records = records.table.rows() as u64;
    answer.duplicates = records.rows().filter(|row| row.text("same_as").is_some()).count() as u64;
    answer.files = write_records(&records, folder, force)?;
    files::create_folder(&folder.join("tables"))?;
    let tables = best_tables(&records, bars).map_err(|_| Failure::Interrupted)?;
    for table in tables {
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
    let tasks = args.folder.join("atlas.tasks.jsonl");
    if !tasks.exists() {
        let folder = args.folder.display();
        let message = format!("{folder} is no atlas: it has no atlas.tasks.jsonl");
        return Err(Failure::Io(format!("{message}\nhelp: `crossedge atlas build {folder}` makes one")));
    }
    let records = records(&Campaign::new(tasks, None))?;
    let parquet = write_records(&records, &args.output, args.force)?;
    files::create_folder(&args.output.join("data"))?;
    let mut bytes = 0;
    let tables = best_tables(&records, bars).map_err(|_| Failure::Interrupted)?;
    let pages = site(&records, &tables, &parquet).map_err(file_failure)?;
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
