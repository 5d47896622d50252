//! Long work shows how far it is, and stops when asked.
//!
//! ```
//! use crossedge::progress::{Progress, Silent};
//!
//! Silent.stage("counting", 10);
//! assert!(!Silent.stopped());
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Receives progress updates and can request cancellation. Programs draw a bar and pass on an interruption; tests use [`Silent`].
pub trait Progress: Sync {
    /// A new stage of `total` units begins.
    fn stage(&self, name: &str, total: u64);
    /// Reports `units` more units of work.
    fn advance(&self, units: u64);
    /// Returns `true` if to stop as soon as possible.
    fn stopped(&self) -> bool;
    /// Returns `true` if work that is stopped may answer with what it has. Called once there is something to answer with.
    fn takes_unfinished(&self) -> bool {
        false
    }
}

/// No observer.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn stage(&self, _name: &str, _total: u64) {}

    fn advance(&self, _units: u64) {}

    fn stopped(&self) -> bool {
        false
    }
}

/// Passes on only whether to stop: the units of the work inside are not those that are reported, or many such works run at once.
pub struct CancelOnly<'a>(pub &'a dyn Progress);

impl Progress for CancelOnly<'_> {
    fn stage(&self, _name: &str, _total: u64) {}

    fn advance(&self, _units: u64) {}

    fn stopped(&self) -> bool {
        self.0.stopped()
    }
}

/// Adds a time limit to another observer: [`Progress::stopped`] is also true once the time is over. The limit can be moved while work runs.
pub struct TimeLimit<'a> {
    inner: &'a dyn Progress,
    start: Instant,
    /// Nanoseconds after the start; `u64::MAX` for no limit.
    until: AtomicU64,
}

impl<'a> TimeLimit<'a> {
    /// No limit yet.
    pub fn new(inner: &'a dyn Progress) -> Self {
        TimeLimit { inner, start: Instant::now(), until: AtomicU64::new(u64::MAX) }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Stops work from this time after the start on.
    pub fn set(&self, until: Duration) {
        self.until.store(u64::try_from(until.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    /// Returns `true` if the inner observer requests cancellation, regardless of the time.
    pub fn interrupted(&self) -> bool {
        self.inner.stopped()
    }
}

impl Progress for TimeLimit<'_> {
    fn stage(&self, name: &str, total: u64) {
        self.inner.stage(name, total);
    }

    fn advance(&self, units: u64) {
        self.inner.advance(units);
    }

    fn stopped(&self) -> bool {
        let until = self.until.load(Ordering::Relaxed);
        self.inner.stopped() || (until != u64::MAX && self.start.elapsed() >= Duration::from_nanos(until))
    }
}

/// The work was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the end")]
pub struct Stopped;
