//! Number of cables on every segment of a room: between neighbours of a row, and from a row to the next.

use crate::layout::{Cable, Room};

/// Cables by the stretches that they take: along the row of their first rack to the column of the other one, then across the rows. That is as long as
/// [`Room::rack_distance`] defines.
pub struct Runs {
    /// From every rack to the next one of its row.
    pub along: Vec<u64>,
    /// From every rack to the one behind it in the next row.
    pub across: Vec<u64>,
    /// Cables that leave every rack.
    pub leaving: Vec<u64>,
}

impl Runs {
    /// The cables between racks, each on its entire path. Starts and ends are marked first and summed up then, so that a long path is no more
    /// work than a short one.
    pub fn from_cables(room: &Room, cables: &[Cable]) -> Runs {
        let columns = room.columns.max(1) as usize;
        let racks = columns * room.rows as usize;
        let mut leaving = vec![0u64; racks];
        // Cables that start at a rack minus cables that end there.
        let (mut along, mut across) = (vec![0i64; racks], vec![0i64; racks]);
        for cable in cables {
            let [a, b] = cable.places.map(|place| place.rack as usize);
            if a == b || a >= racks || b >= racks {
                continue;
            }
            leaving[a] += cable.width;
            leaving[b] += cable.width;
            let width = i64::try_from(cable.width).unwrap_or(i64::MAX);
            // The corner: in the row of the one, in the column of the other.
            let corner = a / columns * columns + b % columns;
            for (from, to, marks) in [(a, corner, &mut along), (corner, b, &mut across)] {
                marks[from.min(to)] += width;
                marks[from.max(to)] -= width;
            }
        }
        let mut runs = Runs { along: vec![0; racks], across: vec![0; racks], leaving };
        for rack in 0..racks {
            let before = if rack % columns == 0 { 0 } else { runs.along[rack - 1] };
            runs.along[rack] = before.saturating_add_signed(along[rack]);
            let above = if rack < columns { 0 } else { runs.across[rack - columns] };
            runs.across[rack] = above.saturating_add_signed(across[rack]);
        }
        runs
    }

    /// The most cables side by side on any stretch.
    pub fn max_cables(&self) -> u64 {
        let all = self.along.iter().chain(&self.across).chain(&self.leaving);
        all.copied().max().unwrap_or(0)
    }
}
