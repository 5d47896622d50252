//! `crossedge simulate`: what a network does under load, flit by flit. The simulator is built in by the feature `simulate`.

#[cfg(feature = "simulate")]
mod job;
#[cfg(feature = "simulate")]
mod tell;

use crate::Outcome;
use crate::progress::Bars;
use crate::table::FormArgs;
use crate::words::word;
use crossedge::render::Theme;
use std::num::NonZeroU64;
use std::path::PathBuf;

/// Arguments of `simulate`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 1); several are simulated side by side
    #[arg(value_name = "EXPR", required = true)]
    pub exprs: Vec<String>,
    /// The routing, for all networks or for each: minimal, address, local-global-local, order, dimension, negative-first, updown,
    /// spread, ugal, adaptive, ecmp, layers, valiant, 'valiant over order'; without it that of `crossedge load`
    #[arg(long, value_name = "NAME")]
    pub routing: Vec<String>,
    /// Virtual channels on each link; without it as many as the routing asks for
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub vcs: Option<u32>,
    /// Simulate a routing that the judge has refuted, too
    #[arg(long)]
    pub unjudged: bool,
    /// Who sends to whom: uniform, all-to-all, transpose, complement, tornado, reverse, shuffle, 'shift by 3', 'random seed 1',
    /// 'rings of 8', 'groups of 8', 'hotspot at 0',
    /// 'collective broadcast eager'; once or several times
    #[arg(long, value_name = "PATTERN", default_value = "uniform")]
    pub traffic: Vec<String>,
    /// Flits per cycle that each sending node offers, at most 1
    #[arg(long, value_name = "L", default_value_t = 0.1, conflicts_with = "curve")]
    pub load: f64,
    /// Find the saturation load, and figures at loads below
    #[arg(long)]
    pub curve: bool,
    /// With --curve: how many loads below saturation
    #[arg(long, value_name = "N", default_value_t = 10, requires = "curve", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub points: u32,
    /// With --curve: how closely saturation is found
    #[arg(long, value_name = "L", default_value_t = 0.01, requires = "curve")]
    pub step: f64,
    /// With --curve: how many loads beyond saturation
    #[arg(long, value_name = "N", default_value_t = 0, requires = "curve", value_parser = clap::value_parser!(u32).range(..=100))]
    pub beyond: u32,
    /// The first seed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(..=1 << 53))]
    pub seed: u64,
    /// How many seeds; intervals are taken over them
    #[arg(long, value_name = "N", default_value_t = NonZeroU64::MIN)]
    pub seeds: NonZeroU64,
    /// Flits of a packet
    #[arg(long, value_name = "FLITS", default_value_t = 16)]
    pub packet: u32,
    /// Input and output buffers of a link, shared by its virtual channels
    #[arg(long, value_name = "FLITS", default_value_t = 256)]
    pub buffers: u32,
    /// Cycles that a flit needs over a link
    #[arg(long, value_name = "CYCLES", default_value_t = 1)]
    pub link: u32,
    /// With ugal: how many detours a source draws, and weighs against the shortest way
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub detours: u32,
    /// With ugal: what a detour weighs more than the shortest way, in flits times hops
    #[arg(long, value_name = "WEIGHT", default_value_t = 400)]
    pub bias: u32,
    /// With ugal: how old is what a source knows of the links out of its group
    #[arg(long, value_name = "CYCLES", default_value_t = 16)]
    pub backlog_age: u32,
    /// With adaptive: how long a packet waits before it turns to the escape
    #[arg(long, value_name = "CYCLES", default_value_t = 32)]
    pub escape_wait: u32,
    /// Packets on their way go before those that are injected
    #[arg(long)]
    pub transit_first: bool,
    /// No more cycles than these in a run
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    pub cycles: u64,
    /// End when the mean latency is known to this part of it; 0: run all cycles
    #[arg(long, value_name = "PART", default_value_t = 0.05)]
    pub precision: f64,
    /// Call it a deadlock when no flit moves for so many cycles
    #[arg(long, value_name = "CYCLES", default_value_t = 2_000)]
    pub deadlock_after: u64,
    /// Draw latency against load into this file: svg, png or pdf
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long, requires = "plot")]
    pub force: bool,
    /// Light or dark
    #[arg(long, value_name = "THEME", default_value = "light", requires = "plot", value_parser = word::<Theme>())]
    pub theme: Theme,
    #[command(flatten)]
    pub form: FormArgs,
}

/// Simulates.
#[cfg(feature = "simulate")]
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    job::run(args, bars)
}

/// Says how to build the simulator in.
#[cfg(not(feature = "simulate"))]
pub fn run(_args: &Args, _bars: &Bars) -> Outcome {
    Err(crate::failure::Failure::Usage(
        "this program was built without the simulator\nhelp: build it with `--features simulate`, as in `cargo install --path crates/crossedge-cli --features simulate`; the engine needs the headers of OpenSSL (Debian: libssl-dev and pkg-config)"
            .to_owned(),
    ))
}
