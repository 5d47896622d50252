//! The places that a plan gives, and the groups and lines that go with them.

/// A group of nodes with a border.
#[derive(Debug, Clone)]
pub struct Frame {
    /// Left and top.
    pub at: (f64, f64),
    /// Width and height.
    pub size: (f64, f64),
    /// Number of constructions it is inside of: 0 is the outermost.
    pub depth: u32,
    /// Its name.
    pub label: String,
    /// `true` if its name is below.
    pub below: bool,
}

/// The curves of base links if the straight line would pass nodes. Links across levels have their own rules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Lines {
    /// Straight.
    Straight,
    /// Nodes are in rows and columns at a spacing: longer links are bent around those between.
    Rows(f64),
    /// Layers one below the other: spacing of rows, and of columns with room next to each node.
    Layers {
        /// Spacing in a row.
        cell: f64,
        /// Spacing of rows.
        row: f64,
        /// Sideways shift of the next row.
        aside: f64,
        /// Spacing of layers.
        layer: f64,
    },
    /// Nodes lie clockwise on a circle in groups: links of a group go around the outside.
    Rim,
}

/// Places of all nodes.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The place of each node, by id.
    pub at: Vec<(f64, f64)>,
    /// Width and height; places are between 0 and these.
    pub size: (f64, f64),
    /// Groups.
    pub frames: Vec<Frame>,
    /// Names of groups that have no border, and the middle of each.
    pub names: Vec<((f64, f64), String)>,
    /// The curves of base links.
    pub lines: Lines,
    /// The radius of a node.
    pub node: f64,
}

/// Room around the nodes of a part.
pub(super) const PART_MARGIN: f64 = 0.45;

/// The default radius of a node.
pub(super) const NODE: f64 = 0.2;

impl Default for Plan {
    fn default() -> Self {
        Plan {
            at: Vec::new(),
            size: (0.0, 0.0),
            frames: Vec::new(),
            names: Vec::new(),
            lines: Lines::Straight,
            node: NODE,
        }
    }
}

impl Plan {
    /// Moves everything so that places begin at the margin.
    pub(super) fn moved_to_margin(mut self) -> Plan {
        let names = self.names.iter().flat_map(|(p, text)| {
            // A part of the margin is theirs.
            let half = 0.22 * text.chars().count() as f64 - 0.2;
            [(p.0 - half, p.1), (p.0 + half, p.1)]
        });
        let all: Vec<(f64, f64)> = self.at.iter().copied().chain(names).collect();
        let low = all.iter().fold((f64::MAX, f64::MAX), |l, p| (l.0.min(p.0), l.1.min(p.1)));
        let high = all.iter().fold((f64::MIN, f64::MIN), |h, p| (h.0.max(p.0), h.1.max(p.1)));
        for place in self.at.iter_mut().chain(self.names.iter_mut().map(|(place, _)| place)) {
            *place = (place.0 - low.0 + PART_MARGIN, place.1 - low.1 + PART_MARGIN);
        }
        self.size = (high.0 - low.0 + 2.0 * PART_MARGIN, high.1 - low.1 + 2.0 * PART_MARGIN);
        self
    }

    pub(super) fn from_places(at: Vec<(f64, f64)>) -> Plan {
        Plan { at, ..Plan::default() }.moved_to_margin()
    }

    /// The least distance between two nodes; 1 where there is one node.
    pub(crate) fn least_distance(&self) -> f64 {
        let mut least = f64::MAX;
        for (i, p) in self.at.iter().enumerate() {
            for q in &self.at[..i] {
                least = least.min((p.0 - q.0).hypot(p.1 - q.1));
            }
        }
        if least == f64::MAX { 1.0 } else { least }
    }
}
