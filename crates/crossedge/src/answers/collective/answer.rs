//! Answers about collectives, for one size and for all.

use super::fate::{Fate, FateName, Tried, best, count};
use super::plan::Collectives;
use super::request::Choice;
use crate::collective::{Action, Kind, Listed, Message};
use crate::cost::{Bound, Switching};
use crate::error::Error;
use crate::exact::Exact;
use crate::net::{Node, Structure};
use crate::verify::Ports;

/// The outcome of every algorithm for a collective.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CollectiveAnswer {
    /// The collective.
    pub kind: Kind,
    /// Number of nodes that take part: the endpoints.
    pub nodes: Exact<u64>,
    /// The root; null if the collective has none.
    pub root: Option<Node>,
    /// The address of that node.
    pub root_address: Option<String>,
    /// Switching mode.
    pub model: Switching,
    /// Link latency: the time of an empty message, in seconds.
    pub link_latency_seconds: f64,
    /// Link bandwidth, in bytes per second.
    pub link_bytes_per_second: f64,
    /// Number of concurrent messages per node.
    pub ports: Ports,
    /// For one size.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub one: Option<OneSizeAnswer>,
    /// For all sizes.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub all: Option<SizesAnswer>,
}

/// The outcome of every algorithm on several networks.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeveralAnswer {
    /// The networks, in the order in which they were requested.
    pub networks: Vec<OnNetworkAnswer>,
}

/// One of several networks.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OnNetworkAnswer {
    /// The network, in canonical text.
    pub expression: String,
    /// The outcome of every algorithm on it.
    #[serde(flatten)]
    pub answer: CollectiveAnswer,
}

/// The answer of `collective`, for the schema.
#[cfg(feature = "schema")]
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it stands for one of two answers in the schema alone")]
pub enum CollectiveTold {
    /// On one network:
    One(Box<CollectiveAnswer>),
    /// On several networks:
    Several(SeveralAnswer),
}

/// The outcome of every algorithm at one size of message.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OneSizeAnswer {
    /// The bytes of the vector, or of one node's message.
    pub bytes: Exact<u64>,
    /// Lower bound on every schedule.
    pub lower_bound: BoundAnswer,
    /// The fastest algorithm that has a price; null if none has.
    pub best: Option<&'static str>,
    /// Its steps.
    pub step_count: Option<Exact<u64>>,
    /// Its time.
    pub time_seconds: Option<f64>,
    /// Its outcome; `refused` if no algorithm has a price.
    pub verdict: FateName,
    /// Number of algorithms tried: priced, or rejected by the verifier.
    pub tried_count: usize,
    /// The requested algorithms: only the fastest, or all.
    pub algorithms: Vec<TriedAnswer>,
    /// Algorithms that were skipped because of a limit.
    pub skipped: Vec<TriedAnswer>,
    /// Algorithms without a price that are not listed in `algorithms`.
    pub unpriced: Vec<TriedAnswer>,
}

/// Lower bound on every schedule.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoundAnswer {
    /// Steps; of messages over one link each, where the model is store-and-forward.
    pub step_count: Exact<u64>,
    /// Time: the largest of the following.
    pub time_seconds: f64,
    /// Bound by startups and links.
    pub latency_seconds: f64,
    /// Bound by the ports of the busiest node.
    pub bandwidth_seconds: f64,
    /// Bound by the links of a cut; null if it is trivial.
    pub bisection_seconds: Option<f64>,
}

/// One algorithm.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TriedAnswer {
    /// Its name.
    pub algorithm: &'static str,
    /// The place in a paper that gives it for this network.
    pub paper: Option<&'static str>,
    /// Number of pipeline segments, per tree if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<Exact<u64>>,
    /// The cost, if it has a price.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub cost: Option<CostAnswer>,
    /// The outcome.
    pub verdict: FateName,
    /// The verified part of a formula, the fault found by the verifier, the reason why it does not apply, or the limit.
    pub reason: Option<String>,
    /// The limit, if it was skipped.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub limit: Option<LimitAnswer>,
    /// The messages of each step, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Vec<MessageAnswer>>>,
}

/// The cost of a schedule.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostAnswer {
    /// Steps.
    pub step_count: Exact<u64>,
    /// Messages.
    pub message_count: Exact<u64>,
    /// Bytes times links.
    pub link_bytes: Exact<u128>,
    /// Time.
    pub time_seconds: f64,
    /// Time over the lower bound; null if the bound is zero.
    pub ratio_to_bound: Option<f64>,
    /// Time when nodes do not wait for each other's steps; null if a message takes several links.
    pub replay_seconds: Option<f64>,
}

/// The size limit of an algorithm.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LimitAnswer {
    /// Maximum number of nodes; null if another quantity is limited.
    pub most_nodes: Option<Exact<u64>>,
}

/// One message.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MessageAnswer {
    /// The nodes on its path, starting with the sender.
    pub path: Vec<Node>,
    /// Their addresses.
    pub addresses: Vec<String>,
    /// The chunks that it carries. In an all-to-all, chunk s·nodes + d is the message from s to d.
    pub chunks: Vec<Exact<u64>>,
    /// Its bytes.
    pub bytes: Exact<u64>,
    /// The action at the receiver: copy, move or add.
    pub action: Action,
}

/// All sizes of message.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizesAnswer {
    /// Each size.
    pub sizes: Vec<SizeAnswer>,
    /// The crossover points of the fastest algorithm.
    pub crossovers: Vec<CrossoverAnswer>,
}

