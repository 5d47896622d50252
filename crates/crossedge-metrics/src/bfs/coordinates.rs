//! Grid coordinates: from ids to layer, plane, high and low coordinate, and back.

use crossedge_lang::net::address::Pair;
use crossedge_lang::net::{self, Numbering};

/// A node of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GridNode {
    /// The class of a dual construction; 0 elsewhere.
    pub layer: u64,
    /// The plane.
    pub plane: u64,
    /// The high coordinate: the row of layer 0.
    pub high: u64,
    /// The low coordinate: the column of layer 0.
    pub low: u64,
}

/// The ids of a grid.
#[derive(Debug)]
pub enum GridIds {
    /// High and low, with the high coordinate more significant: a product. The number is how many low coordinates there are.
    HighLow(Pair),
    /// The same with the low coordinate more significant. The number is how many high coordinates there are.
    LowHigh(Pair),
    /// A level of dual construction: class, cluster, node.
    Level {
        /// Class, cluster and node.
        numbering: Numbering,
        /// Coordinate and plane.
        row: Pair,
        /// From a node of the cluster to coordinate and plane, joined; absent if it is the same number.
        row_of: Option<Vec<u32>>,
        /// The inverse.
        node_of: Option<Vec<u32>>,
    },
    /// Recursive expansion: high phases, low phases, unit; the planes are the nodes of the unit.
    Expansion {
        /// Phases and unit.
        unit: Pair,
        /// High and low phases.
        phases: Pair,
    },
    /// A grid among the factors of a product, which add planes.
    Among {
        /// The ids of the grid.
        inner: Box<GridIds>,
        /// Factors before, and the rest.
        before: Pair,
        /// The grid, and factors after.
        after: Pair,
        /// Planes of the grid, and the numbers of all other factors.
        others: Pair,
    },
}

impl GridIds {
    /// The position of a node.
    pub fn grid_node(&self, id: u64) -> GridNode {
        match self {
            GridIds::HighLow(split) => {
                let (high, low) = split.split(id);
                GridNode { layer: 0, plane: 0, high, low }
            }
            GridIds::LowHigh(split) => {
                let (low, high) = split.split(id);
                GridNode { layer: 0, plane: 0, high, low }
            }
            GridIds::Level { numbering, row, row_of, .. } => {
                let net::Place { class: layer, cluster, node } = numbering.place(id);
                let (moves, plane) =
                    row.split(row_of.as_ref().map_or(node, |rows| rows[node as usize].into()));
                let (high, low) = if layer == 0 { (moves, cluster) } else { (cluster, moves) };
                GridNode { layer, plane, high, low }
            }
            GridIds::Expansion { unit, phases } => {
                let (frames, plane) = unit.split(id);
                let (high, low) = phases.split(frames);
                GridNode { layer: 0, plane, high, low }
            }
            GridIds::Among { inner, before, after, others } => {
                let (first, rest) = before.split(id);
                let (id, last) = after.split(rest);
                let place = inner.grid_node(id);
                let other = after.join(first, last);
                GridNode { plane: others.join(place.plane, other), ..place }
            }
        }
    }

    /// The node at this position.
    pub fn id(&self, at: GridNode) -> u64 {
        match self {
            GridIds::HighLow(split) => split.join(at.high, at.low),
            GridIds::LowHigh(split) => split.join(at.low, at.high),
            GridIds::Level { numbering, row, node_of, .. } => {
                let (moves, cluster) = if at.layer == 0 { (at.high, at.low) } else { (at.low, at.high) };
                let node = row.join(moves, at.plane);
                let node = node_of.as_ref().map_or(node, |nodes| nodes[node as usize].into());
                numbering.id(net::Place { class: at.layer, cluster, node })
            }
            GridIds::Expansion { unit, phases } => unit.join(phases.join(at.high, at.low), at.plane),
            GridIds::Among { inner, before, after, others } => {
                let (plane, other) = others.split(at.plane);
                let (first, last) = after.split(other);
                let id = inner.id(GridNode { plane, ..at });
                before.join(first, after.join(id, last))
            }
        }
    }
}
