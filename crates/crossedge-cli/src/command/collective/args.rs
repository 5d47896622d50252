//! The words of `crossedge collective`.

use crossedge::collective::Kind;
use crossedge::cost::{Machine, Switching, size};
use crossedge::verify::{self, Model, Ports};
use std::path::PathBuf;

/// Arguments of `collective`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network, as in: rdn(ring(3), 2)
    #[arg(value_name = "EXPR")]
    pub expr: String,
    /// The collective
    #[arg(value_name = "KIND")]
    pub kind: Word,
    /// The special node of broadcast, scatter, gather and reduce: an id, or an address in the notation of the network
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub root: String,
    /// Bytes of the vector (broadcast, reduce, allreduce), or of one node's message, as in: 1MiB
    #[arg(long, value_name = "SIZE", default_value = "1024", value_parser = size::parse)]
    pub bytes: u64,
    /// paper, best, all, or the name of an algorithm
    #[arg(long, value_name = "NAME", default_value = "best")]
    pub algorithm: String,
    /// How messages move
    #[arg(long, value_name = "MODEL", default_value = "store-and-forward")]
    pub model: ModelWord,
    /// How many messages a node can have under way
    #[arg(long, value_name = "PORTS", default_value = "one")]
    pub ports: PortsWord,
    /// Pieces of a pipelined broadcast
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(1..=4096))]
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

/// Kinds of collective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Word {
    /// One node's message to all
    Broadcast,
    /// One node's messages, a different one to each
    Scatter,
    /// A message of each node to one
    Gather,
    /// The sum of all nodes' vectors, at one
    Reduce,
    /// A message of each node to all
    #[value(alias = "all-gather")]
    Allgather,
    /// The sum of all nodes' vectors, a block at each
    ReduceScatter,
    /// The sum of all nodes' vectors, at all
    #[value(alias = "all-reduce")]
    Allreduce,
    /// A different message from each node to each
    #[value(alias = "all-to-all")]
    Alltoall,
    /// Nobody goes on before everybody has come
    Barrier,
}

/// How messages move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ModelWord {
    /// d·(ts + m·tw): ts = 1 µs, tw = 1 ns a byte
    StoreAndForward,
    /// ts + m·tw + d·th: th = 100 ns
    CutThrough,
    /// 2·o + (m-1)·G + d·L, at least g: o = 400 ns, L = 200 ns, g = 1 µs, G = 1 ns
    Loggp,
}

/// Messages at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PortsWord {
    /// One at a time, in or out
    Half,
    /// One in and one out at a time
    One,
    /// One in and one out on every link
    All,
}

impl Word {
    /// What it is called.
    pub fn name(self) -> &'static str {
        self.kind().word()
    }

    pub fn kind(self) -> Kind {
        Kind::ALL[self as usize]
    }
}

impl ModelWord {
    pub fn machine(self) -> Machine {
        Machine::new(match self {
            ModelWord::StoreAndForward => Switching::StoreAndForward,
            ModelWord::CutThrough => Switching::CutThrough,
            ModelWord::Loggp => Switching::LogGp,
        })
    }

    pub fn word(self) -> &'static str {
        ["store-and-forward", "cut-through", "loggp"][self as usize]
    }
}

impl PortsWord {
    pub fn word(self) -> &'static str {
        ["half", "one", "all"][self as usize]
    }

    /// What the judge is to allow: times in units of 100 ps.
    pub fn model(self, model: ModelWord) -> Model {
        let ports = [Ports::Half, Ports::One, Ports::All][self as usize];
        let switching = match model {
            ModelWord::StoreAndForward => verify::Switching::HopSynchronous,
            _ => verify::Switching::CutThrough { hop_time: 1000, byte_time: 10 },
        };
        Model { ports, switching }
    }
}
