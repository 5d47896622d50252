//! A room of racks, and the location of every node.

/// A room: rows of racks on a grid. All lengths in millimetres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Rows of racks.
    pub rows: u32,
    /// Racks per row.
    pub columns: u32,
    /// Nodes per rack, endpoints and switches.
    pub units: u32,
    /// From one rack to the next of its row.
    pub pitch: u64,
    /// From one row to the next.
    pub row_pitch: u64,
    /// How high the nodes of a rack are stacked.
    pub height: u64,
    /// Slack of every cable: half at either end.
    pub slack: u64,
}

impl Room {
    /// The width of a rack, the depth of a rack with its aisle, 42 units of 44.45 mm, and half a metre to spare.
    pub const DEFAULT_ROOM: Room =
        Room { rows: 1, columns: 1, units: 64, pitch: 600, row_pitch: 2400, height: 1867, slack: 500 };

    /// A room that is about as deep as wide, for `nodes` nodes.
    pub fn for_nodes(nodes: u64, units: u32) -> Room {
        Room::for_racks(nodes.div_ceil(u64::from(units.max(1))), units)
    }

    /// The same for a number of racks.
    pub fn for_racks(racks: u64, units: u32) -> Room {
        let usual = Room { units: units.max(1), ..Room::DEFAULT_ROOM };
        // The distance of rows is four times that of racks.
        let mut rows = ((racks.max(1) as f64).sqrt() / 2.0).floor().max(1.0) as u64;
        while rows > 1 && !racks.is_multiple_of(rows) {
            rows -= 1;
        }
        let columns = racks.div_ceil(rows).max(1);
        if columns > 16 * rows {
            // Few divisors: a full rectangle with racks left empty is nearer.
            let rows = ((racks as f64).sqrt() / 2.0).ceil().max(1.0) as u64;
            let columns = racks.div_ceil(rows).max(1);
            return Room { rows: clamp_to_u32(rows), columns: clamp_to_u32(columns), ..usual };
        }
        Room { rows: clamp_to_u32(rows), columns: clamp_to_u32(columns), ..usual }
    }

    /// Number of racks.
    pub fn racks(&self) -> u64 {
        u64::from(self.rows) * u64::from(self.columns)
    }

    /// Height of a unit, from the bottom.
    pub fn level(&self, unit: u32) -> u64 {
        self.height * (2 * u64::from(unit) + 1) / (2 * u64::from(self.units.max(1)))
    }

    /// Length of a cable between two places: up to the top of the rack and over the others, or inside the rack.
    pub fn length(&self, a: RackPlace, b: RackPlace) -> u64 {
        let (x, y) = (self.level(a.unit), self.level(b.unit));
        if a.rack == b.rack {
            return x.abs_diff(y) + self.slack;
        }
        self.rack_distance(a.rack, b.rack) + (self.height - x) + (self.height - y) + self.slack
    }

    /// Distance of two racks, along rows and across.
    pub fn rack_distance(&self, a: u32, b: u32) -> u64 {
        Room::corner_distance(self.rack_corner(a), self.rack_corner(b))
    }

    /// Distance of two corners of racks.
    pub fn corner_distance(a: (u64, u64), b: (u64, u64)) -> u64 {
        a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
    }

    /// Where a rack begins, along its row and across the rows.
    pub fn rack_corner(&self, rack: u32) -> (u64, u64) {
        let columns = self.columns.max(1);
        (u64::from(rack % columns) * self.pitch, u64::from(rack / columns) * self.row_pitch)
    }
}

fn clamp_to_u32(n: u64) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// The place of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RackPlace {
    /// The rack, row by row.
    pub rack: u32,
    /// The unit, from below.
    pub unit: u32,
}

/// The place of every node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The room.
    pub room: Room,
    /// The place of every node, by its id.
    pub places: Vec<RackPlace>,
}

/// A cable, from the end with the smaller id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cable {
    /// The nodes at its ends.
    pub nodes: [u64; 2],
    /// The ports that it is plugged into.
    pub ports: [u32; 2],
    /// Places of both ends.
    pub places: [RackPlace; 2],
    /// The class of its link.
    pub class: usize,
    /// Number of parallel cables.
    pub width: u64,
    /// Length in millimetres, including slack.
    pub length: u64,
}
