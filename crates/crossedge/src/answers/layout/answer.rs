//! The report on a layout.

use crate::evidence::Evidence;
use crate::exact::Exact;

/// A verified layout.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LayoutAnswer {
    /// Number of placed nodes, endpoints and switches.
    pub nodes: Exact<u64>,
    /// Blocks that are grouped together.
    pub blocks: Exact<u64>,
    /// Number of non-empty racks.
    pub racks: Exact<u64>,
    /// Rows of racks.
    pub rows: u32,
    /// Racks per row.
    pub columns: u32,
    /// Capacity of a rack, in nodes.
    pub units: u32,
    /// Nodes in the fullest rack.
    pub max_nodes_per_rack: Exact<u64>,
    /// Number of cables; a link of width w has w cables.
    pub cables: Exact<u64>,
    /// Cables inside a rack.
    pub inside: Exact<u64>,
    /// Maximum number of cables that leave a rack.
    pub max_cables_leaving: Exact<u64>,
    /// Copper cables.
    pub copper: Exact<u64>,
    /// Optical cables.
    pub optical: Exact<u64>,
    /// Maximum length of copper cables, in millimetres.
    pub copper_reach: Exact<u64>,
    /// Total cable length, in millimetres.
    pub length: Exact<u128>,
    /// Total cable length before the local search.
    pub length_before_search: Exact<u128>,
    /// Total cable length of a random placement.
    pub length_at_random: Exact<u128>,
    /// The seed of the local search and of the random placement.
    pub seed: Exact<u64>,
    /// The longest cable, in millimetres.
    pub longest: Exact<u64>,
    /// By class of links.
    pub classes: Vec<LayoutClassAnswer>,
    /// Cables by manufactured length.
    pub lengths: Vec<LengthAnswer>,
    /// Cost and power, line by line; absent without prices.
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
    /// Total length, in millimetres.
    pub length: Exact<u128>,
    /// The longest, in millimetres.
    pub longest: Exact<u64>,
}

/// Cables of one manufactured length.
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

/// One line of cost or power.
#[derive(Debug, Clone, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CostLineAnswer {
    /// The item.
    pub item: String,
    /// The quantity, in pieces or metres.
    pub count: f64,
    /// Per unit.
    pub each: f64,
    /// In total.
    pub total: f64,
    /// The unit, e.g. `EUR` or `W`.
    pub unit: String,
    /// The file of the price, its source and its year.
    pub source: String,
}
