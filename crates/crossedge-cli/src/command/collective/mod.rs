//! `crossedge collective`: schedules for a collective, judged, priced, beside what no schedule can beat.

mod brief;
mod sizes;
mod text;

use crate::Outcome;
use crate::failure::Failure;
use crate::files;
use crate::output::show;
use crate::progress::Bars;
use crate::source;
use crate::words::word;
use crossedge::answers::{Choice, CollectiveRequest, Collectives, Envelope, Request};
use crossedge::collective::Kind;
use crossedge::cost::{Switching, size};
use crossedge::verify::Ports;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub use brief::{best, most_nodes as most_on_page, times};

/// Arguments of `collective`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(ring(3), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The collective
    #[arg(value_name = "KIND", value_parser = word::<Kind>())]
    pub kind: Kind,
    /// The special node of broadcast, scatter, gather and reduce: an id, or an address in the notation of the network
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub root: String,
    /// Bytes of the vector (broadcast, reduce, allreduce), or of one node's message, as in: 1MiB
    #[arg(long, value_name = "SIZE", default_value_t = CollectiveRequest::BYTES, value_parser = size::parse)]
    pub bytes: u64,
    /// paper, best, all, or the name of an algorithm
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub algorithm: Choice,
    /// How messages move
    #[arg(long, value_name = "MODEL", default_value = "store-and-forward", value_parser = word::<Switching>())]
    pub model: Switching,
    /// How many messages a node can have under way
    #[arg(long, value_name = "PORTS", default_value = "one", value_parser = word::<Ports>())]
    pub ports: Ports,
    /// Pieces of a pipelined broadcast
    #[arg(long, value_name = "N", default_value_t = CollectiveRequest::PIECES, value_parser = clap::value_parser!(u64).range(1..=4096))]
    pub pieces: u64,
    /// Show who sends what to whom
    #[arg(long)]
    pub steps: bool,
    /// Which algorithm is fastest at which size, and where that changes
    #[arg(long, conflicts_with = "steps")]
    pub sizes: bool,
    /// Draw time against message size into this file; its ending, svg or png, gives the form
    #[arg(long, value_name = "FILE", conflicts_with = "steps")]
    pub plot: Option<PathBuf>,
    /// Write the schedule for SimGrid into this directory: platform.xml, hosts, trace, list
    #[arg(long, value_name = "DIR", conflicts_with_all = ["sizes", "plot"])]
    pub trace: Option<PathBuf>,
    /// Overwrite the files of --plot or --trace if they are there
    #[arg(long)]
    pub force: bool,
    /// Answer as JSON
    #[arg(long)]
    pub json: bool,
}

impl Args {
    fn request(&self) -> CollectiveRequest {
        CollectiveRequest {
            algorithm: self.algorithm.clone(),
            model: self.model,
            ports: self.ports,
            pieces: self.pieces,
            steps: self.steps,
            sizes: self.sizes || self.plot.is_some(),
            listed: self.trace.is_some(),
            ..CollectiveRequest::new(self.kind).root(&self.root).bytes(self.bytes)
        }
    }
}

/// Makes, judges and prices; exit code 1 when nothing has a price.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    let net = source::topology(&args.expr)?;
    let request = args.request();
    let plan = Collectives::new(&net, request.clone(), bars)?;
    if let Some(folder) = &args.trace {
        request.traceable()?;
        // None is written unless all may be.
        TRACE.iter().try_for_each(|name| files::check(&folder.join(name), args.force))?;
        plan.fits_a_trace()?;
    }
    if let Some(file) = &args.plot {
        files::check(file, args.force)?;
    }
    let told = Envelope::new(CollectiveRequest::VERB, Some(net.to_string()), plan.answer()?);
    if let Some(folder) = &args.trace {
        trace(&plan, folder, args.force)?;
    }
    if let Some(file) = &args.plot {
        sizes::plot(&told, file, args.force)?;
    }
    show(&told, args.json, |told| match &told.answer.all {
        Some(all) => sizes::text(args, told, all),
        None => text::text(args, told),
    })?;
    let priced = told.answer.one.as_ref().is_none_or(|one| one.best.is_some());
    Ok(ExitCode::from(u8::from(!priced)))
}

/// The files for SimGrid.
const TRACE: [&str; 4] = ["platform.xml", "trace", "list", "hosts"];

/// Writes them, when there is a schedule.
fn trace(plan: &Collectives<'_>, folder: &Path, force: bool) -> Result<(), Failure> {
    let Some(made) = plan.simgrid()? else { return Ok(()) };
    let list = format!("{}\n", folder.join("trace").display());
    let [platform, trace, list, hosts] =
        [&made.platform[..], &made.trace, list.as_bytes(), made.hosts.as_bytes()];
    files::folder(folder)?;
    let all = TRACE.iter().zip([platform, trace, list, hosts]);
    all.into_iter().try_for_each(|(name, data)| files::write(&folder.join(name), data, force))
}
