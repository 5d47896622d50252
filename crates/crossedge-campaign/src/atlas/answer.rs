//! The answer of `atlas build`.

use super::tables::BestTable;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::PathBuf;

/// An atlas that was built.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AtlasAnswer {
    /// Its folder.
    pub folder: PathBuf,
    /// Number of records.
    pub records: u64,
    /// Those of a network that an earlier record has, by a map that was verified.
    pub duplicates: u64,
    /// The tables of best networks.
    pub tables: Vec<TableAnswer>,
    /// Files that were written, in the folder.
    pub files: Vec<String>,
}

/// A table of best networks in numbers.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct TableAnswer {
    /// Its name.
    pub name: String,
    /// Number of cells.
    pub cells: u64,
    /// Cells with a record.
    pub filled: u64,
    /// Cells with a published value; null if the table has no source.
    pub published: Option<u64>,
    /// Published values that a record has, too.
    pub equal: u64,
    /// Published values that no record has.
    pub worse: u64,
    /// Published values that a record beats.
    pub better: u64,
}

impl AtlasAnswer {
    /// The verb.
    pub const VERB: &'static str = "atlas build";

    /// Nothing yet.
    pub fn new(folder: PathBuf) -> Self {
        AtlasAnswer { folder, records: 0, duplicates: 0, tables: Vec::new(), files: Vec::new() }
    }
}

impl BestTable {
    /// The table in numbers.
    pub fn summary(&self) -> TableAnswer {
        let of =
            |verdict: &str| self.cells.iter().filter(|cell| cell.verdict == Some(verdict)).count() as u64;
        let published = self.cells.iter().filter(|cell| cell.published.is_some()).count() as u64;
        TableAnswer {
            name: self.name.to_owned(),
            cells: self.cells.len() as u64,
            filled: self.cells.iter().filter(|cell| cell.value.is_some()).count() as u64,
            published: self.source.map(|_| published),
            equal: of("equal"),
            worse: of("worse"),
            better: of("better"),
        }
    }
}
