//! The grid of the map: every cell is in one tile, and a window sees the cells that it meets.

use crossedge::render::internals::{Grid, Rect, Tile};

#[test]
fn every_cell_is_in_one_tile() {
    for (count, columns, step) in [(17, 5, (2, 2)), (1, 1, (4, 4)), (40, 40, (8, 1)), (23, 4, (1, 4))] {
        let (cell, pitch) = ((1.0, 1.0), (1.5, 1.5));
        let grid = Grid { count, columns, origin: (0.0, 0.0), cell, pitch };
        let tiles: Vec<Tile> = grid.visible_tiles(grid.full_tile(), step).collect();
        let mut cells: Vec<u64> = tiles.iter().flat_map(|tile| grid.cells(*tile)).collect();
        cells.sort_unstable();
        assert_eq!(cells, (0..count).collect::<Vec<_>>());
        for end in 0..=count {
            let below: u64 = tiles.iter().map(|tile| grid.cells_below(*tile, end)).sum();
            assert_eq!(below, end);
        }
    }
}

#[test]
fn a_window_sees_the_cells_that_it_meets() {
    let (cell, pitch) = ((1.0, 2.0), (1.5, 2.25));
    let grid = Grid { count: 50, columns: 7, origin: (0.5, 0.25), cell, pitch };
    for i in 0..400 {
        let low = (f64::from(i % 23) * 0.7 - 2.0, f64::from(i % 37) * 0.8 - 3.0);
        let rect = Rect { low, high: (low.0 + f64::from(i % 5) * 0.9, low.1 + f64::from(i % 3) * 1.7) };
        let mut seen: Vec<u64> =
            grid.visible_tile(&rect, 0.0).into_iter().flat_map(|t| grid.cells(t)).collect();
        seen.sort_unstable();
        let meets = |&cell: &u64| {
            let low = grid.corner(cell);
            Rect { low, high: (low.0 + grid.cell.0, low.1 + grid.cell.1) }.intersects(&rect)
        };
        assert_eq!(seen, (0..50).filter(meets).collect::<Vec<_>>(), "{rect:?}");
    }
}
