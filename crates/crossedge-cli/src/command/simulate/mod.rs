//! `crossedge simulate`: what a network does under load, flit by flit. The simulator is built in by the feature `simulate`.

#[cfg(feature = "simulate")]
mod flows;
#[cfg(feature = "simulate")]
mod job;
#[cfg(feature = "simulate")]
mod render;

use crate::CommandOutcome;
use crate::progress::Bars;
use crate::table::FormArgs;
use crate::words::word;
use crossedge::render::Theme;
use std::num::NonZeroU64;
use std::path::PathBuf;

/// Arguments of `simulate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Routings: minimal, address, local-global-local, order, dimension, negative-first, updown, spread, ugal, par, adaptive, ecmp, layers, valiant, 'valiant over order'
Traffic patterns: uniform, all-to-all, transpose, complement, tornado, reverse, shuffle, 'shift by 3', 'random seed 1', 'rings of 8', 'groups of 8', 'hotspot at 0', 'collective broadcast eager'")]
pub struct Args {
    /// Network expressions, e.g. rdn(torus(5,5), 1)
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    /// Engine: caminos (flits), or simgrid (flows, for traffic that ends)
    #[arg(long, value_name = "NAME", default_value = "caminos", value_parser = ["caminos", "simgrid"])]
    pub engine: String,
    /// Routing, once for all networks or once each [default: as in `load`]
    #[arg(long, value_name = "NAME")]
    pub routing: Vec<String>,
    /// Virtual channels per link [default: as the routing needs]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub vcs: Option<u32>,
    /// Dead nodes and links, as `without(EXPR, "FAULTS")`, e.g. 5,7-8
    #[arg(long, value_name = "FAULTS")]
    pub faults: Option<String>,
    /// Also simulate routings that are not deadlock-free
    #[arg(long)]
    pub unjudged: bool,
    /// Traffic pattern; repeatable (listed below)
    #[arg(long, value_name = "PATTERN", default_value = "uniform")]
    pub traffic: Vec<String>,
    /// Offered load in flits per cycle per sending node, at most 1
    #[arg(long, value_name = "L", default_value_t = 0.1, conflicts_with = "curve")]
    pub load: f64,
    /// Find the saturation load, and simulate at loads below it
    #[arg(long)]
    pub curve: bool,
    /// With --curve: number of loads below saturation
    #[arg(long, value_name = "N", default_value_t = 10, requires = "curve", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub points: u32,
    /// With --curve: resolution of the saturation load
    #[arg(long, value_name = "L", default_value_t = 0.01, requires = "curve")]
    pub step: f64,
    /// With --curve: number of loads beyond saturation
    #[arg(long, value_name = "N", default_value_t = 0, requires = "curve", value_parser = clap::value_parser!(u32).range(..=100))]
    pub beyond: u32,
    /// First random seed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    pub seed: u64,
    /// Number of seeds; confidence intervals are over seeds
    #[arg(long, value_name = "N", default_value_t = NonZeroU64::MIN)]
    pub seeds: NonZeroU64,
    /// Packet length in flits
    #[arg(long, value_name = "FLITS", default_value_t = 16)]
    pub packet: u32,
    /// Input and output buffer of a link in flits, shared by its VCs
    #[arg(long, value_name = "FLITS", default_value_t = 256)]
    pub buffers: u32,
    /// Link latency in cycles
    #[arg(long, value_name = "CYCLES", default_value_t = 1)]
    pub link: u32,
    /// Link rate in Gbit/s; results are in ns and Gbit/s, too
    #[arg(long, value_name = "GBPS", conflicts_with = "link")]
    pub rate: Option<String>,
    /// Size of a flit in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub flit: u32,
    /// With --rate: delay of the pipeline of a router in ns
    #[arg(long, value_name = "NS", requires = "rate", default_value = "0")]
    pub router: String,
    /// With --rate: delay of a metre of cable in ns
    #[arg(long, value_name = "NS", requires = "rate", default_value = "5")]
    pub cable: String,
    /// With --rate: length of cables, as M, CLASS=M or layout; repeatable
    #[arg(long, value_name = "METRES", requires = "rate")]
    pub length: Vec<String>,
    /// With ugal: number of candidate detours per packet
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub detours: u32,
    /// With ugal: bias towards the minimal path, in flits × hops
    #[arg(long, value_name = "WEIGHT", default_value_t = 400)]
    pub bias: u32,
    /// With ugal: age in cycles of load information from other groups
    #[arg(long, value_name = "CYCLES", default_value_t = 16)]
    pub backlog_age: u32,
    /// With adaptive: cycles before a packet takes the escape channel
    #[arg(long, value_name = "CYCLES", default_value_t = 32)]
    pub escape_wait: u32,
    /// Give in-transit packets priority over injection
    #[arg(long)]
    pub transit_first: bool,
    /// Maximum number of cycles per run
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    pub cycles: u64,
    /// Stop at this relative precision of the mean latency; 0 runs all cycles
    #[arg(long, value_name = "PART", default_value_t = 0.05)]
    pub precision: f64,
    /// Report a deadlock if no flit moves for this many cycles
    #[arg(long, value_name = "CYCLES", default_value_t = 2_000)]
    pub deadlock_after: u64,
    /// Plot latency against load to a .svg, .png or .pdf file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long, requires = "plot")]
    pub force: bool,
    /// Colour theme
    #[arg(long, value_name = "THEME", default_value = "light", requires = "plot", value_parser = word::<Theme>())]
    pub theme: Theme,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Simulates.
#[cfg(feature = "simulate")]
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    job::run(args, bars)
}

/// Reports how to enable the simulator.
#[cfg(not(feature = "simulate"))]
pub fn run(_args: &Args, _bars: &Bars) -> CommandOutcome {
    Err(crate::failure::Failure::Usage(
        "this program was built without the simulator\nhelp: build it with `--features simulate`, e.g. `cargo install --path crates/crossedge-cli --features simulate`; the engine needs the headers of OpenSSL (Debian: libssl-dev and pkg-config)"
            .to_owned(),
    ))
}
