//! Observers of long searches.

use super::front::KeptCandidate;

/// An observer of a search: checkpoints it, and receives designs before the end.
pub trait Keeper {
    /// The checkpoint of an interrupted search; `None` at the start.
    fn before(&self) -> Option<String> {
        None
    }

    /// Number of bases between two calls of [`Keeper::due`].
    fn part(&self) -> usize {
        1 << 12
    }

    /// Returns `true` if it is time to keep something.
    fn due(&self) -> bool {
        false
    }

    /// Keeps this instead of what was kept before.
    fn keep(&self, _state: &str) {}

    /// A design is on the Pareto front of the candidates examined; later ones may be better.
    fn design_found(&self, _design: &KeptCandidate, _so_far: SoFar) {}

    /// The best of each family among the candidates examined, by the name of the family; later ones may be better.
    fn families_found(
        &self,
        _best: &mut dyn Iterator<Item = (&'static str, &KeptCandidate)>,
        _so_far: SoFar,
    ) {
    }
}

/// No observer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Keeper for Nobody {}

/// The progress of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoFar {
    /// Number of candidates examined.
    pub looked: u64,
    /// Progress in thousandths.
    pub permille: u64,
}

/// Why a search has no end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfinished {
    /// It was stopped.
    Stopped,
    /// The checkpoint is of another search, or is damaged.
    Foreign(String),
}

impl std::fmt::Display for Unfinished {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unfinished::Stopped => crate::progress::Stopped.fmt(f),
            Unfinished::Foreign(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unfinished {}

impl From<crate::progress::Stopped> for Unfinished {
    fn from(_: crate::progress::Stopped) -> Self {
        Unfinished::Stopped
    }
}
