//! Answers about rings and paths.

use crate::evidence::Evidence;
use crate::exact::Exact;
use crate::net::Node;
use crate::verify::VerifiedExtent;
use crate::words::words;
use std::fmt;

/// The kind of result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RingKind {
    /// A cycle through all living nodes, or the longest that was found.
    Cycle,
    /// A path through all living nodes.
    Path,
    /// Cycles through all nodes that are edge-disjoint.
    EdgeDisjointCycles,
    /// A cycle through two neighbours of every cluster of a dual construction.
    VirtualRing,
}

words!(RingKind, "kind":
    Cycle = "cycle": "A Hamiltonian cycle; around faults the longest that was found",
    Path = "path": "A Hamiltonian path",
    EdgeDisjointCycles = "edge-disjoint cycles": "Edge-disjoint Hamiltonian cycles",
    VirtualRing = "virtual ring": "Two neighbours of every cluster of a dual construction",
);

/// A verified ring or path, or why there is none.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RingAnswer {
    /// The kind of result.
    pub kind: RingKind,
    /// `true` if one exists; null if undecided.
    pub exists: Option<bool>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The nodes on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<Exact<u64>>,
    /// Live nodes that it omits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub omitted: Option<Exact<u64>>,
    /// Upper bound: nodes on a cycle around the faults, or number of edge-disjoint cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upper_bound: Option<Exact<u64>>,
    /// The evidence of `upper_bound`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// The rules that made it, from the innermost out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub construction: Option<String>,
    /// The evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// The verified objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verified: Option<VerifiedPositionsAnswer>,
    /// Number of edge-disjoint cycles that were found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycle_count: Option<usize>,
    /// Each of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rings: Option<Vec<OneRingAnswer>>,
    /// The number of a virtual ring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<Exact<u64>>,
    /// Number of node-disjoint virtual rings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_common_nodes: Option<Exact<u64>>,
    /// The requested position.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub place: Option<PlaceAnswer>,
    /// The verdict on every position, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// The position of the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<String>,
    /// The nodes in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<Vec<Node>>,
}

impl RingAnswer {
    /// Unknown.
    pub(super) fn new(kind: RingKind) -> Self {
        RingAnswer {
            kind,
            exists: None,
            reason: None,
            length: None,
            omitted: None,
            upper_bound: None,
            bound: None,
            construction: None,
            evidence: None,
            verified: None,
            cycle_count: None,
            rings: None,
            number: None,
            without_common_nodes: None,
            place: None,
            holds: None,
            counterexample: None,
            nodes: None,
        }
    }
}

/// The extent of the verification of an order.
#[derive(Debug, Clone, Copy, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifiedPositionsAnswer {
    /// Number of positions.
    pub positions: Exact<u64>,
    /// `true` if these are all.
    pub all: bool,
    /// The seed of a sample.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Exact<u64>>,
}

impl From<VerifiedExtent> for VerifiedPositionsAnswer {
    fn from(extent: VerifiedExtent) -> Self {
        let (positions, seed) = match extent {
            VerifiedExtent::All(positions) => (positions, None),
            VerifiedExtent::Sample { positions, seed } => (positions, Some(Exact(seed))),
        };
        VerifiedPositionsAnswer { positions: Exact(positions), all: seed.is_none(), seed }
    }
}

impl fmt::Display for VerifiedPositionsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seed {
            None => write!(f, "all {} positions verified [replay]", self.positions),
            Some(seed) => write!(f, "sampled: {} positions verified [replay], seed {seed}", self.positions),
        }
    }
}

/// One of several cycles.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OneRingAnswer {
    /// The evidence.
    pub evidence: Evidence,
    /// The verified objects.
    pub verified: VerifiedPositionsAnswer,
    /// Its nodes in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
}

/// A node of a ring or path, and those next to it.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlaceAnswer {
    /// The position, from 0.
    pub position: Exact<u64>,
    /// The node there.
    pub node: Node,
    /// Its address.
    pub address: String,
    /// The form of addresses; `id` where they are plain ids.
    pub notation: String,
    /// The node before it; null at the beginning of a path.
    pub predecessor: Option<Node>,
    /// Its address.
    pub predecessor_address: Option<String>,
    /// The node behind it; null at the end of a path.
    pub successor: Option<Node>,
    /// Its address.
    pub successor_address: Option<String>,
}
