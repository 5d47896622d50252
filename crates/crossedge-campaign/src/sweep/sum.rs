//! Sums of fault trials, and the common description of their campaigns.

use crate::record::TaskId;
use crossedge::net::{Node, Structure, neighbors};
use crossedge::route::fault::{Trial, larger_stretch};
use serde::{Deserialize, Serialize};

/// How trials are drawn, for the record.
pub const GENERATOR: &str = "ChaCha8, seed bytes = seed, dead nodes, dead links, trial";

/// Trials added up; the order does not matter.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialSums {
    /// Total number.
    pub trials: u64,
    /// Those whose live nodes were one part.
    pub connected: u64,
    /// Live nodes.
    pub live: u64,
    /// Nodes of the largest parts.
    pub largest: u64,
    /// Diameters of the largest parts, or lower bounds.
    pub diameters: u64,
    /// The largest of them.
    pub diameter: u64,
    /// Packets.
    pub pairs: u64,
    /// Those whose ends were in one part.
    pub joined: u64,
    /// Those that arrived.
    pub delivered: u64,
    /// Their hops.
    pub hops: u64,
    /// The distances of their ends.
    pub distance: u64,
    /// Hops and distance of the packet with the largest stretch.
    pub worst: (u64, u64),
}

impl TrialSums {
    /// Adds a trial.
    pub fn add(&mut self, trial: &Trial) {
        self.trials += 1;
        self.connected += u64::from(trial.connected());
        self.live += trial.live;
        self.largest += trial.largest;
        self.diameters += trial.diameter;
        self.diameter = self.diameter.max(trial.diameter);
        self.pairs += trial.pairs;
        self.joined += trial.joined;
        self.delivered += trial.delivered;
        self.hops += trial.hops;
        self.distance += trial.distance;
        self.worst = larger_stretch(self.worst, trial.worst);
    }
}

/// A ratio, or nothing when there is nothing to divide by.
pub fn ratio(a: u64, b: u64) -> Option<f64> {
    (b > 0).then(|| a as f64 / b as f64)
}

/// A digest of all links.
pub fn fingerprint(net: &dyn Structure) -> String {
    let mut text = String::new();
    for v in 0..net.nodes() {
        for w in neighbors(net, Node(v)) {
            text.push_str(&format!("{v} {}\n", w.0));
        }
    }
    TaskId::from_text(&text).to_string()
}
