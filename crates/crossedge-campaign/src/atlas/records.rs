//! The rows of a merged campaign as records: sorted, with those that are the same network marked.

use super::classes::same_networks;
use crate::table::{Cells, Column, ResultTable};
use crossedge::net::ENTRIES;
use std::collections::BTreeMap;

/// The records of an atlas.
#[derive(Debug, Clone)]
pub struct AtlasRecords {
    /// One row for each record, sorted by endpoints, then the place of the construction in the catalog, then expression; the column `same_as` names the record of the same network.
    pub table: ResultTable,
}

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct RecordRow<'a> {
    table: &'a ResultTable,
    /// Its place.
    pub row: usize,
}

impl<'a> RecordRow<'a> {
    fn cells(&self, name: &str) -> Option<&'a Cells> {
        self.table.columns.iter().find(|column| column.name == name).map(|column| &column.cells)
    }

    /// An integer.
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.cells(name)? {
            Cells::Count(cells) => cells[self.row],
            _ => None,
        }
    }

    /// A number, also where it is an integer.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.cells(name)? {
            Cells::Number(cells) => cells[self.row],
            Cells::Count(cells) => cells[self.row].map(|n| n as f64),
            _ => None,
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&'a str> {
        match self.cells(name)? {
            Cells::Text(cells) => cells[self.row].as_deref(),
            _ => None,
        }
    }

    /// The expression.
    pub fn expression(&self) -> Option<&'a str> {
        self.text("expression")
    }
}

/// The place of a construction in the catalog, where simple ones come first: a network that several constructions give is known by the first.
fn catalog_place(construction: &str) -> usize {
    let first = construction.split(' ').next().unwrap_or_default();
    // A product stands with the tori.
    let name = if first == "product" { "torus" } else { first };
    ENTRIES.iter().position(|entry| entry.name == name).unwrap_or(ENTRIES.len())
}

impl AtlasRecords {
    /// The records of a merged table.
    pub fn new(merged: &ResultTable) -> AtlasRecords {
        let key = |row: usize| {
            let row = RecordRow { table: merged, row };
            let name = row.text("construction").unwrap_or_default();
            (row.count("endpoints").unwrap_or(u64::MAX), catalog_place(name), row.expression())
        };
        let mut order: Vec<usize> = (0..merged.rows()).collect();
        order.sort_by_key(|&row| key(row));
        let mut table = merged.rows_at(&order);
        // The seed is that of a task, and a record has none.
        table.columns.retain(|column| !matches!(column.name.as_str(), "kind" | "seed"));
        let rows: Vec<RecordRow<'_>> =
            (0..table.rows()).map(|row| RecordRow { table: &table, row }).collect();
        let same = same_networks(&rows);
        let named = same.iter().map(|first| rows[(*first)?].expression().map(str::to_owned)).collect();
        table.columns.push(Column { name: "same_as".to_owned(), cells: Cells::Text(named) });
        AtlasRecords { table }
    }

    /// The rows.
    pub fn rows(&self) -> impl Iterator<Item = RecordRow<'_>> {
        (0..self.table.rows()).map(|row| RecordRow { table: &self.table, row })
    }

    /// The table in parts by the power of ten of the endpoints, e.g. 3 for 1,000 to 9,999.
    pub fn parts(&self) -> Vec<(u32, ResultTable)> {
        let mut parts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for row in self.rows() {
            let endpoints = row.count("endpoints").unwrap_or(1).max(1);
            parts.entry(endpoints.ilog10()).or_default().push(row.row);
        }
        parts.into_iter().map(|(decade, rows)| (decade, self.table.rows_at(&rows))).collect()
    }
}
