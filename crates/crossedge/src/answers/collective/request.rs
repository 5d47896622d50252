//! Requests about collectives.

use super::super::{Request, texts};
#[cfg(feature = "schema")]
use super::answer::CollectiveTold;
use super::answer::{CollectiveAnswer, OnNetworkAnswer, SeveralAnswer};
use super::plan::Collectives;
#[cfg(feature = "schema")]
use crate::answers::{
    ask,
    schema::schema,
    verbs::{Networks, Verb, json, read},
};
use crate::collective::Kind;
use crate::cost::{Link, Switching};
use crate::error::Error;
use crate::progress::Progress;
use crate::topology::{NodeName, Topology};
use crate::verify::Ports;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// Request for schedules of a collective.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Parameters", into = "Parameters")]
pub struct CollectiveRequest {
    /// Which collective.
    pub kind: Kind,
    /// The root of broadcast, scatter, gather and reduce.
    pub root: NodeName,
    /// The bytes of the vector (broadcast, reduce, all-reduce), or of one node's message.
    pub bytes: u64,
    /// The algorithms to try.
    pub algorithm: Choice,
    /// Switching [default: store-and-forward; cut-through with switches].
    pub model: Option<Switching>,
    /// Latency and bandwidth of a link.
    pub link: Link,
    /// Number of concurrent messages per node.
    pub ports: Ports,
    /// Number of pipeline segments, per tree if there are several [default: the fastest number].
    pub pieces: Option<u64>,
    /// Also list the messages of every step.
    pub steps: bool,
    /// Compare all message sizes from 1 byte to 16 MiB instead of one.
    pub sizes: bool,
    /// Require a list of all messages instead of a formula; set by callers that write files.
    pub listed: bool,
}

/// The same as data.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Parameters {
    /// Collective: broadcast, scatter, gather, reduce, allgather, reduce-scatter, allreduce, all-to-all or barrier.
    kind: Kind,
    /// Root of broadcast, scatter, gather and reduce: an id or an address.
    #[serde(default = "zero")]
    root: NodeName,
    /// Bytes of the vector (broadcast, reduce, allreduce), or of one node's message, e.g. 1MiB.
    #[serde(default = "usual_bytes", with = "texts::size")]
    #[cfg_attr(feature = "schema", schemars(with = "NodeName"))]
    bytes: u64,
    /// Algorithm: best, all, paper, or the name of one.
    #[serde(default = "best", with = "texts::text")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    algorithm: Choice,
    /// Switching model [default: store-and-forward, cut-through between endpoints of switches].
    #[serde(default)]
    model: Option<Switching>,
    /// Number of concurrent messages per node.
    #[serde(default = "one")]
    ports: Ports,
    /// Time of an empty message over a link, e.g. 0.5us.
    #[serde(default = "usual_latency", with = "texts::latency")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    latency: f64,
    /// Bandwidth of a link, e.g. 400Gbit/s or 50GB/s.
    #[serde(default = "usual_byte_seconds", with = "texts::bandwidth")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    bandwidth: f64,
    /// Number of pipeline segments, per tree if there are several [default: the fastest number].
    #[serde(default)]
    pieces: Option<u64>,
    /// List the messages of every step.
    #[serde(default)]
    steps: bool,
    /// Compare all message sizes from 1 byte to 16 MiB instead of one: the fastest algorithm for each.
    #[serde(default)]
    sizes: bool,
}

fn zero() -> NodeName {
    NodeName::from(0)
}

fn usual_bytes() -> u64 {
    CollectiveRequest::BYTES
}

fn best() -> Choice {
    Choice::Best
}

fn one() -> Ports {
    Ports::One
}

fn usual_latency() -> f64 {
    Link::default().latency_seconds
}

fn usual_byte_seconds() -> f64 {
    Link::default().byte_seconds
}

impl TryFrom<Parameters> for CollectiveRequest {
    type Error = &'static str;

    fn try_from(given: Parameters) -> Result<Self, Self::Error> {
        let Parameters { kind, root, bytes, algorithm, model, ports, latency, bandwidth, .. } = given;
        if given.steps && given.sizes {
            return Err("`sizes` excludes `steps`");
        }
        if given.pieces.is_some_and(|pieces| !(1..=1 << 20).contains(&pieces)) {
            return Err("`pieces` is from 1 to 1048576");
        }
        let link = Link { latency_seconds: latency, byte_seconds: bandwidth };
        let (pieces, steps, sizes) = (given.pieces, given.steps, given.sizes);
        let listed = false;
        Ok(CollectiveRequest {
            kind,
            root,
            bytes,
            algorithm,
            model,
            link,
            ports,
            pieces,
            steps,
            sizes,
            listed,
        })
    }
}

impl From<CollectiveRequest> for Parameters {
    fn from(request: CollectiveRequest) -> Self {
        let CollectiveRequest { kind, root, bytes, algorithm, model, link, ports, .. } = request;
        Parameters {
            kind,
            root,
            bytes,
            algorithm,
            model,
            ports,
            latency: link.latency_seconds,
            bandwidth: link.byte_seconds,
            pieces: request.pieces,
            steps: request.steps,
            sizes: request.sizes,
        }
    }
}

/// The algorithms to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// All are tried, and the fastest is reported.
    Best,
    /// All are tried and reported.
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
    /// The default size in bytes.
    pub const BYTES: u64 = 1024;

    /// A collective of 1 KiB rooted at node 0, on full-duplex one-port nodes; store-and-forward without switches.
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

    /// The same with this many bytes.
    pub fn bytes(self, bytes: u64) -> Self {
        CollectiveRequest { bytes, ..self }
    }

    /// The same with another root.
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

/// Broadcast: one node's message to all.
#[derive(Debug, Clone, Copy)]
pub struct Broadcast;

impl Broadcast {
    /// From this node.
    pub fn from(root: impl Into<NodeName>) -> CollectiveRequest {
        CollectiveRequest::new(Kind::Broadcast).root(root)
    }
}

/// All-reduce: the sum of all vectors, at every node.
#[derive(Debug, Clone, Copy)]
pub struct AllReduce;

impl AllReduce {
    /// Vectors of this many bytes.
    pub fn of(bytes: u64) -> CollectiveRequest {
        CollectiveRequest::new(Kind::AllReduce).bytes(bytes)
    }
}

/// All-to-all: a different message from each node to each other one.
#[derive(Debug, Clone, Copy)]
pub struct AllToAll;

impl AllToAll {
    /// Messages of this many bytes.
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

/// Request for the same collective on several networks.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
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

/// The verb.
#[cfg(feature = "schema")]
pub(in crate::answers) const ENTRY: Verb = Verb {
    networks: Networks::Several,
    run: |given, networks, progress| {
        let request: CollectiveRequest = read(given)?;
        match networks {
            [network] => json(&ask(&request, network, progress)?),
            _ if request.steps || request.sizes => {
                Err(Error::usage("`steps` and `sizes` are for one network at a time"))
            }
            networks => json(&ask(&SeveralRequest(request), networks, progress)?),
        }
    },
    ..Verb::one::<CollectiveRequest>("Collective schedules, checked by a verifier, with cost and lower bound")
        .positional(&["kind"])
        .answered_by(|| schema::<CollectiveTold>(CollectiveRequest::VERB))
};
