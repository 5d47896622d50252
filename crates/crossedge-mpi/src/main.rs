//! The program `crossedge-mpi`: started by `mpirun`, once for each rank.

use clap::Parser;
use crossedge::collective::Kind;
use crossedge::cost::size;
use crossedge_mpi::job::{RankJob, ReportedFailure, Trial};
use crossedge_mpi::report::json;
use crossedge_mpi::{ffi, pairs_verb, run, search_verb};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Schedules of Crossedge between real processes, and searches over many ranks.
///
/// E.g. mpirun -n 32 crossedge-mpi run 'rdn(ring(4),1)' allreduce --bytes 1MiB
#[derive(Debug, Parser)]
#[command(name = "crossedge-mpi", version, max_term_width = 100, after_help = EXIT_CODES, arg_required_else_help = true)]
struct Args {
    /// The verb
    #[command(subcommand)]
    command: Command,
    /// For tests: PHASE:RANK:WHAT
    #[arg(long, global = true, hide = true)]
    trial: Option<Trial>,
    /// For tests: a name to find the processes by
    #[arg(long, global = true, hide = true)]
    mark: Option<String>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    success
  1    refuted: a byte is wrong
  2    usage or expression error
  3    I/O error
  4    size limit reached
  101  a rank panicked";

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Run a collective, and check every byte
    Run(RunArgs),
    /// Count the nodes at each distance from a source, on all ranks together
    Search(SearchArgs),
    /// Compute distances between all pairs of nodes
    Pairs(PairsArgs),
}

/// Arguments of `run`.
#[derive(Debug, clap::Args)]
struct RunArgs {
    /// Network expression, e.g. rdn(ring(4), 1)
    #[arg(value_name = "EXPR")]
    expr: String,
    /// Collectives, comma-separated, or all (names as in `crossedge collective`)
    #[arg(value_name = "KIND", value_parser = parse_kinds, value_delimiter = ',', required = true, num_args = 1)]
    kinds: Vec<Kinds>,
    /// Root of broadcast, scatter, gather and reduce: an id or an address
    #[arg(long, value_name = "NODE", default_value = "0")]
    root: String,
    /// Vector size (broadcast, reduce, allreduce) or message size per node
    #[arg(long, value_name = "SIZE", default_value = "1KiB", value_parser = size::parse)]
    bytes: u64,
    /// Algorithm, as in `crossedge collective`
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// Pipeline segments of a broadcast
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=4096))]
    pieces: u64,
    /// Number of runs; the best time is reported, every run is checked
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10000))]
    repeat: u32,
    /// Memory limit of all ranks together
    #[arg(long, value_name = "SIZE", default_value = "8GiB", value_parser = size::parse)]
    memory: u64,
    /// Send every chunk as a separate message
    #[arg(long)]
    single: bool,
    /// Corrupt one message, chosen by this seed, to test the byte check
    #[arg(long, value_name = "N")]
    seed_fault: Option<u64>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `search`.
