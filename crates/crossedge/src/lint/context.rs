//! The input of the rules.

use crate::net::read::{Fabric, SwitchTable};
use crate::progress::Progress;
use crate::recognize::{CabledGraph, Match, SwitchGraph};
use crate::tables::{LaneFiles, TableReport};

/// Forwarding tables that were followed.
#[derive(Debug, Clone)]
pub struct TableInput {
    /// The name of the file.
    pub name: String,
    /// The tables.
    pub tables: Vec<SwitchTable>,
    /// Service levels and SL2VL tables.
    pub lanes: LaneFiles,
    /// The result of following them.
    pub report: TableReport,
}

/// A fabric and everything that it is compared with.
pub struct Context<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// The fabric, without aggregation nodes.
    pub fabric: &'a Fabric,
    /// Its graph.
    pub graph: &'a CabledGraph,
    /// The graph without single-homed hosts.
    pub switches: &'a SwitchGraph,
    /// The plan, given or recognized; otherwise the reason why there is none.
    pub plan: Result<&'a Match, String>,
    /// Tables, if given.
    pub tables: Option<&'a TableInput>,
    /// An earlier dump and its name, if given.
    pub since: Option<(&'a str, &'a Fabric)>,
    /// The observer.
    pub progress: &'a dyn Progress,
}

/// The graph of a fabric: kinds are 0 for endpoints and 1 for switches if the file tells both apart, and all 0 otherwise.
pub(crate) fn graph_of(fabric: &Fabric) -> CabledGraph {
    let known = fabric.nodes.iter().all(|node| node.switch.is_some());
    let both = [true, false].iter().all(|&kind| fabric.nodes.iter().any(|node| node.switch == Some(kind)));
    let kinds = fabric.nodes.iter().map(|node| u32::from(known && both && node.switch == Some(true)));
    let cables = fabric.cables.iter().flat_map(|cable| {
        let [(a, _), (b, _)] = cable.ends;
        (0..cable.width.unwrap_or(1)).map(move |_| (a, b))
    });
    CabledGraph::new(kinds.collect(), cables.filter(|(a, b)| a != b))
}

impl Context<'_> {
    /// The name of a node.
    pub fn name(&self, v: u32) -> &str {
        &self.fabric.nodes[v as usize].name
    }

    /// Returns `true` for a switch.
    pub fn is_switch(&self, v: u32) -> bool {
        self.fabric.nodes[v as usize].switch == Some(true)
    }
}
