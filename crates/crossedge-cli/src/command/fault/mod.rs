//! `crossedge fault`: routes one packet around given faults, or runs a campaign with random faults.

mod packet;
pub mod survival;

use crate::CommandOutcome;
use crate::progress::Bars;
use crate::table::FormArgs;
use crossedge_campaign::Dying;
use std::path::PathBuf;

/// Arguments of `fault`.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
In --faults, * and 0..2 match parts of an address: (0,*,*) is all of class 0. Without A and B, --faults shows the remaining network.
Run the same command again to resume interrupted trials.")]
pub struct Args {
    /// Network expression, e.g. rdn(torus(5,5), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// Source of a packet: an id or an address
    #[arg(value_name = "A", requires = "to")]
    pub from: Option<String>,
    /// Destination of the packet
    #[arg(value_name = "B")]
    pub to: Option<String>,
    /// Failed nodes and links, e.g. 2,324,9-10,(0,(0,0,1),(0,0,0))
    #[arg(long, value_name = "NODE|LINK,…")]
    pub faults: Option<String>,
    /// Also the uniform throughput before and after the faults
    #[arg(long, requires = "faults", conflicts_with = "from")]
    pub throughput: bool,
    /// Failed nodes
    #[arg(long, value_name = "NODES", requires = "from", hide = true)]
    pub dead_nodes: Option<String>,
    /// Failed links
    #[arg(long, value_name = "LINKS", requires = "from", hide = true)]
    pub dead_links: Option<String>,
    /// Nodes to visit by search if routing fails; 0 never searches
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub search: usize,
    /// Node failure rates, e.g. 0.01,0.05,0.1
    #[arg(long, value_name = "RATES", conflicts_with_all = ["from", "faults"])]
    pub rates: Option<String>,
    /// Numbers of failed nodes, e.g. 1,2,3
    #[arg(long, value_name = "COUNTS", conflicts_with_all = ["from", "faults"])]
    pub counts: Option<String>,
    /// Fail links instead of nodes in the trials
    #[arg(long, conflicts_with = "from")]
    pub links: bool,
    /// Fail switches in the trials
    #[arg(long, conflicts_with_all = ["from", "links"])]
    pub switches: bool,
    /// Fail endpoints in the trials
    #[arg(long, alias = "hosts", conflicts_with_all = ["from", "links", "switches"])]
    pub endpoints: bool,
    /// Trials per rate or count
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub trials: u64,
    /// Packets per trial
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub pairs: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Method for the diameter of the largest component
    #[arg(long, value_name = "HOW", default_value = "sweep")]
    pub diameter: survival::How,
    /// Journal of finished trials [default: the file of -o with .journal]
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    pub journal: Option<PathBuf>,
    /// Write the survival curve as JSON
    #[arg(short, long, value_name = "FILE", conflicts_with = "from")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing file
    #[arg(long)]
    pub force: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

impl Args {
    /// The components that fail in a campaign.
    fn dying_components(&self) -> Dying {
        let chosen = [
            (self.links, Dying::Links),
            (self.switches, Dying::Switches),
            (self.endpoints, Dying::Endpoints),
        ];
        chosen.into_iter().find(|(yes, _)| *yes).map_or(Dying::Nodes, |(_, dying)| dying)
    }
}

/// Routes a packet around faults, or runs random trials.
pub fn run(args: &Args, bars: &Bars) -> CommandOutcome {
    match (&args.from, &args.to) {
        (Some(from), Some(to)) => packet::run(args, from, to, bars),
        _ if args.faults.is_some() => packet::run_remaining(args, bars),
        _ => survival::run(args, bars),
    }
}
