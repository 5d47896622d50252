//! The verdict of a verifier. It holds, with findings; or it is refuted, with the position of the failure; or it is undecided, because of a
//! limit of the verifier. A limit is never a verdict, and neither is a cancellation, which is outside, as
//! `Result<Verdict<…>, Stopped>`.

use std::fmt;

/// The verdict of a verifier.
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use = "an unused verdict verifies nothing"]
pub enum Verdict<T, F> {
    /// Every assertion of the verifier holds.
    Holds(T),
    /// One of them does not; here is which, and where.
    Refuted(F),
    /// Undecided at this size.
    Undecided(Limit),
}

/// A size limit of a verifier.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}\nhelp: take {works}", self.reached())]
pub struct Limit {
    /// The limited resource, e.g. "chunks".
    pub what: &'static str,
    /// The required amount; `None` if the number itself does not fit.
    pub asked: Option<u128>,
    /// The limit.
    pub most: u128,
    /// A size that works, e.g. "a network of at most 8192 nodes".
    pub works: String,
}

impl Limit {
    /// The limit that was reached, in one line.
    pub fn reached(&self) -> String {
        let Limit { what, asked, most, .. } = self;
        match asked {
            Some(asked) => format!("{asked} {what} are more than the {most} that can be verified"),
            None => format!("there are more {what} than the {most} that can be verified"),
        }
    }
}

/// A verdict other than `holds`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum No<F> {
    /// It is refuted.
    Refuted(F),
    /// It is undecided.
    Undecided(Limit),
}

impl<F: fmt::Display> fmt::Display for No<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            No::Refuted(fault) => fault.fmt(f),
            No::Undecided(limit) => limit.fmt(f),
        }
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for No<F> {}

impl<T, F> Verdict<T, F> {
    /// Returns `true` if it holds.
    pub fn holds(&self) -> bool {
        matches!(self, Verdict::Holds(_))
    }

    /// Why it is refuted, when it is.
    pub fn refuted(&self) -> Option<&F> {
        match self {
            Verdict::Refuted(fault) => Some(fault),
            _ => None,
        }
    }

    /// The facts that hold, or everything else as an error.
    pub fn into_result(self) -> Result<T, No<F>> {
        match self {
            Verdict::Holds(value) => Ok(value),
            Verdict::Refuted(fault) => Err(No::Refuted(fault)),
            Verdict::Undecided(limit) => Err(No::Undecided(limit)),
        }
    }

    /// The same verdict on something made from what holds.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Verdict<U, F> {
        match self {
            Verdict::Holds(value) => Verdict::Holds(change(value)),
            Verdict::Refuted(fault) => Verdict::Refuted(fault),
            Verdict::Undecided(limit) => Verdict::Undecided(limit),
        }
    }
}

impl<T, F> From<Result<T, F>> for Verdict<T, F> {
    fn from(judged: Result<T, F>) -> Self {
        match judged {
            Ok(value) => Verdict::Holds(value),
            Err(fault) => Verdict::Refuted(fault),
        }
    }
}
