//! Long work tells how far it is, and stops when asked.
//!
//! ```
//! use crossedge::progress::{Progress, Silent};
//!
//! Silent.stage("counting", 10);
//! assert!(!Silent.stopped());
//! ```

/// Whoever watches long work. Programs draw a bar and pass on an interruption; tests use [`Silent`].
pub trait Progress: Sync {
    /// A new stage of `total` units begins.
    fn stage(&self, name: &str, total: u64);
    /// So many more units are done.
    fn advance(&self, units: u64);
    /// Whether to stop as soon as possible.
    fn stopped(&self) -> bool;
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _name: &str, _total: u64) {}

    fn advance(&self, _units: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// Passes on only whether to stop: the units of the work inside are not those that are told, or many such works run at once.
pub struct CancelOnly<'a>(pub &'a dyn Progress);

impl Progress for CancelOnly<'_> {
    fn stage(&self, _name: &str, _total: u64) {}

    fn advance(&self, _units: u64) {}

    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

/// The work was stopped before its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

impl std::fmt::Display for Stopped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("stopped before the end")
    }
}

impl std::error::Error for Stopped {}
