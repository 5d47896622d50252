//! The engine in process: one run, its panics contained, its prints kept off standard output.

mod mute_stdout;
pub(crate) mod panics;
mod run;

pub(crate) use run::Running;
