//! Blocks into racks, and racks into rows.

use crossedge_core::model::{Layout, RackPlace, Room};

/// The room is too small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{needed} racks are needed, and the room has {racks}")]
pub struct NoRoom {
    /// Racks that are needed.
    pub needed: u64,
    /// Racks that there are.
    pub racks: u64,
}

/// Puts blocks into racks in order, none in two racks unless it is larger than one, and racks into rows that go to and fro.
pub fn place_blocks(blocks: &[Vec<u64>], room: &Room) -> Result<Layout, NoRoom> {
    let units = room.units.max(1);
    let nodes: usize = blocks.iter().map(Vec::len).sum();
    let mut places = vec![RackPlace { rack: 0, unit: 0 }; nodes];
    let (mut rack, mut unit) = (0u64, 0u32);
    for block in blocks {
        let size = block.len() as u64;
        if unit > 0 && u64::from(unit) + size > u64::from(units) {
            (rack, unit) = (rack + 1, 0);
        }
        for &v in block {
            if unit == units {
                (rack, unit) = (rack + 1, 0);
            }
            if let Some(place) = places.get_mut(v as usize) {
                *place = RackPlace { rack: to_and_fro(rack, room), unit };
            }
            unit += 1;
        }
    }
    let needed = rack + 1;
    match needed <= room.racks() {
        true => Ok(Layout { room: *room, places }),
        false => Err(NoRoom { needed, racks: room.racks() }),
    }
}

/// The rack at a position of a walk along the rows, every other one backwards.
fn to_and_fro(at: u64, room: &Room) -> u32 {
    let columns = u64::from(room.columns.max(1));
    let (row, column) = (at / columns, at % columns);
    let column = if row.is_multiple_of(2) { column } else { columns - 1 - column };
    u32::try_from(row * columns + column).unwrap_or(u32::MAX)
}
