//! The verbs, one file each.

mod advise;
mod arguments;
mod atlas;
mod certificates;
mod check_tables;
mod check_wiring;
mod cite;
mod collective;
mod compare;
mod completions;
mod deadlock;
mod design;
mod design_table;
mod design_watch;
mod disjoint;
mod distance;
mod doctor;
mod draw;
mod expand;
mod explore;
mod export;
mod failures;
mod fault;
mod formats;
mod independent;
mod layout;
mod lint;
mod list;
mod load;
mod mcp;
mod node;
mod papers;
mod phases;
mod plot;
mod prices;
mod ranks;
mod recognize;
mod report;
mod ring;
mod route;
mod schema;
mod show;
mod simulate;
mod sweep;
mod theorem;
mod throughput;
mod trees;
mod validate;
mod verify;

use crate::CommandOutcome;
use crate::args::{Args, Endpoints};
use crate::failure::Failure;
use crate::files;
use crate::output::raw_output;
use crate::progress::{Bars, catch_interrupts};
use crate::source;
use clap::Subcommand;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the constructions
    List(list::Args),
    /// Show the metrics of a network (diameter, bisection, radix, …)
    Show(show::Args),
    /// Show the distance between two nodes
    Distance(distance::Args),
    /// Compare several networks side by side
    Compare(compare::Args),
    /// Find the cheapest network of each family for a requirement
    Design(design::Args),
    /// Recommend a design, with routing, layout and failure analysis
    Advise(advise::Args),
    /// Place a network in racks: cable list and floor plan
    Layout(layout::Args),
    /// Find the worst single failure and its impact
    Failures(failures::Args),
    /// Show a node: its addresses, ports and neighbours
    Node(node::Args),
    /// Show a route hop by hop
    Route(route::Args),
    /// Prove a routing deadlock-free, or show a cycle of channels
    Deadlock(deadlock::Args),
    /// Show link loads and the bottleneck under a traffic pattern
    Load(load::Args),
    /// Compute routing-independent throughput, with a certificate
    Throughput(throughput::Args),
    /// Time the communication phases of a training step
    Phases(phases::Args),
    /// Order ranks so that the phases of a job are fast, with a lower bound
    Ranks(ranks::Args),
    /// Simulate flits: latency percentiles, accepted load, saturation
    Simulate(simulate::Args),
    /// Schedule a collective, with its cost and lower bounds
    Collective(collective::Args),
    /// Check every node and link, a certificate or a schedule
    Verify(verify::Args),
    /// Find a maximum set of node-disjoint paths
    Disjoint(disjoint::Args),
    /// Build arc-disjoint spanning trees from a root
    Trees(trees::Args),
    /// Route around faults, or estimate survival by random trials
    Fault(fault::Args),
    /// Run resumable campaigns of many tasks: plan, run, merge
    Sweep(sweep::Args),
    /// Build an atlas: records of many networks, and the best of each size
    Atlas(atlas::Args),
    /// Find a Hamiltonian cycle or path
    Ring(ring::Args),
    /// Check a simulator against cases with exact answers
    Validate(validate::Args),
    /// Recompute the claims of the papers
    Papers(papers::Args),
    /// Draw a network, with routes, faults or loads
    Draw(draw::Args),
    /// Plot distance histograms, or cost ratios against size
    Plot(plot::Args),
    /// Write an HTML report: metrics, pictures and charts
    Report(report::Args),
    /// Print the references for a network as BibTeX
    Cite(cite::Args),
    /// Explain a theorem or method that evidence cites
    Theorem(theorem::Args),
    /// Export a network for other tools
    Export(export::Args),
    /// Find what is wrong with a fabric, and what it costs
    Lint(lint::Args),
    /// Find the expression of a fabric or graph, up to names and ports
    Recognize(recognize::Args),
    /// Check forwarding tables: reachability, path lengths, deadlock, load
    CheckTables(check_tables::Args),
    /// Compare as-built cabling with the plan
    CheckWiring(check_wiring::Args),
    /// Plan an expansion: cables that stay, move and are new
    Expand(expand::Args),
    /// Print the relative prices of `design` as a price file to edit
    Prices(prices::Args),
    /// List the formats of `export`
    Formats(formats::Args),
    /// Explore a network of any size in the browser
    Explore(explore::Args),
    /// Report the version, features and external programs
    Doctor,
    /// Serve the verbs over the Model Context Protocol (stdio)
    Mcp(mcp::Args),
    /// Print the JSON schema of an answer
    Schema(schema::Args),
    /// Print shell completions
    Completions(Completions),
    /// Print man pages
    Man(Man),
    /// Print all verbs and their arguments as JSON
    #[command(hide = true)]
    Arguments,
}