/// One of many sizes.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SizeAnswer {
    /// The bytes.
    pub bytes: Exact<u64>,
    /// The fastest algorithm.
    pub best: Option<&'static str>,
    /// Lower bound on every schedule.
    pub lower_bound_seconds: f64,
    /// Every algorithm.
    pub times: Vec<TimeAnswer>,
}

/// One algorithm at one of many sizes.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TimeAnswer {
    /// Its name.
    pub algorithm: &'static str,
    /// Its steps; null if it has no price.
    pub step_count: Option<Exact<u64>>,
    /// Its time; null if it has no price.
    pub time_seconds: Option<f64>,
    /// The outcome.
    pub verdict: FateName,
    /// A note.
    pub reason: Option<String>,
}

/// A size at which another algorithm becomes the fastest.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrossoverAnswer {
    /// The smallest size in bytes.
    pub bytes: Exact<u64>,
    /// The fastest below this size.
    pub before: &'static str,
    /// The fastest from this size on.
    pub after: &'static str,
}

/// Rounds a time to remove floating-point noise.
pub fn seconds(value: f64) -> f64 {
    format!("{value:.12e}").parse().unwrap_or(value)
}

impl Collectives<'_> {
    /// The request, without an answer.
    pub(super) fn head(&self) -> CollectiveAnswer {
        let rooted = self.kind().rooted();
        CollectiveAnswer {
            kind: self.kind(),
            nodes: Exact(self.net.endpoints()),
            root: rooted.then_some(self.root),
            root_address: rooted.then(|| self.net.address(self.root).to_string()),
            model: self.switching,
            link_latency_seconds: self.request.link.latency_seconds,
            link_bytes_per_second: seconds(1.0 / self.request.link.byte_seconds),
            ports: self.request.ports,
            one: None,
            all: None,
        }
    }

    /// Every algorithm at the size that was requested.
    pub(super) fn at_one_size(&self) -> Result<CollectiveAnswer, Error> {
        let tried = self.all(self.request.bytes)?;
        let bytes = self.collective(self.request.bytes).bytes;
        let bound = self.bound(bytes);
        let one = |t: &Tried| tried_answer(t, &bound, self.net.as_ref());
        let all = |which: &dyn Fn(&Tried) -> bool| -> Result<Vec<_>, Error> {
            tried.iter().filter(|t| which(t)).map(one).collect()
        };
        let fastest = best(&tried);
        // `best` reports one algorithm, unless there is none.
        let alone = fastest.filter(|_| self.request.algorithm == Choice::Best);
        let shown = |t: &Tried| alone.is_none_or(|alone| std::ptr::eq(alone, t));
        let cost = fastest.and_then(|t| t.fate.cost());
        let answer = OneSizeAnswer {
            bytes: Exact(bytes),
            best: fastest.map(|t| t.algorithm.name),
            step_count: cost.map(|cost| Exact(cost.steps)),
            time_seconds: cost.map(|cost| seconds(cost.seconds)),
            verdict: fastest.map_or(FateName::Refused, |t| t.fate.outcome()),
            tried_count: count(&tried),
            algorithms: all(&shown)?,
            skipped: all(&|t| matches!(t.fate, Fate::NotTried { .. }))?,
            unpriced: all(&|t| !shown(t) && t.fate.cost().is_none())?,
            lower_bound: bound_answer(&bound),
        };
        Ok(CollectiveAnswer { one: Some(answer), ..self.head() })
    }
}

fn bound_answer(bound: &Bound) -> BoundAnswer {
    BoundAnswer {
        step_count: Exact(bound.steps),
        time_seconds: seconds(bound.seconds()),
        latency_seconds: seconds(bound.latency_seconds),
        bandwidth_seconds: seconds(bound.bandwidth_seconds),
        bisection_seconds: bound.bisection_seconds.map(seconds),
    }
}

fn tried_answer(t: &Tried, bound: &Bound, net: &dyn Structure) -> Result<TriedAnswer, Error> {
    let cost = match t.fate.cost() {
        Some(cost) => Some(CostAnswer {
            step_count: Exact(cost.steps),
            message_count: Exact(cost.messages),
            link_bytes: Exact(cost.link_bytes),
            time_seconds: seconds(cost.seconds),
            ratio_to_bound: bound.times(cost)?.map(seconds),
            replay_seconds: t.replay_seconds.map(seconds),
        }),
        None => None,
    };
    let limit = match &t.fate {
        Fate::NotTried { most_nodes, .. } => Some(LimitAnswer { most_nodes: most_nodes.map(Exact) }),
        _ => None,
    };
    Ok(TriedAnswer {
        algorithm: t.algorithm.name,
        paper: t.paper,
        pieces: t.pieces.filter(|_| cost.is_some()).map(Exact),
        cost,
        verdict: t.fate.outcome(),
        reason: t.fate.reason().or(t.remark).map(str::to_owned),
        limit,
        steps: t.listed.as_ref().map(|listed| messages(listed, net)),
    })
}

fn messages(listed: &Listed, net: &dyn Structure) -> Vec<Vec<MessageAnswer>> {
    let message = |m: &Message| MessageAnswer {
        path: m.path.iter().map(|&v| Node(v)).collect(),
        addresses: m.path.iter().map(|&v| net.address(Node(v)).to_string()).collect(),
        chunks: m.chunks.iter().map(|&chunk| Exact(chunk)).collect(),
        bytes: Exact(m.bytes),
        action: m.action,
    };
    listed.messages().iter().map(|step| step.iter().map(message).collect()).collect()
}
