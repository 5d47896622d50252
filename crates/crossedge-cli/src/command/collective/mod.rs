//! `crossedge collective`: schedules for a collective, verified, priced, next to what no schedule can beat.

mod brief;
mod several;
mod sizes;
mod text;

use crate::CommandOutcome;
use crate::chart;
use crate::failure::Failure;
use crate::files;
use crate::output::print_answer;
use crate::progress::Bars;
use crate::source;
use crate::table::FormArgs;
use crate::words::word;
use crossedge::Topology;
use crossedge::answers::{Choice, CollectiveRequest, Collectives, Envelope, Request};
use crossedge::collective::Kind;
use crossedge::cost::{Link, Switching, link, size};
use crossedge::verify::Ports;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub use brief::{fastest_per_size, most_nodes as most_on_page, time_lines};

/// Arguments of `collective`.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "crossedge collective [OPTIONS] <EXPR>... <KIND>",
    after_help = "\
KIND: broadcast, scatter, gather, reduce, allgather, reduce-scatter, allreduce, all-to-all or barrier
Schedules are written as .goal, .msccl.xml, .rccl.xml, .et (Chakra, one file per rank) or .json (complete, for `verify --schedule`)."
)]
pub struct Args {
    /// Network expressions, followed by the collective (KIND, listed below)
    #[arg(value_name = "EXPR", required = true)]
    pub words: Vec<String>,
    /// Root of broadcast, scatter, gather and reduce: an id or an address
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub root: String,
    /// Vector size (broadcast, reduce, allreduce) or message size per node
    #[arg(long, value_name = "SIZE", default_value_t = CollectiveRequest::BYTES, value_parser = size::parse)]
    pub bytes: u64,
    /// Algorithm: its name, or best, all or paper
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub algorithm: Choice,
    /// Switching [default: store-and-forward; cut-through with switches]
    #[arg(long, value_name = "MODEL", value_parser = word::<Switching>())]
    pub model: Option<Switching>,
    /// Concurrent messages per node
    #[arg(long, value_name = "PORTS", default_value = "one", value_parser = word::<Ports>())]
    pub ports: Ports,
    /// Link latency of an empty message, e.g. 0.5us [default: 1us]
    #[arg(long, value_name = "TIME", value_parser = link::latency)]
    pub latency: Option<f64>,
    /// Link bandwidth, e.g. 400Gbit/s or 50GB/s [default: 1GB/s]
    #[arg(long, value_name = "RATE", value_parser = link::bandwidth)]
    pub bandwidth: Option<f64>,
    /// Pipeline segments (per tree if several) [default: the fastest number]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub pieces: Option<u64>,
    /// Show the messages of every step
    #[arg(long)]
    pub steps: bool,
    /// Show the fastest algorithm per message size, and the crossover points
    #[arg(long, conflicts_with = "steps")]
    pub sizes: bool,
    /// Plot time against message size to a .svg, .png or .pdf file
    #[arg(long, value_name = "FILE", conflicts_with = "steps")]
    pub plot: Option<PathBuf>,
    /// Write platform.xml, hosts, trace and list for SimGrid to a directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["sizes", "plot"])]
    pub trace: Option<PathBuf>,
    /// Write the schedule to a file; the extension selects the format
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sizes", "plot", "trace"])]
    pub export: Option<PathBuf>,
    /// Overwrite existing files of --plot, --trace or --export
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

impl Args {
    /// The networks and the collective, which may appear at any position.
    fn networks_and_kind(&self) -> Result<(Vec<&str>, Kind), Failure> {
        let kind = |text: &String| text.parse::<Kind>().ok();
        let names = Kind::ALL.map(Kind::word).join(", ");
        let at = self.words.iter().rposition(|text| kind(text).is_some());
        let Some((at, collective)) = at.and_then(|at| Some((at, kind(&self.words[at])?))) else {
            // The last argument is taken for the collective, unless it is a network.
            let wrong = match &self.words[..] {
                [_, .., last] if !last.contains('(') => format!("there is no collective '{last}'"),
                _ => "missing collective".to_owned(),
            };
            let help = format!("after the networks write one of {names}");
            return Err(Failure::Usage(format!("{wrong}\nhelp: {help}")));
        };
        let networks: Vec<&str> =
            self.words.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, text)| text.as_str()).collect();
        match networks.is_empty() {
            true => {
                let help = format!("write a network before the collective, e.g. 'ring(5)' {collective}");
                Err(Failure::Usage(format!("missing network\nhelp: {help}")))
            }
            false => Ok((networks, collective)),
        }
    }

    fn request(&self, kind: Kind) -> CollectiveRequest {
        let usual = Link::default();
        CollectiveRequest {
            algorithm: self.algorithm.clone(),
            model: self.model,
            link: Link {
                latency_seconds: self.latency.unwrap_or(usual.latency_seconds),
                byte_seconds: self.bandwidth.map_or(usual.byte_seconds, f64::recip),
            },
            ports: self.ports,
            pieces: self.pieces,
            steps: self.steps,
            sizes: self.sizes || self.plot.is_some(),
            listed: self.trace.is_some() || self.export.is_some(),
            ..CollectiveRequest::new(kind).root(&self.root).bytes(self.bytes)
        }
    }
}

