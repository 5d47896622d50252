//! A floor plan: racks in their rows, each in the shade of the cables that leave it, and how many cables run where between them.

use super::runs::Runs;
use crate::layout::{Cable, Layout};
use std::fmt::Write;

/// Racks are numbered when there are at most this many.
const MAX_NUMBERED: usize = 400;

/// Places of a picture: racks at their corners, cables in the aisle behind their row.
struct FloorGrid {
    columns: usize,
    across: f64,
    deep: f64,
    tall: f64,
}

impl FloorGrid {
    fn rack_corner(&self, rack: usize) -> (f64, f64) {
        let (row, column) = (rack / self.columns, rack % self.columns);
        (20.0 + column as f64 * self.across, 44.0 + row as f64 * self.deep)
    }

    /// The points where the cables of a rack meet the aisle.
    fn aisle_point(&self, rack: usize) -> (f64, f64) {
        let (x, y) = self.rack_corner(rack);
        (x + self.across / 2.0, y + self.tall + (self.deep - self.tall) * 0.4)
    }
}

/// The floor plan of a layout as SVG: the same bytes for the same layout.
pub fn floor_plan(layout: &Layout, cables: &[Cable], title: &str) -> String {
    let room = &layout.room;
    let (columns, rows) = (room.columns.max(1) as usize, room.rows as usize);
    let across = (960.0 / columns as f64).clamp(4.0, 40.0);
    // Rows have the distance they have in the room.
    let deep = across * room.row_pitch as f64 / room.pitch.max(1) as f64;
    let grid = FloorGrid { columns, across, deep, tall: (across * 1.6).min(deep) };
    let (width, height) = ((columns as f64 * across + 40.0).max(640.0), rows as f64 * deep + 84.0);
    let runs = Runs::from_cables(room, cables);
    let mut used = vec![false; columns * rows];
    for place in &layout.places {
        if let Some(used) = used.get_mut(place.rack as usize) {
            *used = true;
        }
    }
    let most = runs.leaving.iter().copied().max().unwrap_or(0).max(1);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\">"
    );
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    let count = used.iter().filter(|used| **used).count();
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"26\" font-size=\"15\" fill=\"#1b1b1b\">{}: {count} racks of {} units</text>",
        escape_text(title),
        room.units
    );
    draw_runs(&mut out, &grid, &runs);
    for (rack, used) in used.iter().enumerate().take(columns * rows) {
        let leaving = runs.leaving.get(rack).copied().unwrap_or(0);
        let (x, y) = grid.rack_corner(rack);
        let share = leaving as f64 / most as f64;
        let shade = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
        let fill = match used {
            true => {
                format!("#{:02x}{:02x}{:02x}", shade(222.0, 23.0), shade(235.0, 84.0), shade(247.0, 140.0))
            }
            false => "#ffffff".to_owned(),
        };
        let _ = writeln!(
            out,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"1\" fill=\"{fill}\" stroke=\"#6b7683\" stroke-width=\"0.6\"><title>rack {}: {leaving} cables leave it</title></rect>",
            x + across * 0.06,
            across * 0.88,
            grid.tall,
            rack + 1,
        );
        if columns * rows <= MAX_NUMBERED && across >= 16.0 {
            let ink = if share > 0.55 { "#ffffff" } else { "#1b1b1b" };
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"{ink}\">{}</text>",
                x + across / 2.0,
                y + grid.tall * 0.58,
                (across * 0.36).min(11.0),
                rack + 1
            );
        }
    }
    let _ = writeln!(
        out,
        "<text x=\"20\" y=\"{:.0}\" font-size=\"12\" fill=\"#444444\">darker: more cables leave the rack, at most {most}; lines: cables that run there, at most {} side by side</text>",
        height - 14.0,
        runs.max_cables()
    );
    out.push_str("</svg>\n");
    out
}

/// Every stretch that cables run on, as thick as they are many.
fn draw_runs(out: &mut String, grid: &FloorGrid, runs: &Runs) {
    let most = runs.max_cables().max(1) as f64;
    let thickest = (grid.across * 0.3).min(9.0);
    let mut line = |from: (f64, f64), to: (f64, f64), count: u64| {
        if count == 0 {
            return;
        }
        let thick = (thickest * count as f64 / most).max(0.25);
        let _ = writeln!(
            out,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#c2571a\" stroke-width=\"{thick:.2}\" stroke-linecap=\"round\"><title>{count} cables</title></line>",
            from.0, from.1, to.0, to.1
        );
    };
    for (rack, &count) in runs.leaving.iter().enumerate() {
        let (x, y) = grid.aisle_point(rack);
        line((x, grid.rack_corner(rack).1 + grid.tall), (x, y), count);
    }
    for (rack, &count) in runs.along.iter().enumerate() {
        line(grid.aisle_point(rack), grid.aisle_point(rack + 1), count);
    }
    for (rack, &count) in runs.across.iter().enumerate() {
        line(grid.aisle_point(rack), grid.aisle_point(rack + grid.columns), count);
    }
}

/// A text that stands for itself in SVG.
fn escape_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
