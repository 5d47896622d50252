//! Cells in rows, any number of them: which of them a window shows, alone or in tiles.

use super::area::{At, Rect};

/// Cells in rows, from left to right and down.
#[derive(Debug, Clone, Copy)]
pub struct Grid {
    /// The number.
    pub count: u64,
    /// In a row.
    pub columns: u64,
    /// Start of the first.
    pub origin: At,
    /// Width and height of a cell.
    pub cell: At,
    /// From the beginning of a cell to that of the next.
    pub pitch: At,
}

/// Some columns and rows of a grid: first and end of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    /// Columns: the first, and one after the last.
    pub columns: (u64, u64),
    /// Rows, likewise.
    pub rows: (u64, u64),
}

impl Grid {
    /// A number of cells, in one row while they are few, else in a block of about this shape, with a gap between them.
    pub fn with_cells(count: u64, cell: At, between: f64, shape: f64, row: u64) -> Grid {
        let pitch = (cell.0 + between, cell.1 + between);
        let columns = match count <= row {
            true => count,
            false => ((count as f64 * pitch.1 / pitch.0 * shape).sqrt().round() as u64).clamp(1, count),
        };
        Grid { count, columns: columns.max(1), origin: (0.0, 0.0), cell, pitch }
    }

    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.count.div_ceil(self.columns)
    }

    /// Width and height of all.
    pub fn size(&self) -> At {
        let long = |cells: u64, pitch: f64, cell: f64| cells.saturating_sub(1) as f64 * pitch + cell;
        (long(self.columns, self.pitch.0, self.cell.0), long(self.rows(), self.pitch.1, self.cell.1))
    }

    /// Start of a cell.
    pub fn corner(&self, cell: u64) -> At {
        let (row, column) = (cell / self.columns, cell % self.columns);
        (self.origin.0 + column as f64 * self.pitch.0, self.origin.1 + row as f64 * self.pitch.1)
    }

    /// The columns and rows that intersect a box; contents may extend beyond their cells by `reach`.
    pub fn visible_tile(&self, rect: &Rect, reach: f64) -> Option<Tile> {
        let one = |low: f64, high: f64, origin: f64, pitch: f64, cell: f64, count: u64| {
            let first = ((low - origin - cell - reach) / pitch).ceil().max(0.0);
            let last = ((high - origin + reach) / pitch).floor();
            (last >= 0.0 && first <= (count - 1) as f64)
                .then(|| (first as u64, (last as u64).min(count - 1).saturating_add(1)))
                .filter(|(first, end)| first < end)
        };
        let (low, high) = (rect.low, rect.high);
        let columns = one(low.0, high.0, self.origin.0, self.pitch.0, self.cell.0, self.columns)?;
        let rows = one(low.1, high.1, self.origin.1, self.pitch.1, self.cell.1, self.rows())?;
        Some(Tile { columns, rows })
    }

    /// All columns and rows.
    pub fn full_tile(&self) -> Tile {
        Tile { columns: (0, self.columns), rows: (0, self.rows()) }
    }

    /// The tiles of this many columns and rows that intersect `seen`; each complete, within the grid.
    pub fn visible_tiles(&self, seen: Tile, (wide, high): (u64, u64)) -> impl Iterator<Item = Tile> + use<> {
        let (columns, rows) = (self.columns, self.rows());
        let starts =
            |(first, end): (u64, u64), step: u64| (first / step..end.div_ceil(step)).map(move |i| i * step);
        starts(seen.rows, high).flat_map(move |r| {
            starts(seen.columns, wide).map(move |c| Tile {
                columns: (c, c.saturating_add(wide).min(columns)),
                rows: (r, r.saturating_add(high).min(rows)),
            })
        })
    }

    /// The cells of a tile, in order.
    pub fn cells(&self, tile: Tile) -> impl Iterator<Item = u64> + use<> {
        let (columns, count) = (self.columns, self.count);
        (tile.rows.0..tile.rows.1).flat_map(move |row| {
            (tile.columns.0..tile.columns.1).filter_map(move |column| {
                row.checked_mul(columns)?.checked_add(column).filter(|i| *i < count)
            })
        })
    }

    /// Number of cells a tile has, of those below `end`.
    pub fn cells_below(&self, tile: Tile, end: u64) -> u64 {
        let end = end.min(self.count);
        let (full, rest) = (end / self.columns, end % self.columns);
        let wide = tile.columns.1 - tile.columns.0;
        let rows = full.min(tile.rows.1).saturating_sub(tile.rows.0);
        let last = match (tile.rows.0..tile.rows.1).contains(&full) {
            true => rest.min(tile.columns.1).saturating_sub(tile.columns.0),
            false => 0,
        };
        rows * wide + last
    }

    /// Its first cell.
    pub fn first_cell(&self, tile: Tile) -> u64 {
        (tile.rows.0 * self.columns).saturating_add(tile.columns.0)
    }

    /// Start of a tile, and its size.
    pub fn tile_extent(&self, tile: Tile) -> (At, At) {
        let long = |(first, end): (u64, u64), pitch: f64, cell: f64| (end - first - 1) as f64 * pitch + cell;
        let at = (
            self.origin.0 + tile.columns.0 as f64 * self.pitch.0,
            self.origin.1 + tile.rows.0 as f64 * self.pitch.1,
        );
        (at, (long(tile.columns, self.pitch.0, self.cell.0), long(tile.rows, self.pitch.1, self.cell.1)))
    }

    /// Tile size such that about `most` groups of cells cover `seen`.
    pub fn group_size(&self, seen: Tile, most: u64) -> (u64, u64) {
        let (wide, high) = (seen.columns.1 - seen.columns.0, seen.rows.1 - seen.rows.0);
        let (mut across, mut down) = (1u64, 1u64);
        while wide.div_ceil(across) * high.div_ceil(down) > most.max(1) && (across < wide || down < high) {
            let (x, y) = (across as f64 * self.pitch.0, down as f64 * self.pitch.1);
            match (x <= y && across < wide) || down >= high {
                true => across *= 2,
                false => down *= 2,
            }
        }
        (across, down)
    }
}
