//! How many cables run on every stretch of a room: between neighbours of a row, and from a row to the next.

use crate::layout::{Cable, Room};

/// Cables by the stretches that they take: along the row of their first rack to the column of the other one, then across the rows. That is as long as
/// [`Room::between`] says.
pub(super) struct Runs {
    /// From every rack to the next one of its row.
    pub along: Vec<u64>,
    /// From every rack to the one behind it in the next row.
    pub across: Vec<u64>,
    /// Cables that leave every rack.
    pub leaving: Vec<u64>,
}

impl Runs {
    /// The cables between racks, each on its whole way. Where a way begins and ends is marked first and summed up then, so that a long way is no more
    /// work than a short one.
    pub fn of(room: &Room, cables: &[Cable]) -> Runs {
        let columns = room.columns.max(1) as usize;
        let racks = columns * room.rows as usize;
        let mut leaving = vec![0u64; racks];
        // What begins at a rack, less what ends there.
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
    pub fn most(&self) -> u64 {
        let all = self.along.iter().chain(&self.across).chain(&self.leaving);
        all.copied().max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Place;

    /// Every cable walked rack by rack.
    fn walked(room: &Room, cables: &[Cable]) -> [Vec<u64>; 2] {
        let columns = room.columns as usize;
        let mut found = [vec![0; room.racks() as usize], vec![0; room.racks() as usize]];
        for cable in cables {
            let [mut at, to] = cable.places.map(|place| place.rack as usize);
            let mut steps = 0;
            while at % columns != to % columns {
                let next = if at % columns < to % columns { at + 1 } else { at - 1 };
                found[0][at.min(next)] += cable.width;
                (at, steps) = (next, steps + room.pitch);
            }
            while at != to {
                let next = if at < to { at + columns } else { at - columns };
                found[1][at.min(next)] += cable.width;
                (at, steps) = (next, steps + room.row_pitch);
            }
            let [a, b] = cable.places.map(|place| place.rack);
            assert_eq!(steps, room.between(a, b), "{cable:?}");
        }
        found
    }

    /// Cables between places of a room, as many as asked for, the same for ever.
    fn any(room: &Room, count: u32) -> Vec<Cable> {
        let mut state = 22u64;
        let mut below = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % n) as u32
        };
        let cable = |i: u32| {
            let mut place = || Place { rack: below(room.racks()), unit: below(room.units.into()) };
            let places = [place(), place()];
            let width = u64::from(1 + below(3));
            let length = room.length(places[0], places[1]);
            Cable {
                nodes: [2 * u64::from(i), 2 * u64::from(i) + 1],
                ports: [0, 0],
                places,
                class: 0,
                width,
                length,
            }
        };
        (0..count).map(cable).collect()
    }

    #[test]
    fn every_cable_is_counted_on_its_whole_way() {
        for (rows, columns) in [(1, 1), (1, 7), (6, 1), (4, 8), (5, 3)] {
            let room = Room { rows, columns, units: 4, ..Room::USUAL };
            let cables = any(&room, 500);
            let runs = Runs::of(&room, &cables);
            assert_eq!([runs.along.clone(), runs.across.clone()], walked(&room, &cables), "{rows}x{columns}");
            let long = |counts: &[u64], pitch: u64| counts.iter().map(|count| count * pitch).sum::<u64>();
            let way = |cable: &Cable| cable.width * room.between(cable.places[0].rack, cable.places[1].rack);
            assert_eq!(
                long(&runs.along, room.pitch) + long(&runs.across, room.row_pitch),
                cables.iter().map(way).sum::<u64>(),
                "{rows}x{columns}: no stretch is missing"
            );
            let leave = |cable: &&Cable| cable.places[0].rack != cable.places[1].rack;
            let ends: u64 = cables.iter().filter(leave).map(|cable| 2 * cable.width).sum();
            assert_eq!(runs.leaving.iter().sum::<u64>(), ends, "{rows}x{columns}");
            assert!(runs.leaving.iter().all(|count| *count <= runs.most()), "{rows}x{columns}");
        }
    }
}