#[derive(Debug, clap::Args)]
struct SearchArgs {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    expr: String,
    /// Source node: an id or an address
    #[arg(long, value_name = "NODE", default_value = "0")]
    source: String,
    /// Failed nodes and links, e.g. 5,7-8,(0,2,1)-(1,1,2)
    #[arg(long, value_name = "NODE|LINK,…")]
    faults: Option<String>,
    /// Number of additional random node failures
    #[arg(long, value_name = "N", default_value_t = 0)]
    dead: u64,
    /// Random seed of the failures
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Also search in one process, and print both times
    #[arg(long)]
    compare: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Arguments of `pairs`.
#[derive(Debug, clap::Args)]
struct PairsArgs {
    /// Network expression, e.g. hdn(torus(2,3), [{2}, {1}])
    #[arg(value_name = "EXPR")]
    expr: String,
    /// Search from N evenly chosen nodes [default: all live nodes]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sources: Option<u64>,
    /// Failed nodes and links, e.g. 5,7-8,(0,2,1)-(1,1,2)
    #[arg(long, value_name = "NODE|LINK,…")]
    faults: Option<String>,
    /// Number of additional random node failures
    #[arg(long, value_name = "N", default_value_t = 0)]
    dead: u64,
    /// Random seed of the failures
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Journal of finished tasks; run the same command again to resume
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Also search in one process, and compare the results
    #[arg(long)]
    compare: bool,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// The collectives of a name: one kind, or all of them.
#[derive(Debug, Clone)]
struct Kinds(Vec<Kind>);

fn parse_kinds(word: &str) -> Result<Kinds, String> {
    if word == "all" {
        return Ok(Kinds(Kind::ALL.to_vec()));
    }
    let plain = |text: &str| text.replace('-', "");
    let known = || Kind::ALL.map(Kind::word).join(", ");
    let known_kind = Kind::ALL.into_iter().find(|kind| plain(kind.word()) == plain(word));
    known_kind.map(|kind| Kinds(vec![kind])).ok_or_else(|| format!("expected all, or one of {}", known()))
}

fn main() -> ExitCode {
    // One thread unknown to MPI reports slow phases, and never calls MPI.
    let Some((universe, _)) = mpi::initialize_with_threading(mpi::Threading::Funneled) else {
        let _ = writeln!(std::io::stderr(), "error: MPI does not start");
        return ExitCode::from(3);
    };
    let mut job = RankJob::new(universe.world());
    ffi::abort_on_panic(job.rank);
    // Every rank has a share of the machine, and threads of its own would take that of others.
    let _ = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(reported) => {
            if job.is_first() {
                let _ = reported.print();
            }
            return ExitCode::from(reported.exit_code() as u8);
        }
    };
    job.trial = args.trial;
    job.phase("start");
    let outcome = match &args.command {
        Command::Run(args) => run_collectives(&job, args),
        Command::Search(args) => run_search(&job, args),
        Command::Pairs(args) => run_pairs(&job, args),
    };
    match outcome {
        Ok(code) => ExitCode::from(code),
        Err(ReportedFailure(code)) => ExitCode::from(code),
    }
}

/// Writes to standard output, from the first rank only.
fn print_text(job: &RankJob, text: &str) {
    if job.is_first() {
        // The reader of our output may be gone; the exit code remains.
        let _ = std::io::stdout().lock().write_all(text.as_bytes());
    }
}

fn run_collectives(job: &RankJob, args: &RunArgs) -> Result<u8, ReportedFailure> {
    let mut reports = Vec::new();
    for &kind in args.kinds.iter().flat_map(|kinds| &kinds.0) {
        let order = run::RunRequest {
            expr: args.expr.clone(),
            kind,
            root: args.root.clone(),
            bytes: args.bytes,
            algorithm: args.algorithm.clone(),
            pieces: args.pieces,
            repeat: args.repeat,
            memory: args.memory,
            single: args.single,
            seed_fault: args.seed_fault,
        };
        let report = run::run(job, &order)?;
        if !args.json {
            let gap = if reports.is_empty() { "" } else { "\n" };
            print_text(job, &format!("{gap}{}", report.text()));
        }
        reports.push(report);
    }
    if args.json {
        print_text(job, &format!("{:#}\n", json(&reports)));
    }
    Ok(u8::from(!reports.iter().all(|report| report.holds())))
}

fn run_search(job: &RankJob, args: &SearchArgs) -> Result<u8, ReportedFailure> {
    let SearchArgs { expr, source, faults, dead, seed, compare, json } = args;
    let (expr, source, faults) = (expr.clone(), source.clone(), faults.clone());
    let order =
        search_verb::SearchRequest { expr, source, faults, dead: *dead, seed: *seed, compare: *compare };
    let result = search_verb::run(job, &order)?;
    print_text(job, &if *json { format!("{:#}\n", result.json()) } else { result.text() });
    Ok(u8::from(job.max_over_ranks(u64::from(!result.holds())) > 0))
}

fn run_pairs(job: &RankJob, args: &PairsArgs) -> Result<u8, ReportedFailure> {
    let PairsArgs { expr, sources, faults, dead, seed, journal, compare, json } = args;
    let (expr, journal, faults) = (expr.clone(), journal.clone(), faults.clone());
    let order = pairs_verb::PairsRequest {
        expr,
        sources: *sources,
        faults,
        dead: *dead,
        seed: *seed,
        journal,
        compare: *compare,
    };
    let result = pairs_verb::run(job, &order)?;
    if let Some(result) = &result {
        print_text(job, &if *json { format!("{:#}\n", result.json()) } else { result.text() });
    }
    let refuted = result.is_some_and(|result| !result.holds());
    Ok(u8::from(job.max_over_ranks(refuted.into()) > 0))
}
