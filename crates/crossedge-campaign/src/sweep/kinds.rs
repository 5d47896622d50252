//! The kinds of task, one line each.

#[cfg(not(feature = "simulate"))]
use super::absent::Simulate;
use super::fault::FaultKind;
use super::figures::Figures;
use super::kind::TaskKind;
use super::record::RecordKind;
#[cfg(feature = "simulate")]
use super::simulate::Simulate;

/// All of them, in the order of their tables in a plan and of their columns.
pub(crate) const TASK_KINDS: &[&dyn TaskKind] = &[&FaultKind, &Simulate, &Figures, &RecordKind];

/// The names of all kinds.
pub fn kinds() -> impl Iterator<Item = &'static str> {
    TASK_KINDS.iter().map(|kind| kind.name())
}
