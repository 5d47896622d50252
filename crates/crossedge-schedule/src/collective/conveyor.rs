//! Pipelined pieces on a tree: the number of steps, and their sizes, in closed form.
//!
//! A message of B bytes in P pieces has B mod P pieces that are one byte larger than the others, and these go first. Two numbers of steps give the cost:
//! those in which a larger piece is in transit, and those in which any piece is.

/// The timing of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conveyor {
    /// Trees of these depths, each with its part of the message: a node hands a piece to all its children at once, in the step after it has come.
    Lines {
        /// The depth of each tree.
        depths: Vec<u64>,
        /// Up the trees and down again.
        twice: bool,
    },
    /// One tree: a node hands a piece to one child after the other, and the next piece comes `period` steps after it.
    Branches {
        /// Steps between two pieces.
        period: u64,
        /// For each step within a period the periods, in order, in which the first piece is sent somewhere.
        first: Vec<Vec<u64>>,
        /// A node receives a piece while it sends the one before: not with half a port.
        overlaps: bool,
    },
}

/// Steps of a conveyor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// In all, idle ones included.
    pub steps: u64,
    /// In which something is sent.
    pub busy: u64,
    /// In which a piece with one byte more is sent.
    pub larger: u64,
    /// The bytes of the other pieces.
    pub bytes: u64,
}

impl Conveyor {
    /// The number of trees.
    pub fn trees(&self) -> u64 {
        match self {
            Conveyor::Lines { depths, .. } => depths.len().max(1) as u64,
            Conveyor::Branches { .. } => 1,
        }
    }

    /// The steps of a message in pieces.
    pub fn step_counts(&self, pieces: u64, bytes: u64) -> Counted {
        let cut = self.trees().saturating_mul(pieces).max(1);
        let each = bytes.checked_div(cut).unwrap_or(0);
        let more = bytes - each * cut;
        match self {
            Conveyor::Lines { depths, twice } => {
                let passes = if *twice { 2 } else { 1 };
                let until =
                    |pieces: u64, depth: u64| if pieces == 0 { 0 } else { pieces + depth.saturating_sub(1) };
                let depth = depths.iter().copied().max().unwrap_or(0);
                let steps = passes * until(pieces, depth);
                let larger = |(i, &depth): (u64, &u64)| {
                    until(more.saturating_sub(i.saturating_mul(pieces)).min(pieces), depth)
                };
                let larger = (0u64..).zip(depths).map(larger).max().unwrap_or(0);
                Counted { steps, busy: steps, larger: passes * larger, bytes: each }
            }
            Conveyor::Branches { period, first, .. } => {
                let during = |pieces: u64| first.iter().map(|begins| covered_periods(begins, pieces)).sum();
                let last =
                    (0u64..).zip(first).filter_map(|(i, begins)| Some(begins.last()? * period + i)).max();
                let steps = last.map_or(0, |last| last + (pieces - 1) * period + 1);
                Counted { steps, busy: during(pieces), larger: during(more), bytes: each }
            }
        }
    }
}

/// Number of periods that are covered by runs of this length that begin at these, in order.
fn covered_periods(begins: &[u64], length: u64) -> u64 {
    let gaps = begins.windows(2).map(|pair| (pair[1] - pair[0]).min(length)).sum::<u64>();
    if begins.is_empty() { 0 } else { gaps + length }
}
