//! Simulation results. They depend on the settings only: no clock is read.

use crate::verdict::{Carried, LoadVerdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The outcome of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It settled, and the mean latency is as sure as was asked.
    Steady,
    /// The load is not carried: the backlog grows.
    Saturated,
    /// The cycles were used up first.
    OutOfCycles,
    /// All messages of a traffic that ends have arrived.
    Finished,
    /// Messages were under way, and no flit moved any more.
    Deadlock,
}

/// As text, for display.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Deadlock => "deadlock",
            Ending::Saturated => "saturated",
            Ending::OutOfCycles => "out of cycles",
            Ending::Finished => "finished",
            Ending::Steady => "steady",
        })
    }
}

/// The verdict on the routing with these channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Judged {
    /// It cannot deadlock.
    Proved,
    /// Channels wait for each other in a cycle.
    Refuted,
    /// The verifier had no verdict.
    Unjudged,
}

/// How busy the links of a kind were.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClassUse {
    /// The kind of link.
    pub link_class: String,
    /// Number of links, counted per direction.
    pub links: u64,
    /// Flits per cycle over a link, the mean of all.
    pub mean_utilisation: f64,
    /// Flits per cycle over the busiest.
    pub highest_utilisation: f64,
}

/// Latency from the cycle in which a node wants to send to the cycle in which the last flit has arrived.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Latency {
    /// The mean.
    pub mean_latency_cycles: f64,
    /// Half of the 95 % interval of the mean, from batches of this one run.
    pub half_width_cycles: Option<f64>,
    /// The least.
    pub least: u64,
    /// Half of the messages have at most this.
    pub p50: u64,
    /// 90 % have at most this.
    pub p90: u64,
    /// 99 % have at most this.
    pub p99: u64,
    /// The most.
    pub most: u64,
}

/// A stop in which nothing moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stuck {
    /// The cycle of the last arrival.
    pub since_cycle: u64,
    /// Messages under way.
    pub messages: u64,
}

/// The results of a simulation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// The outcome.
    pub ending: Ending,
    /// The verdict on the routing.
    pub judged: Judged,
    /// The routing, with the base that the network gave it.
    pub routing: String,
    /// Virtual channels of a link.
    pub vcs: u32,
    /// The nodes.
    pub nodes: u64,
    /// Number of endpoints that send.
    pub senders: u64,
    /// Cycles before the measurement.
    pub warmup_cycles: u64,
    /// Cycles of the measurement.
    pub measured_cycles: u64,
    /// Flits per cycle that each sending node was to offer; none for a traffic that ends.
    pub offered_load: Option<f64>,
    /// Flits per cycle that it did offer: what was drawn.
    pub drawn_load: f64,
    /// Flits per cycle that arrived, for each sending node.
    pub accepted_load: f64,
    /// Messages that arrived in the measurement.
    pub messages: u64,
    /// Their latency; `None` if none arrived.
    pub latency: Option<Latency>,
    /// Links that a packet took, on average; `None` if none arrived.
    pub mean_hops: Option<f64>,
    /// Kinds of link.
    pub classes: Vec<ClassUse>,
    /// Whether the load is carried; none for a traffic that ends, and after a deadlock.
    pub load_verdict: Option<LoadVerdict>,
    /// The cycle in which the last message arrived, for a traffic that ends.
    pub completion_cycles: Option<u64>,
    /// The deadlock, if any.
    pub deadlock: Option<Stuck>,
}

impl Outcome {
    /// Whether the load is carried; a deadlock carries nothing.
    pub fn carried(&self) -> Carried {
        match (self.ending, self.load_verdict) {
            (Ending::Deadlock, _) => Carried::NotCarried,
            (_, Some(verdict)) => verdict.carried,
            (Ending::Saturated, None) => Carried::NotCarried,
            (_, None) => Carried::Carried,
        }
    }
}