/// Builds, verifies and prices schedules; exit code 1 if none has a price.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    let (texts, kind) = args.networks_and_kind()?;
    let nets = texts.into_iter().map(source::topology).collect::<Result<Vec<_>, _>>()?;
    match &nets[..] {
        [net] => run_one(args, net, args.request(kind), bars),
        nets => several::run(args, nets, args.request(kind), bars),
    }
}

fn run_one(args: &Args, net: &Topology, request: CollectiveRequest, bars: &Bars) -> CommandOutcome {
    let plan = Collectives::new(net, request.clone(), bars)?;
    if let Some(folder) = &args.trace {
        request.traceable()?;
        // Check all files first, so that none is written if one may not be.
        TRACE_FILES.iter().try_for_each(|name| files::check(&folder.join(name), args.force))?;
        plan.fits_a_trace()?;
    }
    let name = args.export.as_ref().map(|file| file.display().to_string());
    if let Some(name) = &name {
        request.writable(name)?;
        files::check(Path::new(name), args.force)?;
    }
    if let Some(file) = &args.plot {
        chart::check(file, args.force, "--sizes --format csv")?;
    }
    let envelope = Envelope::new(CollectiveRequest::VERB, Some(net.to_string()), plan.answer()?);
    if let Some(folder) = &args.trace {
        write_trace(&plan, folder, args.force)?;
    }
    if let Some(name) = &name {
        let made = plan.files(name)?.unwrap_or_default();
        made.iter().try_for_each(|(name, data)| files::write(Path::new(name), data, args.force))?;
    }
    if let Some(file) = &args.plot {
        sizes::plot(&envelope, file, args.force)?;
    }
    bars.clear_bars();
    print_answer(&envelope, args.form.selected_form(), |envelope| match &envelope.answer.all {
        Some(all) => sizes::text(args, envelope, all),
        None => text::text(args, envelope),
    })?;
    let priced = envelope.answer.one.as_ref().is_none_or(|one| one.best.is_some());
    Ok(ExitCode::from(u8::from(!priced)))
}

/// The files for SimGrid.
const TRACE_FILES: [&str; 4] = ["platform.xml", "trace", "list", "hosts"];

/// Writes them if there is a schedule.
fn write_trace(plan: &Collectives<'_>, folder: &Path, force: bool) -> Result<(), Failure> {
    let Some(made) = plan.simgrid()? else { return Ok(()) };
    let list = format!("{}\n", folder.join("trace").display());
    let [platform, trace, list, hosts] =
        [&made.platform[..], &made.trace, list.as_bytes(), made.hosts.as_bytes()];
    files::create_folder(folder)?;
    let all = TRACE_FILES.iter().zip([platform, trace, list, hosts]);
    all.into_iter().try_for_each(|(name, data)| files::write(&folder.join(name), data, force))
}
