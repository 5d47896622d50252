//! The verbs, one file each.

mod compare;
mod deadlock;
mod disjoint;
mod distance;
mod export;
mod fault;
mod list;
mod load;
mod node;
mod ring;
mod route;
mod show;
mod verify;

pub use show::EffortArgs;

use crate::Outcome;
use crate::args::Args;
use crate::failure::Failure;
use crate::progress::{Bars, catch_interrupts};
use clap::{CommandFactory, Subcommand};
use std::io;
use std::process::ExitCode;

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Every construction of the language
    List(list::Args),
    /// The figures of a network, each with how it is known
    Show(show::Args),
    /// How far two nodes are apart
    Distance(distance::Args),
    /// Several networks side by side
    Compare(compare::Args),
    /// One node: its address in every notation, its ports and neighbours
    Node(node::Args),
    /// A way from one node to another, with the case taken at each level
    Route(route::Args),
    /// Prove that a routing cannot deadlock, or show channels that wait for each other in a circle
    Deadlock(deadlock::Args),
    /// How busy each kind of link is under a pattern of traffic, and the throughput that follows
    Load(load::Args),
    /// Check every node and link of a network; a counterexample if a law breaks
    Verify(verify::Args),
    /// Paths between two nodes that share nothing but their ends, as many as there are
    Disjoint(disjoint::Args),
    /// Send a packet around dead nodes and links, or find out by trials what survives them
    Fault(fault::Args),
    /// A ring or path through all nodes: stream it, ask for positions, judge it
    Ring(ring::Args),
    /// Write a network for other tools
    Export(export::Args),
    /// Shell completions
    Completions(Completions),
    /// The man page, in roff
    Man,
}

/// Arguments of `completions`.
#[derive(Debug, clap::Args)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Does what the command line says.
pub fn run(args: &Args) -> Outcome {
    catch_interrupts();
    if let Some(threads) = args.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        pool.build_global().map_err(|e| Failure::Usage(e.to_string()))?;
    }
    let bars = Bars::new(args.quiet);
    match &args.command {
        Command::List(list) => list::run(list),
        Command::Show(show) => show::run(show, &bars),
        Command::Distance(distance) => distance::run(distance, &bars),
        Command::Compare(compare) => compare::run(compare, &bars),
        Command::Node(node) => node::run(node),
        Command::Route(route) => route::run(route, &bars),
        Command::Deadlock(deadlock) => deadlock::run(deadlock, &bars),
        Command::Load(load) => load::run(load, &bars),
        Command::Verify(verify) => verify::run(verify, &bars),
        Command::Disjoint(disjoint) => disjoint::run(disjoint, &bars),
        Command::Fault(fault) => fault::run(fault, &bars),
        Command::Ring(ring) => ring::run(ring, &bars),
        Command::Export(export) => export::run(export, &bars),
        Command::Completions(completions) => {
            let mut command = Args::command();
            clap_complete::generate(completions.shell, &mut command, "crossedge", &mut io::stdout());
            Ok(ExitCode::SUCCESS)
        }
        Command::Man => {
            clap_mangen::Man::new(Args::command()).render(&mut io::stdout().lock())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