impl Command {
    /// The activity shown by the progress bar.
    fn verb(&self) -> &'static str {
        match self {
            Command::Simulate(_) => "simulating",
            Command::Draw(_) | Command::Plot(_) => "drawing",
            Command::Report(_) => "writing the report",
            Command::Export(_) => "writing",
            Command::Collective(_) => "making schedules",
            _ => "working",
        }
    }
}

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// Shell
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct Man {
    /// Verb [default: the program itself]
    pub verb: Option<String>,
    /// Write all pages to this directory
    #[arg(short, long, value_name = "DIR", conflicts_with = "verb")]
    pub output: Option<PathBuf>,
    /// Overwrite existing pages that differ
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Runs a command.
pub fn run(args: &Args) -> CommandOutcome {
    catch_interrupts();
    if let Some(threads) = args.threads {
        // More threads only contend for the cores, and take seconds to start.
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get().min(4 * cores.max(4)));
        pool.build_global().map_err(|e| Failure::Usage(e.to_string()))?;
    }
    if args.endpoints == Endpoints::Host {
        source::use_hosts();
    }
    let bars = Bars::new(args.quiet, args.command.verb());
    match &args.command {
        Command::List(list) => list::run(list, &bars),
        Command::Show(show) => show::run(show, &bars),
        Command::Distance(distance) => distance::run(distance, &bars),
        Command::Compare(compare) => compare::run(compare, &bars),
        Command::Design(design) => design::run(design, &bars),
        Command::Advise(advise) => advise::run(advise, &bars),
        Command::Layout(layout) => layout::run(layout, &bars),
        Command::Failures(failures) => failures::run(failures, &bars),
        Command::Node(node) => node::run(node, &bars),
        Command::Route(route) => route::run(route, &bars),
        Command::Deadlock(deadlock) => deadlock::run(deadlock, &bars),
        Command::Load(load) => load::run(load, &bars),
        Command::Throughput(throughput) => throughput::run(throughput, &bars),
        Command::Phases(phases) => phases::run(phases, &bars),
        Command::Ranks(ranks) => ranks::run(ranks, &bars),
        Command::Simulate(simulate) => simulate::run(simulate, &bars),
        Command::Collective(collective) => collective::run(collective, &bars),
        Command::Verify(verify) => verify::run(verify, &bars),
        Command::Disjoint(disjoint) => disjoint::run(disjoint, &bars),
        Command::Trees(trees) => trees::run(trees, &bars),
        Command::Fault(fault) => fault::run(fault, &bars),
        Command::Sweep(sweep) => sweep::run(sweep, &bars),
        Command::Atlas(atlas) => atlas::run(atlas, &bars),
        Command::Ring(ring) => ring::run(ring, &bars),
        Command::Validate(validate) => validate::run(validate, &bars),
        Command::Papers(papers) => papers::run(papers, &bars),
        Command::Draw(draw) => draw::run(draw, &bars),
        Command::Plot(plot) => plot::run(plot, &bars),
        Command::Report(report) => report::run(report, &bars),
        Command::Cite(cite) => cite::run(cite, &bars),
        Command::Theorem(theorem) => theorem::run(theorem, &bars),
        Command::Export(export) => export::run(export, &bars),
        Command::Lint(lint) => lint::run(lint, &bars),
        Command::Recognize(recognize) => recognize::run(recognize, &bars),
        Command::CheckTables(tables) => check_tables::run(tables, &bars),
        Command::CheckWiring(wiring) => check_wiring::run(wiring, &bars),
        Command::Formats(formats) => formats::run(formats, &bars),
        Command::Prices(prices) => prices::run(prices),
        Command::Expand(expand) => expand::run(expand, &bars),
        Command::Explore(explore) => explore::run(explore, &bars),
        Command::Doctor => doctor::run(&bars),
        Command::Mcp(mcp) => mcp::run(mcp, &bars),
        Command::Schema(schema) => schema::run(schema),
        Command::Completions(completions) => {
            // Written in one piece: the generator panics if the pipe is closed.
            let mut script = Vec::new();
            clap_complete::generate(completions.shell, &mut Args::with_help(), "crossedge", &mut script);
            script.extend(completions::construction_completions(completions.shell).into_bytes());
            raw_output().write_all(&script)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Man(man) => man_page(man),
        Command::Arguments => arguments::run(),
    }
}

/// Writes one man page, or all of them.
fn man_page(man: &Man) -> CommandOutcome {
    // `help VERB` has the text of the verb: no pages of its own.
    let mut command = Args::with_help().disable_help_subcommand(true);
    command.build();
    if let Some(folder) = &man.output {
        files::create_folder(folder)?;
        write_man_pages(&command, folder, man.force)?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = match &man.verb {
        None => command,
        Some(verb) => command.find_subcommand(verb).cloned().ok_or_else(|| {
            Failure::Usage(format!("unknown verb '{verb}'\nhelp: `crossedge --help` lists them"))
        })?,
    };
    clap_mangen::Man::new(page).render(&mut raw_output())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the pages of a command and of its verbs.
fn write_man_pages(command: &clap::Command, folder: &Path, force: bool) -> Result<(), Failure> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    files::write_same(&folder.join(page.get_filename()), &text, force)?;
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    verbs.into_iter().try_for_each(|verb| write_man_pages(verb, folder, force))
}
