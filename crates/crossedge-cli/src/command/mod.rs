//! The verbs, one file each.

mod advise;
mod arguments;
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
mod draw;
mod explore;
mod export;
mod failures;
mod fault;
mod formats;
mod layout;
mod list;
mod load;
mod mcp;
mod node;
mod papers;
mod phases;
mod plot;
mod report;
mod ring;
mod route;
mod schema;
mod show;
mod simulate;
mod sweep;
mod throughput;
mod trees;
mod verify;

use crate::Outcome;
use crate::args::Args;
use crate::failure::Failure;
use crate::files;
use crate::output::raw;
use crate::progress::{Bars, catch_interrupts};
use clap::Subcommand;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Every construction of the language
    List(list::Args),
    /// The figures of a network: diameter, bisection, degree (radix), …, each with how it is known
    Show(show::Args),
    /// The distance between two nodes
    Distance(distance::Args),
    /// Several networks side by side
    Compare(compare::Args),
    /// Designs for a requirement: the best networks of so many endpoints and ports, or some side by side
    Design(design::Args),
    /// Advice on one page: the design to build and why, its routing, collectives, racks, cables and failures
    Advise(advise::Args),
    /// Racks, cables and a floor plan for a network: judged, counted by kind and length
    Layout(layout::Args),
    /// What the worst failure of a cable, a node, a block or a rack takes away, and how many isolated jobs fit
    Failures(failures::Args),
    /// One node: its address in every notation, its ports and neighbours
    Node(node::Args),
    /// A route from one node to another, hop by hop, with the case taken at each level
    Route(route::Args),
    /// Prove a routing free of deadlock, or show a cycle of channels that wait for each other
    Deadlock(deadlock::Args),
    /// Channel loads under a traffic pattern: the bottleneck, and the ideal throughput
    Load(load::Args),
    /// What a network can carry, whatever the routing: exact or between two ends, with a certificate
    Throughput(throughput::Args),
    /// What phases of training take: tensor, expert, data and pipeline parallel groups, bounds and judged timetables
    Phases(phases::Args),
    /// Simulate flit by flit: latency percentiles and accepted load, beside the exact bounds
    Simulate(simulate::Args),
    /// Schedules for broadcast, all-reduce, all-to-all and others: judged, priced, beside lower bounds
    Collective(collective::Args),
    /// Check every node and link of a network; a counterexample where a law breaks
    Verify(verify::Args),
    /// Node-disjoint paths between two nodes, as many as there are
    Disjoint(disjoint::Args),
    /// Spanning trees from one root that share no arc: as many as links must fail to cut the network
    Trees(trees::Args),
    /// Route around dead nodes and links, or estimate by random trials what survives them
    Fault(fault::Args),
    /// Campaigns of many tasks that survive interruption: plan, run anywhere, merge into one table
    Sweep(sweep::Args),
    /// A Hamiltonian cycle or path: list it, ask for positions, have it judged
    Ring(ring::Args),
    /// The claims of the papers, each computed anew: the paper's value, ours, and the verdict
    Papers(papers::Args),
    /// A picture of a network, with routes, rings, faults, loads or a broadcast laid over it
    Draw(draw::Args),
    /// A chart: distances, or the cost ratio of families against their size
    Plot(plot::Args),
    /// One page about networks: figures, pictures, charts, a route, and others of their size
    Report(report::Args),
    /// The works behind a network, as BibTeX
    Cite(cite::Args),
    /// Write a network for other tools
    Export(export::Args),
    /// A fabric as it was built, held against the plan: cables missing, too many, swapped, in wrong ports
    CheckWiring(check_wiring::Args),
    /// The formats of `export`: who reads them, how large, and what is lost
    Formats(formats::Args),
    /// A network in the browser: a map of any size to fly through, with routes, faults, loads and schedules
    Explore(explore::Args),
    /// The verbs as tools for assistants: the Model Context Protocol on standard input and output
    Mcp(mcp::Args),
    /// The JSON schema of a verb's answer
    Schema(schema::Args),
    /// Shell completions
    Completions(Completions),
    /// The man page of the program or of a verb, in roff
    Man(Man),
    /// All verbs and their arguments as JSON, for programs that make commands
    #[command(hide = true)]
    Arguments,
}

impl Command {
    /// What is done, for whoever waits.
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
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, clap::Args)]
pub struct Man {
    /// The verb; the whole program without it
    pub verb: Option<String>,
    /// Write every page into this directory instead
    #[arg(short, long, value_name = "DIR", conflicts_with = "verb")]
    pub output: Option<PathBuf>,
    /// Overwrite pages that are there and differ
    #[arg(long, requires = "output")]
    pub force: bool,
}

/// Does what the command line says.
pub fn run(args: &Args) -> Outcome {
    catch_interrupts();
    if let Some(threads) = args.threads {
        // More than this many only wait for each other, and take seconds to start.
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get().min(4 * cores.max(4)));
        pool.build_global().map_err(|e| Failure::Usage(e.to_string()))?;
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
        Command::Simulate(simulate) => simulate::run(simulate, &bars),
        Command::Collective(collective) => collective::run(collective, &bars),
        Command::Verify(verify) => verify::run(verify, &bars),
        Command::Disjoint(disjoint) => disjoint::run(disjoint, &bars),
        Command::Trees(trees) => trees::run(trees, &bars),
        Command::Fault(fault) => fault::run(fault, &bars),
        Command::Sweep(sweep) => sweep::run(sweep, &bars),
        Command::Ring(ring) => ring::run(ring, &bars),
        Command::Papers(papers) => papers::run(papers, &bars),
        Command::Draw(draw) => draw::run(draw, &bars),
        Command::Plot(plot) => plot::run(plot, &bars),
        Command::Report(report) => report::run(report, &bars),
        Command::Cite(cite) => cite::run(cite, &bars),
        Command::Export(export) => export::run(export, &bars),
        Command::CheckWiring(wiring) => check_wiring::run(wiring, &bars),
        Command::Formats(formats) => formats::run(formats, &bars),
        Command::Explore(explore) => explore::run(explore, &bars),
        Command::Mcp(mcp) => mcp::run(mcp, &bars),
        Command::Schema(schema) => schema::run(schema),
        Command::Completions(completions) => {
            // Written at once: the generator panics when its reader goes away.
            let mut script = Vec::new();
            clap_complete::generate(completions.shell, &mut Args::described(), "crossedge", &mut script);
            script.extend(completions::constructions(completions.shell).into_bytes());
            raw().write_all(&script)?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Man(man) => man_page(man),
        Command::Arguments => arguments::run(),
    }
}

/// Writes one man page, or all of them.
fn man_page(man: &Man) -> Outcome {
    let mut command = Args::described();
    command.build();
    if let Some(folder) = &man.output {
        files::folder(folder)?;
        pages(&command, folder, man.force)?;
        return Ok(ExitCode::SUCCESS);
    }
    let page = match &man.verb {
        None => command,
        Some(verb) => command.find_subcommand(verb).cloned().ok_or_else(|| {
            Failure::Usage(format!("unknown verb '{verb}'\nhelp: `crossedge --help` lists them"))
        })?,
    };
    clap_mangen::Man::new(page).render(&mut raw())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page of a command, and those of its verbs.
fn pages(command: &clap::Command, folder: &Path, force: bool) -> Result<(), Failure> {
    let page = clap_mangen::Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    files::write_same(&folder.join(page.get_filename()), &text, force)?;
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    verbs.into_iter().try_for_each(|verb| pages(verb, folder, force))
}
