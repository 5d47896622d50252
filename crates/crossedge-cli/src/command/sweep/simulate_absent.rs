//! Simulations in a program without the simulator: they are refused, with what to do.

use super::reader::Value as Place;
use super::rows::Rows;
use super::task::Task;
use crossedge::expr::Error;
use crossedge::progress::Progress;
use crossedge_campaign::{Column, Cut};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Why there are no simulations.
pub const ABSENT: Option<&str> = Some("this program was built without the simulator");

/// How to get one that has it.
pub const HELP: &str = "build it with `--features simulate`, as in `cargo install --path crates/crossedge-cli --features simulate`";

/// What simulates: nothing.
pub const ENGINE: &str = "";

/// A task that cannot be here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SimulateTask {}

/// What it would find.
pub type Found = Value;

/// Refuses the table.
pub fn expand(_: &str, block: &Place<'_>) -> Result<Vec<Task>, Error> {
    Err(Error::usage(ABSENT.unwrap_or_default(), block.span()).help(HELP))
}

impl SimulateTask {
    /// The network.
    pub fn expression(&self) -> &str {
        match *self {}
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        match *self {}
    }

    /// One line for people.
    pub fn about(&self) -> String {
        match *self {}
    }

    /// Does the work.
    pub fn work(&self, _: &dyn Progress) -> Result<Value, Cut> {
        match *self {}
    }
}

/// No columns.
pub fn columns(_: &Rows<'_, SimulateTask, Found>) -> Vec<Column> {
    Vec::new()
}
