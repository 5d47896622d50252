//! Where a node lies in a grid: from ids to layer, plane, high and low coordinate, and back.

use crate::net::address::Pair;

/// A node of a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
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
pub enum Ids {
    /// High and low, with the high coordinate more significant: a product. The number is how many low coordinates there are.
    HighLow(Pair),
    /// The same with the low coordinate more significant. The number is how many high coordinates there are.
    LowHigh(Pair),
    /// Dual construction, or a level of a hierarchical dual-net: class, cluster, node.
    Dual {
        /// The nodes of a class.
        half: u64,
        /// Cluster and node.
        cluster: Pair,
        /// Coordinate and plane.
        row: Pair,
        /// From a node of the cluster to coordinate and plane, joined; absent when it is the same number.
        row_of: Option<Vec<u32>>,
        /// The other way.
        node_of: Option<Vec<u32>>,
    },
    /// Dual-cube with parts of so many bits: class, low, high.
    DualCube(u32),
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
        inner: Box<Ids>,
        /// Factors before, and the rest.
        before: Pair,
        /// The grid, and factors after.
        after: Pair,
        /// Planes of the grid, and the numbers of all other factors.
        others: Pair,
    },
}

impl Ids {
    /// Where a node lies.
    pub fn place(&self, id: u64) -> Place {
        match self {
            Ids::HighLow(split) => {
                let (high, low) = split.split(id);
                Place { layer: 0, plane: 0, high, low }
            }
            Ids::LowHigh(split) => {
                let (low, high) = split.split(id);
                Place { layer: 0, plane: 0, high, low }
            }
            Ids::Dual { half, cluster, row, row_of, .. } => {
                let layer = u64::from(id >= *half);
                let (cluster, node) = cluster.split(id - layer * half);
                let (moves, plane) =
                    row.split(row_of.as_ref().map_or(node, |rows| rows[node as usize].into()));
                let (high, low) = if layer == 0 { (moves, cluster) } else { (cluster, moves) };
                Place { layer, plane, high, low }
            }
            Ids::DualCube(bits) => {
                let part = (1 << bits) - 1;
                Place { layer: id >> (2 * bits), plane: 0, high: id & part, low: id >> bits & part }
            }
            Ids::Expansion { unit, phases } => {
                let (frames, plane) = unit.split(id);
                let (high, low) = phases.split(frames);
                Place { layer: 0, plane, high, low }
            }
            Ids::Among { inner, before, after, others } => {
                let (first, rest) = before.split(id);
                let (id, last) = after.split(rest);
                let place = inner.place(id);
                let other = after.join(first, last);
                Place { plane: others.join(place.plane, other), ..place }
            }
        }
    }

    /// The node that lies there.
    pub fn id(&self, at: Place) -> u64 {
        match self {
            Ids::HighLow(split) => split.join(at.high, at.low),
            Ids::LowHigh(split) => split.join(at.low, at.high),
            Ids::Dual { half, cluster, row, node_of, .. } => {
                let (moves, stays) = if at.layer == 0 { (at.high, at.low) } else { (at.low, at.high) };
                let node = row.join(moves, at.plane);
                let node = node_of.as_ref().map_or(node, |nodes| nodes[node as usize].into());
                at.layer * half + cluster.join(stays, node)
            }
            Ids::DualCube(bits) => at.layer << (2 * bits) | at.low << bits | at.high,
            Ids::Expansion { unit, phases } => unit.join(phases.join(at.high, at.low), at.plane),
            Ids::Among { inner, before, after, others } => {
                let (plane, other) = others.split(at.plane);
                let (first, last) = after.split(other);
                let id = inner.id(Place { plane, ..at });
                before.join(first, after.join(id, last))
            }
        }
    }
}
