//! Hamiltonian cycles that were found, with how they came about.

use super::order::NodeOrder;
use std::sync::Arc;

/// A ring and how it came about.
#[derive(Debug, Clone)]
pub struct FoundRing {
    /// The ring.
    pub ring: Arc<dyn NodeOrder>,
    /// The constructions, from the innermost out, as text.
    pub rules: Vec<&'static str>,
    /// `true` if some part of it was found by search.
    pub searched: bool,
}

impl FoundRing {
    /// The constructions as one text.
    pub fn by(&self) -> String {
        self.rules.join("; ")
    }
}

/// A ring around faults.
#[derive(Debug, Clone)]
pub struct Around {
    /// The ring.
    pub found_ring: FoundRing,
    /// Number of living nodes it leaves out.
    pub left_out: u64,
    /// No ring has more nodes; the number of its own nodes when it is known to be the longest.
    pub at_most: u64,
    /// The evidence.
    pub bound: &'static str,
}

impl Around {
    /// A ring through all living nodes.
    pub fn whole(found_ring: FoundRing) -> Around {
        let at_most = found_ring.ring.positions();
        Around { found_ring, left_out: 0, at_most, bound: "it goes through all living nodes" }
    }
}
