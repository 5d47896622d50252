//! `crossedge fault`: one packet around given faults, or a campaign of random ones.

mod packet;
pub mod survival;

use crate::Outcome;
use crate::progress::Bars;
use crate::table::FormArgs;
use crossedge_campaign::Dying;
use std::path::PathBuf;

/// Arguments of `fault`.
#[derive(Debug, clap::Args)]
#[command(after_help = "A campaign that was killed goes on when the same command is given again.")]
pub struct Args {
    /// The network, as in: rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Where the packet starts: an id, or an address in the notation of the network
    #[arg(value_name = "A", requires = "to")]
    pub from: Option<String>,
    /// Where it goes
    #[arg(value_name = "B")]
    pub to: Option<String>,
    /// Dead nodes and links, as in: 2,324,9-10,(0,(0,0,1),(0,0,0)); * stands for anything in an address, 0..2 for 0 to 2. Without A and B: what is left
    #[arg(long, value_name = "NODE|LINK,…")]
    pub faults: Option<String>,
    /// Dead nodes
    #[arg(long, value_name = "NODES", requires = "from", hide = true)]
    pub dead_nodes: Option<String>,
    /// Dead links
    #[arg(long, value_name = "LINKS", requires = "from", hide = true)]
    pub dead_links: Option<String>,
    /// How many nodes a packet may search when it has no other plan
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub search: usize,
    /// Fractions of the nodes that die, as in: 0.01,0.05,0.1
    #[arg(long, value_name = "RATES", conflicts_with_all = ["from", "faults"])]
    pub rates: Option<String>,
    /// Numbers of nodes that die, as in: 1,2,3
    #[arg(long, value_name = "COUNTS", conflicts_with_all = ["from", "faults"])]
    pub counts: Option<String>,
    /// Links die in the campaign, not nodes
    #[arg(long, conflicts_with = "from")]
    pub links: bool,
    /// Switches die in the campaign
    #[arg(long, conflicts_with_all = ["from", "links"])]
    pub switches: bool,
    /// Endpoints die in the campaign
    #[arg(long, alias = "hosts", conflicts_with_all = ["from", "links", "switches"])]
    pub endpoints: bool,
    /// Trials for each rate or count
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub trials: u64,
    /// Packets in each trial
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub pairs: u64,
    /// The seed of the campaign
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How the diameter of the largest component is found
    #[arg(long, value_name = "HOW", default_value = "sweep")]
    pub diameter: survival::How,
    /// Keep finished trials here; without it beside the file of -o, with .journal at the end
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub journal: Option<PathBuf>,
    /// Write the curve as JSON to this file
    #[arg(short, long, value_name = "FILE", conflicts_with = "from")]
    pub output: Option<PathBuf>,
    /// Overwrite the file if it is there
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

impl Args {
    /// What dies in a campaign.
    fn dying(&self) -> Dying {
        let chosen = [
            (self.links, Dying::Links),
            (self.switches, Dying::Switches),
            (self.endpoints, Dying::Endpoints),
        ];
        chosen.into_iter().find(|(yes, _)| *yes).map_or(Dying::Nodes, |(_, dying)| dying)
    }
}

/// Sends a packet, or runs a campaign.
pub fn run(args: &Args, bars: &Bars) -> Outcome {
    match (&args.from, &args.to) {
        (Some(from), Some(to)) => packet::run(args, from, to, bars),
        _ if args.faults.is_some() => packet::left(args, bars),
        _ => survival::run(args, bars),
    }
}
