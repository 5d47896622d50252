//! Who watches a search that is long.

use super::front::Kept;

/// Whoever watches a search: keeps how far it is, and hears of designs before the end.
pub trait Keeper {
    /// What was kept when the search was stopped; none where it begins.
    fn before(&self) -> Option<String> {
        None
    }

    /// Number of bases between two calls of [`Keeper::due`].
    fn part(&self) -> usize {
        1 << 12
    }

    /// Whether it is time to keep something.
    fn due(&self) -> bool {
        false
    }

    /// Keeps this instead of what was kept before.
    fn keep(&self, _state: &str) {}

    /// A design is on the front of all that was looked at so far; later ones may be better.
    fn found(&self, _design: &Kept, _so_far: SoFar) {}
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Keeper for Nobody {}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SoFar {
    /// Candidates that were looked at.
    pub looked: u64,
    /// Progress in thousandths.
    pub permille: u64,
}

/// Why a search has no end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfinished {
    /// It was stopped.
    Stopped,
    /// What was kept is not of this search, or is damaged.
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
