//! What can be asked of collectives.

use super::super::Request;
use super::answer::{CollectiveAnswer, OnNetworkAnswer, SeveralAnswer};
use super::plan::Collectives;
use crate::collective::Kind;
use crate::cost::{Link, Switching};
use crate::error::Error;
use crate::progress::Progress;
use crate::topology::{NodeName, Topology};
use crate::verify::Ports;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Asks for schedules of a collective.
#[derive(Debug, Clone)]
pub struct CollectiveRequest {
    /// Which collective.
    pub kind: Kind,
    /// The special node of broadcast, scatter, gather and reduce.
    pub root: NodeName,
    /// The bytes of the vector (broadcast, reduce, all-reduce), or of one node's message.
    pub bytes: u64,
    /// By which algorithms.
    pub algorithm: Choice,
    /// How messages move; without a wish store-and-forward, and cut-through where switches stand between endpoints.
    pub model: Option<Switching>,
    /// What a link does.
    pub link: Link,
    /// How many messages a node can have under way.
    pub ports: Ports,
    /// Pieces of what is pipelined, of each tree where there are several [default: as many as are fastest].
    pub pieces: Option<u64>,
    /// Also who sends what to whom.
    pub steps: bool,
    /// Instead of one size, all from one byte to 16 MiB: which algorithm is fastest where.
    pub sizes: bool,
    /// Every message is to be listed, for a trace: a formula is no answer.
    pub listed: bool,
}

/// By which algorithms a collective is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// All are tried, and the fastest is told.
    Best,
    /// All are tried and told.
    All,
    /// The one that the papers give for this network.
    Paper,
    /// The one of this name.
    Named(String),
}

impl FromStr for Choice {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "best" => Choice::Best,
            "all" => Choice::All,
            "paper" => Choice::Paper,
            name => Choice::Named(name.to_owned()),
        })
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Choice::Best => "best",
            Choice::All => "all",
            Choice::Paper => "paper",
            Choice::Named(name) => name,
        })
    }
}

impl CollectiveRequest {
    /// So many bytes without another wish.
    pub const BYTES: u64 = 1024;

    /// A collective of 1 KiB on full-duplex one-port nodes that store and forward where no switches are; node 0 is the special one, where there is one.
    pub fn new(kind: Kind) -> Self {
        CollectiveRequest {
            kind,
            root: NodeName::from(0),
            bytes: Self::BYTES,
            algorithm: Choice::Best,
            model: None,
            link: Link::default(),
            ports: Ports::One,
            pieces: None,
            steps: false,
            sizes: false,
            listed: false,
        }
    }

    /// The same with so many bytes.
    pub fn bytes(self, bytes: u64) -> Self {
        CollectiveRequest { bytes, ..self }
    }

    /// The same with another special node.
    pub fn root(self, root: impl Into<NodeName>) -> Self {
        CollectiveRequest { root: root.into(), ..self }
    }

    /// The same by one algorithm.
    pub fn by(self, name: impl Into<String>) -> Self {
        CollectiveRequest { algorithm: Choice::Named(name.into()), ..self }
    }

    /// The same over other links.
    pub fn link(self, link: Link) -> Self {
        CollectiveRequest { link, ..self }
    }

    /// The same on nodes with other ports.
    pub fn ports(self, ports: Ports) -> Self {
        CollectiveRequest { ports, ..self }
    }
}

/// One node's message to all.
#[derive(Debug, Clone, Copy)]
pub struct Broadcast;

impl Broadcast {
    /// From this node.
    pub fn from(root: impl Into<NodeName>) -> CollectiveRequest {
        CollectiveRequest::new(Kind::Broadcast).root(root)
    }
}

/// The sum of all nodes' vectors, at all.
#[derive(Debug, Clone, Copy)]
pub struct AllReduce;

impl AllReduce {
    /// Vectors of so many bytes.
    pub fn of(bytes: u64) -> CollectiveRequest {
        CollectiveRequest::new(Kind::AllReduce).bytes(bytes)
    }
}

/// A different message from each node to each.
#[derive(Debug, Clone, Copy)]
pub struct AllToAll;

impl AllToAll {
    /// Messages of so many bytes.
    pub fn of(bytes: u64) -> CollectiveRequest {
        CollectiveRequest::new(Kind::AllToAll).bytes(bytes)
    }
}

impl Request for CollectiveRequest {
    type On = Topology;
    type Answer = CollectiveAnswer;
    const VERB: &'static str = "collective";

    fn answer(&self, on: &Topology, progress: &dyn Progress) -> Result<CollectiveAnswer, Error> {
        Collectives::new(on, self.clone(), progress)?.answer()
    }
}

/// Asks for the same collective on several networks.
#[derive(Debug, Clone)]
pub struct SeveralRequest(pub CollectiveRequest);

impl Request for SeveralRequest {
    type On = [Topology];
    type Answer = SeveralAnswer;
    const VERB: &'static str = CollectiveRequest::VERB;

    fn answer(&self, on: &[Topology], progress: &dyn Progress) -> Result<SeveralAnswer, Error> {
        let one = |net: &Topology| {
            Ok(OnNetworkAnswer { expression: net.to_string(), answer: self.0.answer(net, progress)? })
        };
        Ok(SeveralAnswer { networks: on.iter().map(one).collect::<Result<_, Error>>()? })
    }
}
