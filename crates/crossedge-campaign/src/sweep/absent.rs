//! Simulations where the simulator is not built in: they are refused, with what to do.

use super::kind::{Task, TaskKind};
use super::reader::SpannedValue as Place;
use super::rows::TaskResult;
use crate::table::Column;
use crossedge::expr::Error;

/// Why there are no simulations.
const NO_SIMULATOR: &str = "this program was built without the simulator";

/// How to get one that has it.
const HOW_TO_BUILD: &str = "build it with `--features simulate`, e.g. `cargo install --path crates/crossedge-cli --features simulate`";

/// The kind.
pub struct Simulate;

impl TaskKind for Simulate {
    fn name(&self) -> &'static str {
        "simulate"
    }

    fn expand(&self, _: &str, table: &Place<'_>) -> Result<Vec<Box<dyn Task>>, Error> {
        Err(Error::usage(NO_SIMULATOR, table.span()).help(HOW_TO_BUILD))
    }

    fn read(&self, _: &str) -> Result<Box<dyn Task>, String> {
        Err(format!("is a simulation, and {NO_SIMULATOR}\nhelp: {HOW_TO_BUILD}"))
    }

    fn columns(&self, _: &[Option<TaskResult<'_>>]) -> Result<Vec<Column>, String> {
        Ok(Vec::new())
    }
}
