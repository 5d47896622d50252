//! The report on a layout.

use crate::evidence::Evidence;
use crate::exact::Exact;

/// A layout that its verifier has found good.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutAnswer {
    /// Nodes that are somewhere, endpoints and switches.
    pub nodes: Exact<u64>,
    /// Blocks that are grouped together.
    pub blocks: Exact<u64>,
    /// Racks that are not empty.
    pub racks: Exact<u64>,
    /// Rows of racks.
    pub rows: u32,
    /// Racks of a row.
    pub columns: u32,
    /// Nodes that a rack holds.
    pub units: u32,
    /// Nodes in the fullest rack.
    pub fullest: Exact<u64>,
    /// All cables; a link has as many as it is wide.
    pub cables: Exact<u64>,
    /// Cables inside a rack.
    pub inside: Exact<u64>,
    /// Cables that leave a rack at most.
    pub leaving_most: Exact<u64>,
    /// Copper cables: as long as copper reaches.
    pub copper: Exact<u64>,
    /// Optical cables.
    pub optical: Exact<u64>,
    /// Maximum length of copper cables, in millimetres.
    pub copper_reach: Exact<u64>,
    /// All cables together, in millimetres.
    pub length: Exact<u128>,
    /// The same before racks changed places.
    pub length_by_rule: Exact<u128>,
    /// The same when every node is anywhere.
    pub length_at_random: Exact<u128>,
    /// The seed of both.
    pub seed: Exact<u64>,
    /// The longest cable, in millimetres.
    pub longest: Exact<u64>,
    /// By class of links.
    pub classes: Vec<LayoutClassAnswer>,
    /// By the length that a cable is made in.
    pub lengths: Vec<LengthAnswer>,
    /// The cost and draws, line by line; absent without prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub costs: Option<Vec<CostLineAnswer>>,
    /// The verification.
    pub evidence: Evidence,
}

/// Cables of one class of links.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutClassAnswer {
    /// The class.
    pub name: String,
    /// Its cables.
    pub cables: Exact<u64>,
    /// Those inside a rack.
    pub inside: Exact<u64>,
    /// Optical ones.
    pub optical: Exact<u64>,
    /// All together, in millimetres.
    pub length: Exact<u128>,
    /// The longest, in millimetres.
    pub longest: Exact<u64>,
}

/// Cables that are made in one length.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LengthAnswer {
    /// The length, in millimetres.
    pub length: Exact<u64>,
    /// Number of cables.
    pub cables: Exact<u64>,
    /// `true` if they are optical.
    pub optical: bool,
}

/// One line of money or power.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostLineAnswer {
    /// Of what.
    pub item: String,
    /// The quantity, in pieces or metres.
    pub count: f64,
    /// For one.
    pub each: f64,
    /// For all.
    pub total: f64,
    /// In what.
    pub unit: String,
    /// The file of the price, its source and its year.
    pub source: String,
}
